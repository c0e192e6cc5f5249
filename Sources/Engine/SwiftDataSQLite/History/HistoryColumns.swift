// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Which properties an update has changed, as the bits of ACHANGE.ZCOLUMNS (`HistoryBits`).
struct HistoryColumns: Sendable {
  private enum Slot: Sendable {
    /// Its index.
    case property(Int)
    case hidden(String)
  }

  /// By bit.
  private let slots: [Slot]

  init(_ entity: _Entity, _ layout: StoreLayout) {
    slots = Self.slots(entity, layout) { property, _ in
      Slot.property(property.index)
    } hidden: {
      .hidden($1.name)
    }
  }

  /// The property of each bit of an entity.
  ///
  /// - Parameters:
  ///   - make: for a property, and the position of one of its columns.
  ///   - hidden: for another entity's to-many relationship, and its column.
  static func slots<S>(
    _ entity: _Entity, _ layout: StoreLayout, _ make: (_Property, Int) -> S,
    hidden: (_Property, ColumnLayout) -> S
  ) -> [S] {
    func slots(_ property: _Property, least: Int) -> (name: String, slots: [S]) {
      let count = max(least, layout.columns(of: property).count)
      return (property.name, (0..<count).map { make(property, $0) })
    }
    let relationships = entity.properties.filter(\.isRelationship)
    return HistoryBits.slots(
      toOne: relationships.filter { !$0.isToMany }.map { slots($0, least: 1) },
      hidden: entity.oneWayReferences.filter(\.isToMany).compactMap { reference in
        guard let destination = reference.destination, entity.isKind(of: destination)
        else { return nil }
        return layout.hiddenColumn(of: reference).map { hidden(reference, $0) }
      },
      attributes: entity.properties.filter { !$0.isRelationship }.map { slots($0, least: 0) },
      toMany: relationships.filter(\.isToMany).map { ($0.name, make($0, 0)) })
  }

  /// The bits of the properties in `mask`, and of hidden columns by name.
  func bytes(_ mask: PropertyMask, _ hidden: Set<String> = []) -> [UInt8] {
    HistoryBits.bytes(slots.count) { bit in
      switch slots[bit] {
      case .property(let index): mask.contains(index)
      case .hidden(let column): hidden.contains(column)
      }
    }
  }

  /// The properties whose bits are set, by index.
  func properties(_ bytes: [UInt8]) -> [Int] {
    var found = Set<Int>()
    for (bit, slot) in slots.enumerated() where HistoryBits.isSet(bit, in: bytes) {
      if case .property(let property) = slot { found.insert(property) }
    }
    return found.sorted()
  }
}

/// The bits of the last mask: saves often change the same properties of many
/// rows.
struct HistoryColumnsCache {
  private var columns: [Int64: HistoryColumns] = [:]
  private var last: (number: Int64, mask: PropertyMask, bytes: [UInt8])?

  /// - Parameter number: the entity's, as in ACHANGE.ZENTITY.
  mutating func bytes(
    _ mask: PropertyMask, _ hidden: Set<String>, _ number: Int64, _ layout: StoreLayout
  ) -> [UInt8] {
    if hidden.isEmpty, let last, last.number == number, last.mask == mask { return last.bytes }
    guard let entity = layout.entity(number: number) else { return [] }
    let columns = self.columns[number] ?? HistoryColumns(entity, layout)
    self.columns[number] = columns
    let bytes = columns.bytes(mask, hidden)
    if hidden.isEmpty { last = (number, mask, bytes) }
    return bytes
  }
}
