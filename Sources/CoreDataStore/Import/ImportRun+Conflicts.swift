import CoreDataModel

extension ImportRun {
  /// The row that has the unique values of an object.
  func existing(
    _ entity: EntityDescription, _ columns: [String: [SQLValue]]
  ) throws -> ObjectReference? {
    for constraint in entity.uniquenessConstraints {
      // The root of the constraint: all its rows are compared.
      guard
        let owner = ([entity] + store.model.ancestors(of: entity)).last(where: {
          $0.uniquenessConstraints.contains(constraint)
        }), let place = store.layout[owner.name], let table = place.table,
        let same = sameValues(constraint, columns, place)
      else { continue }
      var conditions = same.conditions
      if let condition = store.entityCondition(place, true) { conditions.append(condition) }
      let found = try store.connection.rows(
        "SELECT t0.Z_PK, t0.Z_ENT FROM \(table.sqlName) AS t0 WHERE "
          + conditions.joined(separator: " AND ") + " LIMIT 1", same.values)
      if let key = found.first?[0].key {
        let number = found.first?[1].key
        let name = number.flatMap { store.entitiesByNumber[$0] } ?? entity.name
        return ObjectReference(entity: name, key: key)
      }
    }
    return nil
  }

  /// What is true of rows that have the unique values of an object.
  ///
  /// - Returns: `nil` if a property has no value: nothing is the same as
  ///   nothing, and the rest alone would lead to rows of other objects.
  private func sameValues(
    _ constraint: [String], _ columns: [String: [SQLValue]], _ place: EntityTable
  ) -> (conditions: [String], values: [SQLValue])? {
    var conditions: [String] = []
    var values: [SQLValue] = []
    for name in constraint {
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
}
