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
  private enum Slot: Sendable {
    /// Its index.
    case property(Int)
    case hidden(String)
  }

  /// By bit.
  private let slots: [Slot]

  init(_ entity: _Entity, _ layout: StoreLayout) {
    let sorted = entity.properties.sorted { $0.name < $1.name }
    var slots: [Slot] = []
    for property in sorted where property.isRelationship && !property.isToMany {
      slots += Array(
        repeating: .property(property.index), count: max(1, layout.columns(of: property).count))
    }
    for reference in entity.oneWayReferences where reference.isToMany {
      guard let destination = reference.destination, entity.isKind(of: destination),
        let column = layout.hiddenColumn(of: reference)
      else { continue }
      slots.append(.hidden(column.name))
    }
    for property in sorted where !property.isRelationship {
      slots += Array(
        repeating: .property(property.index), count: layout.columns(of: property).count)
    }
    for property in sorted where property.isToMany { slots.append(.property(property.index)) }
    self.slots = slots
  }

  /// The bits of the properties in `mask`, and of hidden columns by name.
  func bytes(_ mask: _PropertyMask, _ hidden: Set<String> = []) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (slots.count + 7) / 8)
    for (bit, slot) in slots.enumerated() {
      let isSet =
        switch slot {
        case .property(let index): mask.contains(index)
        case .hidden(let column): hidden.contains(column)
        }
      if isSet { bytes[bit / 8] |= 0x80 >> UInt8(bit % 8) }
    }
    return bytes
  }

  /// The properties whose bits are set, by index.
  func properties(_ bytes: [UInt8]) -> [Int] {
    var found = Set<Int>()
    for (bit, slot) in slots.enumerated() where bit / 8 < bytes.count {
      guard case .property(let property) = slot, bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 else { continue }
      found.insert(property)
    }
    return found.sorted()
  }
}

/// The bits of the last mask: saves often change the same properties of many
/// rows.
struct HistoryColumnsCache {
  private var columns: [Int64: HistoryColumns] = [:]
  private var last: (number: Int64, mask: _PropertyMask, bytes: [UInt8])?

  /// - Parameter number: the entity's, as in ACHANGE.ZENTITY.
  mutating func bytes(
    _ mask: _PropertyMask, _ hidden: Set<String>, _ number: Int64, _ layout: StoreLayout
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
