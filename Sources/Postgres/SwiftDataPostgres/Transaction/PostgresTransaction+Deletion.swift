// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that go, and rows that are in the way of others.
  extension PostgresTransaction {
    private typealias Doomed = (entity: _Entity, key: Int64, version: Int32?)

    /// Rows that go in one round trip at most.
    private static let deletions = 500

    func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite {
      try deleteInTurn([(entity, key, version)]).first ?? .gone
    }

    /// One after the other, without waiting for each.
    private func deleteInTurn(_ rows: [Doomed]) throws -> [RowWrite] {
      var known: [Int: [WriteStatementTexts.Cleanup]] = [:]
      var results: [RowWrite] = []
      for start in stride(from: 0, to: rows.count, by: Self.deletions) {
        let part = rows[start..<min(start + Self.deletions, rows.count)]
        var statements: [PostgresStatement] = []
        for row in part {
          let cleanups = known[row.entity.ordinal] ?? plans.cleanups(row.entity)
          known[row.entity.ordinal] = cleanups
          statements += try self.statements(row, cleanups)
        }
        let isOne = part.allSatisfy { $0.entity === rows[start].entity }
        var answers = try run(statements, isOne ? rows[start].entity : nil)[...]
        for row in part {
          let cleanups = known[row.entity.ordinal] ?? []
          results.append(try note(row, cleanups, answers.prefix(cleanups.count + 1)))
          answers = answers.dropFirst(cleanups.count + 1)
        }
      }
      return results
    }

    /// What goes with a row, and the row itself.
    private func statements(_ row: Doomed, _ cleanups: [WriteStatementTexts.Cleanup]) throws -> [PostgresStatement] {
      let table = try layout.existingTable(of: row.entity)
      let keys = Parameter(keys: [row.key], table.keyType, store.keyTable)
      let deletion = PostgresStatement(
        "DELETE FROM \(table.name) WHERE \(table.key) = $1"
          + (row.version == nil ? "" : " AND \(table.hasVersion("$2"))")
          + " RETURNING \(table.key)" + (Tombstones.returning(row.entity, layout).map { ", \($0)" } ?? ""),
        [Parameter(key: row.key, table.keyType, store.keyTable)]
          + (row.version.map { [Parameter(type: TypeNumber.integer32, bytes: BigEndian.bytes($0))] } ?? []))
      return cleanups.map { PostgresStatement($0.sql, [keys]) } + [deletion]
    }

    private func note(_ row: Doomed, _ cleanups: [WriteStatementTexts.Cleanup], _ answers: ArraySlice<ResultRows>)
      throws
      -> RowWrite
    {
      for (cleanup, result) in zip(cleanups, answers) {
        if let touched = cleanup.touches { touches.note(result, touched.content, of: touched.entity, layout) }
      }
      guard let deleted = answers.last, deleted.count > 0 else {
        guard row.version != nil else { return .gone }
        return try existing([row.key], row.entity).contains(row.key) ? .changed : .gone
      }
      note(.delete, row.entity, row.key, tombstone: deleted.width > 1 ? deleted.optionalText(0, 1) : nil)
      return .done(version: 0)
    }

    /// In tables of others, rows go together: those of one statement may refer to each other.
    func delete(_ rows: [RowToWrite]) throws -> [RowWrite] {
      guard layout.isExisting else { return try deleteInTurn(rows.map { ($0.entity, $0.key, $0.version) }) }
      var results = [RowWrite](repeating: .gone, count: rows.count)
      let groups = Dictionary(grouping: rows.indices) { rows[$0].entity.ordinal }.values.sorted {
        (layout.rank(rows[$0[0]].entity), $0[0]) > (layout.rank(rows[$1[0]].entity), $1[0])
      }
      for group in groups {
        let entity = rows[group[0]].entity
        let keys = Parameter(keys: group.map { rows[$0].key }, layout.keyType(of: entity), store.keyTable)
        let cleanups = plans.cleanups(entity)
        for (cleanup, result) in zip(
          cleanups, try run(cleanups.map { PostgresStatement($0.sql, [keys]) }, entity))
        {
          if let touched = cleanup.touches { touches.note(result, touched.content, of: touched.entity, layout) }
        }
      }
      for group in groups {
        let entity = rows[group[0]].entity
        let table = try layout.existingTable(of: entity)
        var keys = ArrayBuilder(keys: table.keyType)
        var versions = ArrayBuilder(element: TypeNumber.integer32)
        for position in group.sorted(by: { rows[$0].key < rows[$1].key }) {
          keys.append(key: rows[position].key, store.keyTable)
          if let version = rows[position].version { versions.append(version) } else { versions.appendNull() }
        }
        let result = try run(
          PostgresStatement(
            "DELETE FROM \(table.name) AS t USING unnest($1::\(table.keyType.type)[], $2::integer[]) AS u(pk, opt) "
              + "WHERE t.\(table.key) = u.pk AND (u.opt IS NULL OR \(table.hasVersion("u.opt", "t."))) "
              + "RETURNING t.\(table.key)", [keys.parameter, versions.parameter]), entity)
        let deleted = Set((0..<result.count).map { result.integer($0, 0) })
        let present = try existing(group.map { rows[$0].key }.filter { !deleted.contains($0) }, entity)
        for position in group {
          let key = rows[position].key
          results[position] = deleted.contains(key) ? .done(version: 0) : present.contains(key) ? .changed : .gone
        }
      }
      return results
    }

    func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property]) throws
      -> (key: Int64, entity: _Entity)?
    {
      let row = RowToWrite(model, entity, key: model._$state?.key ?? 0)
      let result = try run(try question(row, constraint), entity)
      guard result.count > 0 else { return nil }
      return (result.integer(0, 0), layout.entity(named: result.optionalText(0, 1), in: entity))
    }

    func vacate(_ constraint: [_Property], _ entity: _Entity, key: Int64) throws {
      let table = try layout.existingTable(of: entity)
      // A row cannot let go of its key.
      let columns = constraint.flatMap { layout.columns(of: $0) }.filter { $0.name != table.key }.map {
        "\($0.name) = NULL"
      }
      guard !columns.isEmpty else { return }
      try run(
        PostgresStatement(
          "UPDATE \(table.name) SET \(columns.joined(separator: ", ")) WHERE \(table.key) = $1",
          [Parameter(key: key, table.keyType, store.keyTable)]),
        entity)
    }
  }
#endif
