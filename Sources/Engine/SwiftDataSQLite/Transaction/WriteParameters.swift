// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Which parameter each column of the wanted properties gets.
///
/// A writer binds the properties one after the other, those without a column
/// too; the numbers are given as it counts, and the statement names only
/// those it needs.
struct WriteParameters {
  struct Item {
    let property: Int
    let column: String
    /// The expression that the column is set to.
    let value: String
    /// Whether it follows from another column.
    let isDerived: Bool
  }

  /// The wanted properties, without those that are not stored.
  let mask: PropertyMask
  let items: [Item]
  /// The first number that no property uses.
  let next: Int32

  init(layout: StoreLayout, entity: _Entity, mask: PropertyMask) {
    var mask = mask
    for property in entity.properties where !property.isRelationship && !property.hasColumns {
      // The last bit stands for stored properties, too: writers leave the others out by themselves.
      if property.index < PropertyMask.sharedBit { mask.bits &= ~PropertyMask.bit(property.index) }
    }
    var items: [Item] = []
    var next: Int32 = 2
    for property in entity.properties
    where mask.contains(property.index) && (property.isRelationship || property.hasColumns) {
      let columns = layout.columns(of: property)
      if property.isRelationship {
        guard !property.isToMany else { continue }
        let key = "?\(next)"
        next += 1
        for column in columns {
          let isEntity = column.content == .entity
          items.append(
            Item(
              property: property.index, column: column.name,
              value: isEntity ? Self.entityNumber(property, key, layout) : key,
              isDerived: isEntity))
        }
      } else if case .attribute(let attribute) = property.description.kind {
        for (offset, column) in columns.enumerated() {
          items.append(
            Item(
              property: property.index, column: column.name,
              value: column.stored("?\(next + Int32(offset))"),
              isDerived: false))
        }
        next += Int32(attribute.columnCount)
      }
    }
    self.mask = mask
    self.items = items
    self.next = next
  }

  /// The concrete entity of a destination is what its row says. A row that
  /// comes later in the transaction is asked again before the commit.
  private static func entityNumber(
    _ property: _Property, _ key: String, _ layout: StoreLayout
  ) -> String {
    guard let destination = property.destination, layout.keeps(destination) else { return "NULL" }
    return "(SELECT d.Z_ENT FROM \(layout.table(of: destination).name) AS d WHERE d.Z_PK = \(key))"
  }
}
