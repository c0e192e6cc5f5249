// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Rows that go, and rows that are in the way of others.
  extension PostgresTransaction {
    func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite {
      let cleanups = plans.cleanups(entity)
      let keys = Parameter([key])
      let table = try layout.existingTable(of: entity).name
      let deletion = PostgresStatement(
        "DELETE FROM \(table) WHERE pk = $1" + (version == nil ? "" : " AND opt = $2")
          + " RETURNING pk" + (Tombstones.returning(entity, layout).map { ", \($0)" } ?? ""),
        [Parameter(key)] + (version.map { [Parameter(Int64($0))] } ?? []))
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

    func conflictingKey(of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property]) throws
      -> (key: Int64, entity: _Entity)?
    {
      var mask = PropertyMask.none
      for property in constraint { mask.insert(property.index) }
      let batch = plans.batch(entity, mask)
      try batch.append(model)
      let result = try run(try plans.conflict(batch, model._$state?.key ?? 0), entity)
      guard result.count > 0 else { return nil }
      return (result.integer(0, 0), layout.entity(named: result.optionalText(0, 1), in: entity))
    }

    func vacate(_ constraint: [_Property], _ entity: _Entity, key: Int64) throws {
      let columns = constraint.flatMap { layout.columns(of: $0) }.map { "\($0.name) = NULL" }
      guard !columns.isEmpty else { return }
      let table = try layout.existingTable(of: entity).name
      try run(
        PostgresStatement("UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE pk = $1", [Parameter(key)]),
        entity)
    }
  }
#endif
