// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Carries out the steps of a migration; the caller has begun a transaction.
struct MigrationExecutor {
  let connection: SQLiteConnection
  let migration: LightweightMigration
  /// Takes new attributes without a default value.
  var missing: MissingValues?

  func run() throws {
    // Steps change the history's rows in Core Data's tables.
    try RecentHistory.settle(connection)
    for step in migration.steps { try run(step) }
  }

  private func run(_ step: LightweightMigration.Step) throws {
    switch step {
    case .createTable(let table):
      try connection.executeOnce(DDL.create(table))
    case .createJoinTable(let table):
      try connection.executeOnce(DDL.create(table))
    case .addColumn(let table, let column):
      try connection.executeOnce(
        "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.declaredType)")
    case .fill(let property, let onlyMissing):
      try fill(property, onlyMissing: onlyMissing)
    case .fillParts(let fill):
      try fill.run(connection, migration.current)
    case .spreadPayloads(let payloads):
      try payloads.run(connection, migration.current)
    case .checkValues(let check):
      try check.run(connection, migration.current)
    case .checkStorage(let check):
      try check.run(connection)
    case .requireNoValues(let cases):
      try cases.run(connection, migration.current)
    case .clearReturned(let parts):
      try parts.run(connection, migration.current)
    case .clearDanglingKeys(let keys):
      try keys.run(connection)
    case .removeDanglingPairs(let pairs):
      try pairs.run(connection)
    case .copy(let copy):
      try run(copy)
    case .moveLinks(let move):
      try move.run(connection, migration.current)
    case .requireDestinations(let relationship):
      try requireDestinations(of: relationship)
    case .fillEntities(let property):
      try fillEntities(property)
    case .moveExternalData(let table, let column):
      let name = column.name
      if column.isExternal {
        try connection.executeOnce(
          "UPDATE \(table) SET \(name) = \(SQLFunctionName.storeExternalData.rawValue)(\(name))")
        return
      }
      // The reference to a file that cannot be read stays, and so does the file.
      let value = "\(SQLFunctionName.externalData.rawValue)(\(name))"
      try connection.executeOnce(
        "SELECT \(SQLFunctionName.dropExternalData.rawValue)(\(name)) FROM \(table) "
          + "WHERE \(value) IS NOT NULL")
      try connection.executeOnce(
        "UPDATE \(table) SET \(name) = \(value) WHERE \(value) IS NOT NULL")
    case .dropIndex(let name):
      try connection.executeOnce("DROP INDEX IF EXISTS \(DDL.quoted(name))")
    case .createIndex(let index):
      try create(index)
    case .requireNoRows(let entity, let number, let table):
      try requireNoRows(of: entity, number, in: table)
    case .moveHistory(let move):
      try move.run(connection)
    case .renumber(let numbers):
      try EntityRenumbering(connection: connection, numbers: numbers).run()
    case .renameTable(let from, let to):
      try connection.executeOnce("ALTER TABLE \(DDL.quoted(from)) RENAME TO \(DDL.quoted(to))")
    case .renameColumn(let table, let from, let to):
      try connection.executeOnce(
        "ALTER TABLE \(DDL.quoted(table)) RENAME COLUMN \(DDL.quoted(from)) TO \(DDL.quoted(to))")
    case .replacePairs(let from, let columns, let table):
      try connection.executeOnce(DDL.create(table))
      try connection.executeOnce(
        "INSERT OR IGNORE INTO \(table.name) (\(table.columns.joined(separator: ", "))) "
          + "SELECT \(columns.joined(separator: ", ")) FROM \(from)")
      try connection.executeOnce("DROP TABLE \(from)")
    case .setSuperentity(let superentity, let number):
      try connection.executeOnce(
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = \(superentity) WHERE Z_ENT = \(number)")
    case .addEntity(let number, let name, let superentity):
      try PrimaryKeyTable.insert(
        number: number, name: name, superentity: superentity, into: connection)
    }
  }

  /// Rows of a class that has moved to another root lie in its old table,
  /// where nothing would find them.
  private func requireNoRows(of entity: _Entity, _ number: Int64, in table: String) throws {
    guard try connection.integer("SELECT 1 FROM \(table) WHERE Z_ENT = \(number) LIMIT 1") != nil
    else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The store has objects of this class from a time when it had another root class.",
      entity: entity.name, file: connection.file,
      advice:
        "Give the new class another name, and copy the objects in a stage of a migration plan.")
  }

  private func requireDestinations(of relationship: _Property) throws {
    let layout = migration.current
    guard let column = layout.columns(of: relationship).first?.name else { return }
    let table = layout.table(of: relationship.entity).name
    let conditions =
      ["\(column) IS NULL"]
      + (layout.entityCondition(relationship.entity, includesSubentities: true, alias: table)
        .map { [$0] } ?? [])
    let filter = conditions.joined(separator: " AND ")
    guard try connection.integer("SELECT 1 FROM \(table) WHERE \(filter) LIMIT 1") != nil,
      missing?.take(relationship) != true
    else { return }
    throw SwiftDataError(
      .unknownDataStoreSchema,
      "The relationship is not optional, and the store has objects without a destination.",
      entity: relationship.entity.name, property: relationship.name, file: connection.file,
      advice:
        "Make the relationship optional, or give each object a destination: with the former version of the schema, or in didMigrate of a stage."
    )
  }

  private func run(_ copy: PropertyPlaces.Copy) throws {
    let layout = migration.current
    let table = layout.table(of: copy.property.entity).name
    let columns = layout.columns(of: copy.property)
    guard let source = copy.columns.first else { return }
    var assignments = zip(columns, copy.columns).map { "\($0.name) = \(value($1, for: $0, copy))" }
    // Which entity a key is of is filled in afterwards.
    for column in columns where column.content == .entity {
      assignments.append("\(column.name) = NULL")
    }
    let condition: String
    if let numbers = copy.numbers {
      condition = "Z_ENT IN (\(numbers.map { "\($0)" }.joined(separator: ", ")))"
      if copy.isExternal, columns.first?.isExternal == false {
        let value = "\(SQLFunctionName.externalData.rawValue)(\(source))"
        try connection.executeOnce(
          "SELECT \(SQLFunctionName.dropExternalData.rawValue)(\(source)) FROM \(table) "
            + "WHERE \(condition) AND \(value) IS NOT NULL")
        // The reference to a file that cannot be read stays, and so does the file.
        assignments.append("\(source) = CASE WHEN \(value) IS NULL THEN \(source) END")
      } else {
        // A file has one reference.
        assignments += copy.columns.map { "\($0) = NULL" }
      }
    } else {
      guard let destination = copy.property.destination, layout.keeps(destination) else { return }
      let rows = layout.entityCondition(destination, includesSubentities: true, alias: "d")
      condition =
        "EXISTS (SELECT 1 FROM \(layout.table(of: destination).name) AS d "
        + "WHERE d.Z_PK = \(table).\(source)\(rows.map { " AND \($0)" } ?? ""))"
    }
    try connection.executeOnce(
      "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(condition)")
  }

  /// What a column gets from another one, which may store its values otherwise.
  private func value(_ source: String, for column: ColumnLayout, _ copy: PropertyPlaces.Copy) -> String {
    if copy.isExternal == column.isExternal { return source }
    let function: SQLFunctionName = column.isExternal ? .storeExternalData : .externalData
    return "\(function.rawValue)(\(source))"
  }

  private func fillEntities(_ property: _Property) throws {
    let layout = migration.current
    let columns = layout.columns(of: property)
    guard let key = columns.first?.name, let destination = property.destination,
      let number = columns.first(where: { $0.content == .entity })?.name, layout.keeps(destination)
    else { return }
    let table = layout.table(of: property.entity).name
    try connection.executeOnce(
      "UPDATE \(table) SET \(number) = (SELECT d.Z_ENT FROM \(layout.table(of: destination).name) "
        + "AS d WHERE d.Z_PK = \(table).\(key)) WHERE \(key) IS NOT NULL AND \(number) IS NULL")
  }

  static func missingDefault(_ property: _Property, _ file: URL?) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema,
      "The property is new or was optional, is not optional and has no default value, and the store has objects without it.",
      entity: property.entity.name, property: property.name, file: file,
      advice:
        "Make the property optional, or give it a default value where it is declared; or set it in didMigrate of a stage, unless it is an enum or a struct."
    )
  }

  private func fill(_ property: _Property, onlyMissing: Bool) throws {
    let layout = migration.current
    let table = layout.table(of: property.entity)
    let condition = layout.entityCondition(
      property.entity, includesSubentities: true, alias: table.name)
    let columns = layout.columns(of: property)
    let missing = onlyMissing ? columns.map { "\($0.name) IS NULL" } : []
    let conditions = missing + (condition.map { [$0] } ?? [])
    let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    guard let values = try DefaultColumns.make(property) else {
      if property.isOptional { return }
      let hasRows = try connection.integer("SELECT 1 FROM \(table.name)\(filter) LIMIT 1") != nil
      guard hasRows, self.missing?.take(property) != true else { return }
      throw Self.missingDefault(property, connection.file)
    }
    let assignments = columns.enumerated().map { "\($1.name) = \($1.stored("?\($0 + 1)"))" }
      .joined(separator: ", ")
    let statement = try connection.prepare("UPDATE \(table.name) SET \(assignments)\(filter)")
    for (index, value) in values.enumerated() {
      try statement.bind(SQLValue(value), Int32(index + 1))
    }
    try statement.run()
  }

  private func create(_ index: IndexLayout) throws {
    do {
      try connection.executeOnce(DDL.create(index))
    } catch SwiftDataError.uniqueConflict {
      throw SwiftDataError(
        .uniqueConflict, "The store has objects with equal values, which the schema now forbids.",
        entity: index.entity.name, property: index.properties.joined(separator: ", "),
        file: connection.file,
        advice:
          "Remove the duplicates with the former version of the schema first: in the program that has it, or in willMigrate of a stage."
      )
    }
  }
}
