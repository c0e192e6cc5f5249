// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// The state of a store before its migration, and the way back to it.
enum MigrationBackup {
  private static func place(of store: URL) -> URL {
    let file = store.resolvingSymlinksInPath()
    let name = file.deletingPathExtension().lastPathComponent + ".before-realm"
    // One that is there already is of a migration that was ended or killed. It may be all that is left of something.
    var number = 1
    while true {
      let place = file.deletingLastPathComponent()
        .appendingPathComponent(number == 1 ? name : "\(name)-\(number)")
        .appendingPathExtension(file.pathExtension.isEmpty ? "store" : file.pathExtension)
      if !FileManager.default.fileExists(atPath: place.path) { return place }
      number += 1
    }
  }

  /// Copies a store that no migration has been begun in.
  ///
  /// - Returns: the path of the copy; `nil` if there is one already, or the ledger knows of none.
  static func makeIfNeeded(_ store: URL) throws -> String? {
    guard !hasLedger(store) else { return nil }
    let source = try Store(reading: store)
    let place = place(of: store)
    try Backup.copy(source, to: place)
    return place.path
  }

  static func hasLedger(_ store: URL) -> Bool {
    guard let opened = try? Store(reading: store) else { return false }
    return (try? Ledger.isThere(opened.connection)) ?? false
  }

  static func remove(_ store: URL) { Backup.remove(store.resolvingSymlinksInPath()) }

  /// The state of the first of the files that went into a store.
  private static func state(_ store: URL) throws -> LedgerState {
    guard let state = try Ledger.all(try Store(reading: store).connection).first?.state else {
      throw RealmTransferError(
        .noMigration, "Nothing was migrated into this store.",
        advice: "Check the path: \(store.path).")
    }
    return state
  }

  static func rollBack(_ store: URL) throws {
    let state = try state(store)
    try checkUnused(store)
    if state.madeStore {
      try StoreSwitch.settle(store.resolvingSymlinksInPath())
      remove(store)
      return
    }
    guard let backup = state.backup, FileManager.default.fileExists(atPath: backup) else {
      throw RealmTransferError(
        .noMigration, "The copy of the former store no longer exists.",
        advice: "Restore the store from a backup of yours.")
    }
    try StoreSwitch.replace(store.resolvingSymlinksInPath(), with: URL(fileURLWithPath: backup))
    remove(URL(fileURLWithPath: backup))
  }

  static func finish(_ store: URL) throws {
    let state = try state(store)
    let all = try Ledger.all(try Store(reading: store).connection).map(\.state)
    guard all.allSatisfy({ $0.phase == .done }) else {
      throw RealmTransferError(
        .noMigration, "The migration into this store has not come to its end.",
        advice: "Run it again: it goes on where it stopped.")
    }
    let writer = try BulkWriter(store)
    defer { writer.close() }
    try writer.transaction(author: "swiftdata realm migrate") {
      try Ledger.noteFinished(all, writer.connection)
      try Ledger.remove(writer.connection)
    }
    if let backup = state.backup { remove(URL(fileURLWithPath: backup)) }
  }

  /// No process may be reading or writing what is removed.
  private static func checkUnused(_ store: URL) throws {
    let writer = try BulkWriter(store)
    defer { writer.close() }
    do {
      try writer.connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      try writer.connection.execute("BEGIN EXCLUSIVE; COMMIT")
    } catch let error as StoreError where error.code == .busy {
      throw RealmTransferError(
        .unsuitableStore, "Another program is using the store.",
        advice: "Close it, and its containers, and roll back again.")
    }
  }
}
