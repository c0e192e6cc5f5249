// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The table of a many-to-many relationship.
struct CheckerJoinTable {
  struct Column {
    var name: String
    var entity: CheckerModel.Entity
    var orderColumn: String?
  }

  let name: String
  let columns: [Column]

  var createText: String {
    let keys = columns.map(\.name)
    let orders = columns.compactMap(\.orderColumn)
    let list = (keys + orders).map { "\($0) INTEGER" }
    return
      "CREATE TABLE \(name) ( \(list.joined(separator: ", ")), PRIMARY KEY (\(keys.joined(separator: ", "))) )"
  }

  var indexName: String { "\(name)_\(columns[1].name)_INDEX" }
  var indexText: String {
    "CREATE INDEX \(indexName) ON \(name) (\(columns[1].name), \(columns[0].name))"
  }

  /// - Parameter exists: Of the two relationships between an entity and
  ///   itself either may name the table; the file says which.
  static func all(_ model: CheckerModel, exists: (String) -> Bool) -> [CheckerJoinTable] {
    var tables: [CheckerJoinTable] = []
    var done: Set<String> = []
    var used: Set<String> = []
    func column(
      _ entity: CheckerModel.Entity, _ relationship: CheckerModel.Relationship
    ) -> Column {
      let wanted = "\(entity.number)\(relationship.name.uppercased())"
      var suffix = ""
      while !used.insert(wanted + suffix).inserted { suffix = "\((Int(suffix) ?? 0) + 1)" }
      return Column(
        name: "Z_\(wanted)\(suffix)", entity: entity,
        orderColumn: relationship.isOrdered ? "Z_FOK_\(wanted)\(suffix)" : nil)
    }
    for entity in model.entities {
      for var relationship in model.ownRelationships(entity) where !relationship.isToOne {
        guard var inverse = model.inverse(relationship), !inverse.isToOne,
          let other = model[relationship.destination],
          !done.contains("\(entity.name).\(relationship.name)")
        else { continue }
        done.insert("\(other.name).\(inverse.name)")
        let first = "Z_\(entity.number)\(relationship.name.uppercased())"
        if entity.number == other.number, !exists(first) { swap(&relationship, &inverse) }
        tables.append(
          CheckerJoinTable(
            name: "Z_\(entity.number)\(relationship.name.uppercased())",
            columns: [column(entity, inverse), column(other, relationship)]))
      }
    }
    return tables
  }
}
