// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Reads transactions and their changes, from Core Data's tables and from ``RecentHistory``, in one snapshot.
struct HistoryQuery {
  let layout: StoreLayout
  let connection: SQLiteConnection

  /// Columns of the statement before the changes' tombstones.
  private enum Column {
    static let number: Int32 = 0
    static let timestamp: Int32 = 1
    static let author: Int32 = 2
    static let bundle: Int32 = 3
    static let process: Int32 = 4
    static let context: Int32 = 5
    static let change: Int32 = 6
    static let kind: Int32 = 7
    static let entity: Int32 = 8
    static let key: Int32 = 9
    static let columns: Int32 = 10
    static let tombstones: Int32 = 11
  }

  /// Where transactions and changes are.
  private struct Source {
    let transactions: String
    let changes: String

    static let main = Source(transactions: HistoryTables.transactions, changes: HistoryTables.changes)

    static let recent = Source(
      transactions:
        "(\(RecentHistory.transactions([RowHeader.key, "ZTIMESTAMP"] + HistoryTables.Text.allCases.flatMap { [$0.keyColumn, $0.column] })))",
      changes: "(\(RecentHistory.changes(HistoryTables.changeColumns)))")
  }

  func run(_ request: HistoryRequest) throws -> [HistoryRecord] {
    try connection.snapshot {
      let tombstoneCount =
        request.includesChanges ? try HistoryTombstones.existingCount(connection) : 0
      var bits: [Int: HistoryColumns] = [:]
      let records = try records(sql(request, tombstoneCount, .main), request, tombstoneCount, &bits)
      guard try RecentHistory.exists(in: connection) else { return records }
      let recent = try self.records(sql(request, 0, .recent), request, 0, &bits)
      guard let first = recent.first else { return records }
      // Theirs are the latest numbers, but where another program has written meanwhile.
      let isInOrder = records.last.map { $0.number < first.number } ?? true
      let all = isInOrder ? records + recent : (records + recent).sorted { $0.number < $1.number }
      guard let limit = request.limit, limit < all.count else { return all }
      return Array(all[..<max(limit, 0)])
    }
  }

  /// The transactions of a statement with rows in the order of ``Column``.
  private func records(
    _ sql: String, _ request: HistoryRequest, _ tombstoneCount: Int, _ bits: inout [Int: HistoryColumns]
  ) throws -> [HistoryRecord] {
    var records: [HistoryRecord] = []
    try connection.withStatement(sql) { statement in
      statement.bind(request.after ?? .min, 1)
      statement.bind(request.before ?? .max, 2)
      statement.bind(Int64(request.limit ?? -1), 3)
      while try statement.step() {
        let number = statement.integer(Column.number)
        if records.last?.number != number { records.append(record(statement)) }
        guard request.includesChanges, !statement.isNull(Column.change),
          let change = change(statement, tombstoneCount, &bits)
        else { continue }
        records[records.count - 1].changes.append(change)
      }
    }
    return records
  }

  private func sql(_ request: HistoryRequest, _ tombstoneCount: Int, _ source: Source) -> String {
    let selected =
      "SELECT * FROM \(source.transactions) WHERE Z_PK > ?1 AND Z_PK < ?2 ORDER BY Z_PK LIMIT ?3"
    var columns = "t.Z_PK, t.ZTIMESTAMP"
    for text in HistoryTables.Text.allCases { columns += ", " + HistoryTables.value(of: text) }
    guard request.includesChanges else {
      return "SELECT \(columns) FROM (\(selected)) AS t ORDER BY t.Z_PK"
    }
    columns += ", c.Z_PK, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZCOLUMNS"
    for slot in 0..<tombstoneCount { columns += ", c.\(HistoryTables.tombstone(slot))" }
    return
      "SELECT \(columns) FROM (\(selected)) AS t "
      + "LEFT JOIN \(source.changes) AS c ON c.ZTRANSACTIONID = t.Z_PK ORDER BY t.Z_PK, c.Z_PK"
  }

  private func record(_ statement: PreparedStatement) -> HistoryRecord {
    HistoryRecord(
      number: statement.integer(Column.number),
      timestamp: Date(timeIntervalSinceReferenceDate: statement.real(Column.timestamp)),
      author: statement.text(Column.author), bundleIdentifier: statement.text(Column.bundle),
      processIdentifier: statement.text(Column.process),
      contextName: statement.text(Column.context))
  }

  /// `nil` for a row of an entity that the schema has not: another program's.
  private func change(
    _ statement: PreparedStatement, _ tombstoneCount: Int, _ bits: inout [Int: HistoryColumns]
  ) -> HistoryRecord.Change? {
    guard let entity = layout.entity(number: statement.integer(Column.entity)) else { return nil }
    let kind: HistoryRecord.Kind
    var properties: [Int] = []
    var tombstone: [(index: Int, value: any Sendable)] = []
    switch HistoryTables.Change(rawValue: statement.integer(Column.kind)) {
    case .insert: kind = .insert
    case .update:
      kind = .update
      let columns = bits[entity.ordinal] ?? HistoryColumns(entity, layout)
      bits[entity.ordinal] = columns
      properties = columns.properties(statement.bytes(Column.columns))
    case .delete:
      kind = .delete
      tombstone = self.tombstone(statement, entity, tombstoneCount)
    case nil: return nil
    }
    return HistoryRecord.Change(
      number: statement.integer(Column.change), kind: kind, entity: entity,
      key: statement.integer(Column.key), properties: properties, tombstone: tombstone)
  }

  private func tombstone(
    _ statement: PreparedStatement, _ entity: _Entity, _ count: Int
  ) -> [(index: Int, value: any Sendable)] {
    var values: [(index: Int, value: any Sendable)] = []
    var slot: Int32 = 0
    for property in HistoryTombstones.properties(of: entity) {
      let width = Int32(layout.columns(of: property).count)
      guard slot + width <= Int32(count) else { break }
      var reader = _RowReader(
        row: statement.pointer, functions: SQLiteFunctions.reading,
        firstColumn: Column.tombstones + slot, mask: .all, description: entity.description)
      if let value = reader.preservedValue(of: property.description, columnCount: width) {
        values.append((property.index, value))
      }
      slot += width
    }
    return values
  }
}

extension PreparedStatement {
  func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }
}
