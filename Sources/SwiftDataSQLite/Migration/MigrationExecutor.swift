import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Carries out the steps of a migration; the caller has begun a transaction.
struct MigrationExecutor {
  let connection: SQLiteConnection
  let layout: StoreLayout

  func run(_ migration: LightweightMigration) throws {
    for step in migration.steps { try run(step) }
  }

  private func run(_ step: LightweightMigration.Step) throws {
    switch step {
    case .rename(let table, let name):
      try connection.executeOnce("ALTER TABLE \(table) RENAME TO \(name)")
    case .renameColumn(let table, let from, let to):
      try connection.executeOnce("ALTER TABLE \(table) RENAME COLUMN \(from) TO \(to)")
    case .createTable(let table):
      try connection.executeOnce(DDL.create(table))
    case .createJoinTable(let table):
      try connection.executeOnce(DDL.create(table))
    case .addColumn(let table, let column):
      try connection.executeOnce(
        "ALTER TABLE \(table) ADD COLUMN \(column.name) \(column.declaredType)")
    case .fill(let property):
      try fill(property)
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
      try connection.executeOnce("UPDATE \(table) SET \(name) = \(value) WHERE \(value) IS NOT NULL")
    case .dropIndex(let name):
      try connection.executeOnce("DROP INDEX IF EXISTS \(DDL.quoted(name))")
    case .createIndex(let index):
      try create(index)
    case .addEntity(let number, let name, let superentity):
      try PrimaryKeyTable.insert(
        number: number, name: name, superentity: superentity, into: connection)
    }
  }

  private func fill(_ property: _Property) throws {
    let table = layout.table(of: property.entity)
    let condition = layout.entityCondition(
      property.entity, includesSubentities: true, alias: table.name)
    let filter = condition.map { " WHERE \($0)" } ?? ""
    guard let values = try _DefaultColumns.make(property) else {
      if property.isOptional { return }
      let hasRows = try connection.integer("SELECT 1 FROM \(table.name)\(filter) LIMIT 1") != nil
      guard hasRows else { return }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The property is new, is not optional and has no default value, and the store has objects without it.",
        entity: property.entity.name, property: property.name, file: connection.file,
        advice: "Make the property optional, or give it a default value where it is declared.")
    }
    let columns = layout.columns(of: property)
    let assignments = columns.enumerated().map { "\($1.name) = \($1.stored("?\($0 + 1)"))" }
      .joined(separator: ", ")
    let statement = try connection.prepare("UPDATE \(table.name) SET \(assignments)\(filter)")
    for (index, value) in values.enumerated() { try statement.bind(SQLValue(value), Int32(index + 1)) }
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
        advice: "Remove the duplicates with the former version of the schema first.")
    }
  }
}
