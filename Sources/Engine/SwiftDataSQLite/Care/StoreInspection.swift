// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Looks for what is wrong with a store, through the layout of the schema.
struct StoreInspection {
  let store: SQLiteRowStore
  let name: String
  let work: LongWork
  private var layout: StoreLayout { store.layout }

  init(_ store: SQLiteRowStore, _ name: String, _ work: LongWork) {
    self.store = store
    self.name = name
    self.work = work
  }

  func problems() throws -> [IntegrityReport.Problem] {
    if let reader = try store.database.keptReader() {
      defer { try? reader.close() }
      // All of it in one snapshot.
      try reader.execute("BEGIN")
      let found = try problems(reader)
      // What was found in pages of two moments is no damage.
      try reader.expectUnchanged()
      return found
    }
    return try store.database.read { try problems($0) }
  }

  private func problems(_ connection: SQLiteConnection) throws -> [IntegrityReport.Problem] {
    let damage = try connection.damage(isQuick: false, work).map {
      IntegrityReport.Problem(.damagedFile, store: name, "SQLite says: \($0)")
    }
    // Of a damaged file, the rest is what is left.
    guard damage.isEmpty else { return damage }
    try store.layoutGuard.check(connection)
    return try references(connection) + pairs(connection) + oneToOne(connection) + counters(connection)
      + files(connection)
  }

  private func count(_ sql: String, _ connection: SQLiteConnection) throws -> Int {
    // Unsafe: as for `damage`.
    nonisolated(unsafe) let handle = connection.handle
    return try work.interruptible({ sqlite3_interrupt(handle) }) { Int(try connection.integer(sql) ?? 0) }
  }

  /// To-one relationships that lead to rows that do not exist.
  private func references(_ connection: SQLiteConnection) throws -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    for entity in store.model.entities where layout.keeps(entity) {
      for property in entity.relationships where !property.isToMany && property.declaringEntity === entity {
        guard let destination = property.destination, layout.keeps(destination),
          let column = layout.columns(of: property).first
        else { continue }
        let found = try count(
          """
          SELECT count(*) FROM \(layout.table(of: entity).name) AS a WHERE a.\(column.name) IS NOT NULL AND NOT EXISTS \
          (SELECT 1 FROM \(layout.table(of: destination).name) AS b WHERE b.\(RowHeader.key) = a.\(column.name))
          """, connection)
        if found > 0 { problems.append(missing(found, entity, property)) }
      }
    }
    return problems
  }

  /// Pairs with a row that does not exist.
  private func pairs(_ connection: SQLiteConnection) throws -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    for table in layout.joinTables {
      guard let end = layout.joinTable(of: table.relationship), let destination = table.relationship.destination,
        layout.keeps(destination)
      else { continue }
      func isDangling(_ column: String, _ entity: _Entity) -> String {
        "NOT EXISTS (SELECT 1 FROM \(layout.table(of: entity).name) AS b WHERE b.\(RowHeader.key) = a.\(column))"
      }
      let found = try count(
        """
        SELECT count(*) FROM \(table.name) AS a \
        WHERE \(isDangling(end.ownerColumn, table.owner)) OR \(isDangling(end.targetColumn, destination))
        """, connection)
      if found > 0 { problems.append(missing(found, table.owner, table.relationship)) }
    }
    return problems
  }

  /// One-to-one relationships whose ends do not lead to each other.
  private func oneToOne(_ connection: SQLiteConnection) throws -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    let isOwn = try isOwn(connection)
    for entity in store.model.entities where layout.keeps(entity) {
      for property in entity.relationships where !property.isToMany && property.declaringEntity === entity {
        guard let destination = property.destination, layout.keeps(destination), let inverse = property.inverse,
          !inverse.isToMany, let column = layout.columns(of: property).first,
          let back = layout.columns(of: inverse).first
        else { continue }
        let (table, target) = (layout.table(of: entity).name, layout.table(of: destination).name)
        // Core Data writes one end only of some relationships: the other column is empty in every row then.
        if !isOwn, try count("SELECT EXISTS (SELECT 1 FROM \(target) WHERE \(back.name) IS NOT NULL)", connection) == 0
        {
          continue
        }
        // The inverse may lead to rows of some entities only.
        let paired = inverse.destination.flatMap {
          layout.entityCondition($0, includesSubentities: true, alias: "a")
        }
        let found = try count(
          """
          SELECT count(*) FROM \(table) AS a JOIN \(target) AS b ON b.\(RowHeader.key) = a.\(column.name) \
          WHERE b.\(back.name) IS NOT a.\(RowHeader.key)\(paired.map { " AND \($0)" } ?? "")
          """, connection)
        guard found > 0 else { continue }
        problems.append(
          .init(
            .brokenInverse, store: name, entity: entity.name, property: property.name, count: found,
            "\(found) references lead to rows whose \(inverse.name) leads elsewhere or nowhere."))
      }
    }
    return problems
  }

  /// Whether this library has made the store, or migrated it.
  private func isOwn(_ connection: SQLiteConnection) throws -> Bool {
    try connection.withStatement(MetadataTable.selection) { statement in
      guard try statement.step(), let identifier = statement.text(0) else { return false }
      return try MetadataRow(identifier: identifier, propertyList: Data(statement.bytes(1))).columns != nil
    }
  }

  private func missing(_ count: Int, _ entity: _Entity, _ property: _Property) -> IntegrityReport.Problem {
    .init(
      .missingDestination, store: name, entity: entity.name, property: property.name, count: count,
      "\(count) references lead to rows that are not there.")
  }

  private func counters(_ connection: SQLiteConnection) throws -> [IntegrityReport.Problem] {
    var problems: [IntegrityReport.Problem] = []
    for table in layout.tables {
      let highest = try connection.integer("SELECT max(\(RowHeader.key)) FROM \(table.name)") ?? 0
      let recorded = try PrimaryKeyTable.maximum(of: layout.number(of: table.root), in: connection) ?? 0
      if highest > recorded {
        problems.append(
          .init(
            .loweredCounter, store: name, entity: table.root.name,
            "The counter of keys is at \(recorded), but there is a row with key \(highest)."))
      }
    }
    return problems
  }

  private func files(_ connection: SQLiteConnection) throws -> [IntegrityReport.Problem] {
    let files = store.database.externalFiles
    guard files.folder != nil else { return [] }
    var missing = 0
    try ExternalColumns(layout, connection).references(connection) { if files.size(of: $0) == nil { missing += 1 } }
    guard missing > 0 else { return [] }
    return [
      .init(.missingExternalFile, store: name, count: missing, "\(missing) files of large values are missing.")
    ]
  }
}
