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
///
/// One of them notes it in the transaction of its rows: the one that is committed last. So there is no note as long as
/// rows are missing, also if a commit fails after others. The other stores note it when all is committed, for
/// containers that have them without the first.
final class Seed {
  let name: String
  let version: Int
  /// Whether a store has noted it, and is committed.
  private(set) var isNoted = false
  /// Committed stores that have not noted it yet.
  private var others: [any SeededStore] = []

  init(_ name: String, _ version: Int) {
    self.name = name
    self.version = version
  }

  /// - Throws: ``SeedIsThere`` if another process was faster.
  func note(in transaction: any RowTransaction) throws {
    guard let recording = transaction as? any SeedRecording else { return }
    guard try recording.recordSeed(name, version: version) else { throw SeedIsThere() }
  }

  /// All transactions of a save are committed.
  ///
  /// - Parameters:
  ///   - store: The store that has noted the seed; `nil` if none could.
  ///   - all: The stores that the save has written to.
  func didCommit(_ store: (any RowStore)?, of all: [any RowStore]) {
    guard let store else { return }
    isNoted = true
    others = all.compactMap { $0 === store ? nil : $0 as? any SeededStore }.filter(\.notesSeeds)
  }

  /// Notes the seed in a store whose rows are committed, or which has none of it.
  func note(in store: any RowStore) throws { try store.write(author: nil) { try note(in: $0) } }

  /// Notes the seed in the stores that have not done so. It is there: what fails costs another attempt at most.
  func noteInOthers() {
    for store in others { try? note(in: store) }
    others = []
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
