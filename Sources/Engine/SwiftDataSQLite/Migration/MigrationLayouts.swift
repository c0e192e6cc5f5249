// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// The two layouts of a migration, both of the same schema.
///
/// Core Data derives every name and number from the model alone. So a store
/// whose schema has changed gets those that a new store would have; otherwise
/// another program would read the wrong column.
struct MigrationLayouts {
  /// The names and numbers that the store has; what is new gets free ones.
  let current: StoreLayout
  /// Those that it is to have. The same object if nothing is to change.
  let target: StoreLayout
  /// Where the store has what properties, renamed ones by their new names.
  let existing: ExistingNames
  /// The new numbers of entities, by their old ones in Z_PRIMARYKEY.
  let numbers: [Int64: Int64]
  let isChanged: Bool

  /// - Parameter isChanged: Whether the store was written with another schema.
  /// - Throws: an error if no numbers are left.
  init(
    _ contents: StoreContents, model: SchemaModel, entities: [_Entity], kept: [_Entity],
    isChanged: Bool
  ) throws {
    existing = contents.existingNames(for: kept)
    current = StoreLayout(coreDataFor: model, entities: entities, existing: existing)
    self.isChanged = isChanged
    guard isChanged else {
      target = current
      numbers = [:]
      return
    }
    var names = ExistingNames()
    let natural = StoreLayout(coreDataFor: model, entities: entities)
    let schema = Dictionary(
      kept.map { ($0.name, natural.number(of: $0)) }, uniquingKeysWith: { first, _ in first })
    numbers = try Self.numbers(contents, schema)
    names.entityNumbers = schema
    for row in contents.modelEntities {
      let number = numbers[row.number] ?? row.number
      names.entityNumbers[row.name] = number
      names.superentities[number] = numbers[row.superentity] ?? row.superentity
    }
    for table in current.joinTables where contents.tables[table.name] != nil {
      let (entity, name) = (table.relationship.entity.name, table.relationship.name)
      names.reflexiveNames[entity, default: []].insert(name)
    }
    target = StoreLayout(coreDataFor: model, entities: entities, existing: names)
  }

  /// Entities of the schema get its numbers, others keep theirs out of the way.
  private static func numbers(
    _ contents: StoreContents, _ schema: [String: Int64]
  ) throws -> [Int64: Int64] {
    var numbers: [Int64: Int64] = [:]
    var next = contents.modelEntities.map(\.number).max() ?? 0
    next = max(next + 1, KeptNames.firstEntity)
    for row in contents.modelEntities.sorted(by: { $0.number < $1.number }) {
      if let number = schema[row.name] {
        numbers[row.number] = number
      } else if row.number < KeptNames.firstEntity {
        numbers[row.number] = next
        next += 1
      }
    }
    guard next <= PrimaryKeyTable.firstInternalNumber else {
      throw SwiftDataError(
        .unknownDataStoreSchema, "The store has too many entities that are no longer in any schema.",
        advice: "Export what is still needed into a new store.")
    }
    return numbers
  }
}
