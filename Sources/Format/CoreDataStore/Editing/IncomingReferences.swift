// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Finds what leads to a row, in columns and tables of pairs.
struct IncomingReferences {
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// In words, one of the rows that lead to an object; `nil` if there is none.
  func first(to object: ObjectReference) throws -> String? {
    guard let root = store.layout[object.entity]?.root else { return nil }
    for entity in store.model.entities {
      guard let place = store.layout[entity.name] else { continue }
      for relationship in store.model.ownRelationships(of: entity) where !relationship.isTransient {
        // Keys are those of a table, whichever of its entities a row is of.
        let isTarget = store.layout[relationship.destination]?.root == root
        switch place.relationships[relationship.name] {
        case .key(let column, _, _)? where isTarget:
          guard let table = place.table else { continue }
          let numbers = place.numbers.map { "\($0)" }.joined(separator: ", ")
          if let found = try row(table, column, object.key, " AND Z_ENT IN (\(numbers))") { return found }
        case .foreign(let table, let column, _, true)? where place.root == root:
          if let found = try row(table, column, object.key) { return found }
        case .join(let table, _, let column, _)? where isTarget:
          if try isPaired(table, column, object.key) { return "\(entity.name).\(relationship.name)" }
        case .join(let table, let column, _, _)? where place.root == root:
          if try isPaired(table, column, object.key) { return "\(entity.name).\(relationship.name)" }
        default: continue
        }
      }
    }
    return nil
  }

  private func row(_ table: String, _ column: String, _ key: Int64, _ condition: String = "") throws -> String? {
    let found = try store.connection.rows(
      "SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE \(column.sqlName) = ?\(condition) LIMIT 1", [.integer(key)])
    guard let row = found.first, let key = row[0].key else { return nil }
    let entity = row[1].key.flatMap { store.entitiesByNumber[$0] } ?? table
    return "\(ObjectReference(entity: entity, key: key))"
  }

  private func isPaired(_ table: String, _ column: String, _ key: Int64) throws -> Bool {
    try store.connection.integer(
      "SELECT 1 FROM \(table.sqlName) WHERE \(column.sqlName) = ? LIMIT 1", [.integer(key)]) != nil
  }
}
