// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

extension DefaultValue {
  /// The default value of a property as the model keeps it; `nil` if a model
  /// cannot. Apple's models do not have those of enums and structs either.
  init?(_ value: Any, of type: AttributeType) {
    let converted: DefaultValue? =
      switch type {
      case .integer16, .integer32, .integer64: Self.makeInteger(value)
      case .double, .float: Self.makeDouble(value)
      case .boolean: (value as? Bool).map { .bool($0) }
      case .decimal: Self.makeDecimal(value)
      case .string: (value as? String).map { .string($0) }
      case .date: (value as? Date).map { .date($0) }
      case .binaryData: (value as? Data).map { .data($0) }
      case .uuid: (value as? UUID).map { .uuid($0) }
      case .uri: (value as? URL).map { .url($0.absoluteString) }
      case .transformable: Self.makeArray(value)
      case .composite, .objectID, .undefined: nil
      }
    guard let converted else { return nil }
    self = converted
  }

  // Not called like the cases: those would be called by their own helpers.

  private static func makeInteger(_ value: Any) -> DefaultValue? {
    (value as? any BinaryInteger).flatMap { Int64(exactly: $0) }.map { .integer($0) }
  }

  private static func makeDouble(_ value: Any) -> DefaultValue? {
    if let value = value as? Double { return .double(value) }
    if let value = value as? Float { return .double(Double(value)) }
    // A literal such as `1` may be an Int where the property is a Double.
    return (value as? any BinaryInteger).map { .double(Double($0)) }
  }

  private static func makeDecimal(_ value: Any) -> DefaultValue? {
    if let value = value as? Decimal { return .decimal(value) }
    if let value = value as? any BinaryInteger {
      return Int64(exactly: value).map { .decimal(Decimal($0)) }
    }
    guard let value = value as? Double, value.isFinite else { return nil }
    return Decimal(string: "\(value)", locale: nil).map { .decimal($0) }
  }

  /// An array of what a property list can hold.
  private static func makeArray(_ value: Any) -> DefaultValue? {
    guard let members = value as? [Any] else { return nil }
    var converted: [DefaultValue] = []
    for member in members {
      guard let value = makePlain(member) else { return nil }
      converted.append(value)
    }
    return .array(converted)
  }

  private static func makePlain(_ value: Any) -> DefaultValue? {
    switch value {
    case let value as Bool: .bool(value)
    case let value as String: .string(value)
    case let value as Date: .date(value)
    case let value as Data: .data(value)
    case let value as UUID: .uuid(value)
    case let value as URL: .url(value.absoluteString)
    case let value as Decimal: .decimal(value)
    case is any BinaryFloatingPoint: makeDouble(value)
    case is any BinaryInteger: makeInteger(value)
    default: makeArray(value)
    }
  }
}
