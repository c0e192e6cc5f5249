// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

extension Transfer {
  /// Writes the other ends of one-to-one relationships, as Core Data has them: a key on either side.
  ///
  /// Rows of objects that the file has no more are gone before: else they would keep what others have by now.
  func writePairs() throws {
    let isMerge = state.pass > 1 || !state.merged.isEmpty
    while state.step < pairs.count {
      let pair = pairs[state.step]
      if isMerge, state.lastKey == nil { try batch { try letGo(pair) } }
      while try batch({ try write(pair) }) { try checkCancellation() }
      try batch {
        state.step += 1
        state.lastKey = nil
      }
    }
  }

  /// Empties ends that lead to rows which lead elsewhere by now.
  private func letGo(_ pair: InverseColumnWrite) throws {
    // Where the number of the entity is missing, the key alone tells that it leads elsewhere.
    let ofPair = pair.backEntity.map { " AND ifnull(t.\($0.sqlName), \(pair.number)) = \(pair.number)" } ?? ""
    let stale = try writer.connection.rows(
      """
      SELECT t.Z_PK, t.Z_ENT FROM \(pair.target.sqlName) AS t LEFT JOIN \(pair.table.sqlName) AS o \
      ON o.Z_PK = t.\(pair.back.sqlName) AND o.\(pair.column.sqlName) = t.Z_PK \
      WHERE t.\(pair.back.sqlName) IS NOT NULL\(ofPair) AND o.Z_PK IS NULL
      """)
    let columns = [pair.back] + (pair.backEntity.map { [$0] } ?? [])
    for row in stale {
      guard let key = row[0].key else { continue }
      let entity = row[1].key.flatMap { writer.store.entitiesByNumber[$0] } ?? pair.entity
      try writer.update(
        ObjectReference(entity: entity, key: key), columns, columns.map { _ in .null }, properties: [pair.property])
    }
  }

  /// Writes the next ends.
  ///
  /// - Returns: whether there may be more.
  private func write(_ pair: InverseColumnWrite) throws -> Bool {
    losses.className = pair.className
    losses.property = pair.source
    let connection = writer.connection
    let rows = try connection.rows(
      """
      SELECT o.Z_PK, t.Z_PK, t.Z_ENT FROM \(pair.table.sqlName) AS o JOIN \(pair.target.sqlName) AS t \
      ON t.Z_PK = o.\(pair.column.sqlName) \
      WHERE o.Z_PK > ? AND o.Z_ENT = \(pair.number) AND t.\(pair.back.sqlName) IS NOT o.Z_PK \
      ORDER BY o.Z_PK LIMIT \(options.batchSize)
      """, [.integer(state.lastKey ?? 0)])
    let settings =
      "\(pair.back.sqlName) = ?1" + (pair.backEntity.map { ", \($0.sqlName) = \(pair.number)" } ?? "")
    for row in rows {
      guard let owner = row[0].key, let member = row[1].key else { continue }
      state.lastKey = owner
      try connection.run(
        "UPDATE \(pair.target.sqlName) SET \(settings) WHERE Z_PK = ?2 AND \(pair.back.sqlName) IS NULL",
        [.integer(owner), .integer(member)])
      if connection.changes > 0 {
        let entity = row[2].key.flatMap { writer.store.entitiesByNumber[$0] } ?? pair.entity
        try writer.touch(ObjectReference(entity: entity, key: member), pair.property)
        continue
      }
      // Another has it, and a pair is of two.
      if pair.isElement { continue }
      losses.note(.severalOwners, sampled: false)
      // What must lead somewhere keeps leading there: an app could not read the row otherwise.
      guard pair.isOptional, let entity = writer.store.entitiesByNumber[pair.number] else { continue }
      try writer.update(
        ObjectReference(entity: entity, key: owner), pair.columns, pair.columns.map { _ in .null },
        properties: [pair.source])
    }
    return rows.count == options.batchSize
  }
}
