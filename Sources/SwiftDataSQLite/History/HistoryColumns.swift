import SwiftDataCore
import SwiftDataSQL

/// The bits of ACHANGE.ZCOLUMNS: which properties an update has changed.
///
/// The most significant bit comes first. Bits stand for to-one relationships
/// by name (two if there is an entity column), then hidden columns of others'
/// to-many relationships, attributes by name (one per column), and to-many
/// relationships by name. Of the last group Core Data's order is not known
/// for certain: in a file from elsewhere one may be taken for another.
struct HistoryColumns: Sendable {
  /// By bit: the property's index; `nil` for a hidden column.
  private let slots: [Int?]

  init(_ entity: _Entity, _ layout: StoreLayout) {
    let sorted = entity.properties.sorted { $0.name < $1.name }
    var slots: [Int?] = []
    for property in sorted where property.isRelationship && !property.isToMany {
      slots += Array(repeating: property.index, count: max(1, layout.columns(of: property).count))
    }
    let hidden = entity.oneWayReferences.filter { reference in
      guard reference.isToMany, let destination = reference.destination else { return false }
      return entity.isKind(of: destination) && layout.hiddenColumn(of: reference) != nil
    }
    slots += Array(repeating: nil, count: hidden.count)
    for property in sorted where !property.isRelationship {
      slots += Array(repeating: property.index, count: layout.columns(of: property).count)
    }
    for property in sorted where property.isToMany { slots.append(property.index) }
    self.slots = slots
  }

  /// The bits of the properties in `mask`.
  func bytes(_ mask: _PropertyMask) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (slots.count + 7) / 8)
    for (bit, property) in slots.enumerated() {
      guard let property, mask.contains(property) else { continue }
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return bytes
  }

  /// The properties whose bits are set, by index.
  func properties(_ bytes: [UInt8]) -> [Int] {
    var found = Set<Int>()
    for (bit, property) in slots.enumerated() where bit / 8 < bytes.count {
      guard let property, bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { continue }
      found.insert(property)
    }
    return found.sorted()
  }
}

/// The bits of the last masks of a transaction: saves often change the same
/// properties of many rows.
struct HistoryColumnsCache {
  private var columns: [Int64: HistoryColumns] = [:]
  private var last: (number: Int64, mask: _PropertyMask, bytes: [UInt8])?

  /// - Parameter number: the entity's, as in ACHANGE.ZENTITY.
  mutating func bytes(_ mask: _PropertyMask, _ number: Int64, _ layout: StoreLayout) -> [UInt8] {
    if let last, last.number == number, last.mask == mask { return last.bytes }
    guard let entity = layout.entity(number: number) else { return [] }
    let columns = self.columns[number] ?? HistoryColumns(entity, layout)
    self.columns[number] = columns
    let bytes = columns.bytes(mask)
    last = (number, mask, bytes)
    return bytes
  }
}
