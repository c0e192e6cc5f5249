// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Attributes without a default value, and relationships to one, which the code
/// of a stage has to give to the rows that there are.
final class MissingValues {
  private var properties: [_Property] = []

  /// Notes a property, if code can read the objects before they have it: an
  /// enum or a struct cannot be made of nothing.
  func take(_ property: _Property) -> Bool {
    switch property.description.kind {
    case .attribute(.scalar), .toOne: properties.append(property)
    default: return false
    }
    return true
  }

  /// - Throws: an error if rows are still without.
  func check(_ layout: StoreLayout, _ connection: SQLiteConnection, _ stage: String) throws {
    for property in properties {
      let table = layout.table(of: property.entity).name
      let conditions =
        layout.columns(of: property).map { "\($0.name) IS NULL" }
        + (layout.entityCondition(property.entity, includesSubentities: true, alias: table)
          .map { [$0] } ?? [])
      let sql = "SELECT 1 FROM \(table) WHERE \(conditions.joined(separator: " AND ")) LIMIT 1"
      guard try connection.integer(sql) != nil else { continue }
      throw SwiftDataError(
        .unknownDataStoreSchema,
        "The property is not optional and has no default value, and didMigrate has left objects without it. (\(stage))",
        entity: property.entity.name, property: property.name, file: connection.file,
        advice: "Set it for every object, and save the context.")
    }
  }
}
