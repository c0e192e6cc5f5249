// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension ImportRun {
  /// The row that has the unique values of an object.
  func existing(
    _ object: ImportObject, _ entity: EntityDescription, _ columns: [String: [SQLiteValue]]
  ) throws -> ObjectReference? {
    var seen: Set<[String]> = []
    // From the root on: all rows below the entity that declares a constraint
    // are compared. Subentities may repeat it; Core Data's do not.
    for owner in (([entity] + store.model.ancestors(of: entity)).reversed()) {
      for constraint in owner.uniquenessConstraints where seen.insert(constraint).inserted {
        if let found = try existing(object, constraint, owner, columns) { return found }
      }
    }
    return nil
  }

  private func existing(
    _ object: ImportObject, _ constraint: [String], _ owner: EntityDescription,
    _ columns: [String: [SQLiteValue]]
  ) throws -> ObjectReference? {
    guard let place = store.layout[owner.name], let table = place.table,
      let same = try sameValues(object, constraint, columns, place)
    else { return nil }
    var conditions = same.conditions
    if let condition = store.entityCondition(place, true) { conditions.append(condition) }
    let found = try store.connection.rows(
      "SELECT t0.Z_PK, t0.Z_ENT FROM \(table.sqlName) AS t0 WHERE "
        + conditions.joined(separator: " AND ") + " LIMIT 1", same.values)
    guard let key = found.first?[0].key else { return nil }
    let name = found.first?[1].key.flatMap { store.entitiesByNumber[$0] } ?? owner.name
    return ObjectReference(entity: name, key: key)
  }

  /// What is true of rows that have the unique values of an object.
  ///
  /// - Returns: `nil` if a property has no value: nothing is the same as
  ///   nothing, and the rest alone would lead to rows of other objects.
  private func sameValues(
    _ object: ImportObject, _ constraint: [String], _ columns: [String: [SQLiteValue]],
    _ place: EntityTable
  ) throws -> (conditions: [String], values: [SQLiteValue])? {
    var conditions: [String] = []
    var values: [SQLiteValue] = []
    for name in constraint {
      if case .key(let column, _, _)? = place.relationships[name] {
        guard case .string(let text)? = object.values.first(where: { $0.name == name })?.value,
          let target = try target(text)
        else { return nil }
        conditions.append("t0.\(column.sqlName) = ?")
        values.append(.integer(target.key))
        continue
      }
      let names = place.attributes[name]?.names ?? []
      guard let list = columns[name], names.count == list.count,
        list.contains(where: { !$0.isNull })
      else { return nil }
      for (column, value) in zip(names, list) {
        if value.isNull {
          // An empty part of a struct, or another case of an enumeration.
          conditions.append("t0.\(column.sqlName) IS NULL")
        } else {
          conditions.append("t0.\(column.sqlName) = ?")
          values.append(value)
        }
      }
    }
    return conditions.isEmpty ? nil : (conditions, values)
  }

  /// Entities whose unique values tell by what they lead to: their objects come
  /// last, as what they lead to must have its row by then.
  var lateEntities: Set<String> {
    let late = store.model.entities.filter { entity in
      ([entity] + store.model.ancestors(of: entity)).contains { owner in
        owner.uniquenessConstraints.joined().contains { owner.relationship(named: $0) != nil }
      }
    }
    return Set(late.map(\.name))
  }
}
