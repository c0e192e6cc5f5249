// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  /// The values of `.preserveValueOnDeletion` attributes of deleted rows: JSON with the names of the columns, of which
  /// PostgreSQL makes columns again.
  struct Tombstones {
    let store: PostgresRowStore

    private static func properties(of entity: _Entity) -> [_Property] {
      entity.properties.filter {
        !$0.isRelationship && $0.hasColumns && ($0.attribute?.options.contains(.preserveValueOnDeletion) ?? false)
      }
    }

    /// What a deletion returns of a row; `nil` if the entity preserves nothing.
    ///
    /// - Parameter alias: What the table is called, with a dot.
    static func returning(_ entity: _Entity, _ layout: StoreLayout, _ alias: String = "") -> String? {
      let columns = properties(of: entity).flatMap { layout.columns(of: $0) }
      guard !columns.isEmpty else { return nil }
      return object(
        columns.map { column in PostgresNames.plain(column.name).inSingleQuotes + ", \(alias)\(column.name)" })
    }

    /// A JSON object of names and values, as text. A function takes a hundred arguments at most.
    static func object(_ pairs: [String]) -> String {
      let parts = stride(from: 0, to: pairs.count, by: 50).map { start in
        "jsonb_build_object(\(pairs[start..<min(start + 50, pairs.count)].joined(separator: ", ")))"
      }
      return parts.count == 1 ? parts[0] + "::text" : "(\(parts.joined(separator: " || ")))::text"
    }

    /// Reads what the deletions among the changes have preserved, by one statement for each entity.
    ///
    /// - Parameter sequences: Where each change of each record is in the table.
    func add(to records: inout [HistoryRecord], _ sequences: [[Int64]]) throws {
      var places: [Int: [Int64: (record: Int, change: Int)]] = [:]
      var entities: [Int: _Entity] = [:]
      for (record, content) in records.enumerated() {
        for (index, change) in content.changes.enumerated()
        where change.kind == .delete && !Self.properties(of: change.entity).isEmpty {
          places[change.entity.ordinal, default: [:]][sequences[record][index]] = (record, index)
          entities[change.entity.ordinal] = change.entity
        }
      }
      for (ordinal, changes) in places {
        guard let entity = entities[ordinal] else { continue }
        let properties = Self.properties(of: entity)
        let transactions = Set(changes.values.map { records[$0.record].number })
        let columns = properties.flatMap { store.layout.columns(of: $0) }.map { "r.\($0.name)" }
        let rows = try store.database.readPrimary(
          PostgresStatement(
            "SELECT c.seq, \(columns.joined(separator: ", ")) FROM \(store.layout.helper("swiftdata_change")) AS c, "
              + "jsonb_populate_record(NULL::\(store.layout.table(of: entity).name), c.tombstone) AS r "
              + "WHERE c.xid = ANY($1::text[]::xid8[]) AND c.seq = ANY($2) AND c.tombstone IS NOT NULL",
            [Parameter(transactions.sorted().map { "\($0)" }), Parameter(changes.keys.sorted())]))
        let cursor = ResultCursor(rows)
        while cursor.row < rows.count {
          defer { cursor.row += 1 }
          guard let place = changes[rows.integer(cursor.row, 0)] else { continue }
          let old = records[place.record].changes[place.change]
          records[place.record].changes[place.change] = HistoryRecord.Change(
            number: old.number, kind: old.kind, entity: old.entity, key: old.key, properties: old.properties,
            tombstone: values(cursor, entity, properties))
        }
      }
    }

    private func values(_ cursor: ResultCursor, _ entity: _Entity, _ properties: [_Property]) -> [(
      index: Int, value: any Sendable
    )] {
      var values: [(index: Int, value: any Sendable)] = []
      var column: Int32 = 1
      withExtendedLifetime(cursor) {
        for property in properties {
          let width = Int32(store.layout.columns(of: property).count)
          var reader = _RowReader(
            row: cursor.pointer, functions: ResultCursor.functions, firstColumn: column, mask: .all,
            description: entity.description)
          if let value = reader.preservedValue(of: property.description, columnCount: width) {
            values.append((property.index, value))
          }
          column += width
        }
      }
      return values
    }
  }
#endif
