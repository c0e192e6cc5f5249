// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// The damage of a store itself, apart from what was migrated into it.
struct StoreFindings {
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// References that lead to no row.
  func orphans() throws -> [RealmVerification.Finding] {
    var findings: [RealmVerification.Finding] = []
    for entity in store.model.entities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for relationship in entity.relationships {
        guard let destination = store.layout[relationship.destination]?.table else { continue }
        let sql: String
        switch place.relationships[relationship.name] {
        case .key(let column, _, _)?:
          sql =
            "SELECT count(*) FROM \(table.sqlName) AS t WHERE t.Z_ENT = \(place.number)"
            + " AND t.\(column.sqlName) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
            + " \(destination.sqlName) AS d WHERE d.Z_PK = t.\(column.sqlName))"
        case .join(let table, _, let target, _)?:
          sql =
            "SELECT count(*) FROM \(table.sqlName) AS t WHERE NOT EXISTS (SELECT 1 FROM"
            + " \(destination.sqlName) AS d WHERE d.Z_PK = t.\(target.sqlName))"
        default: continue
        }
        let count = try store.connection.integer(sql) ?? 0
        if count > 0 {
          findings.append(
            .init(entity: entity.name, property: relationship.name, count: Int(count)))
        }
      }
    }
    return findings
  }

  /// Unique values that more than one row has.
  func duplicates() throws -> [RealmVerification.Finding] {
    var findings: [RealmVerification.Finding] = []
    for entity in store.model.entities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for constraint in entity.uniquenessConstraints {
        let columns = constraint.flatMap { name -> [String] in
          if let attribute = place.attributes[name] { return attribute.names }
          if case .key(let column, _, _)? = place.relationships[name] { return [column] }
          return []
        }
        guard !columns.isEmpty else { continue }
        let names = columns.map(\.sqlName).joined(separator: ", ")
        let present = columns.map { "\($0.sqlName) IS NOT NULL" }.joined(separator: " AND ")
        let count =
          try store.connection.integer(
            "SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM \(table.sqlName)"
              + " WHERE \(present) GROUP BY \(names) HAVING n > 1)") ?? 0
        if count > 0 {
          findings.append(
            .init(
              entity: entity.name, property: constraint.joined(separator: ", "), count: Int(count)))
        }
      }
    }
    return findings
  }
}
