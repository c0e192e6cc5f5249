// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile

/// Reads files with changed bytes: values or an error, never a crash, and never without end.
///
/// A run follows from the seed and its number, so one can be repeated alone.
package struct RealmFuzz {
  /// A file that changes are made in.
  package struct Original: Sendable {
    package var name: String
    package var bytes: [UInt8]
    package var key: RealmKey?

    package init(name: String, bytes: [UInt8], key: RealmKey? = nil) {
      self.name = name
      self.bytes = bytes
      self.key = key
    }
  }

  /// What runs have led to.
  package struct Outcome {
    package var errors = 0
    package var sound = 0
    package var codes: Set<RealmFileError.Code> = []
    /// The run that took longest, and its seconds.
    package var slowest = (run: 0, seconds: 0.0)
  }

  private let originals: [Original]
  private let seed: UInt64

  /// - Parameter fixtures: files of other programs; large ones are left out, so that most changes
  ///   hit something.
  package init(seed: UInt64, fixtures: [Original]) {
    self.seed = seed
    var tables = RandomTables(random: SplitMix(state: 11))
    let written = (0..<12).map { number in
      Original(
        name: "written \(number)",
        bytes: RealmWriter.file(
          tables.tables(), treeLimit: number % 3 == 0 ? 8 : 1000, streamed: number % 4 == 1,
          backlinks: number % 2 == 0))
    }
    let old = (2...9).map { format in
      var tables = RandomTables(random: SplitMix(state: 23 + UInt64(format)), format: format)
      return Original(
        name: "written, format \(format)",
        bytes: OldRealmWriter.file(
          tables.tables(), format: UInt8(format), treeLimit: format % 2 == 0 ? 8 : 1000))
    }
    originals = (written + old + fixtures).filter { $0.bytes.count <= 16_384 }
  }

  /// - Parameter progress: told every thousand runs.
  /// - Throws: what is no ``RealmFileError``.
  package func run(
    _ runs: Range<Int>, progress: (Int, Outcome) -> Void = { _, _ in }
  ) throws -> Outcome {
    var outcome = Outcome()
    for run in runs {
      if run % 1000 == 0 { progress(run, outcome) }
      let start = ContinuousClock.now
      try read(run, &outcome)
      let duration = ContinuousClock.now - start
      let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
      if seconds > outcome.slowest.seconds { outcome.slowest = (run, seconds) }
    }
    return outcome
  }

  private func read(_ run: Int, _ outcome: inout Outcome) throws {
    var random = SplitMix(state: seed &+ UInt64(run) &* 0xD1B5_4A32_D192_ED03)
    guard let original = originals.randomElement(using: &random) else { return }
    var change = FileChange(bytes: original.bytes)
    change.make(&random)
    if let error = try Reading.error(change.bytes, key: original.key) {
      outcome.errors += 1
      outcome.codes.insert(error.code)
    } else {
      outcome.sound += 1
    }
  }
}
