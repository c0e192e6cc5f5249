// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Reads single objects, by key.
final class ObjectReader {
  private let store: Store
  private var cursors: [String: RowCursor] = [:]
  private var options = RowCursor.Options()

  init(_ store: Store, properties: Set<String>? = nil) {
    self.store = store
    options.properties = properties
    options.includesSubentities = true
  }

  /// `nil` if there is no such row.
  func object(_ reference: ObjectReference) throws -> StoredObject? {
    let cursor: RowCursor
    if let known = cursors[reference.entity] {
      cursor = known
    } else {
      guard let entity = store.model.entity(named: reference.entity) else { return nil }
      cursor = try RowCursor(store, entity, options, filter: "t0.Z_PK = ?")
      cursors[reference.entity] = cursor
    }
    try cursor.restart([.integer(reference.key)])
    return try cursor.next()
  }
}

extension Store {
  /// The object of an identifier; `nil` if there is no such row.
  package func object(_ reference: ObjectReference) throws -> StoredObject? {
    try ObjectReader(self).object(reference)
  }
}

/// Tells of which entity the target of a relationship is.
struct EntityReader {
  private let store: Store
  private let destination: String
  private let numbers: [Int64]
  private let sql: String?

  init(_ store: Store, _ destination: String) {
    self.store = store
    self.destination = destination
    numbers = store.layout[destination]?.numbers ?? []
    sql = store.layout[destination]?.table.map {
      "SELECT Z_ENT FROM \($0.sqlName) WHERE Z_PK = ?1"
    }
  }

  /// - Parameter number: what the row of the relationship says.
  func entity(of key: Int64, _ number: Int64?) throws -> String {
    guard numbers.count > 1 else { return destination }
    if let number, let entity = store.entitiesByNumber[number] { return entity }
    guard let sql, let number = try store.connection.integer(sql, [.integer(key)]) else {
      return destination
    }
    return store.entitiesByNumber[number] ?? destination
  }
}
