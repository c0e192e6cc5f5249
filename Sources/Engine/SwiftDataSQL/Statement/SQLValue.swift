// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

/// A value as SQLite keeps it: what is bound to a statement, and what the
/// registered functions take and return.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(_ constant: ColumnConstant) {
    switch constant {
    case .null: self = .null
    case .integer(let value): self = .integer(value)
    // SQLite has no NaN and binds NULL for it.
    case .real(let value): self = value.isNaN ? .null : .real(value)
    case .text(let value): self = .text(value)
    case .bytes(let value): self = .blob(value)
    }
  }

  package var isNull: Bool { self == .null }

  /// The text, if it is one.
  package var text: String? {
    if case .text(let value) = self { return value }
    return nil
  }

  /// The number as a floating-point value.
  package var real: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}

extension SQLValue: CustomStringConvertible {
  /// As a literal in SQL, for diagnosis.
  package var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value.inSingleQuotes
    case .blob(let bytes): "X'" + SQLHex.string(bytes) + "'"
    }
  }
}

/// Bytes as hexadecimal digits.
enum SQLHex {
  private static let digits = Array("0123456789ABCDEF".utf8)

  static func string(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer[index * 2] = digits[Int(byte >> 4)]
        buffer[index * 2 + 1] = digits[Int(byte & 15)]
      }
      return bytes.count * 2
    }
  }

  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 2)
    var high: UInt8?
    for digit in text.utf8 {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }
}
