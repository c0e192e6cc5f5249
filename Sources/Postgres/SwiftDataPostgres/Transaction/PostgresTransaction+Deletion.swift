// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that go, and rows that are in the way of others.
  extension PostgresTransaction {
    func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite {
      let cleanups = plans.cleanups(entity)
      let table = try layout.existingTable(of: entity)
      let keys = Parameter(keys: [key], table.keyType, store.keyTable)
      let deletion = PostgresStatement(
        "DELETE FROM \(table.name) WHERE \(table.key) = $1" + (version == nil ? "" : " AND \(table.hasVersion("$2"))")
          + " RETURNING \(table.key)" + (Tombstones.returning(entity, layout).map { ", \($0)" } ?? ""),
        [Parameter(key: key, table.keyType, store.keyTable)]
          + (version.map { [Parameter(type: TypeNumber.integer32, bytes: BigEndian.bytes($0))] } ?? []))
      let results = try run(cleanups.map { PostgresStatement($0.sql, [keys]) } + [deletion], entity)
      for (cleanup, result) in zip(cleanups, results) {
        if let touched = cleanup.touches { touches.note(result, touched.content, of: touched.entity, layout) }
      }
      guard let deleted = results.last, deleted.count > 0 else {
        guard version != nil else { return .gone }
        return try existing([key], entity).contains(key) ? .changed : .gone
      }
      note(.delete, entity, key, tombstone: deleted.width > 1 ? deleted.optionalText(0, 1) : nil)
      return .done(version: 0)
    }

    /// In tables of others, rows go together: those of one statement may refer to each other.
    func delete(_ rows: [RowToWrite]) throws -> [RowWrite] {
      guard layout.isExisting else { return try rows.map { try delete($0.entity, key: $0.key, version: $0.version) } }
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
