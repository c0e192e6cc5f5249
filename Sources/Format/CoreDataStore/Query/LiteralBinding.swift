// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Makes the stored form of a literal that is compared with an attribute.
struct LiteralBinding {
  let source: String

  func value(_ literal: Expression.Literal, for attribute: AttributeDescription) throws -> SQLiteValue {
    switch (attribute.type, literal.value) {
    case (_, .null): return .null
    case (.boolean, .bool(let value)): return .integer(value ? 1 : 0)
    case (.integer16, .number(let digits)), (.integer32, .number(let digits)),
      (.integer64, .number(let digits)), (.boolean, .number(let digits)):
      if let value = Int64(digits) { return .integer(value) }
      if let value = Double(digits) { return .real(value) }
    case (.integer16, .bool(let value)), (.integer32, .bool(let value)),
      (.integer64, .bool(let value)):
      // Without a model, a Boolean is an integer.
      return .integer(value ? 1 : 0)
    case (.double, .number(let digits)):
      if let value = Double(digits) { return .real(value) }
    case (.float, .number(let digits)):
      if let value = Float(digits) { return .real(Double(value)) }
    case (.decimal, .number(let digits)), (.decimal, .string(let digits)):
      if let decimal = Decimal(string: digits, locale: nil) { return SQLiteValue(decimal) }
    case (.string, .string(let text)), (.uri, .string(let text)): return .text(text)
    case (.date, .string(let text)):
      if let date = DateText.date(text) { return .real(date.timeIntervalSinceReferenceDate) }
      throw error(literal, "a date, such as \"2024-07-08\" or \"2024-07-08T12:00:00Z\"")
    case (.date, .number(let digits)):
      if let seconds = Double(digits) { return .real(seconds) }
    case (.uuid, .string(let text)):
      if let uuid = UUID(uuidString: text) { return .blob(uuid.bytes) }
    case (.binaryData, .string(let text)):
      // Without a model, a UUID is data.
      if let uuid = UUID(uuidString: text) { return .blob(uuid.bytes) }
      if let data = Data(base64Encoded: text) { return .blob(data) }
    default: break
    }
    throw error(literal, Self.expectation(attribute.type))
  }

  private func error(_ literal: Expression.Literal, _ expected: String) -> ExpressionError {
    ExpressionError("\(expected) is expected here.".capitalizedFirst, literal.position, source)
  }

  private static func expectation(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal: "a number"
    case .boolean: "true or false"
    case .string: "text in quotes"
    case .uri: "a URL in quotes"
    case .date: "a date in quotes"
    case .uuid: "a UUID in quotes"
    case .binaryData: "nil, or base64 in quotes,"
    default: "nil"
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
