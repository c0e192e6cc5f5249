// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// The state of a store before its migration, and the way back to it.
enum MigrationBackup {
  /// What the names of copies begin with, and how they end.
  private static func parts(of store: URL) -> (start: String, end: String) {
    let file = store.resolvingSymlinksInPath()
    return (
      file.deletingPathExtension().lastPathComponent + ".before-realm",
      "." + (file.pathExtension.isEmpty ? "store" : file.pathExtension)
    )
  }

  private static func place(of store: URL) -> URL {
    let folder = store.resolvingSymlinksInPath().deletingLastPathComponent()
    let (start, end) = parts(of: store)
    // One that is there already is of a migration that was ended or killed. It may be all that is left of something.
    var number = 1
    while true {
      let place = folder.appendingPathComponent((number == 1 ? start : "\(start)-\(number)") + end)
      if !FileManager.default.fileExists(atPath: place.path) { return place }
      number += 1
    }
  }

  /// Copies a store that no migration has been begun in.
  ///
  /// - Returns: the copy; `nil` if there is one already, or the ledger knows of none.
  static func makeIfNeeded(_ store: URL) throws -> URL? {
    guard !hasLedger(store) else { return nil }
    let source = try Store(reading: store)
    let place = place(of: store)
    try Backup.copy(source, to: place)
    return place
  }

  /// The copy of a store that its ledger names.
  ///
  /// A ledger is part of a store, and comes along when that is copied, moved, or taken from elsewhere. So only the name
  /// counts, which must be one that copies of this store have, of a file beside it with the store's own UUID. Copies of
  /// other stores, and whatever else a path may lead to, are not this store's to take or to remove.
  ///
  /// - Throws: ``RealmTransferError`` with the reason if it is no such file.
  private static func copy(named path: String, of store: URL) throws -> URL {
    let name = URL(fileURLWithPath: path).lastPathComponent
    let file = store.resolvingSymlinksInPath()
    let place = file.deletingLastPathComponent().appendingPathComponent(name)
    let (start, end) = parts(of: store)
    let number = name.dropFirst(start.count).dropLast(end.count)
    guard name.hasPrefix(start), name.hasSuffix(end), name.count >= start.count + end.count,
      number.isEmpty || number.first == "-" && number.count > 1 && number.dropFirst().allSatisfy(\.isASCIIDigit)
    else {
      throw RealmTransferError(
        .noMigration, "The copy of the former store, \(name), is not one of \(file.lastPathComponent).",
        advice: "If the store was renamed, give it its former name. If it is a copy, remove it instead.")
    }
    let type = try? FileManager.default.attributesOfItem(atPath: place.path)[.type] as? FileAttributeType
    guard let type else {
      throw RealmTransferError(
        .noMigration, "The copy of the former store no longer exists: \(place.path).",
        advice: "Restore the store from a backup of yours.")
    }
    // A store whose metadata are lost has none.
    let own = try Store(reading: store).metadata.storeUUID
    guard type == .typeRegular, let copy = try? Store(reading: place), own.isEmpty || copy.metadata.storeUUID == own
    else {
      throw RealmTransferError(
        .noMigration, "\(place.path) is not the copy of the former store.",
        advice: "Restore the store from a backup of yours.")
    }
    return place
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
    guard let backup = state.backup else {
      throw RealmTransferError(
        .noMigration, "There is no copy of the former store.", advice: "Restore the store from a backup of yours.")
    }
    let copy = try copy(named: backup, of: store)
    try StoreSwitch.replace(store.resolvingSymlinksInPath(), with: copy)
    remove(copy)
  }

  /// - Returns: why a copy that the ledger names was left where it is; `nil` if none was.
  static func finish(_ store: URL) throws -> RealmTransferError? {
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
    guard let backup = state.backup else { return nil }
    do {
      remove(try copy(named: backup, of: store))
      return nil
    } catch let error as RealmTransferError {
      // What is not surely its copy stays: the migration is ended all the same.
      return error
    }
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

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
