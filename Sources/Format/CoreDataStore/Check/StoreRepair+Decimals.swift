// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension StoreRepair {
  /// Decimals that lie as text become numbers, as which Core Data has them.
  mutating func writeDecimals(_ writer: StoreWriter) throws {
    let store = writer.store
    guard store.modelOrigin == .cache else { return }
    for entity in store.orderedEntities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for attribute in store.model.ownAttributes(of: entity) where !attribute.isTransient {
        let leaves = attribute.leaves
        let columns = place.attributes[attribute.name]?.names ?? []
        guard columns.count == leaves.count else { continue }
        for (column, leaf) in zip(columns, leaves) where leaf.attribute.type == .decimal {
          let numbers = place.numbers.map(String.init).joined(separator: ", ")
          let rows = try store.connection.rows(
            "SELECT Z_PK, Z_ENT, \(column.sqlName) FROM \(table.sqlName)"
              + " WHERE typeof(\(column.sqlName)) = 'text' AND Z_ENT IN (\(numbers))")
          var count = 0
          for row in rows {
            guard let key = row[0].key, case .text(let text) = row[2],
              let decimal = DecimalColumn.decimal(text: text), SQLiteValue(decimal) != row[2]
            else { continue }
            let entity = row[1].key.flatMap { store.entitiesByNumber[$0] } ?? place.entity
            try writer.update(
              ObjectReference(entity: entity, key: key), [(column, SQLiteValue(decimal))],
              [attribute.name])
            count += 1
          }
          if count > 0 {
            actions.append("Wrote \(entity.name).\(leaf.path) as a number in \(count) rows.")
          }
        }
      }
    }
  }
}
