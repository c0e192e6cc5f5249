// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Makes what columns hold of values as `export` writes them.
struct ValueEncoder {
  /// Whether decimals keep the digits that a column of a file has no room for.
  var keepsAllDigits = false

  /// - Returns: the values of the attribute's columns, from left to right.
  /// - Throws: a text that says what is wrong.
  func columns(_ attribute: AttributeDescription, _ value: JSONValue) throws -> [SQLiteValue] {
    guard attribute.type == .composite else {
      return [try scalar(attribute, value, isElement: false)]
    }
    let count = attribute.leaves.count
    if value == .null { return Array(repeating: .null, count: count) }
    if attribute.hasRawValues, let element = attribute.elements.first {
      return [try scalar(element, value, isElement: true)]
    }
    if attribute.isEnumeration { return try cases(attribute, value) }
    guard case .object(let members) = value else { throw Unfit("an object is expected") }
    if let unknown = members.first(where: { member in
      !attribute.elements.contains { $0.name == member.name }
    }) {
      throw Unfit("'\(attribute.name)' has no element '\(unknown.name)'")
    }
    return try attribute.elements.flatMap { try element($0, value[$0.name] ?? .null) }
  }

  struct Unfit: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  private func element(_ element: AttributeDescription, _ value: JSONValue) throws -> [SQLiteValue] {
    if element.type == .composite { return try columns(element, value) }
    if value == .null, !element.isOptional { throw Unfit("'\(element.name)' needs a value") }
    return [try scalar(element, value, isElement: true)]
  }

  private func cases(_ attribute: AttributeDescription, _ value: JSONValue) throws -> [SQLiteValue] {
    let name: String
    var payload: JSONValue?
    switch value {
    case .string(let text): name = text
    case .object(let members) where members.count == 1:
      name = members[0].name
      payload = members[0].value
    default: throw Unfit("the name of a case is expected")
    }
    guard attribute.elements.contains(where: { $0.name == name }) else {
      let names = attribute.elements.map(\.name).joined(separator: ", ")
      throw Unfit("there is no case '\(name)'; the cases are \(names)")
    }
    return try attribute.elements.flatMap { element -> [SQLiteValue] in
      guard element.name == name else {
        return Array(repeating: .null, count: element.leaves.count)
      }
      guard let payload else {
        guard !attribute.isCaseWithColumns(element) else {
          throw Unfit("the case '\(name)' has associated values: an object with them is expected")
        }
        return [.text(name)]
      }
      var columns = try self.element(element, payload)
      if attribute.isCaseWithColumns(element), columns.allSatisfy({ $0 == .null }), !columns.isEmpty {
        columns[0] = .emptyCaseMark(isText: element.marksEmptyCaseByText)
      }
      return columns
    }
  }

  // What is not a number would be NULL in the file, in required columns as well.
  private func scalar(
    _ attribute: AttributeDescription, _ value: JSONValue, isElement: Bool
  ) throws -> SQLiteValue {
    if let reference = try missingFile(value, attribute) { return .blob(reference) }
    switch (attribute.type, value) {
    case (_, .null): return .null
    case (.integer16, .number(let digits)):
      if let number = Int16(digits) { return .integer(Int64(number)) }
      throw Unfit("a whole number from -32768 to 32767 is expected")
    case (.integer32, .number(let digits)):
      if let number = Int32(digits) { return .integer(Int64(number)) }
      throw Unfit("a whole number of 32 bits is expected")
    case (.integer64, .number(let digits)):
      if let number = Int64(digits) { return .integer(number) }
      throw Unfit("a whole number of 64 bits is expected")
    case (.boolean, .bool(let value)): return .integer(value ? 1 : 0)
    case (.boolean, .number("0")): return .integer(0)
    case (.boolean, .number("1")): return .integer(1)
    case (.double, .number(let digits)), (.double, .string(let digits)):
      if let number = Double(digits), isMeant(number, digits) { return .real(number) }
    case (.float, .number(let digits)), (.float, .string(let digits)):
      if let number = Float(digits), isMeant(Double(number), digits) { return .real(Double(number)) }
    case (.decimal, .number(let digits)), (.decimal, .string(let digits)):
      if let decimal = decimal(digits) {
        return keepsAllDigits ? SQLiteValue(exactly: decimal) : SQLiteValue(decimal)
      }
    case (.string, .string(let text)), (.uri, .string(let text)): return .text(text)
    case (.date, .string(let text)):
      // `Date.distantPast` and the like are finite, but nothing keeps an app from others.
      if let seconds = DateText.date(text)?.timeIntervalSinceReferenceDate, !seconds.isNaN {
        return .real(seconds)
      }
    case (.date, .number(let digits)):
      if let seconds = Double(digits), seconds.isFinite { return .real(seconds) }
    case (.uuid, .string(let text)):
      if let uuid = UUID(uuidString: text) { return .blob(uuid.bytes) }
    case (.binaryData, _): return .blob(stored(try bytes(value, isElement), attribute))
    case (.transformable, .string(let text)):
      if let data = Data(base64Encoded: text) { return .blob(stored(data, attribute)) }
    case (.transformable, _) where attribute.hasArchivingTransformer:
      return .blob(stored(try ArchiveDecoding.bytes(value, attribute), attribute))
    default: break
    }
    throw Unfit("\(Self.expectation(attribute.type)) is expected")
  }

  /// What an export writes for a large value whose file was missing: the row
  /// gets the same reference again, and the value is there if the file is.
  private func missingFile(_ value: JSONValue, _ attribute: AttributeDescription) throws -> Data? {
    guard case .object(let members) = value, members.count == 1,
      members[0].name == "$missingFile", case .string(let name) = members[0].value
    else { return nil }
    guard attribute.allowsExternalStorage, UUID(uuidString: name) != nil else {
      throw Unfit("the name of a file beside the store is expected of such attributes only")
    }
    return Data([2] + Array(name.utf8) + [0])
  }

  /// Whether a number is the one that its text says: digits that are out of range are read as infinity, which `export`
  /// writes by its name.
  private func isMeant(_ number: Double, _ text: String) -> Bool {
    number.isFinite || (number.isInfinite && ["inf", "-inf"].contains(text))
  }

  /// Digits with a point and an exponent: other programs read no hexadecimal
  /// numbers, and a decimal cannot be infinite. What is not a number is written
  /// as `export` writes it.
  private func decimal(_ text: String) -> Decimal? {
    if text == DecimalColumn.notANumber { return .nan }
    let signs: Set<Character> = ["+", "-", ".", "e", "E"]
    guard text.allSatisfy({ ("0"..."9").contains($0) || signs.contains($0) }),
      Double(text) != nil, let number = Decimal(string: text, locale: nil), !number.isNaN
    else { return nil }
    return number
  }

  private func bytes(_ value: JSONValue, _ isElement: Bool) throws -> Data {
    switch value {
    case .string(let text):
      if let data = Data(base64Encoded: text) { return data }
      throw Unfit("base64 is expected")
    case .object(let members) where members.count == 1 && members[0].name == "$json":
      return Data(members[0].value.compact.utf8)
    case .object, .array:
      if isElement { return Data(value.compact.utf8) }
    default: break
    }
    throw Unfit("base64 is expected")
  }

  /// With the sign that tells bytes from references, where the model wants it.
  private func stored(_ data: Data, _ attribute: AttributeDescription) -> Data {
    attribute.allowsExternalStorage ? Data(ExternalColumn.inline(data)) : data
  }

  private static func expectation(_ type: AttributeType) -> String {
    switch type {
    case .integer16, .integer32, .integer64: "a whole number"
    case .double, .float, .decimal: "a number"
    case .boolean: "true or false"
    case .string: "a text"
    case .uri: "a URL as text"
    case .date: "a date such as \"2024-07-08T12:00:00Z\""
    case .uuid: "a UUID as text"
    case .binaryData, .transformable: "base64"
    default: "nothing"
    }
  }
}
