// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresKnownNames {
    /// The names in a store that was last used with just these models.
    init(exactly record: RecordedLayout, _ entities: [_Entity]) {
      self.init()
      for entity in entities {
        guard let place = record.entities[entity.name] else { continue }
        if entity.root === entity { tables[entity.name] = place.table }
        for property in FormerSchema.own(entity) {
          if let column = place.keys[property.name] ?? place.hidden[property.name] {
            columns[entity.name, default: [:]][property.name] = column
          }
          let parts = AttributePart.parts(of: property)
          guard let given = place.attributes[property.name], given.count == parts.count else { continue }
          for (part, column) in zip(parts, given) {
            columns[entity.name, default: [:]][part.path.joined(separator: ".")] = column
          }
        }
      }
      for found in record.pairs {
        pairs[found.entity, default: [:]][found.relationship] = Pairs(
          table: found.table, ownerColumn: found.ownerColumn, targetColumn: found.targetColumn)
      }
      formerSubentities = FormerSubentities.find(record.parents ?? [:], Set(entities.map(\.name)))
    }
  }
#endif
