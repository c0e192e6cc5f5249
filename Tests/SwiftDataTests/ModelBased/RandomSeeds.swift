import Foundation

/// The seeds of random trials.
///
/// `SWIFTDATA_TEST_SEED` repeats one; `SWIFTDATA_TEST_SEEDS` says how many
/// there are.
enum RandomSeeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["SWIFTDATA_TEST_SEED"].flatMap({ UInt64($0) }) { return [seed] }
    let count = environment["SWIFTDATA_TEST_SEEDS"].flatMap { UInt64($0) } ?? 60
    return Array(1...max(count, 1))
  }()
}
