// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// Compares values of a file with values of a store, as each side reads its own.
struct ValueComparison {
  enum Outcome: Equatable {
    case same
    case different
    /// Another value, as there is no better one.
    case loss(RealmLossReason)
  }

  let file: RealmFile
  let context: ColumnEncoder.Context
  /// The forms of the transfer, without noting losses twice.
  private var form: JSONForm {
    JSONForm(file: file, structs: context.form.structs, losses: LossLog())
  }

  func compare(
    _ value: RealmValue, _ stored: StoredValue, _ encoder: ColumnEncoder
  ) throws -> Outcome {
    let attribute = encoder.attribute
    if attribute.type == .transformable {
      return try compareCollection(value, stored, encoder)
    }
    if attribute.type == .composite, attribute.isEnumeration, !attribute.hasRawValues,
      encoder.isMixed
    {
      return try compareAny(value, stored, attribute)
    }
    if attribute.type == .composite, !attribute.isEnumeration {
      guard let target = encoder.target else { return .different }
      return try compareStruct(value, stored, target, attribute)
    }
    if attribute.hasRawValues, let element = attribute.elements.first {
      return try compareScalar(value, stored, element.type, isOptional: true)
    }
    return try compareScalar(value, stored, attribute.type, isOptional: attribute.isOptional)
  }

  // MARK: Plain values

  /// What the property's type and optionality do not account for is a difference, and no loss.
  private func compareScalar(
    _ value: RealmValue, _ stored: StoredValue, _ type: AttributeType, isOptional: Bool
  ) throws -> Outcome {
    switch (value, stored) {
    case (.null, .null): return .same
    case (.null, _): return !isOptional && stored.isZero ? .loss(.missingRequiredValue) : .different
    case (.int(let number), .integer(let found)):
      if number == found { return .same }
      return found == 0 && !isOptional && Self.isOutOfRange(number, type) ? .loss(.numberOutOfRange) : .different
    case (.int(let number), .null):
      return isOptional && Self.isOutOfRange(number, type) ? .loss(.numberOutOfRange) : .different
    case (.int(let number), .bool(let found)): return same(number == (found ? 1 : 0))
    case (.int(let number), .double(let found)): return same(Double(number) == found)
    case (.int(let number), .float(let found)): return same(Float(number) == found)
    case (.int(let number), .decimal(let found)): return same(Decimal(number) == found)
    case (.int(let number), .string(let found)): return same("\(number)" == found)
    case (.bool(let value), .bool(let found)): return same(value == found)
    case (.bool(let value), .integer(let found)): return same((value ? 1 : 0) == found)
    case (.float(let number), .null): return number.isNaN ? .loss(.notANumber) : .different
    case (.float(let number), .float(let found)): return same(number == found)
    case (.float(let number), .double(let found)): return same(Double(number) == found)
    case (.double(let number), .null):
      guard let reason = ColumnEncoder.lack(of: number, type) else { return .different }
      return isOptional || (reason == .notANumber && type != .decimal) ? .loss(reason) : .different
    case (.double(let number), .double(let found)): return same(number == found)
    case (.double(let number), .float(let found)):
      guard let reason = ColumnEncoder.lack(of: number, .float) else { return same(Float(number) == found) }
      return found == 0 && !isOptional && reason == .numberOutOfRange ? .loss(reason) : .different
    case (.double(let number), .decimal(let found)):
      guard let reason = ColumnEncoder.lack(of: number, .decimal) else {
        return same(DecimalColumn.decimal(number) == found)
      }
      return found.isNaN && !isOptional ? .loss(reason) : .different
    case (.string(let text), .string(let found)): return same(text == found)
    case (.string(let text), .enumeration(let found, nil)): return same(text == found)
    case (.string(let text), .url(let found)): return same(text == found)
    case (.string(let text), .uuid(let found)): return same(UUID(uuidString: text) == found)
    case (.data(let data), .data(let found)): return same(data == found)
    // Bytes of a struct that happen to be JSON.
    case (.data(let data), .json(let json)):
      return same((try? JSONValue(parsing: data)) == json)
    case (.data(let data), .external(let found)):
      return same((try? Data(contentsOf: found.url)) == data)
    case (.timestamp(let moment), .date(let found)):
      let log = LossLog()
      guard found == log.date(moment) else { return .different }
      return log.counts.isEmpty ? .same : .loss(.roundedDate)
    case (.decimal(let number), _): return compareDecimal(number, stored)
    case (.objectID(let id), .string(let found)): return same("\(id)" == found)
    case (.uuid(let id), .uuid(let found)): return same(id == found)
    case (.uuid(let id), .string(let found)): return same(id.uuidString == found)
    default: return .different
    }
  }

  private static func isOutOfRange(_ number: Int64, _ type: AttributeType) -> Bool {
    switch type {
    case .integer16: Int16(exactly: number) == nil
    case .integer32: Int32(exactly: number) == nil
    default: false
    }
  }

  private func same(_ isSame: Bool) -> Outcome { isSame ? .same : .different }

  private func compareDecimal(_ number: RealmDecimal, _ stored: StoredValue) -> Outcome {
    let found: Decimal?
    switch stored {
    case .decimal(let decimal): found = decimal
    case .null: found = nil
    case .string(let text): return same("\(number)" == text)
    case .double: return number.decimal == nil ? .loss(.largeDecimal) : .different
    default: return .different
    }
    guard let decimal = number.decimal else {
      guard found.map(\.isNaN) ?? true else { return .different }
      return .loss(number.kind == .infinity ? .infiniteDecimal : .largeDecimal)
    }
    guard let found else { return .different }
    if decimal.isNaN || found.isNaN { return same(decimal.isNaN && found.isNaN) }
    if decimal == found { return .same }
    // SQLite keeps what is integral as an integer, with the digits of the double.
    return Double("\(decimal)") == Double("\(found)") ? .loss(.roundedDecimal) : .different
  }

  // MARK: Structs

  private func compareStruct(
    _ value: RealmValue, _ stored: StoredValue, _ className: String, _ attribute: AttributeDescription
  ) throws -> Outcome {
    guard case .link(let link) = value, let row = try file.object(link) else {
      return same(stored.isNull)
    }
    let parts = context.form.structs.parts(of: className)
    // A struct of nulls alone reads as null.
    guard case .composite(let fields) = stored else {
      guard stored.isNull else { return .different }
      guard try isEmpty(row, parts) else { return .different }
      return attribute.isOptional ? .loss(.emptyStruct) : .same
    }
    var outcome = Outcome.same
    for field in fields {
      guard let part = parts.first(where: { $0.name == field.name || $0.source == field.name })
      else { continue }
      let element = attribute.elements.first { $0.name == field.name } ?? attribute
      let value = try row[part.source]
      let result: Outcome
      if part.isCollection {
        let shape: JSONForm.Shape = part.target.map { .structure($0) } ?? .scalar
        let expected = try form.json(value, shape, isOptional: part.isOptional)
        result = compareJSON(expected, field.value, isSet: value.isSet)
      } else if let target = part.target {
        result = try compareStruct(value, field.value, target, element)
      } else {
        result = try compareScalar(value, field.value, element.type, isOptional: part.isOptional)
      }
      if result == .different { return .different }
      if result != .same { outcome = result }
    }
    return outcome
  }

  /// Whether all columns of an embedded object are NULL.
  private func isEmpty(_ row: RealmRow, _ parts: [StructNames.Part]) throws -> Bool {
    try parts.allSatisfy { part in
      let value = try row[part.source]
      guard !part.isCollection, let target = part.target, case .link(let link) = value,
        let inner = try file.object(link)
      else { return value == .null }
      return try isEmpty(inner, context.form.structs.parts(of: target))
    }
  }

  // MARK: Values of any type

  private func compareAny(
    _ value: RealmValue, _ stored: StoredValue, _ attribute: AttributeDescription
  ) throws -> Outcome {
    let (name, payload) = try AnyValueForm.parts(value, form)
    guard case .enumeration(let found, let content) = stored, found == name else {
      return .different
    }
    context.losses.noteObjects(in: value)
    guard let payload else { return same(content == nil) }
    guard let content else { return .different }
    guard case .composite(let parts) = content else { return compareJSON(payload, content, isSet: false) }
    let element = attribute.elements.first { $0.name == name } ?? attribute
    return try compareParts(value, payload, parts, element)
  }

  /// Associated values that have columns of their own.
  private func compareParts(
    _ value: RealmValue, _ payload: JSONValue, _ parts: [StoredValue.Field], _ element: AttributeDescription
  ) throws -> Outcome {
    for part in parts {
      let outcome: Outcome
      switch (value, payload[part.name] ?? .null, part.value) {
      case (.link, .string(let expected), .string(let found)): outcome = same(expected == found)
      case (.link, .number(let expected), .integer(let found)): outcome = same(expected == "\(found)")
      case (.link, _, _): outcome = .different
      case (.list, let expected, let found), (.set, let expected, let found), (.dictionary, let expected, let found):
        outcome = compareJSON(expected, found, isSet: false)
      case (_, _, let found):
        let type = element.elements.first { $0.name == part.name }?.type ?? .undefined
        outcome = try compareScalar(value, found, type, isOptional: true)
      }
      if outcome != .same { return outcome }
    }
    return .same
  }

  // MARK: Collections

  private func compareCollection(
    _ value: RealmValue, _ stored: StoredValue, _ encoder: ColumnEncoder
  ) throws -> Outcome {
    if value == .null, !encoder.isMixed { return same(stored.isNull) }
    if value == .null, stored.isNull { return .same }
    let expected: JSONValue
    if encoder.isMixed {
      context.losses.noteObjects(in: value)
      expected =
        try encoder.isCollection
        ? form.collectionOfAny(value) : AnyValueForm.json(value, form)
    } else {
      let shape: JSONForm.Shape = encoder.target.map { .structure($0) } ?? .scalar
      expected = try form.json(value, shape, isOptional: encoder.elementsAreOptional)
    }
    return compareJSON(expected, stored, isSet: value.isSet)
  }

  private func compareJSON(_ expected: JSONValue, _ stored: StoredValue, isSet: Bool) -> Outcome {
    guard let found = Self.json(stored) else { return .different }
    return same(Self.equal(expected, found, isSet: isSet))
  }

  /// Whether two collections are equal that Swift has encoded, which gives sets and dictionaries another order each time.
  static func areEqual(_ first: StoredValue, _ second: StoredValue, _ attribute: AttributeDescription) -> Bool {
    guard attribute.type == .transformable, let first = json(first), let second = json(second) else { return false }
    return equal(first, second, isSet: attribute.valueClassName?.hasPrefix("Set<") ?? false)
  }

  private static func json(_ stored: StoredValue) -> JSONValue? {
    switch stored {
    case .json(let json): return json
    case .archived(let value): return json(value)
    case .data(let data): return try? JSONValue(parsing: data)
    case .external(let file):
      guard let data = try? Data(contentsOf: file.url) else { return nil }
      return (try? ArchivedValue(keyedArchive: data)).flatMap { json($0) }
    case .null: return .null
    default: return nil
    }
  }

  private static func json(_ archived: ArchivedValue) -> JSONValue? {
    (try? archived.jsonText()).flatMap { try? JSONValue(parsing: Data($0.utf8)) }
  }

  private static func equal(_ first: JSONValue, _ second: JSONValue, isSet: Bool) -> Bool {
    if isSet, case .array(let first) = first, case .array(let second) = second {
      return first.map { "\($0)" }.sorted() == second.map { "\($0)" }.sorted()
    }
    return equal(first, second)
  }

  /// Members of objects in any order, and numbers by value.
  private static func equal(_ first: JSONValue, _ second: JSONValue) -> Bool {
    switch (first, second) {
    case (.number(let left), .number(let right)):
      return left == right || (Double(left) == Double(right) && Double(left) != nil)
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { equal($0, $1) }
    case (.object(let left), .object(let right)):
      guard left.count == right.count else { return false }
      let members = Dictionary(right.map { ($0.name, $0.value) }) { first, _ in first }
      return left.allSatisfy { member in
        members[member.name].map { equal(member.value, $0) } ?? false
      }
    default: return first == second
    }
  }
}

extension RealmValue {
  fileprivate var isSet: Bool { if case .set = self { true } else { false } }
}

extension StoredValue {
  /// What stands where a value is needed and there is none.
  fileprivate var isZero: Bool {
    switch self {
    case .integer(0), .bool(false), .string(""), .url(""), .double(0), .float(0): true
    case .decimal(let number): number == 0
    case .data(let data): data.isEmpty
    case .date(let date): date.timeIntervalSinceReferenceDate == 0
    case .uuid(let id): id == UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    default: false
    }
  }
}

/// Values as text for reports.
enum ReportedValueText {
  static func short(_ text: String) -> String {
    let line = text.replacingOccurrences(of: "\n", with: " ")
    return line.count > 80 ? line.prefix(80) + "…" : line
  }

  static func text(_ value: RealmValue) -> String {
    switch value {
    case .null: "null"
    case .int(let number): "\(number)"
    case .bool(let value): "\(value)"
    case .float(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .data(let data): "\(data.count) bytes"
    case .timestamp(let moment): "\(moment)"
    case .decimal(let number): "\(number)"
    case .objectID(let id): "\(id)"
    case .uuid(let id): id.uuidString
    case .link(let link): "object \(link.key)"
    case .list(let values), .set(let values):
      "[\(values.prefix(10).map { text($0) }.joined(separator: ", "))]"
    case .dictionary(let entries):
      "[\(entries.prefix(10).map { "\($0.name): \(text($0.value))" }.joined(separator: ", "))]"
    }
  }

  static func text(_ value: StoredValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    case .float(let number): "\(number)"
    case .decimal(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .date(let date): DateText.text(date)
    case .uuid(let id): id.uuidString
    case .url(let text): text
    case .data(let data): "\(data.count) bytes"
    case .external(let file): "\(file.size ?? 0) bytes"
    case .json(let json): "\(json)"
    case .archived(let value): (try? value.jsonText()) ?? "archive"
    case .enumeration(let name, let payload):
      name + (payload.map { "(\(text($0)))" } ?? "")
    case .composite(let fields):
      "{\(fields.map { "\($0.name): \(text($0.value))" }.joined(separator: ", "))}"
    case .array(let values): "[\(values.map { text($0) }.joined(separator: ", "))]"
    case .object(let reference): "\(reference)"
    case .objects(let references): "\(references)"
    }
  }
}
