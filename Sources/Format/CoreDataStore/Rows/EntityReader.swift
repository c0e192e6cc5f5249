// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

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
