// SPDX-License-Identifier: Apache-2.0

#if Web && Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres

  /// Does in a database what was done in the private file that has the rows.
  struct DatabaseRowWriter {
    /// Somebody else has changed or deleted a row meanwhile.
    struct Outdated: Error {}

    private let copy: DatabaseCopy
    private let tables: DatabaseTables
    private let store: Store
    private var changes: [DatabaseSession.RowChange] = []

    private var session: DatabaseSession { copy.session }

    /// - Parameter store: The private file.
    init(_ copy: DatabaseCopy, _ tables: DatabaseTables, _ store: Store) {
      self.copy = copy
      self.tables = tables
      self.store = store
    }

    /// Within ``DatabaseSession/edit(_:)``. Foreign keys are checked at its end, unique values at once.
    ///
    /// - Returns: The number of the transaction.
    mutating func write(_ report: EditReport, author: String) throws -> String {
      for pair in report.deletedPairs {
        guard let pairs = pairs(pair), let keys = pairs.keys(of: pair) else { continue }
        try session.deletePair(
          from: pairs.database.table, (pairs.database.owner, pairs.database.target), (keys.owner, keys.target))
      }
      // First, so that their unique values are free.
      for row in report.rows where row.kind == .delete { try delete(row) }
      for row in report.rows where row.kind == .update { try update(row) }
      for row in report.rows where row.kind == .insert { try insert(row) }
      for pair in report.insertedPairs {
        guard let pairs = pairs(pair), let keys = pairs.keys(of: pair) else { continue }
        try session.insertPair(
          into: pairs.database.table, (pairs.database.owner, pairs.database.target), (keys.owner, keys.target))
      }
      return try session.record(changes, author: author)
    }

    private func pairs(_ pair: EditReport.Pair) -> DatabasePairs? {
      tables.pairs.first { $0.file.table == pair.table }
    }

    private func table(of reference: ObjectReference) throws -> DatabaseTable {
      guard let entity = store.model.entity(named: reference.entity),
        let table = tables.tables.first(where: { $0.root == store.model.root(of: entity).name })
      else {
        throw StoreError(.unsupported, "There is no table for \(reference.entity).", file: "database")
      }
      return table
    }

    private static func cells(_ cells: [EditReport.Cell]) -> [String: SQLiteValue] {
      Dictionary(cells.map { ($0.column.uppercased(), $0.value) }) { first, _ in first }
    }

    private static func version(_ cells: [String: SQLiteValue]) -> Int64 {
      cells[RowHeader.version]?.key ?? 1
    }

    /// - Parameter former: What is there already.
    private func values(
      _ row: EditReport.Row, _ table: DatabaseTable, unlike former: [String: SQLiteValue]
    ) throws -> DatabaseSession.Values {
      let types = try copy.types(table.database)
      let cells = Self.cells(row.after)
      var values: DatabaseSession.Values = []
      for column in table.columns {
        let value = cells[column.file.uppercased()] ?? .null
        guard value != former[column.file.uppercased()] ?? .null else { continue }
        guard let type = types[column.database] else {
          throw StoreError(
            .unsupported, "The table \(table.database) has no column \(column.database).", file: "database",
            advice: "Open the store with its program, which adds it.")
        }
        let sent: ColumnConstant
        switch column.content {
        // The row that a key leads to says of which entity it is.
        case .entity: continue
        case .attribute(let attribute): sent = try DatabaseValues.sent(value, attribute, store)
        case .key: sent = value.key.map { .integer($0) } ?? .null
        }
        values.append((.init(name: column.database, type: type), sent))
      }
      return values + [(.init(name: "opt", type: "integer"), .integer(Self.version(cells)))]
    }

    private mutating func insert(_ row: EditReport.Row) throws {
      let table = try table(of: row.reference)
      var values = try values(row, table, unlike: [:])
      values.append((.init(name: "pk", type: "bigint"), .integer(row.reference.key)))
      if table.hasSubentities {
        values.append((.init(name: "entity", type: "text"), .text(row.reference.entity)))
      }
      try session.insert(into: table.database, values, place: "\(row.reference)")
      changes.append(.init(.insert, row.reference.entity, row.reference.key))
    }

    private mutating func update(_ row: EditReport.Row) throws {
      let table = try table(of: row.reference)
      let before = Self.cells(row.before)
      let isThere = try session.update(
        row.reference.key, version: Self.version(before), in: table.database, values(row, table, unlike: before),
        place: "\(row.reference)")
      guard isThere else { throw Outdated() }
      changes.append(.init(.update, row.reference.entity, row.reference.key, properties: row.properties.map(\.name)))
    }

    private mutating func delete(_ row: EditReport.Row) throws {
      let table = try table(of: row.reference)
      let deleted = try session.delete(
        row.reference.key, version: Self.version(Self.cells(row.before)), from: table.database,
        preserving: preserved(row.reference.entity))
      guard deleted.isGone else { throw Outdated() }
      changes.append(.init(.delete, row.reference.entity, row.reference.key, tombstone: deleted.tombstone))
    }

    /// The columns of what the history keeps of deleted objects.
    private func preserved(_ entity: String) -> [String] {
      guard let place = copy.record.layout.entities[entity] else { return [] }
      return (store.model.entity(named: entity)?.attributes ?? []).filter {
        $0.preservesValueOnDeletion && !$0.isTransient
      }.sorted { $0.name < $1.name }.flatMap { place.attributes[$0.name] ?? [] }
    }
  }
#endif
