// SPDX-License-Identifier: Apache-2.0

/// A store that can note which seeds it has.
package protocol SeededStore: RowStore {
  /// Whether it can: a store over the tables of another program has no place for notes.
  var notesSeeds: Bool { get }

  /// The version of a seed that the store has; `nil` if it has none of that name.
  func seedVersion(_ name: String) throws -> Int?
}

/// A transaction that can note a seed.
package protocol SeedRecording: RowTransaction {
  /// Notes a seed as a part of the transaction. Another transaction that is doing so is waited for.
  ///
  /// - Returns: `false` if the store has this version of it, or a later one.
  func recordSeed(_ name: String, version: Int) throws -> Bool
}

/// A seed that a save brings into the stores that it writes to.
final class Seed {
  let name: String
  let version: Int
  /// Whether a store has noted it.
  private(set) var isNoted = false

  init(_ name: String, _ version: Int) {
    self.name = name
    self.version = version
  }

  /// - Throws: ``SeedIsThere`` if another process was faster.
  func note(in transaction: any RowTransaction) throws {
    guard let recording = transaction as? any SeedRecording else { return }
    guard try recording.recordSeed(name, version: version) else { throw SeedIsThere() }
    isNoted = true
  }
}

/// Another process has brought the same seed meanwhile: the transaction is rolled back.
struct SeedIsThere: Error, CustomStringConvertible {
  var description: String { "Another process has saved the same seed meanwhile." }
}

/// What a context is to a seed.
enum SeedPhase {
  case none
  /// The program's closure makes the objects. Nothing may be written before it has returned.
  case making
  /// The objects are saved with the note.
  case saving(Seed)

  var seed: Seed? {
    if case .saving(let seed) = self { seed } else { nil }
  }

  func check() throws {
    guard case .making = self else { return }
    throw SwiftDataError(
      .storeFailure, "The closure of a seed has tried to write to the store.",
      advice: "Insert, change and delete objects: they are saved when the closure returns, with the note that they are "
        + "there.")
  }
}
