// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore

extension SQLFunctions {
  static let numbers: [SQLFunction] = [
    // SQL answers NULL to a division by zero; floating point has infinities.
    SQLFunction(.divideReal, 2) { values in
      guard let left = values[0].real, let right = values[1].real else { return .null }
      return real(left / right)
    },
    // Arithmetic on `Float` rounds after every step.
    SQLFunction(.roundToFloat, 1) { values in
      values[0].real.map { real(Double(Float($0))) } ?? .null
    },
  ]

  static let decimals: [SQLFunction] = [
    SQLFunction(decimals: .decimalAdd) { value($0 + $1) },
    SQLFunction(decimals: .decimalSubtract) { value($0 - $1) },
    SQLFunction(decimals: .decimalMultiply) { value(product($0, $1)) },
    SQLFunction(decimals: .decimalDivide) { $1.isZero ? .null : value($0 / $1) },
    SQLFunction(.decimalOrder, 1) { values in
      guard let decimal = decimal(values[0]) else { return .null }
      return switch DecimalColumn.Number(decimal) {
      case .integer(let value): .integer(value)
      case .real(let value): .real(value)
      // Less than any number, as `Decimal` compares.
      case .notANumber: .real(-.infinity)
      }
    },
    SQLFunction(decimals: .decimalCompare) { .integer($0 == $1 ? 0 : $0 < $1 ? -1 : 1) },
  ]

  static let encodings: [SQLFunction] = [
    SQLFunction(text: .bytesFromHex) { SQLHex.bytes($0).map { .blob($0) } ?? .null },
    SQLFunction(.realFromBits, 1) { values in
      guard case .integer(let bits) = values[0] else { return .null }
      return real(Double(bitPattern: UInt64(bitPattern: bits)))
    },
    SQLFunction(.uuidText, 1) { values in
      guard case .blob(let bytes) = values[0], bytes.count == 16 else { return .null }
      return .text(
        bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString })
    },
    SQLFunction(.jsonText, 1) { values in
      switch values[0] {
      case .blob(let bytes) where ValueArchive.isArchive(bytes):
        // What cannot be read has no members.
        (try? ArchivedValue(keyedArchive: Data(bytes)).jsonText())
          .map { .text(JSONZeros.hidden(inJSON: $0)) } ?? .null
      case .blob(let bytes): .text(JSONZeros.hidden(inJSON: String(decoding: bytes, as: UTF8.self)))
      case .text(let text): .text(JSONZeros.hidden(inJSON: text))
      default: .null
      }
    },
    SQLFunction(.jsonString, 1) { values in
      guard case .text(let text) = values[0] else { return values[0] }
      return .text(JSONZeros.shown(text))
    },
  ]

  private static func real(_ value: Double) -> SQLValue { value.isNaN ? .null : .real(value) }

  /// Foundation traps where the exponent of a product has no place in
  /// a byte.
  private static func product(_ left: Decimal, _ right: Decimal) -> Decimal {
    guard left.exponent + right.exponent < -128, !left.isNaN, !right.isNaN else {
      return left * right
    }
    let product = (Double("\(left)") ?? 0) * (Double("\(right)") ?? 0)
    return DecimalColumn.decimal(product)
  }

  /// A decimal that was computed, with all its digits.
  static func value(_ decimal: Decimal) -> SQLValue {
    switch DecimalColumn.Number(decimal) {
    case .integer(let value): .integer(value)
    case .real(let value) where DecimalColumn.decimal(value) == decimal: .real(value)
    case .real: .text("\(DecimalColumn.exactMark)\(decimal)")
    case .notANumber: .text(DecimalColumn.notANumber)
    }
  }

  static func decimal(_ value: SQLValue) -> Decimal? {
    switch value {
    case .integer(let value): Decimal(value)
    case .real(let value): DecimalColumn.decimal(value)
    case .text(let text):
      // A text that lies in a column counts as if it had been written as a number.
      DecimalColumn.decimal(text: text).map {
        text.first == DecimalColumn.exactMark ? $0 : DecimalColumn.rounded($0)
      }
    default: nil
    }
  }
}

extension SQLFunction {
  fileprivate init(
    decimals name: SQLFunctionName, _ body: @escaping @Sendable (Decimal, Decimal) -> SQLValue
  ) {
    self.init(name, 2) { values in
      guard let left = SQLFunctions.decimal(values[0]), let right = SQLFunctions.decimal(values[1])
      else { return .null }
      return body(left, right)
    }
  }
}
