// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import RealmWriting
import Testing

/// Files with changed bytes: values or an error, never a crash, and never
/// without end.
///
/// `REALM_FUZZ_RUNS` is the number of files, 20,000 if it is not set;
/// `REALM_FUZZ_SEED` repeats a run.
@Suite struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test func changedBytesDoNotCrash() throws {
    let runs = Self.environment["REALM_FUZZ_RUNS"].flatMap { Int($0) } ?? 20_000
    let seed =
      Self.environment["REALM_FUZZ_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("FuzzTests: seed \(seed), \(runs) runs")
    let fixtures = try Fixtures.entries.map {
      RealmFuzz.Original(
        name: $0.file, bytes: [UInt8](try Data(contentsOf: $0.url())), key: try $0.realmKey())
    }
    let outcome = try RealmFuzz(seed: seed, fixtures: fixtures).run(0..<runs)
    print("FuzzTests: \(outcome.errors) errors, \(outcome.sound) files that can be read")
    #expect(outcome.errors + outcome.sound == runs)
    #expect(outcome.errors > runs / 20)
    #expect(outcome.sound > runs / 20)
    #expect(outcome.codes.isSuperset(of: [.damaged, .truncated]))
  }
}
