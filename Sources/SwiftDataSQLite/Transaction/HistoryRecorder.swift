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
    let mask: _PropertyMask
  }

  /// Insertions of this many rows in a row are copied by one statement.
  private static let runLength = 16

  private let author: String?
  private var entries: [Entry] = []

  init(author: String?) { self.author = author }

  var isEmpty: Bool { entries.isEmpty }

  @inline(__always)
  mutating func note(
    _ change: Change, _ number: Int64, _ key: Int64, _ root: Int, _ mask: _PropertyMask = .none
  ) {
    entries.append(Entry(change: change, root: Int32(root), number: number, key: key, mask: mask))
  }

  /// Whether the store has history tables; foreign ones may not.
  static func isAvailable(in connection: SQLiteConnection) throws -> Bool {
    // Nobody drops them again, so one yes is enough.
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
    _ connection: SQLiteConnection, _ layout: StoreLayout, _ plans: WritePlans,
    _ touched: [RowTouches.Key: Set<String>] = [:], preservesDeleted: Bool = false
  ) throws -> Int64? {
    guard !entries.isEmpty, try Self.isAvailable(in: connection) else { return nil }
    let isRecent = isRecent(connection, preservesDeleted: preservesDeleted)
    if !isRecent { try RecentHistory.settle(connection) }
    let statements = try plans.history(connection)
    var counters = try HistoryCounters.current(connection)
    // One copy is enough.
    connection.memory.history = nil
    if isRecent {
      try RecentHistory.make(connection)
      if !counters.hasRoom(changes: entries.count) {
        try RecentHistory.settle(connection)
        try counters.reserve(connection, statements)
      }
    } else {
      connection.historyTransactions += 1
    }
    let transaction = counters.next(HistoryTables.transaction)
    let author = try author.map { try HistoryStrings.key(of: $0, &counters, connection) }
    let bundle = try HistoryStrings.key(of: HistoryStrings.bundle, &counters, connection)
    let process = try HistoryStrings.key(of: HistoryStrings.process, &counters, connection)
    let now = Date().timeIntervalSinceReferenceDate
    if isRecent {
      let change = try plans.recentHistory(connection)
      change.bind(transaction, 2)
      change.bind(author, 3)
      change.bind(bundle, 4)
      change.bind(process, 5)
      change.bind(now, 6)
      try saveRecent(change, layout, plans, &counters, touched)
      connection.memory.recentHistory = .filled
    } else {
      let insertion = statements.transaction
      insertion.bind(transaction, 1)
      insertion.bind(author, 2)
      insertion.bind(bundle, 3)
      insertion.bind(process, 4)
      insertion.bind(now, 5)
      try insertion.run()
      try saveChanges(connection, statements.change, layout, plans, transaction, &counters, touched)
    }
    try counters.save(connection, statements)
    return transaction
  }

  /// Whether the transaction is one of many small ones.
  private func isRecent(_ connection: SQLiteConnection, preservesDeleted: Bool) -> Bool {
    // In memory there are no pages to be written to a log.
    connection.file != nil && connection.historyTransactions >= RecentHistory.patience.load(ordering: .relaxed)
      && entries.count <= RecentHistory.mostChanges
      && !(preservesDeleted && entries.contains { $0.change == .delete }) && !RecentHistoryAtExit.isEnding
  }

  private func saveRecent(
    _ statement: PreparedStatement, _ layout: StoreLayout, _ plans: WritePlans,
    _ counters: inout HistoryCounters, _ touched: [RowTouches.Key: Set<String>]
  ) throws {
    for entry in entries {
      statement.bind(counters.next(HistoryTables.change), 1)
      statement.bind(entry.change.rawValue, 7)
      statement.bind(entry.number, 8)
      statement.bind(entry.key, 9)
      try bindColumns(of: entry, 10, statement, layout, plans, touched)
      try statement.run()
    }
  }

  /// Binds the bits of the columns that an update has changed.
  private func bindColumns(
    of entry: Entry, _ parameter: Int32, _ statement: PreparedStatement, _ layout: StoreLayout, _ plans: WritePlans,
    _ touched: [RowTouches.Key: Set<String>]
  ) throws {
    guard entry.change == .update else { return statement.bind(nil as Int64?, parameter) }
    let hidden = touched.isEmpty ? nil : touched[RowTouches.Key(root: Int(entry.root), key: entry.key)]
    let bits = plans.historyColumns.bytes(entry.mask, hidden ?? [], entry.number, layout)
    try bits.withUnsafeBytes { try statement.bind($0, parameter) }
  }

  private func saveChanges(
    _ connection: SQLiteConnection, _ statement: PreparedStatement, _ layout: StoreLayout,
    _ plans: WritePlans, _ transaction: Int64, _ counters: inout HistoryCounters,
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
        let first = counters.next(HistoryTables.change, count: end - index)
        try copyRun(
          table, entry.key...entries[end - 1].key, offset: first - entry.key, transaction,
          connection)
        index = end
        continue
      }
      statement.bind(counters.next(HistoryTables.change), 1)
      statement.bind(entry.change.rawValue, 2)
      statement.bind(entry.number, 3)
      statement.bind(entry.key, 4)
      try bindColumns(of: entry, 6, statement, layout, plans, touched)
      try statement.run()
      index += 1
    }
  }

  /// The end of the insertions from `start` on whose keys follow each other.
  private func endOfRun(from start: Int) -> Int {
    let first = entries[start]
    guard first.change == .insert else { return start + 1 }
    var end = start + 1
    while end < entries.count, entries[end].change == .insert, entries[end].root == first.root,
      entries[end].key == entries[end - 1].key + 1
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
