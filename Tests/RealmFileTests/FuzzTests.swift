import Foundation
import RealmFile
import SharedFixtures
import Testing

@testable import RealmWriting

/// Files with changed bytes: values or an error, never a crash, and never
/// without end.
///
/// `REALM_FUZZ_RUNS` is the number of files, 20,000 if it is not set;
/// `REALM_FUZZ_SEED` repeats a run.
@Suite struct FuzzTests {
  private struct Original: Sendable {
    var name: String
    var bytes: [UInt8]
    var key: RealmKey?
  }

  private static let environment = ProcessInfo.processInfo.environment

  /// Small files, so that most changes hit something.
  private func originals() throws -> [Original] {
    var tables = RandomTables(random: SplitMix(state: 11))
    var originals = (0..<6).map { number in
      Original(name: "written \(number)", bytes: RealmWriter.file(tables.tables()))
    }
    originals.removeAll { $0.bytes.count > 20_000 }
    for entry in Fixtures.entries {
      let bytes = [UInt8](try Data(contentsOf: entry.url()))
      guard bytes.count <= 16_384 else { continue }
      originals.append(Original(name: entry.file, bytes: bytes, key: try entry.realmKey()))
    }
    return originals
  }

  @Test func changedBytesDoNotCrash() throws {
    let runs = Self.environment["REALM_FUZZ_RUNS"].flatMap { Int($0) } ?? 20_000
    let seed =
      Self.environment["REALM_FUZZ_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("FuzzTests: seed \(seed), \(runs) runs")
    let originals = try originals()
    #expect(!originals.isEmpty)
    var random = SplitMix(state: seed)
    var (errors, sound) = (0, 0)
    var codes: Set<RealmFileError.Code> = []
    for _ in 0..<runs {
      guard let original = originals.randomElement(using: &random) else { break }
      var bytes = original.bytes
      change(&bytes, &random)
      if let error = try Reading.error(bytes, key: original.key) {
        errors += 1
        codes.insert(error.code)
      } else {
        sound += 1
      }
    }
    print("FuzzTests: \(errors) errors, \(sound) files that can be read")
    #expect(errors + sound == runs)
    #expect(errors > runs / 20)
    #expect(sound > runs / 20)
    #expect(codes.isSuperset(of: [.damaged, .truncated]))
  }

  /// Most changes are where decisions are made: heads of nodes, references.
  private func change(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let unit = Int.random(in: 0..<max(1, bytes.count / 8), using: &random) * 8
      switch Int.random(in: 0..<8, using: &random) {
      case 0: set(&bytes, unit + 4, random.next())
      case 1: set(&bytes, unit + 7, random.next())
      case 2: set(&bytes, unit + Int.random(in: 5...6, using: &random), random.next())
      case 3:
        // A reference to somewhere else.
        let target = UInt64.random(in: 0..<UInt64(bytes.count / 8), using: &random) * 8
        for byte in 0..<2 { set(&bytes, unit + byte, target >> UInt64(8 * byte)) }
      case 4:
        // A node of somewhere else.
        let other = Int.random(in: 0..<max(1, bytes.count / 8), using: &random) * 8
        for byte in 0..<16 where other + byte < bytes.count {
          set(&bytes, unit + byte, UInt64(bytes[other + byte]))
        }
      case 5: bytes.removeLast(min(bytes.count - 1, 8 * Int.random(in: 0...16, using: &random)))
      case 6: set(&bytes, Int.random(in: 0..<24, using: &random), random.next())
      default:
        let place = Int.random(in: 0..<bytes.count, using: &random)
        set(&bytes, place, UInt64([0, 0xFF, 0x7F, 0x80, 1].randomElement(using: &random) ?? 0))
      }
    }
  }

  private func set(_ bytes: inout [UInt8], _ index: Int, _ value: UInt64) {
    if bytes.indices.contains(index) { bytes[index] = UInt8(truncatingIfNeeded: value) }
  }
}
