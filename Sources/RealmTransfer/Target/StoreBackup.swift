import CoreDataStore
import Foundation

/// The state of a store before its migration, and the way back to it.
enum StoreBackup {
  static func place(of store: URL) -> URL {
    let file = store.resolvingSymlinksInPath()
    return file.deletingLastPathComponent()
      .appendingPathComponent(file.deletingPathExtension().lastPathComponent + ".before-realm")
      .appendingPathExtension(file.pathExtension.isEmpty ? "store" : file.pathExtension)
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

  private static func state(_ store: URL) throws -> LedgerState {
    guard let state = try Ledger.read(try Store(reading: store).connection) else {
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
      remove(store)
      return
    }
    guard let backup = state.backup, FileManager.default.fileExists(atPath: backup) else {
      throw RealmTransferError(
        .noMigration, "The copy of the former store is gone.",
        advice: "Restore the store from a backup of yours.")
    }
    let copy = URL(fileURLWithPath: backup)
    // First a whole copy beside it, so that there is one store or the other at any time.
    let file = store.resolvingSymlinksInPath()
    let place = file.deletingLastPathComponent().appendingPathComponent(
      ".\(UUID().uuidString.prefix(8)).\(file.lastPathComponent)")
    try Backup.copy(try Store(reading: copy), to: place)
    remove(file)
    try Backup.copy(try Store(reading: place), to: file)
    remove(place)
    remove(copy)
  }

  static func finish(_ store: URL) throws {
    let state = try state(store)
    guard state.phase == .done else {
      throw RealmTransferError(
        .noMigration, "The migration into this store has not come to its end.",
        advice: "Run it again: it goes on where it stopped.")
    }
    let writer = try BulkWriter(store)
    defer { writer.close() }
    try writer.transaction(author: "swiftdata realm migrate") {
      try Ledger.remove(writer.connection)
    }
    if let backup = state.backup { remove(URL(fileURLWithPath: backup)) }
  }

  /// Nobody may be reading or writing what goes.
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
