// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension SQLiteTransaction {
  /// Deletes all rows that match, with their delete rules, without loading
  /// one: a few statements, however many rows there are.
  func deleteAll(_ request: RowRequest, _ settled: SettledRows) throws -> BatchDeletion {
    _ = try layout.existingTable(of: request.entity)
    let keys = try selects.keys(request)
    let family = request.includesSubentities ? request.entity.family : [request.entity]
    let isAlone = family.allSatisfy { $0.relationships.isEmpty && $0.oneWayReferences.isEmpty }
    let result: BatchDeletion
    if isAlone {
      result = try deleteAlone(request.entity, keys)
    } else {
      var deleter = BatchDeleter(connection: connection, layout: layout, settled: settled, touches: touches)
      result = try deleter.run(request.entity, keys)
      touches = deleter.touches
    }
    for (entity, key, mask) in result.updated {
      history?.note(.update, layout.number(of: entity), key, entity.root.ordinal, mask)
    }
    for (entity, key) in result.deleted {
      history?.note(.delete, layout.number(of: entity), key, entity.root.ordinal)
    }
    return result
  }

  /// Rows that nothing refers to, and that refer to nothing.
  private func deleteAlone(_ entity: _Entity, _ keys: SQLStatement) throws -> BatchDeletion {
    var result = BatchDeletion()
    let table = layout.table(of: entity).name
    let sql =
      "WITH doomed (k, e) AS (\(keys.text)) "
      + "DELETE FROM \(table) WHERE Z_PK IN (SELECT k FROM doomed) RETURNING Z_PK, Z_ENT"
    try connection.withStatement(sql) { statement in
      try statement.bind(keys.bindings)
      while try statement.step() {
        let found = layout.entity(number: statement.integer(1)) ?? entity
        result.deleted.append((found, statement.integer(0)))
      }
    }
    return result
  }
}
