// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the values of one entity lie in a ``SnapshotRow``.
final class SnapshotColumns: Sendable {
  let entity: _Entity
  let count: Int
  /// By property index; -1 for those without columns.
  // Written by the initializer only.
  nonisolated(unsafe) let columnOfProperty: UnsafePointer<Int32>
  private let store: DataStoreIssue

  init(_ entity: _Entity, store: DataStoreIssue) {
    self.entity = entity
    self.store = store
    let columns = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, entity.properties.count))
    var next: Int32 = 0
    for property in entity.properties {
      let width = Self.width(of: property)
      (columns + property.index).initialize(to: width == 0 ? -1 : next)
      next += width
    }
    count = Int(next)
    columnOfProperty = UnsafePointer(columns)
  }

  // Numbers need no deinitialization.
  deinit { columnOfProperty.deallocate() }

  private static func width(of property: _Property) -> Int32 {
    if property.isToMany || property.description.isEphemeral { return 0 }
    if property.isRelationship { return 1 }
    return Int32(property.description.codec?.columnCount ?? 0)
  }

  func column(of index: Int) -> Int? {
    guard entity.properties.indices.contains(index) else { return nil }
    let column = Int(columnOfProperty[index])
    return column < 0 ? nil : column
  }

  /// - Parameters:
  ///   - table: Where the keys of related models come from.
  ///   - storeIdentifier: The store that related models must be of.
  /// - Throws: ``SwiftDataError`` for a value that is not of its property's type, or that names no model of the store.
  func row(of snapshot: DefaultSnapshot, _ table: IdentifierTable, storeIdentifier: String) throws -> SnapshotRow {
    let identifier = snapshot.persistentIdentifier
    var values = [ColumnConstant](repeating: .null, count: count)
    var lists: [Int: [Int64]] = [:]
    var hashes = [Int](repeating: 0, count: entity.properties.count)
    func keys(_ property: _Property) throws -> [Int64] {
      try related(property, snapshot).map { related in
        try check(related, property, identifier, storeIdentifier)
        return table.key(of: related)
      }
    }
    for property in entity.properties {
      var hasher = Hasher()
      defer { hashes[property.index] = hasher.finalize() }
      if property.isToMany {
        let members = try unique(keys(property), property, identifier)
        lists[property.index] = members
        hasher.combine(members)
        continue
      }
      guard let column = column(of: property.index) else { continue }
      if property.isRelationship {
        values[column] = try keys(property).first.map { .integer($0) } ?? .null
        hasher.combine(values[column])
        continue
      }
      for (offset, value) in try attribute(property, snapshot, &hasher).enumerated() where column + offset < count {
        values[column + offset] = value
      }
      if property.description.valueType is any Codable.Type { continue }
      hasher.combine(values[column])
    }
    let key = table.key(of: identifier)
    let version = table.note(RowContent(hashes), of: key)
    return SnapshotRow(
      key: key, version: version, snapshot: snapshot, values: values, lists: lists, layout: self)
  }

  /// A row without values, for a model that is to be inserted.
  func blank(key: Int64, _ identifier: PersistentIdentifier) -> SnapshotRow {
    SnapshotRow(
      key: key, version: 0, snapshot: DefaultSnapshot(persistentIdentifier: identifier, values: [:]),
      values: Array(repeating: .null, count: count), lists: [:], layout: self)
  }

  // MARK: Attributes

  /// What is not in the snapshot, as in one that was written before the property was declared, is the default.
  private func attribute(
    _ property: _Property, _ snapshot: DefaultSnapshot, _ hasher: inout Hasher
  ) throws -> [ColumnConstant] {
    guard let codec = property.description.codec else { return [] }
    guard let value = snapshot.values[property.name] else {
      if let columns = try DefaultColumns.make(property) { return columns }
      if property.isOptional { return [] }
      throw invalidSnapshot(property, snapshot.persistentIdentifier, "has no value")
    }
    if case .none = value {
      if property.isOptional { return [] }
      throw invalidSnapshot(property, snapshot.persistentIdentifier, "has nil")
    }
    guard let codable = property.description.valueType as? any Codable.Type else {
      // What only a transformer can read is kept as what it has made.
      guard let data = value.typed(Data.self) else {
        throw invalidSnapshot(property, snapshot.persistentIdentifier, "has no bytes")
      }
      return [.bytes([UInt8](data))]
    }
    func open<V: Codable>(_: V.Type) -> Any? { value.typed(V.self) }
    guard let typed = open(codable) else {
      throw invalidSnapshot(property, snapshot.persistentIdentifier, "has no \(property.description.valueType)")
    }
    let columns = try ConstantColumns.columns(of: typed, codec: codec, entity.description)
    Self.combine(typed, columns, property, &hasher)
    return columns
  }

  /// Equal values have equal hashes; the bytes of an archive follow the order in which a set or a dictionary happens to
  /// have its elements.
  private static func combine(
    _ value: Any, _ columns: [ColumnConstant], _ property: _Property, _ hasher: inout Hasher
  ) {
    if property.description.valueType is any _ColumnValue.Type { return hasher.combine(columns) }
    if let value = value as? any Hashable, !(type(of: value) is AnyClass) { return hasher.combine(AnyHashable(value)) }
    guard let value = value as? any Encodable, let data = try? sortedEncoder.encode(value) else {
      return hasher.combine(columns)
    }
    hasher.combine(data)
  }

  private static let sortedEncoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  private func invalidSnapshot(_ property: _Property, _ identifier: PersistentIdentifier, _ what: String)
    -> SwiftDataError
  {
    store.nonsense(
      "\(what) for this property in the snapshot of a model.", entity: entity.name, property: property.name,
      identifier: identifier)
  }

  // MARK: Relationships

  private func related(_ property: _Property, _ snapshot: DefaultSnapshot) throws -> [PersistentIdentifier] {
    switch snapshot.values[property.name] {
    case nil, SnapshotValue.none?: return []
    case .identifier(let identifier)?: return [identifier]
    case .identifiers(let identifiers)? where property.isToMany || identifiers.count < 2: return identifiers
    case .array(let values)? where values.isEmpty: return []
    case .value(let value)?:
      if let identifier = value as? PersistentIdentifier { return [identifier] }
      if let identifiers = value as? [PersistentIdentifier] { return identifiers }
      if let identifiers = value as? Set<PersistentIdentifier> { return identifiers.sorted() }
    default: break
    }
    throw invalidSnapshot(property, snapshot.persistentIdentifier, "has no identifiers")
  }

  private func check(
    _ related: PersistentIdentifier, _ property: _Property, _ identifier: PersistentIdentifier, _ store: String
  ) throws {
    if related.isTemporary || related.storeIdentifier == nil {
      throw invalidSnapshot(property, identifier, "has the temporary identifier \(related), which was never replaced,")
    }
    guard related.storeIdentifier == store else {
      throw invalidSnapshot(property, identifier, "has \(related), a model of another store,")
    }
    var name: String? = related.entityName
    if let destination = property.destination, destination.family.contains(where: { $0.name == name }) { name = nil }
    if let name { throw invalidSnapshot(property, identifier, "has a \(name)") }
  }

  private func unique(_ keys: [Int64], _ property: _Property, _ identifier: PersistentIdentifier) throws -> [Int64] {
    var seen = Set<Int64>(minimumCapacity: keys.count)
    for key in keys where !seen.insert(key).inserted {
      throw invalidSnapshot(property, identifier, "names one model twice")
    }
    return keys
  }
}
