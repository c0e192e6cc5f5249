// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

/// Values of attributes as values of fields, and back.
///
/// Types that the protocol has are sent as they are. All others are sent as JSON in a text, with sorted keys: what the
/// user has not changed must have the same bytes.
///
/// What an earlier version of the app has written with another type is read as the engine reads it after a migration, as far as
/// the value alone says what it was. A text in JSON that is a plain text now is not: an app's own text may look the same.
enum FieldCodec {
  struct Mismatch: Error, CustomStringConvertible {
    var description: String { "the value is of another type than the attribute" }
  }

  static func encode(_ value: Any) throws -> SyncValue {
    if let optional = value as? any OptionalField {
      guard let wrapped = optional.anyWrapped else { return .null }
      return try encode(wrapped)
    }
    switch value {
    case let value as Bool: return .bool(value)
    case let value as String: return .text(value)
    case let value as any FixedWidthInteger:
      // Beyond 64 signed bits, the bits.
      return .integer(Int64(exactly: value) ?? Int64(truncatingIfNeeded: value))
    case let value as Double: return .real(value)
    case let value as Float: return .real(Double(value))
    case let value as Date: return .date(value.timeIntervalSinceReferenceDate)
    case let value as Data: return .bytes(value)
    case let value as UUID: return .uuid(value)
    case let value as Decimal: return .text(value.description)
    case let value as any Encodable: return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    default: throw Mismatch()
    }
  }

  static func decode<Value: Decodable>(_ field: SyncValue, as type: Value.Type) throws -> Value {
    if let optional = type as? any OptionalField.Type {
      if field == .null { return try cast(optional.anyNone) }
      guard let wrapped = optional.wrappedType as? any Decodable.Type else { throw Mismatch() }
      return try cast(try decode(field, as: wrapped))
    }
    switch (field, type) {
    case (.bool(let value), let integer as any FixedWidthInteger.Type):
      return try cast(try number(value ? 1 : 0, as: integer))
    case (.integer(let value), let integer as any FixedWidthInteger.Type):
      return try cast(try number(value, as: integer))
    case (.integer(let value), is Double.Type): return try cast(Double(exactly: value) as Any)
    case (.integer(let value), is Float.Type): return try cast(Float(exactly: value) as Any)
    case (.integer(let value), is Decimal.Type): return try cast(Decimal(value))
    case (.real(let value), is Float.Type): return try cast(Float(value))
    case (.real(let value), is Decimal.Type):
      guard value.isFinite, let decimal = Decimal(string: value.description) else { throw Mismatch() }
      return try cast(decimal)
    case (.bool, let raw as any RawRepresentable.Type), (.integer, let raw as any RawRepresentable.Type),
      (.real, let raw as any RawRepresentable.Type):
      return try cast(try value(field, of: raw))
    case (.bool(let value), _): return try cast(value)
    case (.real(let value), _): return try cast(value)
    case (.date(let value), _): return try cast(Date(timeIntervalSinceReferenceDate: value))
    case (.bytes(let value), _): return try cast(value)
    case (.uuid(let value), _): return try cast(value)
    case (.text(let value), is String.Type): return try cast(value)
    case (.text(let value), is Decimal.Type):
      guard let decimal = Decimal(string: value) else { throw Mismatch() }
      return try cast(decimal)
    case (.text(let value), _):
      do { return try decoder.decode(type, from: Data(value.utf8)) } catch {
        if type is URL.Type, let url = URL(string: value) { return try cast(url) }
        guard let raw = type as? any RawRepresentable.Type else { throw error }
        return try cast(try Self.value(field, of: raw))
      }
    default: throw Mismatch()
    }
  }

  /// A plain value that was one before the type was an enum.
  private static func value<Raw: RawRepresentable>(_ field: SyncValue, of type: Raw.Type) throws -> Any {
    guard let plain = Raw.RawValue.self as? any Decodable.Type, let raw = try decode(field, as: plain) as? Raw.RawValue,
      let value = Raw(rawValue: raw)
    else { throw Mismatch() }
    return value
  }

  /// Whether a type has values that were plain texts before.
  static func takesPlainTexts(_ type: any Any.Type) -> Bool {
    if let optional = type as? any OptionalField.Type { return takesPlainTexts(optional.wrappedType) }
    return type is URL.Type || type is any RawRepresentable.Type
  }

  private static func number<Number: FixedWidthInteger>(_ value: Int64, as type: Number.Type) throws -> Number {
    if Number.isSigned || Number.bitWidth < 64 {
      guard let number = Number(exactly: value) else { throw Mismatch() }
      return number
    }
    return Number(truncatingIfNeeded: value)
  }

  private static func cast<Value>(_ value: Any) throws -> Value {
    guard let value = value as? Value else { throw Mismatch() }
    return value
  }

  /// What a value is written as, whatever it was written as before its type was this one; nil: it is none of the type.
  static func current<Value: Decodable>(_ field: SyncValue, as type: Value.Type) -> SyncValue? {
    (try? decode(field, as: type)).flatMap { try? encode($0) }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }
}

/// An optional whose type is known at run time only.
private protocol OptionalField {
  var anyWrapped: Any? { get }
  static var anyNone: Any { get }
  static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalField {
  fileprivate var anyWrapped: Any? { self }
  fileprivate static var anyNone: Any { Self.none as Any }
  fileprivate static var wrappedType: any Any.Type { Wrapped.self }
}
