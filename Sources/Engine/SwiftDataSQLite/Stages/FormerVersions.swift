// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// What a store keeps of versions before the one that it has, and what of it a
/// stage of a plan must not bring back.
///
/// Without a plan, what is kept returns to the property that it belonged to.
/// With one, each version is complete: a property that the version
/// before lacks is new, even if an older one had the name, and may be of
/// another type.
struct FormerVersions {
  let contents: StoreContents
  let next: StoreVersion

  init(_ contents: StoreContents, next: StoreVersion) {
    self.contents = contents
    self.next = next
  }

  /// Removes what the next version would take over.
  func delete(_ connection: SQLiteConnection) throws {
    let kept = next.kept
    for entity in kept { try deleteRows(of: entity, connection) }
    for entity in kept { try deletePairs(of: entity, connection) }
    try dropColumns(connection)
  }

  /// The rows of an entity that the store's version lacks.
  ///
  /// Those of a subclass are in its root's table: there they are objects of
  /// the superclass, and stay.
  private func deleteRows(of entity: _Entity, _ connection: SQLiteConnection) throws {
    guard entity.root === entity,
      let row = contents.modelEntities.first(where: { $0.name == entity.name }),
      row.number >= KeptNames.firstEntity,
      let table = table(of: contents.rootName(of: entity.name)), table.hasPrefix(KeptNames.prefix)
    else { return }
    try KeptTables.releaseFiles(of: contents.tables[table] ?? [], in: table, ExternalColumns(contents), connection)
    try connection.executeOnce("DELETE FROM \(DDL.quoted(table))")
  }

  private func deletePairs(of entity: _Entity, _ connection: SQLiteConnection) throws {
    for relationship in PropertyPlaces.own(entity) where relationship.isManyToMany {
      for name in PropertyPlaces.names(of: relationship) {
        for destination in [nil, relationship.destination?.name] {
          let table = KeptNames.joinTable(
            entity: entity.name, relationship: ColumnNames.upper(name), destination: destination)
          guard contents.tables[table] != nil else { continue }
          try connection.executeOnce("DROP TABLE IF EXISTS \(DDL.quoted(table))")
        }
      }
    }
  }

  private func dropColumns(_ connection: SQLiteConnection) throws {
    guard var metadata = contents.metadata, let known = metadata.columns else { return }
    var removed: [String: Set<String>] = [:]
    let external = ExternalColumns(contents)
    for (entity, columns) in known {
      guard let table = table(of: contents.rootName(of: entity)) else { continue }
      for (path, column) in columns
      where column.hasPrefix(KeptNames.prefix) && isTaken(path, of: entity) {
        removed[entity, default: []].insert(path)
        guard let definition = contents.tables[table]?.first(where: { $0.name == column })
        else { continue }
        try KeptTables.releaseFiles(of: [definition], in: table, external, connection)
        for (index, definition) in contents.indexes
        where definition.table == table && definition.columns.contains(column) {
          try connection.executeOnce("DROP INDEX IF EXISTS \(DDL.quoted(index))")
        }
        try connection.executeOnce(
          "ALTER TABLE \(DDL.quoted(table)) DROP COLUMN \(DDL.quoted(column))")
      }
    }
    guard !removed.isEmpty else { return }
    metadata.removeColumns(removed)
    try MetadataTable.update(metadata, in: connection)
  }

  /// Whether a property of the next version would get the column of a path.
  private func isTaken(_ path: String, of entity: String) -> Bool {
    for owner in next.kept {
      for property in PropertyPlaces.own(owner) {
        for name in PropertyPlaces.names(of: property) {
          // The column of a to-many relationship without inverse is in the members' table.
          if property.isToMany, path == "\(owner.name)/\(name)" { return true }
          guard owner.name == entity else { continue }
          if path == name || path.hasPrefix(name + ".") || path.hasPrefix(name + "/") {
            return true
          }
        }
      }
    }
    return false
  }

  private func table(of root: String) -> String? {
    let natural = TableNaming.table(of: root)
    return [natural, KeptNames.name(natural)].first { contents.tables[$0] != nil }
  }
}
