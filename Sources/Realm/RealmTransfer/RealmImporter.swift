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
/// The file is only read, batch by batch: neither it nor the store have to fit into memory. How far
/// a migration has come is kept in the store, in the transaction of each batch. So one that was
/// cancelled or killed goes on when it is started again, and no object is written twice. When the
/// file has changed since, all of it is compared with the store, and differences are written.
///
/// Without a store a new one is made, for the classes that ``RealmModelSource`` writes. A store that
/// is there is filled as its model says; its former state is kept beside it until ``finish(_:)``,
/// and ``rollBack(_:)`` brings it back.
public struct RealmImporter: Sendable {
  /// The Realm file.
  public var url: URL
  /// The key of an encrypted one.
  public var key: RealmKey?
  /// What goes where, if names alone do not say it.
  public var mapping = RealmMapping()
  /// How many objects are written in one transaction.
  public var batchSize = 2000
  /// The author of the changes in the store's history.
  public var author = "swiftdata realm migrate"
  /// Whether objects that the file had when it was migrated before, and has no more, go from the
  /// store as well.
  public var removesMissing = true

  /// What the file is called, where several with the same classes go into one store, such as a file for each
  /// account.
  ///
  /// ```swift
  /// importer.source = "account 7"
  /// ```
  ///
  /// Each has a ledger of its own, so that one's objects are never taken for those that another has no more. Objects
  /// with the same primary key are one.
  public var source: String?
  /// Whether a file at another place than the one that was migrated before is the same.
  public var hasMoved = false
  /// Whether objects without a primary key may be added once more, after ``finish(_:)``.
  public var addsAgain = false

  /// Makes a store that does not exist, for classes that are known.
  package var makeStore: (@Sendable (URL) throws -> Void)?

  /// - Parameters:
  ///   - url: the Realm file.
  ///   - key: that of an encrypted file.
  public init(url: URL, key: RealmKey? = nil) {
    self.url = url
    self.key = key
  }

  /// Migrates step by step, telling how far it is.
  ///
  /// The work begins with the first element that is asked for, on a thread of its own. The task's
  /// cancellation ends it after the current batch, with a `CancellationError`; so does leaving the
  /// loop, but for the error.
  public func migrate(to store: URL) -> RealmMigration {
    RealmMigration { isCancelled, report in
      try migrate(to: store, isCancelled: isCancelled, progress: report)
    }
  }

  /// Migrates, and returns at the end.
  ///
  /// - Parameters:
  ///   - store: a file that is made if it does not exist.
  ///   - isCancelled: asked between batches; `true` ends the run with a `CancellationError`.
  ///   - progress: is told after each batch.
  /// - Returns: what this migration has done, over all runs of the same pass.
  /// - Throws: ``RealmFileError`` if the file cannot be read, ``RealmTransferError`` if something has
  ///   no counterpart, `StoreError` if the store cannot be written.
  @discardableResult
  public func migrate(
    to store: URL, isCancelled: () -> Bool, progress: (RealmProgress) -> Void
  ) throws -> RealmSummary {
    let file = try RealmFile(url: url, key: key)
    let isNew = !FileManager.default.fileExists(atPath: store.path)
    var backup: String?
    do {
      if isNew {
        if let makeStore {
          try makeStore(store)
        } else {
          try StoreCreation.create(ManagedObjectModel(ModelPlan(file.schema)), at: store)
        }
      }
      var options = Transfer.Options()
      options.batchSize = max(1, batchSize)
      options.author = author
      options.removesMissing = removesMissing
      options.madeStore = isNew
      options.source = source
      options.hasMoved = hasMoved
      options.addsAgain = addsAgain
      if !isNew { backup = try StoreBackup.makeIfNeeded(store) }
      options.backup = backup
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
      // Nothing has been begun.
      if isNew || backup != nil, !StoreBackup.hasLedger(store) {
        StoreBackup.remove(backup.map { URL(fileURLWithPath: $0) } ?? store)
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

  /// Makes a store as it was before its migration began: a new one goes.
  ///
  /// No program may have the store open. The Realm file has never been changed.
  ///
  /// - Throws: ``RealmTransferError`` if nothing was migrated into the store, or somebody uses it.
  public static func rollBack(_ store: URL) throws { try StoreBackup.rollBack(store) }

  /// Ends a migration that has proved itself: the ledger and the copy of the former store go.
  ///
  /// Afterwards the file cannot be compared, migrated once more, or rolled back.
  ///
  /// - Throws: ``RealmTransferError`` if no migration into the store has come to its end.
  public static func finish(_ store: URL) throws { try StoreBackup.finish(store) }
}
