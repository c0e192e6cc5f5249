// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

extension StoreLayout {
  /// The table of an entity, or an error that names it.
  package func existingTable(of entity: _Entity) throws -> TableLayout {
    guard let table = tablesByRoot[entity.root.ordinal], keeps(entity) else {
      throw SwiftDataError(
        .unknownEntity, "The store does not contain this entity.", entity: entity.name,
        advice: "Add the model to the schema of the store's configuration.")
    }
    return table
  }

  /// A condition that holds for the rows of an entity in its table; `nil` if
  /// it holds for all rows.
  package func entityCondition(
    _ entity: _Entity, includesSubentities: Bool, alias: String
  ) -> String? {
    guard let table = tablesByRoot[entity.root.ordinal], table.holdsSubentities else { return nil }
    if entity === table.root, includesSubentities { return nil }
    let family = includesSubentities ? Set(entity.family.map(\.ordinal)) : [entity.ordinal]
    let numbers = entitiesByNumber.filter { family.contains($0.value.ordinal) }.keys.sorted()
    if numbers.count == 1, let number = numbers.first { return "\(alias).Z_ENT = \(number)" }
    return "\(alias).Z_ENT IN (\(numbers.map { String($0) }.joined(separator: ", ")))"
  }
}
