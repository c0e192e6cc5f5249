// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Looks whether each value of a column is the same when it is read as another type.
struct ValueCheck {
  let property: _Property
  let part: AttributePart
  let column: String
  let former: AttributeType
  /// The entities of the rows; `nil` for those of the property.
  var numbers: [Int64]?
  /// Of an array, a set or a dictionary with other elements: `Array<String>`.
  var formerClass: String?
  /// Whether the column says where values are.
  var isExternal = false

  /// - Throws: ``SwiftDataError/unknownDataStoreSchema`` at the first value
  ///   that is not. The value is not part of the error.
  func run(_ connection: SQLiteConnection, _ layout: StoreLayout) throws {
    let table = layout.table(of: property.entity).name
    let condition =
      numbers.map { "Z_ENT IN (\($0.map { "\($0)" }.joined(separator: ", ")))" }
      ?? layout.entityCondition(property.entity, includesSubentities: true, alias: table)
    let rows = (["\(column) IS NOT NULL"] + (condition.map { [$0] } ?? []))
      .joined(separator: " AND ")
    let isEqual = test()
    let value = isExternal ? "\(SQLFunctionName.externalData.rawValue)(\(column))" : column
    try connection.withStatement("SELECT \(value) FROM \(table) WHERE \(rows)") { statement in
      while try statement.step() {
        guard let value = statement.constants().first, !isEqual(value) else { continue }
        throw TypeChange.error(
          property, part,
          "In the store, this attribute is of type \(formerClass ?? "\(former)"), with values that \(Self.name(part.valueType)) cannot represent."
        )
      }
    }
  }

  private static func name(_ type: any Any.Type) -> String {
    let name = String(describing: type)
    guard name.hasPrefix("Optional<"), name.hasSuffix(">") else { return name }
    return String(name.dropFirst("Optional<".count).dropLast())
  }

  private func test() -> (ColumnConstant) -> Bool {
    if part.isRawValue { return RawValueTest.test(part.valueType) }
    if formerClass != nil, let type = part.valueType as? any Decodable.Type {
      return {
        switch $0 {
        case .bytes(let bytes): ValueArchive.canRead(Data(bytes), as: type)
        case .text(let text): ValueArchive.canRead(Data(text.utf8), as: type)
        // A file that is missing is read as nil.
        case .null: true
        case .integer, .real: false
        }
      }
    }
    switch part.type {
    case .integer16, .integer32, .integer64:
      let range = IntegerRange.range(of: part.valueType)
      return {
        guard case .integer(let value) = $0 else { return false }
        return range.contains(value)
      }
    case .double: return { Self.number($0) { _ in true } }
    case .float: return { Self.number($0) { Double(Float($0)) == $0 } }
    case .decimal:
      return {
        Self.number($0) { value in
          Decimal(string: "\(value)", locale: nil).map { Double($0.description) == value } ?? false
        }
      }
    case .uri:
      return {
        guard case .text(let text) = $0 else { return false }
        return URL(string: text) != nil
      }
    default: return { _ in true }
    }
  }

  /// Whether a number is a `Double`, and one that passes; digits that a number
  /// cannot hold are kept as text.
  private static func number(_ value: ColumnConstant, _ passes: (Double) -> Bool) -> Bool {
    switch value {
    case .integer(let value):
      guard let exact = Double(exactly: value) else { return false }
      return passes(exact)
    case .real(let value): return passes(value)
    default: return false
    }
  }
}

/// The numbers that integer types hold, also as optionals.
enum IntegerRange {
  private static let ranges: [ObjectIdentifier: ClosedRange<Int64>] = {
    var ranges: [ObjectIdentifier: ClosedRange<Int64>] = [:]
    func add<T: FixedWidthInteger>(_ type: T.Type) {
      let range = Int64(clamping: T.min)...Int64(clamping: T.max)
      ranges[ObjectIdentifier(T.self)] = range
      ranges[ObjectIdentifier(T?.self)] = range
    }
    add(Int.self)
    add(Int8.self)
    add(Int16.self)
    add(Int32.self)
    add(Int64.self)
    add(UInt.self)
    add(UInt8.self)
    add(UInt16.self)
    add(UInt32.self)
    add(UInt64.self)
    return ranges
  }()

  /// All numbers for a type that is no integer.
  static func range(of type: any Any.Type) -> ClosedRange<Int64> {
    ranges[ObjectIdentifier(type)] ?? (.min ... .max)
  }
}

/// Whether a stored value is the raw value of a case.
enum RawValueTest {
  static func test(_ type: any Any.Type) -> (ColumnConstant) -> Bool {
    guard let type = unwrapped(type) as? any RawRepresentable.Type else { return { _ in true } }
    return cases(type)
  }

  private static func cases<T: RawRepresentable>(_ type: T.Type) -> (ColumnConstant) -> Bool {
    { value in
      let raw: Any?
      switch (value, T.RawValue.self) {
      case (.text(let text), is String.Type): raw = text
      case (.integer(let number), let kind as any FixedWidthInteger.Type):
        raw = exactly(number, kind)
      case (.integer(let number), is Double.Type): raw = Double(exactly: number)
      case (.integer(let number), is Float.Type): raw = Float(exactly: number)
      case (.real(let number), is Double.Type): raw = number
      case (.real(let number), is Float.Type): raw = Float(exactly: number)
      // Raw values of other types are not compared here.
      default: return true
      }
      return (raw as? T.RawValue).flatMap { T(rawValue: $0) } != nil
    }
  }

  private static func exactly<I: FixedWidthInteger>(_ number: Int64, _ type: I.Type) -> Any? {
    I(exactly: number)
  }

  private static func unwrapped(_ type: any Any.Type) -> any Any.Type {
    (type as? any OptionalType.Type)?.wrapped ?? type
  }
}

private protocol OptionalType {
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: any Any.Type { Wrapped.self }
}
