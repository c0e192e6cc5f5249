// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// Migrates a Realm file into a store of Core Data or SwiftData.
///
/// ```swift
/// let importer = RealmImporter(url: realmURL)
/// for try await progress in importer.migrate(to: storeURL) {
///   print("\(progress.done) of \(progress.total)")
/// }
/// let verification = try importer.verify(storeURL)
/// ```
///
/// The file is only read, batch by batch: neither the file nor the store must fit into memory. The store records the
/// progress of a migration, in the transaction of each batch. So a migration that was cancelled or killed continues
/// when it is started again, and writes no object twice. If the file has changed, all of it is compared with the store,
/// and the differences are written.
///
/// If the store does not exist, it is created for the classes that ``RealmModelSource`` writes. An existing store is
/// filled according to its model. Its former state is kept beside it until ``finish(_:)``, and ``rollBack(_:)``
/// restores it.
public struct RealmImporter: Sendable {
  /// The Realm file.
  public var url: URL
  /// The key of an encrypted one.
  public var key: RealmKey?
  /// The mapping, if names alone do not suffice.
  public var mapping = RealmMapping()
  /// How many objects are written in one transaction.
  public var batchSize = 2000
  /// The author of the changes in the store's history.
  public var author = "swiftdata realm migrate"
  /// Whether objects that the file had when it was migrated before, and has no more, go from the
  /// store as well.
  public var removesMissing = true

  /// The name of the file, if several files with the same classes go into one store, such as a file for each account.
  ///
  /// ```swift
  /// importer.source = "account 7"
  /// ```
  ///
  /// Each source has its own ledger, so objects of one are never mistaken for deleted objects of another. Objects with
  /// the same primary key are merged.
  public var source: String?
  /// Whether a file at another place than the one that was migrated before is the same.
  public var hasMoved = false
  /// Whether objects without a primary key may be added once more, after ``finish(_:)``.
  public var addsAgain = false

  /// Makes a store that does not exist, for classes that are known.
  package var makeStore: (@Sendable (URL) throws -> Void)?
  /// Whether the store is a temporary file, whose decimals go on to a database with all their digits.
  package var keepsAllDigits = false

  /// - Parameters:
  ///   - url: the Realm file.
  ///   - key: that of an encrypted file.
  public init(url: URL, key: RealmKey? = nil) {
    self.url = url
    self.key = key
  }

  /// Migrates step by step, and reports the progress.
  ///
  /// The work starts with the first requested element, on its own thread. Cancelling the task ends it after the current
  /// batch, with a `CancellationError`. Leaving the loop ends it, too, without the error.
  public func migrate(to store: URL) -> RealmMigration {
    RealmMigration { isCancelled, report in
      try migrate(to: store, isCancelled: isCancelled, progress: report)
    }
  }

  /// Migrates, and returns at the end.
  ///
  /// - Parameters:
  /// - store: the file, which is created if it does not exist.
  /// - isCancelled: called between batches; `true` ends the run with a `CancellationError`.
  /// - progress: called after each batch.
  /// - Returns: the results of this migration, over all runs of the same pass.
  /// - Throws: ``RealmFileError`` if the file cannot be read, ``RealmTransferError`` if something has
  ///   no counterpart, `StoreError` if the store cannot be written.
  @discardableResult
  public func migrate(
    to store: URL, isCancelled: () -> Bool, progress: (RealmProgress) -> Void
  ) throws -> RealmSummary {
    let file = try RealmFile(url: url, key: key)
    let isNew = !FileManager.default.fileExists(atPath: store.path)
    // A log without its store is not ours to remove.
    let isFree = isNew && !["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: store.path + $0) }
    var backup: URL?
    do {
      if isNew {
        if let makeStore {
          try makeStore(store)
        } else {
          try StoreCreation.create(ManagedObjectModel(ModelPlan(file.schema)), at: store)
        }
      }
      var options = Transfer.Options()
      options.batchSize = min(max(1, batchSize), Transfer.largestBatch)
      options.author = author
      options.removesMissing = removesMissing
      options.madeStore = isNew
      options.source = source
      options.hasMoved = hasMoved
      options.addsAgain = addsAgain
      options.keepsAllDigits = keepsAllDigits
      if !isNew { backup = try MigrationBackup.makeIfNeeded(store) }
      options.backup = backup?.lastPathComponent
      let writer = try BulkWriter(store)
      defer { writer.close() }
      return try withoutActuallyEscaping(isCancelled) { isCancelled in
        try withoutActuallyEscaping(progress) { progress in
          try Transfer(
            file, writer, mapping, options, isCancelled: isCancelled, report: progress
          ).run()
        }
      }
    } catch {
      // Another process may have made the store in the meantime.
      let isMade = isFree && (error as? StoreError)?.code != .alreadyExists
      // Nothing has been begun.
      if isMade || backup != nil, !MigrationBackup.hasLedger(store) {
        MigrationBackup.remove(backup ?? store)
      }
      throw error
    }
  }

  /// Compares the file with a store that it was migrated into: every value and every link.
  ///
  /// - Throws: ``RealmTransferError`` if no migration into the store has come to its end.
  public func verify(
    _ store: URL, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> RealmVerification {
    let file = try RealmFile(url: url, key: key)
    let verifier = try Verifier(file, Store(reading: store), mapping, source: source)
    let verification = try verifier.run(progress)
    try file.checkUnchanged()
    return verification
  }

  /// Restores a store from before its migration; a new store is removed.
  ///
  /// No program may have the store open. The Realm file has never been changed. The copy of the former store must lie
  /// beside the store, as the migration has left it: a copy of the store cannot be rolled back.
  ///
  /// - Throws: ``RealmTransferError`` if nothing was migrated into the store, or a program is using it.
  public static func rollBack(_ store: URL) throws { try MigrationBackup.rollBack(store) }

  /// Ends a migration that has proved itself: the ledger and the copy of the former store go.
  ///
  /// A copy that does not lie beside the store under its name, or is of another store, stays.
  ///
  /// Afterwards the file cannot be compared, migrated once more, or rolled back.
  ///
  /// - Throws: ``RealmTransferError`` if no migration into the store has come to its end.
  public static func finish(_ store: URL) throws { _ = try MigrationBackup.finish(store) }

  /// Does what ``finish(_:)`` does.
  ///
  /// - Returns: why the copy that the store names was not removed, if it was not.
  package static func end(_ store: URL) throws -> RealmTransferError? { try MigrationBackup.finish(store) }
}
