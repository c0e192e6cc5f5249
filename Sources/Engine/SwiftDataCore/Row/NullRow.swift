// SPDX-License-Identifier: Apache-2.0

/// A row in which every column is NULL: what values are made from where there is no row.
enum NullRow {
  static var reader: _RowReader {
    _RowReader(
      row: nil, functions: functions, firstColumn: 0, mask: .all,
      description: EmptySchemaModel._$description)
  }

  /// Written once, before anybody has the address, and never freed.
  nonisolated(unsafe) private static let functions: UnsafePointer<RowFunctions> = {
    let pointer = UnsafeMutablePointer<RowFunctions>.allocate(capacity: 1)
    pointer.initialize(
      to: RowFunctions(
        type: { _, _ in RowFunctions.null }, integer: { _, _ in 0 }, real: { _, _ in 0 }, text: { _, _ in nil },
        blob: { _, _ in nil }, byteCount: { _, _ in 0 }))
    return UnsafePointer(pointer)
  }()
}
