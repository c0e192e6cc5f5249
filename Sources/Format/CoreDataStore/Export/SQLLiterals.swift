// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Values as SQL text that gives back the very same value.
struct SQLLiterals {
  let numbers: SQLNumbers

  func text(_ statement: Statement, _ column: Int) throws -> String {
    switch statement.value(column, text: { .blob($0) }) {
    case .null: return "NULL"
    case .integer(let value): return "\(value)"
    case .real(let value): return try numbers.text(value)
    case .blob(let data):
      return statement.isText(column) ? Self.text(data) : "X'\(Self.hexadecimal(data))'"
    case .text(let text): return Self.text(Data(text.utf8))
    }
  }

  func text(_ text: String) throws -> String { Self.text(Data(text.utf8)) }

  /// - Parameter bytes: as they are stored, which need not be UTF-8.
  private static func text(_ bytes: Data) -> String {
    // SQLite's statements end at NUL, and the shell takes carriage returns
    // away at the ends of lines.
    if bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
      let text = String(validating: bytes, as: UTF8.self)
    {
      return text.inSingleQuotes
    }
    return "CAST(X'\(hexadecimal(bytes))' AS TEXT)"
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func hexadecimal(_ data: Data) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(data.count * 2)
    for byte in data {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
