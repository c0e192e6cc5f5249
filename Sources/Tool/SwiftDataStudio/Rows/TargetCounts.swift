// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// How many targets to-many relationships have: one statement for each relationship, however many objects.
struct TargetCounts {
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// - Parameter owners: keys of rows of the entity's table.
  func counts(_ relationship: String, of entity: String, _ owners: [Int64]) throws -> [Int64: Int] {
    guard !owners.isEmpty else { return [:] }
    let source: String
    let column: String
    switch store.layout[entity]?.relationships[relationship] {
    case .foreign(let table, let key, _, _):
      source = try store.relationshipIndex.table(table, key, nil)
      column = key
    case .join(let table, let owner, let target, _):
      source = try store.relationshipIndex.table(table, owner, nil, others: [target])
      column = owner
    default: return [:]
    }
    let keys = owners.map(String.init).joined(separator: ", ")
    let statement = try store.connection.prepare(
      "SELECT \(column.sqlName), count(*) FROM \(source) WHERE \(column.sqlName) IN (\(keys)) GROUP BY 1")
    var counts: [Int64: Int] = [:]
    while try statement.step() {
      if let key = statement.key(0) { counts[key] = Int(statement.integer(1)) }
    }
    return counts
  }
}
