/// What a custom store has of one model, as a row: columns that models are read from, and the keys in its lists.
final class SnapshotRow {
  let key: Int64
  let entity: _Entity
  let version: Int32
  let snapshot: DefaultSnapshot
  /// Columns of attributes and to-one relationships, as ``SnapshotColumns`` lays them out.
  let values: [_ColumnConstant]
  /// The members of to-many relationships, by property index.
  let lists: [Int: [Int64]]

  private let layout: SnapshotColumns
  /// The bytes of texts and data, which readers are given the addresses of.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let places: [Range<Int>]

  init(
    key: Int64, version: Int32, snapshot: DefaultSnapshot, values: [_ColumnConstant], lists: [Int: [Int64]],
    layout: SnapshotColumns
  ) {
    self.key = key
    self.entity = layout.entity
    self.version = version
    self.snapshot = snapshot
    self.values = values
    self.lists = lists
    self.layout = layout
    var all: [UInt8] = []
    var places: [Range<Int>] = []
    places.reserveCapacity(values.count)
    for value in values {
      let start = all.count
      switch value {
      case .text(let text): all.append(contentsOf: text.utf8)
      case .bytes(let bytes): all.append(contentsOf: bytes)
      case .null, .integer, .real: break
      }
      places.append(start..<all.count)
    }
    self.places = places
    // One byte at least: an empty text has an address, too. Freed with the row.
    bytes = .allocate(capacity: max(1, all.count))
    _ = bytes.update(fromContentsOf: all.isEmpty ? [0] : all)
  }

  deinit { bytes.deallocate() }

  func column(of index: Int) -> Int? { layout.column(of: index) }

  /// The destinations of a relationship.
  func targets(_ property: _Property) -> [Int64] {
    if property.isToMany { return lists[property.index] ?? [] }
    guard let column = layout.column(of: property.index), case .integer(let key) = values[column] else { return [] }
    return [key]
  }

  /// The same row with other values of some properties.
  func replacing(_ changes: [_PropertyColumns]) -> SnapshotRow {
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
    owner: Int64 = 0, mask: _PropertyMask = .all, _ body: (inout _FetchedRow) throws -> R
  ) rethrows -> R {
    try withExtendedLifetime(self) {
      var row = _FetchedRow(
        key: key, entity: entity, version: version, owner: owner,
        // The row in place of a statement, which only `functions` look at.
        reader: _RowReader(
          row: OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), functions: Self.functions,
          firstColumn: 0, mask: mask, columnOfProperty: layout.columnOfProperty,
          description: entity.description))
      return try body(&row)
    }
  }

  // MARK: Reading

  private static func value(_ row: OpaquePointer?, _ column: Int32) -> (SnapshotRow, Int)? {
    guard let row else { return nil }
    // `withRow` has put it there, and keeps it alive.
    let snapshot = Unmanaged<SnapshotRow>.fromOpaque(UnsafeRawPointer(row)).takeUnretainedValue()
    return snapshot.values.indices.contains(Int(column)) ? (snapshot, Int(column)) : nil
  }

  private func address(_ column: Int) -> UnsafePointer<UInt8>? {
    switch values[column] {
    case .text, .bytes: bytes.baseAddress.map { UnsafePointer($0 + places[column].lowerBound) }
    default: nil
    }
  }

  /// Written once, before anybody has the address, and never freed.
  nonisolated(unsafe) private static let functions: UnsafePointer<_RowFunctions> = {
    let pointer = UnsafeMutablePointer<_RowFunctions>.allocate(capacity: 1)
    pointer.initialize(
      to: _RowFunctions(
        type: { row, column in
          guard let (row, column) = SnapshotRow.value(row, column) else { return _RowFunctions.null }
          return switch row.values[column] {
          case .integer: 1
          case .real: 2
          case .text: 3
          case .bytes: 4
          case .null: _RowFunctions.null
          }
        },
        integer: { row, column in
          guard let (row, column) = SnapshotRow.value(row, column) else { return 0 }
          return switch row.values[column] {
          case .integer(let value): value
          case .real(let value): Int64(exactly: value.rounded(.towardZero)) ?? 0
          default: 0
          }
        },
        real: { row, column in
          guard let (row, column) = SnapshotRow.value(row, column) else { return 0 }
          return switch row.values[column] {
          case .integer(let value): Double(value)
          case .real(let value): value
          default: 0
          }
        },
        text: { row, column in SnapshotRow.value(row, column).flatMap { $0.0.address($0.1) } },
        blob: { row, column in
          SnapshotRow.value(row, column).flatMap { $0.0.address($0.1).map { UnsafeRawPointer($0) } }
        },
        byteCount: { row, column in
          SnapshotRow.value(row, column).map { Int32(clamping: $0.0.places[$0.1].count) } ?? 0
        }))
    return UnsafePointer(pointer)
  }()
}
