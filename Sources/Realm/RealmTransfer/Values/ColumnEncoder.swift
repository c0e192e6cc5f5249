// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftDataRealm

/// Makes what the columns of one attribute hold of Realm's values.
struct ColumnEncoder {
  let attribute: AttributeDescription
  /// The embedded class of the values.
  let target: String?
  /// Whether the elements of a collection may be null.
  let elementsAreOptional: Bool
  let isCollection: Bool
  let isMixed: Bool

  /// The environment of the encoder.
  final class Context {
    let file: RealmFile
    let form: JSONForm
    let losses: LossLog
    let keepsAllDigits: Bool

    init(file: RealmFile, structs: StructNames, losses: LossLog, keepsAllDigits: Bool = false) {
      self.file = file
      self.keepsAllDigits = keepsAllDigits
      self.losses = losses
      form = JSONForm(file: file, structs: structs, losses: losses)
    }
  }

  /// - Throws: ``RealmTransferError`` if the value has no form of the attribute's type.
  func columns(_ value: RealmValue, _ context: Context) throws -> [SQLiteValue] {
    switch attribute.type {
    case .composite: return try composite(attribute, value, context)
    case .transformable: return [try archive(value, context)]
    default: return [try scalar(attribute, value, context, isOptional: attribute.isOptional)]
    }
  }

  // MARK: Plain values

  private func scalar(
    _ attribute: AttributeDescription, _ value: RealmValue, _ context: Context, isOptional: Bool
  ) throws -> SQLiteValue {
    switch (attribute.type, value) {
    case (_, .null):
      if !isOptional {
        if isMixed { return .null }
        context.losses.note(.missingRequiredValue)
        return Self.zero(attribute.type)
      }
      return .null
    case (.integer64, .int(let number)): return .integer(number)
    case (.integer32, .int(let number)), (.integer16, .int(let number)):
      let fits =
        attribute.type == .integer16
        ? Int16(exactly: number) != nil : Int32(exactly: number) != nil
      if fits { return .integer(number) }
      context.losses.note(.numberOutOfRange)
      return isOptional ? .null : .integer(0)
    case (.boolean, .bool(let value)): return .integer(value ? 1 : 0)
    case (.boolean, .int(let number)) where number == 0 || number == 1: return .integer(number)
    case (.integer16, .bool(let value)), (.integer32, .bool(let value)),
      (.integer64, .bool(let value)):
      return .integer(value ? 1 : 0)
    case (.double, .double(let number)): return real(number, context)
    case (.double, .float(let number)), (.float, .float(let number)):
      return real(Double(number), context)
    case (.double, .int(let number)), (.float, .int(let number)): return .real(Double(number))
    case (.float, .double(let number)):
      if number.isNaN || Self.lack(of: number, .float) == nil { return real(Double(Float(number)), context) }
      context.losses.note(.numberOutOfRange)
      return isOptional ? .null : .real(0)
    case (.decimal, .decimal(let number)): return decimal(number, context, isOptional)
    case (.decimal, .int(let number)): return .integer(number)
    case (.decimal, .double(let number)):
      guard let reason = Self.lack(of: number, .decimal) else { return .real(number) }
      context.losses.note(reason)
      return isOptional ? .null : SQLiteValue(.nan)
    case (.string, .string(let text)): return .text(text)
    case (.string, .objectID(let id)): return .text("\(id)")
    case (.string, .uuid(let id)): return .text(id.uuidString)
    case (.string, .decimal(let number)): return .text("\(number)")
    case (.string, .int(let number)): return .text("\(number)")
    case (.uri, .string(let text)): return .text(text)
    case (.date, .timestamp(let moment)):
      return .real(context.losses.date(moment).timeIntervalSinceReferenceDate)
    case (.uuid, .uuid(let id)):
      return .blob(withUnsafeBytes(of: id.uuid) { Data($0) })
    case (.uuid, .string(let text)):
      if let id = UUID(uuidString: text) {
        return .blob(withUnsafeBytes(of: id.uuid) { Data($0) })
      }
    case (.binaryData, .data(let data)): return Self.stored(data, attribute)
    default: break
    }
    throw RealmTransferError(
      .valueDoesNotFit,
      "A value of Realm's type \(value.typeName) does not fit the type \(attribute.type).",
      className: context.losses.className, property: context.losses.property,
      object: RealmObjectKey(context.losses.object),
      advice: "Give the property another type, or transform the value.")
  }

  /// Why a column of the type lacks a number; `nil` if it has it.
  static func lack(of number: Double, _ type: AttributeType) -> RealmLossReason? {
    if number.isNaN { return .notANumber }
    switch type {
    case .float: return number.isFinite && Float(number).isInfinite ? .numberOutOfRange : nil
    case .decimal:
      guard DecimalColumn.decimal(number).isNaN else { return nil }
      return number.isInfinite ? .infiniteDecimal : .largeDecimal
    default: return nil
    }
  }

  /// SQLite has no NaN.
  private func real(_ number: Double, _ context: Context) -> SQLiteValue {
    if number.isNaN { context.losses.note(.notANumber) }
    return number.isNaN ? .null : .real(number)
  }

  private func decimal(
    _ number: RealmDecimal, _ context: Context, _ isOptional: Bool
  ) -> SQLiteValue {
    guard let decimal = number.decimal else {
      context.losses.note(number.kind == .infinity ? .infiniteDecimal : .largeDecimal)
      return isOptional ? .null : SQLiteValue(.nan)
    }
    if context.keepsAllDigits { return SQLiteValue(exactly: decimal) }
    if !decimal.isNaN, DecimalColumn.rounded(decimal) != decimal {
      context.losses.note(.roundedDecimal)
    }
    return SQLiteValue(decimal)
  }

  private static func zero(_ type: AttributeType) -> SQLiteValue {
    switch type {
    case .string, .uri: .text("")
    case .double, .float, .date: .real(0)
    case .binaryData: .blob(Data())
    case .uuid: .blob(Data(count: 16))
    default: .integer(0)
    }
  }

  // MARK: Structs and enums

  private func composite(
    _ attribute: AttributeDescription, _ value: RealmValue, _ context: Context
  ) throws -> [SQLiteValue] {
    if attribute.hasRawValues, let element = attribute.elements.first {
      return [try scalar(element, value, context, isOptional: true)]
    }
    if attribute.isEnumeration {
      return try cases(attribute, value, context)
    }
    let count = attribute.columnCount
    guard case .link(let link) = value, let target, let row = try context.file.object(link) else {
      guard value == .null else { throw unfit(value, context) }
      return Array(repeating: .null, count: count)
    }
    var hasEmpty = false
    let columns = try fields(attribute, row, target, context, &hasEmpty)
    if hasEmpty { context.losses.note(.emptyStruct) }
    return columns
  }

  private func fields(
    _ attribute: AttributeDescription, _ row: RealmRow, _ target: String, _ context: Context,
    _ hasEmpty: inout Bool
  ) throws -> [SQLiteValue] {
    let parts = context.form.structs.parts(of: target)
    var columns: [SQLiteValue] = []
    for element in attribute.elements {
      guard let part = parts.first(where: { $0.name == element.name || $0.source == element.name })
      else {
        columns += Array(repeating: .null, count: element.columnCount)
        continue
      }
      let value = try row[part.source]
      if element.type == .composite, let inner = part.target {
        if case .link(let link) = value, let innerRow = try context.file.object(link) {
          columns += try fields(element, innerRow, inner, context, &hasEmpty)
        } else {
          columns += Array(repeating: .null, count: element.columnCount)
        }
      } else if part.isCollection || part.target != nil {
        // Within a struct, collections are JSON.
        let shape: JSONForm.Shape = part.target.map { .structure($0) } ?? .scalar
        let json = try context.form.json(value, shape, isOptional: part.isOptional)
        columns.append(json == .null ? .null : .blob(Data("\(json)".utf8)))
      } else {
        columns.append(try scalar(element, value, context, isOptional: part.isOptional))
      }
    }
    // A required one reads as a struct without values, which it is.
    if attribute.isOptional, columns.allSatisfy({ $0 == .null }) { hasEmpty = true }
    return columns
  }

  private func cases(
    _ attribute: AttributeDescription, _ value: RealmValue, _ context: Context
  ) throws -> [SQLiteValue] {
    if case .string(let name) = value, !isMixed {
      guard attribute.elements.contains(where: { $0.name == name }) else {
        throw unfit(value, context)
      }
      return attribute.elements.flatMap { element -> [SQLiteValue] in
        element.name == name ? [.text(name)] : Self.nulls(element)
      }
    }
    context.losses.noteObjects(in: value)
    let (name, payload) = try AnyValueForm.parts(value, context.form)
    guard attribute.elements.contains(where: { $0.name == name }) else {
      throw unfit(value, context)
    }
    return try attribute.elements.flatMap { element -> [SQLiteValue] in
      guard element.name == name else { return Self.nulls(element) }
      guard attribute.isCaseWithColumns(element) else {
        return [payload.map { .blob(Data("\($0)".utf8)) } ?? .text(name)]
      }
      return try associated(element, value, payload ?? .object([]), context)
    }
  }

  private static func nulls(_ element: AttributeDescription) -> [SQLiteValue] {
    Array(repeating: .null, count: element.columnCount)
  }

  /// The associated values of a case, each in its column.
  private func associated(
    _ element: AttributeDescription, _ value: RealmValue, _ payload: JSONValue, _ context: Context
  ) throws -> [SQLiteValue] {
    var columns: [SQLiteValue] = []
    for part in element.elements {
      let json = payload[part.name] ?? .null
      switch (part.type, value, json) {
      case (.binaryData, .list, _), (.binaryData, .set, _), (.binaryData, .dictionary, _):
        columns.append(.blob(Data("\(json)".utf8)))
      case (.string, .link, .string(let text)): columns.append(.text(text))
      case (.integer64, .link, .number(let digits)): columns.append(Int64(digits).map { .integer($0) } ?? .null)
      case (.composite, _, _), (_, .link, _): throw unfit(value, context)
      default: columns.append(try scalar(part, value, context, isOptional: true))
      }
    }
    if columns.allSatisfy({ $0 == .null }), !columns.isEmpty {
      columns[0] = element.marksEmptyCaseByText ? .text("") : .blob(Data())
    }
    return columns
  }

  // MARK: Collections

  private func archive(_ value: RealmValue, _ context: Context) throws -> SQLiteValue {
    if value == .null, attribute.isOptional || !(isMixed || isCollection) { return .null }
    let archived: ArchivedValue
    if attribute.valueClassName == "Array<String>", case .list(let values) = value {
      archived = .array(
        values.map { value in
          if case .string(let text) = value { return .string(text) }
          if case .objectID(let id) = value { return .string("\(id)") }
          return .string("")
        })
    } else {
      let json: JSONValue
      if isMixed {
        context.losses.noteObjects(in: value)
        json =
          try isCollection
          ? context.form.collectionOfAny(value) : AnyValueForm.json(value, context.form)
      } else {
        let shape: JSONForm.Shape = target.map { .structure($0) } ?? .scalar
        json = try context.form.json(value, shape, isOptional: elementsAreOptional)
      }
      archived = .data(Data("\(json)".utf8))
    }
    return Self.stored(try archived.keyedArchive(), attribute)
  }

  /// With the sign of bytes that lie in the row; large ones move to a file when they are written.
  private static func stored(_ data: Data, _ attribute: AttributeDescription) -> SQLiteValue {
    .blob(attribute.allowsExternalStorage ? Data([1]) + data : data)
  }

  private func unfit(_ value: RealmValue, _ context: Context) -> RealmTransferError {
    RealmTransferError(
      .valueDoesNotFit,
      "A value of Realm's type \(value.typeName) does not fit the property's type.",
      className: context.losses.className, property: context.losses.property,
      object: RealmObjectKey(context.losses.object),
      advice: "Give the property another type, or transform the value.")
  }
}

extension AttributeDescription {
  var columnCount: Int {
    type == .composite ? elements.reduce(0) { $0 + $1.columnCount } : 1
  }
}

extension RealmValue {
  var typeName: String {
    switch self {
    case .null: "null"
    case .int: "int"
    case .bool: "bool"
    case .float: "float"
    case .double: "double"
    case .string: "string"
    case .data: "data"
    case .timestamp: "timestamp"
    case .decimal: "decimal"
    case .objectID: "objectID"
    case .uuid: "uuid"
    case .link: "link"
    case .list: "list"
    case .set: "set"
    case .dictionary: "dictionary"
    }
  }
}
