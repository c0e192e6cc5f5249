// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Comparing and adding up what lies in columns, as SQLite stores do.
extension ColumnConstant {
  /// Whether values are the same in a group, or of one count: texts by their code points.
  enum Distinct: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case bytes([UInt8], isText: Bool)
  }

  var distinct: Distinct {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): Int64(exactly: value).map { .integer($0) } ?? .real(value)
    case .text(let value): .bytes(Array(value.utf8), isText: true)
    case .bytes(let value): .bytes(value, isText: false)
    }
  }

  var isNull: Bool { self == .null }

  /// The decimal that a column of decimals holds (``DecimalColumn``).
  var decimal: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .real(let value): DecimalColumn.decimal(value)
    case .text(let text): DecimalColumn.decimal(text: text)
    case .null, .bytes: nil
    }
  }

  /// A computed decimal, with all its digits.
  static func computed(_ decimal: Decimal) -> ColumnConstant {
    switch DecimalColumn.Number(decimal) {
    case .integer(let value): .integer(value)
    case .real(let value) where DecimalColumn.decimal(value) == decimal: .real(value)
    case .real: .text("\(DecimalColumn.exactMark)\(decimal)")
    case .notANumber: .text(DecimalColumn.notANumber)
    }
  }

  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .bytes: nil
    }
  }

  // MARK: Order

  /// - Parameter type: Of the property: strings and decimals have an order of their own. Others are in that of columns:
  ///   nothing, numbers, texts by their bytes, bytes.
  func isLess(than other: ColumnConstant, as type: _ColumnType? = nil) -> Bool {
    switch (type, self, other) {
    case (.decimal, _, _):
      if let left = decimal, let right = other.decimal { return left < right }
    case (.string, .text(let left), .text(let right)): return left < right
    default: break
    }
    return switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    default:
      if let left = double, let right = other.double { left < right } else { rank < other.rank }
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .bytes: 3
    }
  }
}
