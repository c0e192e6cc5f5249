// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A value as SQLite keeps it.
package enum SQLiteValue: Equatable, Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  /// A decimal as its column holds it.
  package init(_ decimal: Decimal) {
    switch DecimalColumn.Number(decimal) {
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .notANumber: self = .text(DecimalColumn.notANumber)
    }
  }

  /// A decimal with all its digits, for temporary files: as a text where its column would hold a neighbour.
  package init(exactly decimal: Decimal) {
    self = DecimalColumn.rounded(decimal) == decimal ? SQLiteValue(decimal) : .text(DecimalColumn.text(decimal))
  }

  package var isNull: Bool { self == .null }

  /// The value as a key: an integer, or a real number that is one.
  package var key: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    default: nil
    }
  }

  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
