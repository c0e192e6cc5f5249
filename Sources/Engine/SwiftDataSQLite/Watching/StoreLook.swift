// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// One look at whether others have written to a store, and what.
struct StoreLook {
  let store: SQLiteRowStore

  enum Finding {
    case nothing
    /// A transaction of this container is open: it is not known.
    case busy
    case changes(ForeignChanges)
  }

  /// More rows than this are not told one by one.
  private static let mostRows = 10_000
  /// How many transactions are read at once.
  private static let pageSize = 100

  /// The state of the database that a connection sees, as SQLite numbers it: another number means that another connection
  /// has committed.
  static func dataVersion(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.integerUncounted("PRAGMA data_version") ?? 0
  }

  /// - Parameter version: What was found the last time; `nil` at first.
  func look(_ version: inout Int64?) throws -> Finding {
    let (tracker, before) = (store.commits, version)
    // The writer's own commits do not change its number; so a changed one is another writer's.
    let found = try store.database.withIdleWriter { writer in
      var current = try Self.dataVersion(writer)
      guard current != before || tracker.hasForeign else { return (current, [ClosedRange<Int64>]?.none) }
      while true {
        let last = try Self.lastTransaction(writer)
        let after = try Self.dataVersion(writer)
        // What was committed between the two would be told now, and its version would be news the next time.
        if after == current { return (current, tracker.takeForeign(upTo: last)) }
        current = after
      }
    }
    guard let (current, ranges) = found else { return .busy }
    version = current
    guard let ranges else { return .nothing }
    // The first look only finds out where to begin.
    if ranges.isEmpty { return before == nil ? .nothing : .changes(.unknown) }
    do {
      return .changes(try rows(ranges))
    } catch {
      tracker.putBack(ranges)
      throw error
    }
  }

  static func lastTransaction(_ connection: SQLiteConnection) throws -> Int64? {
    guard try HistoryRecorder.isAvailable(in: connection) else { return nil }
    return try connection.snapshot { try RecentHistory.lastTransaction(connection) }
  }

  /// The rows that some transactions have written.
  private func rows(_ ranges: [ClosedRange<Int64>]) throws -> ForeignChanges {
    var rows: [HistoryRecord.Change] = []
    for range in ranges {
      guard try count(range) <= Self.mostRows - rows.count else { return .unknown }
      let end = range.upperBound < .max ? range.upperBound + 1 : nil
      var request = HistoryRequest(after: range.lowerBound - 1, before: end)
      request.limit = Self.pageSize
      var found = 0
      while true {
        let page = try store.historyTransactions(request)
        found += page.count
        for record in page { rows += record.changes }
        guard page.count == Self.pageSize, let last = page.last else { break }
        request.after = last.number
      }
      // A part of the history has been deleted already.
      if found < range.count { return .unknown }
    }
    return .rows(rows)
  }

  private func count(_ range: ClosedRange<Int64>) throws -> Int {
    try store.database.read { connection in
      try connection.snapshot {
        var tables = [HistoryTables.changes]
        if try RecentHistory.exists(in: connection) { tables.append(RecentHistory.table) }
        return try tables.reduce(0) { try $0 + count(range, in: $1, connection) }
      }
    }
  }

  private func count(_ range: ClosedRange<Int64>, in table: String, _ connection: SQLiteConnection) throws -> Int {
    try connection.withStatement(
      "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE ZTRANSACTIONID BETWEEN ?1 AND ?2 LIMIT ?3)"
    ) { statement in
      statement.bind(range.lowerBound, 1)
      statement.bind(range.upperBound, 2)
      statement.bind(Int64(Self.mostRows + 1), 3)
      return try statement.step() ? Int(statement.integer(0)) : 0
    }
  }
}
