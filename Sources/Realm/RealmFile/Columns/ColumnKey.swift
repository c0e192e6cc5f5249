// SPDX-License-Identifier: Apache-2.0

/// What names a column within its table, formats from 10 on.
struct ColumnKey {
  /// The key that stands for no column.
  static let none: Int64 = 0x7FFF_FFFF_FFFF_FFFF

  let rawValue: Int64

  /// The number of the column's leaf in a leaf of objects.
  var leafIndex: Int { Int(rawValue & 0xFFFF) }
  /// The number of the type.
  var type: Int { Int(rawValue >> 16 & 0x3F) }
  var attributes: ColumnAttributes { ColumnAttributes(rawValue: Int(rawValue >> 22 & 0xFF)) }
}
