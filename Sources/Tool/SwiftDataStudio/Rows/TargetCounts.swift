// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// How many targets to-many relationships have: one statement for each relationship, however many objects.
struct TargetCounts {
  private let source: any RowSource

  init(_ source: any RowSource) { self.source = source }

  /// - Parameter owners: keys of rows of the entity's table.
  func counts(_ relationship: String, of entity: String, _ owners: [Int64]) throws -> [Int64: Int] {
    guard !owners.isEmpty else { return [:] }
    let table: String
    let column: String
    switch source.store.layout[entity]?.relationships[relationship] {
    case .foreign(let name, let key, _, _):
      table = try source.table(name, by: key, others: ["Z_PK", "Z_ENT"])
      column = key
    case .join(let name, let owner, let target, _):
      table = try source.table(name, by: owner, others: [target])
      column = owner
    default: return [:]
    }
    let keys = owners.map(String.init).joined(separator: ", ")
    let rows = try source.rows(
      "SELECT \(column.sqlName), count(*) FROM \(table) WHERE \(column.sqlName) IN (\(keys)) GROUP BY 1")
    var counts: [Int64: Int] = [:]
    for row in rows {
      if row.count == 2, let key = row[0].key { counts[key] = Int(row[1].key ?? 0) }
    }
    return counts
  }
}
