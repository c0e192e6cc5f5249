// SPDX-License-Identifier: Apache-2.0

/// A snapshot of a custom store, as a row: columns that models are read from, and the keys in its lists.
final class SnapshotRow {
  let key: Int64
  let entity: _Entity
  let version: Int32
  let snapshot: DefaultSnapshot
  /// The members of to-many relationships, by property index.
  let lists: [Int: [Int64]]

  private let columns: ConstantRow
  private let layout: SnapshotColumns

  init(
    key: Int64, version: Int32, snapshot: DefaultSnapshot, values: [ColumnConstant], lists: [Int: [Int64]],
    layout: SnapshotColumns
  ) {
    self.key = key
    self.entity = layout.entity
    self.version = version
    self.snapshot = snapshot
    self.lists = lists
    self.layout = layout
    columns = ConstantRow(values)
  }

  /// Columns of attributes and to-one relationships, as ``SnapshotColumns`` lays them out.
  var values: [ColumnConstant] { columns.values }

  func column(of index: Int) -> Int? { layout.column(of: index) }

  /// The destinations of a relationship.
  func targets(_ property: _Property) -> [Int64] {
    if property.isToMany { return lists[property.index] ?? [] }
    guard let column = layout.column(of: property.index), case .integer(let key) = values[column] else { return [] }
    return [key]
  }

  /// Replaces the values of some properties.
  func replacing(_ changes: [PropertyColumns]) -> SnapshotRow {
    var values = values
    for change in changes {
      guard let column = layout.column(of: change.property.index) else { continue }
      for (offset, value) in change.values.enumerated() where values.indices.contains(column + offset) {
        values[column + offset] = value
      }
    }
    return SnapshotRow(
      key: key, version: version, snapshot: snapshot, values: values, lists: lists, layout: layout)
  }

  /// - Parameter body: The reader is valid during the call.
  func withRow<R>(
    owner: Int64 = 0, mask: PropertyMask = .all, _ body: (inout FetchedRow) throws -> R
  ) rethrows -> R {
    try columns.withReader(mask: mask, columnOfProperty: layout.columnOfProperty, entity.description) { reader in
      var row = FetchedRow(key: key, entity: entity, version: version, owner: owner, reader: reader)
      return try body(&row)
    }
  }
}
