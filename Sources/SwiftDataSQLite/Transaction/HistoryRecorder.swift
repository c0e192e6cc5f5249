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

  /// - Parameter touched: The hidden columns that have changed, by row.
  /// - Returns: The number of the transaction; `nil` if there is nothing to record.
  func save(
    _ connection: SQLiteConnection, _ layout: StoreLayout, _ plans: WritePlans,
    _ touched: [RowTouches.Key: Set<String>] = [:]
  ) throws -> Int64? {
    guard !entries.isEmpty, try Self.isAvailable(in: connection) else { return nil }
    let statements = try plans.history(connection)
    var counters = try HistoryCounters.current(connection)
    // One copy is enough.
    connection.memory.history = nil
    let transaction = counters.next(HistoryTables.transaction)
    let author = try author.map { try HistoryStrings.key(of: $0, &counters, connection) }
    let bundle = try HistoryStrings.key(of: HistoryStrings.bundle, &counters, connection)
    let process = try HistoryStrings.key(of: HistoryStrings.process, &counters, connection)
    let insertion = statements.transaction
    insertion.bind(transaction, 1)
    insertion.bind(author, 2)
    insertion.bind(bundle, 3)
    insertion.bind(process, 4)
    insertion.bind(Date().timeIntervalSinceReferenceDate, 5)
    try insertion.run()
    try saveChanges(connection, statements.change, layout, plans, transaction, &counters, touched)
    try counters.save(connection, statements)
    return transaction
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
      if entry.change == .update {
        let hidden =
          touched.isEmpty
          ? nil : touched[RowTouches.Key(root: Int(entry.root), key: entry.key)]
        let bits = plans.historyColumns.bytes(entry.mask, hidden ?? [], entry.number, layout)
        try bits.withUnsafeBytes { try statement.bind($0, 6) }
      } else {
        statement.bind(nil as Int64?, 6)
      }
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
