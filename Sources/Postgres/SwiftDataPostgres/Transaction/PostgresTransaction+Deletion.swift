// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that go, and rows that are in the way of others.
  extension PostgresTransaction {
    func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite {
      let cleanups = plans.cleanups(entity)
      let keys = Parameter(keys: [key], layout.keyType(of: entity), store.keyTable)
      let table = try layout.existingTable(of: entity)
      // One row, as most saves delete, needs no arrays.
      let deletion = PostgresStatement(
        "DELETE FROM \(table.name) WHERE \(table.key) = $1"
          + (version == nil ? "" : " AND \(table.hasVersion("$2"))") + returning(entity, table.key),
        [Parameter(key: key, table.keyType, store.keyTable)]
          + (version.map { [Parameter(type: TypeNumber.integer32, bytes: BigEndian.bytes($0))] } ?? []))
      let answers = try run(cleanups.map { PostgresStatement($0.sql, [keys]) } + [deletion], entity)
      note(cleanups, answers)
      guard let deleted = answers.last, deleted.count > 0 else {
        guard version != nil || layout.isExisting else { return .gone }
        return try unwritten(entity, version, present([key], entity)[key])
      }
      note(.delete, entity, key, tombstone: deleted.width > 1 ? deleted.optionalText(0, 1) : nil)
      return .done(version: 0)
    }

    private func returning(_ entity: _Entity, _ key: String, _ alias: String = "") -> String {
      " RETURNING \(alias)\(key)" + (Tombstones.returning(entity, layout, alias).map { ", \($0)" } ?? "")
    }

    private func note(_ cleanups: [WriteStatementTexts.Cleanup], _ answers: some Sequence<ResultRows>) {
      for (cleanup, result) in zip(cleanups, answers) {
        if let touched = cleanup.touches { touches.note(result, touched.content, of: touched.entity, layout) }
      }
    }

    /// Statements about rows of one entity, by their positions.
    private struct DeletionPart {
      let entity: _Entity
      let rows: [Int]
      /// What must go before; nothing in the part that deletes.
      let cleanups: [WriteStatementTexts.Cleanup]
      let statements: [PostgresStatement]
    }

    /// Rows of an entity go together: nothing looks before the commit at what refers to them, and in tables of others, those of
    /// one statement may refer to each other.
    func delete(_ rows: [RowToWrite]) throws -> [RowWrite] {
      if !layout.isExisting, rows.count == 1, let row = rows.first {
        return [try delete(row.entity, key: row.key, version: row.version)]
      }
      // In tables of others, what refers to rows goes before all of them.
      let isOrdered = layout.isExisting
      let groups = Dictionary(grouping: rows.indices) { rows[$0].entity.ordinal }.values.sorted {
        let ranks = (layout.rank(rows[$0[0]].entity), layout.rank(rows[$1[0]].entity))
        guard ranks.0 == ranks.1 else { return ranks.0 > ranks.1 }
        return isOrdered ? $0[0] > $1[0] : $0[0] < $1[0]
      }
      let cleanups = try groups.map { try cleanup($0, rows) }
      let deletions = try groups.map { try deletion($0, rows) }
      let all = isOrdered ? cleanups + deletions : zip(cleanups, deletions).flatMap { [$0, $1] }
      let parts = all.filter { !$0.statements.isEmpty }
      var results = [RowWrite](repeating: .gone, count: rows.count)
      for (part, answers) in zip(parts, try run(parts)) {
        note(part.cleanups, answers)
        if part.cleanups.isEmpty, let deleted = answers.first { try note(deleted, part, rows, &results) }
      }
      return results
    }

    private func run(_ parts: [DeletionPart]) throws -> [[ResultRows]] {
      // What is looked at at once may be refused, with the name of the entity.
      if layout.isExisting { return try parts.map { try run($0.statements, $0.entity) } }
      let only = Set(parts.map(\.entity.ordinal)).count == 1 ? parts.first?.entity : nil
      var answers = try run(parts.flatMap(\.statements), only)[...]
      return parts.map { part in
        defer { answers = answers.dropFirst(part.statements.count) }
        return Array(answers.prefix(part.statements.count))
      }
    }

    private func cleanup(_ group: [Int], _ rows: [RowToWrite]) throws -> DeletionPart {
      let entity = rows[group[0]].entity
      let cleanups = plans.cleanups(entity)
      let keys = Parameter(keys: group.map { rows[$0].key }, layout.keyType(of: entity), store.keyTable)
      return DeletionPart(
        entity: entity, rows: group, cleanups: cleanups, statements: cleanups.map { PostgresStatement($0.sql, [keys]) })
    }

    private func deletion(_ group: [Int], _ rows: [RowToWrite]) throws -> DeletionPart {
      let entity = rows[group[0]].entity
      let table = try layout.existingTable(of: entity)
      var keys = ArrayBuilder(keys: table.keyType)
      var versions = ArrayBuilder(element: TypeNumber.integer32)
      for position in group.sorted(by: { rows[$0].key < rows[$1].key }) {
        keys.append(key: rows[position].key, store.keyTable)
        if let version = rows[position].version { versions.append(version) } else { versions.appendNull() }
      }
      let statement = PostgresStatement(
        "DELETE FROM \(table.name) AS t USING unnest($1::\(table.keyType.type)[], $2::integer[]) AS u(pk, opt) "
          + "WHERE t.\(table.key) = u.pk AND (u.opt IS NULL OR \(table.hasVersion("u.opt", "t.")))"
          + returning(entity, table.key, "t."), [keys.parameter, versions.parameter])
      return DeletionPart(entity: entity, rows: group, cleanups: [], statements: [statement])
    }

    /// Notes which rows were deleted.
    private func note(_ deleted: ResultRows, _ part: DeletionPart, _ rows: [RowToWrite], _ results: inout [RowWrite])
      throws
    {
      var found: [Int64: Int32] = [:]
      for row in 0..<deleted.count { found[deleted.number(row, 0, of: part.entity)] = row }
      let missing = part.rows.filter {
        found[rows[$0].key] == nil && (rows[$0].version != nil || layout.isExisting)
      }
      let present = try present(missing.map { rows[$0].key }, part.entity)
      for position in part.rows {
        let key = rows[position].key
        if let row = found[key] {
          note(.delete, part.entity, key, tombstone: deleted.width > 1 ? deleted.optionalText(row, 1) : nil)
          results[position] = .done(version: 0)
        } else {
          results[position] = try unwritten(part.entity, rows[position].version, present[key])
        }
      }
    }

    func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property]) throws
      -> (key: Int64, entity: _Entity)?
    {
      let row = RowToWrite(model, entity, key: model._$state?.key ?? 0)
      let result = try run(try question(row, constraint), entity)
      guard result.count > 0 else { return nil }
      return (result.number(0, 0, of: entity), layout.entity(named: result.optionalText(0, 1), in: entity))
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
