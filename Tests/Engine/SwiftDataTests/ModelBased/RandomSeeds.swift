// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The seeds of random trials.
///
/// `SWIFTDATA_TEST_SEED` repeats some, separated by commas; `SWIFTDATA_TEST_SEEDS`
/// says how many there are, or which, as `1000-1999`.
enum RandomSeeds {
  static let all: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    let named = environment["SWIFTDATA_TEST_SEED", default: ""].split(separator: ",")
    let seeds = named.compactMap { UInt64($0) }
    if !seeds.isEmpty { return seeds }
    let bounds = environment["SWIFTDATA_TEST_SEEDS", default: "60"].split(separator: "-")
      .compactMap { UInt64($0) }
    let first = bounds.count == 2 ? bounds[0] : 1
    return Array(first...max(bounds.last ?? 60, first))
  }()
}
