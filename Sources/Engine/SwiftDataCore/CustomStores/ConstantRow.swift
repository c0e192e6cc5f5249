// SPDX-License-Identifier: Apache-2.0

/// Columns that are at hand, for a reader that would otherwise read those of a statement.
final class ConstantRow {
  let values: [ColumnConstant]
  /// The bytes of texts and data, which readers are given the addresses of.
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let places: [Range<Int>]

  init(_ values: [ColumnConstant]) {
    self.values = values
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

  /// - Parameters:
  ///   - columnOfProperty: As for ``_RowReader``; without it the reader is at the first column.
  ///   - body: The reader is valid during the call.
  func withReader<R>(
    mask: PropertyMask = .all, columnOfProperty: UnsafePointer<Int32>? = nil, _ description: _ModelDescription,
    _ body: (inout _RowReader) throws -> R
  ) rethrows -> R {
    try withExtendedLifetime(self) {
      var reader = _RowReader(
        // The row in place of a statement, which only `functions` look at.
        row: OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), functions: Self.functions, firstColumn: 0,
        mask: mask, columnOfProperty: columnOfProperty, description: description)
      return try body(&reader)
    }
  }

  // MARK: Reading

  private static func value(_ row: OpaquePointer?, _ column: Int32) -> (ConstantRow, Int)? {
    guard let row else { return nil }
    // `withReader` has put it there, and keeps it alive.
    let constants = Unmanaged<ConstantRow>.fromOpaque(UnsafeRawPointer(row)).takeUnretainedValue()
    return constants.values.indices.contains(Int(column)) ? (constants, Int(column)) : nil
  }

  private func address(_ column: Int) -> UnsafePointer<UInt8>? {
    switch values[column] {
    case .text, .bytes: bytes.baseAddress.map { UnsafePointer($0 + places[column].lowerBound) }
    default: nil
    }
  }

  /// Written once, before anybody has the address, and never freed.
  nonisolated(unsafe) private static let functions: UnsafePointer<RowFunctions> = {
    let pointer = UnsafeMutablePointer<RowFunctions>.allocate(capacity: 1)
    pointer.initialize(
      to: RowFunctions(
        type: { row, column in
          guard let (row, column) = ConstantRow.value(row, column) else { return RowFunctions.null }
          return switch row.values[column] {
          case .integer: 1
          case .real: 2
          case .text: 3
          case .bytes: 4
          case .null: RowFunctions.null
          }
        },
        integer: { row, column in
          guard let (row, column) = ConstantRow.value(row, column) else { return 0 }
          return switch row.values[column] {
          case .integer(let value): value
          case .real(let value): Int64(exactly: value.rounded(.towardZero)) ?? 0
          default: 0
          }
        },
        real: { row, column in
          guard let (row, column) = ConstantRow.value(row, column) else { return 0 }
          return switch row.values[column] {
          case .integer(let value): Double(value)
          case .real(let value): value
          default: 0
          }
        },
        text: { row, column in ConstantRow.value(row, column).flatMap { $0.0.address($0.1) } },
        blob: { row, column in
          ConstantRow.value(row, column).flatMap { $0.0.address($0.1).map { UnsafeRawPointer($0) } }
        },
        byteCount: { row, column in
          ConstantRow.value(row, column).map { Int32(clamping: $0.0.places[$0.1].count) } ?? 0
        }))
    return UnsafePointer(pointer)
  }()
}
