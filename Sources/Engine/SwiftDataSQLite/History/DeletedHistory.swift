// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// Up to where transactions have been deleted out of the middle of the history.
///
/// That the beginning was deleted shows in the oldest transaction that is left. A gap between others says nothing,
/// since numbers can be left out. So the metadata says it, in an entry of its own, which Core Data leaves alone. Most
/// stores have none.
enum DeletedHistory {
  /// The highest number of a transaction that was deleted while older ones stayed; 0 if there is none.
  ///
  /// The metadata is read only if it has the entry.
  static func highest(_ connection: SQLiteConnection) throws -> Int64 { try marks(connection).deleted }

  /// The same, and where the contents were last replaced by those of a backup, or erased.
  static func marks(_ connection: SQLiteConnection) throws -> (deleted: Int64, restored: Int64) {
    guard try connection.integerUncounted(existence) != nil else { return (0, 0) }
    let metadata = try MetadataTable.row(connection)
    return (metadata.highestDeletedTransaction ?? 0, metadata.restoredTransaction ?? 0)
  }

  /// Transactions were deleted, in the transaction that is open.
  static func note(_ numbers: [Int64], _ connection: SQLiteConnection) throws {
    guard let highest = numbers.max(),
      try connection.integer("SELECT 1 FROM ATRANSACTION WHERE Z_PK < \(highest) LIMIT 1") != nil
    else { return }
    var metadata = try MetadataTable.row(connection)
    guard highest > metadata.highestDeletedTransaction ?? 0 else { return }
    metadata.highestDeletedTransaction = highest
    try MetadataTable.update(metadata, in: connection)
  }

  /// All contents go, in the transaction that is open. A number is left out for it, so that whoever has a token from before
  /// is told: what is missing from then on was not deleted by a transaction.
  ///
  /// - Returns: The number; `nil` if there was no transaction, and so no token.
  static func noteReplacement(_ connection: SQLiteConnection) throws -> Int64? {
    let number = HistoryTables.transaction
    let reserved = try PrimaryKeyTable.maximum(of: number, in: connection)
    let last = max(reserved ?? 0, try RecentHistory.lastTransaction(connection))
    guard last > 0 else { return nil }
    if reserved == nil {
      try PrimaryKeyTable.insert(
        number: number, name: HistoryTables.counterName(HistoryTables.transactions), superentity: 0, into: connection)
    }
    let new = last < .max ? last + 1 : last
    try PrimaryKeyTable.setMaximum(new, of: number, in: connection)
    var metadata = try MetadataTable.row(connection)
    metadata.highestDeletedTransaction = new
    metadata.restoredTransaction = new
    try MetadataTable.update(metadata, in: connection)
    return new
  }

  /// Property lists of both forms have the names of their entries as they are.
  private static let existence =
    "SELECT 1 FROM \(MetadataTable.name) WHERE instr(Z_PLIST, CAST('\(MetadataRow.deletedHistoryKey)' AS BLOB)) > 0"
}
