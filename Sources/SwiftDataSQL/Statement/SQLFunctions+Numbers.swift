import CoreDataModel
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
    SQLFunction(decimals: .decimalMultiply) { value($0 * $1) },
    SQLFunction(decimals: .decimalDivide) { $1.isZero ? .null : value($0 / $1) },
    SQLFunction(.decimalReal, 1) { values in
      decimal(values[0]).map { real(Double("\($0)") ?? .nan) } ?? .null
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
        (try? ArchivedValue(keyedArchive: Data(bytes)).jsonText()).map { .text($0) } ?? .null
      case .blob(let bytes): .text(String(decoding: bytes, as: UTF8.self))
      case .text: values[0]
      default: .null
      }
    },
  ]

  private static func real(_ value: Double) -> SQLValue { value.isNaN ? .null : .real(value) }

  /// A decimal as its column holds it (see `Decimal`'s conformance to `_ColumnValue`).
  static func value(_ decimal: Decimal) -> SQLValue {
    if decimal.isNaN { return .text("dNaN") }
    let description = decimal.description
    if let integer = Int64(description) { return .integer(integer) }
    if let real = Double(description), Decimal(string: "\(real)", locale: nil) == decimal {
      return .real(real)
    }
    return .text("d" + description)
  }

  static func decimal(_ value: SQLValue) -> Decimal? {
    switch value {
    case .integer(let value): Decimal(value)
    case .real(let value): value.isFinite ? Decimal(string: "\(value)", locale: nil) : .nan
    case .text(let text):
      Decimal(string: text.hasPrefix("d") ? String(text.dropFirst()) : text, locale: nil)
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
