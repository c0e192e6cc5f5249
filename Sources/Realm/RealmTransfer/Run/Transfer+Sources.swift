// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataRealm

/// What keeps the objects of several files apart.
extension Transfer {
  /// Another file would be taken for a change of the first, whose objects it would remove.
  static func checkSame(_ file: RealmFile, _ state: LedgerState, _ options: Options) throws {
    let path = file.path ?? ""
    guard !options.hasMoved, !state.source.isEmpty, !path.isEmpty,
      RealmFileIdentity.of(state.source) != RealmFileIdentity.of(path)
    else { return }
    throw RealmTransferError(
      .otherMigration, "The store was filled from \(state.source), which this file does not replace.",
      advice: "Give each file a name of its own ('--source', or 'RealmImporter.source'), which keeps their objects "
        + "apart. If it is the same file at another place, say so ('--moved', or 'RealmImporter.hasMoved').")
  }

  /// One without a name, and others with names, could not be told apart later.
  static func checkNames(_ file: RealmFile, _ writer: BulkWriter, _ options: Options) throws {
    guard options.source == nil, let other = try Ledger.all(writer.connection).first else { return }
    throw RealmTransferError(
      .otherMigration,
      "The store was filled from a file with the name '\(other.state.name ?? "")', and this one has none.",
      advice: "Give this file its own name, too.")
  }

  /// After the end of a migration nothing tells which rows the objects without a key became.
  static func checkFinished(
    _ file: RealmFile, _ writer: BulkWriter, _ plan: TransferPlan, _ options: Options
  ) throws {
    guard !options.addsAgain, try Ledger.isFinished(file.path ?? "", writer.connection) else { return }
    let twice = plan.steps.filter { $0.identity == nil && $0.table.count > 0 }
    guard let first = twice.first else { return }
    throw RealmTransferError(
      .otherMigration,
      "This file was migrated into the store before, and that migration was ended: its objects without a primary key, "
        + "\(twice.map(\.table.count).clampedSum) of them, would be in the store twice.",
      className: first.table.name,
      advice: "Leave these classes out, or migrate into another store. To have them twice, say so ('--again', or "
        + "'RealmImporter.addsAgain').")
  }
}
