// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Repairs in a copy of a store what can be repaired beyond doubt.
package struct StoreRepair {
  /// The repairs, in words.
  package internal(set) var actions: [String] = []

  /// Makes a copy of a store, and repairs it.
  ///
  /// - Throws: ``StoreError`` if there is something at `target`, or if the
  ///   pages of the database are damaged: rows are lost then, and nothing in
  ///   the file tells which. There is no copy afterwards.
  package static func repair(
    _ store: Store, into target: URL, progress: (Int, Int) -> Void = { _, _ in }
  ) throws -> StoreRepair {
    try Backup.copy(store, to: target, progress: progress)
    do {
      var repair = StoreRepair()
      try repair.rebuildIndexes(target)
      try StoreWriter.change(target, author: "swiftdata repair") { try repair.run($0) }
      return repair
    } catch {
      // What is half repaired must not be taken for a repaired store.
      Backup.remove(target)
      throw error
    }
  }

  /// Indexes are made of the rows, so damage to them is no loss.
  private mutating func rebuildIndexes(_ target: URL) throws {
    let connection = try Connection(target.resolvingSymlinksInPath(), .writable)
    defer { connection.close() }
    let lines = (try? connection.rows("PRAGMA integrity_check(1)")) ?? []
    if lines == [[.text("ok")]] { return }
    do {
      try Self.rebuildIndexes(connection)
    } catch let error as StoreError where error.isDamage {
      throw Self.beyondRepair(error.what, target)
    }
    if let damage = connection.damage() { throw Self.beyondRepair(damage, target) }
    actions.append("Rebuilt the indexes.")
  }

  private static func rebuildIndexes(_ connection: Connection) throws {
    if (try? connection.execute("REINDEX")) != nil { return }
    // An index whose first page is gone cannot even be emptied. So all are
    // forgotten, and their pages go when the file is written anew.
    let condition = "type = 'index' AND sql IS NOT NULL"
    let definitions: [StoredDefinition] = try connection.rows("SELECT name, sql FROM sqlite_master WHERE \(condition)")
      .compactMap { row in
        guard case .text(let name) = row[0], case .text(let sql) = row[1] else { return nil }
        return StoredDefinition(type: "index", name: name, sql: sql)
      }
    try connection.transaction {
      try connection.execute("PRAGMA writable_schema = ON")
      try connection.execute("DELETE FROM sqlite_master WHERE \(condition)")
    }
    try connection.execute("PRAGMA writable_schema = RESET")
    try connection.execute("VACUUM")
    for definition in definitions { try connection.create(definition) }
  }

  /// Repairs the rows of a store in place.
  ///
  /// - Parameter first: changes that come before it.
  /// - Returns: What was done, in words.
  static func repairContent(of url: URL, author: String, first: (StoreWriter) throws -> Void) throws -> [String] {
    var repair = StoreRepair()
    try StoreWriter.change(url, author: author) { writer in
      try first(writer)
      try repair.run(writer)
    }
    return repair.actions
  }

  private static func beyondRepair(_ damage: String, _ target: URL) -> StoreError {
    StoreError(
      .damaged, "The database is damaged beyond repair, so no copy was made (\(damage)).",
      file: target.path,
      advice:
        "Restore the store from a backup, or let 'doctor --salvage' make a new store of the rows that can be read."
    )
  }

  private mutating func run(_ writer: StoreWriter) throws {
    // Without a model it is a guess what a column refers to.
    if writer.store.modelOrigin == .cache { try repairReferences(writer) }
    try writeDecimals(writer)
    try raiseCounters(writer)
    makeIndexes(writer)
  }

  private mutating func repairReferences(_ writer: StoreWriter) throws {
    let check = StoreIntegrityCheck(writer.store)
    try check.forEachRelationship { entity, relationship, own, other in
      guard let target = other.table, let table = own.table else { return }
      let name = "\(entity.name).\(relationship.name)"
      switch own.relationships[relationship.name] {
      case .key(let column, let entityColumn, let order):
        try clear(
          writer, own, relationship.name, name, table, column, [entityColumn, order], target, other)
        if let entityColumn {
          try correct(writer, own, relationship.name, name, table, column, entityColumn, target)
        }
      case .foreign(let table, let column, let order, true):
        try clear(writer, other, nil, name, table, column, [order], own.table ?? target, own)
      case .join(let table, let owner, let key, _):
        try deletePairs(writer, table, owner, own.table ?? target, name)
        try deletePairs(writer, table, key, target, name)
      default: return
      }
    }
    try check.forEachRelationship { entity, relationship, own, other in
      try setInverse(writer, entity, relationship, own, other)
    }
  }

  private mutating func makeIndexes(_ writer: StoreWriter) {
    for index in writer.store.missingIndexes() {
      // Rows with the same unique values are in the way, or another index of
      // that name; the check that follows tells of it.
      guard (try? writer.store.connection.execute(index.statement)) != nil else { continue }
      actions.append("Made the \(index.purpose).")
    }
  }

  private static func count(_ rows: [[SQLiteValue]]) -> String {
    rows.count == 1 ? "1 row" : "\(rows.count) rows"
  }

  /// References to rows that do not exist become nil. Rows that a migration has kept, and what leads to them, stay.
  private mutating func clear(
    _ writer: StoreWriter, _ place: EntityTable, _ property: String?, _ name: String,
    _ table: String, _ column: String, _ others: [String?], _ target: String, _ other: EntityTable
  ) throws {
    let known = other.numbers.map(String.init).joined(separator: ", ")
    let rows = try writer.store.connection.rows(
      """
      SELECT t.Z_PK, t.Z_ENT FROM \(table.sqlName) AS t LEFT JOIN \(target.sqlName) AS o \
      ON o.Z_PK = t.\(column.sqlName) WHERE t.\(column.sqlName) IS NOT NULL \
      AND \(writer.store.isNotKept("t")) AND \(writer.store.isNotKept("o")) \
      AND (o.Z_PK IS NULL OR o.Z_ENT NOT IN (\(known)))
      """)
    for row in rows {
      guard let reference = reference(row, place, writer) else { continue }
      let columns = ([column] + others.compactMap { $0 }).map { ($0, SQLiteValue.null) }
      try writer.update(reference, columns, property.map { [$0] } ?? [])
    }
    if !rows.isEmpty { actions.append("Set \(name) to nil in \(Self.count(rows)).") }
  }

  private func reference(
    _ row: [SQLiteValue], _ place: EntityTable, _ writer: StoreWriter
  ) -> ObjectReference? {
    guard let key = row.first?.key else { return nil }
    let entity = row.dropFirst().first?.key.flatMap { writer.store.entitiesByNumber[$0] }
    return ObjectReference(entity: entity ?? place.entity, key: key)
  }

  /// The entity that a reference names is that of its target.
  private mutating func correct(
    _ writer: StoreWriter, _ place: EntityTable, _ property: String, _ name: String,
    _ table: String, _ column: String, _ entityColumn: String, _ target: String
  ) throws {
    let rows = try writer.store.connection.rows(
      """
      SELECT t.Z_PK, t.Z_ENT, o.Z_ENT FROM \(table.sqlName) AS t JOIN \(target.sqlName) AS o \
      ON o.Z_PK = t.\(column.sqlName) WHERE t.\(entityColumn.sqlName) IS NOT o.Z_ENT \
      AND \(writer.store.isNotKept("t")) AND \(writer.store.isNotKept("o"))
      """)
    for row in rows {
      guard let reference = reference(row, place, writer) else { continue }
      try writer.update(reference, [(entityColumn, row[2])], [property])
    }
    if !rows.isEmpty { actions.append("Corrected the entity of \(name) in \(Self.count(rows)).") }
  }

  private mutating func deletePairs(
    _ writer: StoreWriter, _ table: String, _ column: String, _ target: String, _ name: String
  ) throws {
    let connection = writer.store.connection
    let condition =
      "\(column.sqlName) IS NULL OR \(column.sqlName) NOT IN (SELECT Z_PK FROM \(target.sqlName))"
    try connection.run("DELETE FROM \(table.sqlName) WHERE \(condition)")
    let count = connection.changes
    if count > 0 { actions.append("Deleted \(count) \(count == 1 ? "pair" : "pairs") of \(name).") }
  }

  /// The other side of a one-to-one relationship, where it is empty and one
  /// row only claims it.
  private mutating func setInverse(
    _ writer: StoreWriter, _ entity: EntityDescription, _ relationship: RelationshipDescription,
    _ own: EntityTable, _ other: EntityTable
  ) throws {
    guard case .key(let column, _, _)? = own.relationships[relationship.name],
      let inverse = writer.store.model.inverse(of: relationship), !inverse.isToMany,
      case .key(let back, let entityColumn, _)? = other.relationships[inverse.name],
      let table = own.table, let target = other.table,
      try writer.store.metadata.isOpenSwiftData || writer.store.keeps(back, in: target)
    else { return }
    let rows = try writer.store.connection.rows(
      """
      SELECT o.Z_PK, o.Z_ENT, min(t.Z_PK), min(t.Z_ENT) FROM \(table.sqlName) AS t \
      JOIN \(target.sqlName) AS o ON o.Z_PK = t.\(column.sqlName) \
      WHERE o.\(back.sqlName) IS NULL \
      AND \(writer.store.isNotKept("t")) AND \(writer.store.isNotKept("o")) \
      GROUP BY o.Z_PK HAVING count(*) = 1
      """)
    for row in rows {
      guard let reference = reference(row, other, writer) else { continue }
      var columns = [(back, row[2])]
      if let entityColumn { columns.append((entityColumn, row[3])) }
      try writer.update(reference, columns, [inverse.name])
    }
    if !rows.isEmpty {
      actions.append("Set \(other.entity).\(inverse.name) in \(Self.count(rows)).")
    }
  }

  private mutating func raiseCounters(_ writer: StoreWriter) throws {
    let store = writer.store
    for row in store.numbers.rows {
      var table: String?
      if row.number >= PrimaryKeyTable.firstInternalNumber {
        let name = HistoryTables.table(counterName: row.name)
        table = store.catalog.table(name)?.column(RowHeader.key) == nil ? nil : name
      } else if let place = store.layout[row.name] {
        if !place.holdsTable, row.maximum != 0 {
          try store.connection.run(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = ?", [.integer(row.number)])
          actions.append("Set the counter of \(row.name) to zero.")
        }
        table = place.holdsTable ? place.table : nil
      }
      guard let table else { continue }
      try store.connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM \(table.sqlName))"
          + " WHERE Z_ENT = ? AND Z_MAX < (SELECT max(Z_PK) FROM \(table.sqlName))",
        [.integer(row.number)])
      if store.connection.changes > 0 { actions.append("Raised the counter of \(row.name).") }
    }
  }
}
