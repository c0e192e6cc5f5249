// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// What one transaction did, for the history tables: one row of ATRANSACTION,
/// and one of ACHANGE per change.
struct HistoryRecorder {
  typealias Change = HistoryTables.Change

  private struct Entry {
    let change: Change
    let root: Int32
    let number: Int64
    let key: Int64
    /// Of an update: the properties that changed.
    var mask: PropertyMask
  }

  /// Insertions of this many rows in a row are copied by one statement.
  private static let runLength = 16

  private let author: String?
  private var entries: [Entry] = []

  init(author: String?) { self.author = author }

  var isEmpty: Bool { entries.isEmpty }

  @inline(__always)
  mutating func note(
    _ change: Change, _ number: Int64, _ key: Int64, _ root: Int, _ mask: PropertyMask = .none
  ) {
    entries.append(Entry(change: change, root: Int32(root), number: number, key: key, mask: mask))
  }

  /// Adds properties to updates that are noted already. Rows that are new, or go, need none.
  mutating func add(_ masks: [RowTouches.Key: PropertyMask]) {
    guard !masks.isEmpty else { return }
    var masks = masks
    for index in entries.indices where entries[index].change == .update {
      let entry = entries[index]
      let row = RowTouches.Key(root: Int(entry.root), key: entry.key)
      guard let mask = masks.removeValue(forKey: row) else { continue }
      entries[index].mask = entry.mask.union(mask)
    }
  }

  /// Whether the store has history tables; foreign ones may not.
  static func isAvailable(in connection: SQLiteConnection) throws -> Bool {
    // No process drops them again, so one positive answer is enough.
    if connection.hasHistoryTables { return true }
    connection.hasHistoryTables =
      try connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name IN ('\(HistoryTables.all.joined(separator: "', '"))')"
      ) == Int64(HistoryTables.all.count)
    return connection.hasHistoryTables
  }

  /// - Parameters:
  ///   - touched: The hidden columns that have changed, by row.
  ///   - preservesDeleted: Whether values of deleted rows are to be added to their changes.
  /// - Returns: The number of the transaction; `nil` if there is nothing to record.
  func save(
    _ connection: SQLiteConnection, _ layout: StoreLayout, _ plans: WriteStatementCache,
    _ touched: [RowTouches.Key: Set<String>] = [:], preservesDeleted: Bool = false
  ) throws -> Int64? {
    guard !entries.isEmpty, try Self.isAvailable(in: connection) else { return nil }
    let isRecent = isRecent(connection, preservesDeleted: preservesDeleted)
    if !isRecent { try RecentHistory.settle(connection) }
    let statements = try plans.history(connection)
    var counters = try HistoryCounters.current(connection)
    // One copy is enough.
    connection.memory.history = nil
    if isRecent { try RecentHistory.makeRoom(for: entries.count, &counters, connection, statements) }
    let transaction = try counters.next(HistoryTables.transaction)
    // The texts and the time of a transaction have these numbers in both statements, one after the other.
    let target = isRecent ? try plans.recentHistory(connection) : statements.transaction
    let first: Int32 = isRecent ? 2 : 1
    target.bind(transaction, first)
    target.bind(try author.map { try HistoryStrings.key(of: $0, &counters, connection) }, first + 1)
    target.bind(try HistoryStrings.key(of: HistoryStrings.bundle, &counters, connection), first + 2)
    target.bind(try HistoryStrings.key(of: HistoryStrings.process, &counters, connection), first + 3)
    target.bind(Date().timeIntervalSinceReferenceDate, first + 4)
    if isRecent {
      for entry in entries { try save(entry, in: target, from: 7, columns: 10, layout, plans, &counters, touched) }
      connection.memory.recentHistory = .filled
    } else {
      try target.run()
      connection.historyTransactions += 1
      try saveChanges(connection, statements.change, layout, plans, transaction, &counters, touched)
    }
    try counters.save(connection, statements)
    return transaction
  }

  /// Whether the transaction is one of many small ones.
  private func isRecent(_ connection: SQLiteConnection, preservesDeleted: Bool) -> Bool {
    // In memory there are no pages to be written to a log.
    connection.file != nil && connection.historyTransactions >= RecentHistory.patience
      && entries.count <= RecentHistory.mostChanges
      && !(preservesDeleted && entries.contains { $0.change == .delete }) && !RecentHistoryAtExit.isEnding
  }

  /// Writes one change.
  ///
  /// - Parameters:
  ///   - parameter: That of its kind; those of entity and row follow.
  ///   - columns: That of the bits.
  private func save(
    _ entry: Entry, in statement: PreparedStatement, from parameter: Int32, columns: Int32, _ layout: StoreLayout,
    _ plans: WriteStatementCache, _ counters: inout HistoryCounters, _ touched: [RowTouches.Key: Set<String>]
  ) throws {
    statement.bind(try counters.next(HistoryTables.change), 1)
    statement.bind(entry.change.rawValue, parameter)
    statement.bind(entry.number, parameter + 1)
    statement.bind(entry.key, parameter + 2)
    try bindColumns(of: entry, columns, statement, layout, plans, touched)
    try statement.run()
  }

  /// Binds the bits of the columns that an update has changed.
  private func bindColumns(
    of entry: Entry, _ parameter: Int32, _ statement: PreparedStatement, _ layout: StoreLayout,
    _ plans: WriteStatementCache,
    _ touched: [RowTouches.Key: Set<String>]
  ) throws {
    guard entry.change == .update else { return statement.bind(nil as Int64?, parameter) }
    let hidden = touched.isEmpty ? nil : touched[RowTouches.Key(root: Int(entry.root), key: entry.key)]
    let bits = plans.historyColumns.bytes(entry.mask, hidden ?? [], entry.number, layout)
    try bits.withUnsafeBytes { try statement.bind($0, parameter) }
  }

  private func saveChanges(
    _ connection: SQLiteConnection, _ statement: PreparedStatement, _ layout: StoreLayout,
    _ plans: WriteStatementCache, _ transaction: Int64, _ counters: inout HistoryCounters,
    _ touched: [RowTouches.Key: Set<String>]
  ) throws {
    statement.bind(transaction, 5)
    var index = 0
    while index < entries.count {
      let end = endOfRun(from: index)
      let entry = entries[index]
      if end - index >= Self.runLength,
        let table = layout.tables.first(where: { $0.root.ordinal == Int(entry.root) })?.name
      {
        let first = try counters.next(HistoryTables.change, count: end - index)
        try copyRun(
          table, entry.key...entries[end - 1].key, offset: first - entry.key, transaction,
          connection)
        index = end
        continue
      }
      try save(entry, in: statement, from: 2, columns: 6, layout, plans, &counters, touched)
      index += 1
    }
  }

  /// The end of the insertions from `start` on whose keys follow each other.
  private func endOfRun(from start: Int) -> Int {
    let first = entries[start]
    guard first.change == .insert else { return start + 1 }
    var end = start + 1
    while end < entries.count, entries[end].change == .insert, entries[end].root == first.root,
      entries[end].key == entries[end - 1].key &+ 1
    {
      end += 1
    }
    return end
  }

  /// Rows that the same transaction deleted again have left no trace.
  private func copyRun(
    _ table: String, _ keys: ClosedRange<Int64>, offset: Int64, _ transaction: Int64,
    _ connection: SQLiteConnection
  ) throws {
    try connection.withStatement(HistoryTables.insertionsCopy(from: table)) { statement in
      statement.bind(offset, 1)
      statement.bind(transaction, 2)
      statement.bind(keys.lowerBound, 3)
      statement.bind(keys.upperBound, 4)
      try statement.run()
    }
  }
}
