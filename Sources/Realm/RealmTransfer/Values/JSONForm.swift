// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftDataRealm

/// Realm's values as the JSON that Swift's `Codable` types read.
struct JSONForm {
  let file: RealmFile
  let structs: StructNames
  let losses: LossLog

  /// What the values of a collection, or the properties of a struct, are.
  indirect enum Shape {
    case scalar
    case any
    case structure(String)
  }

  func scalar(_ value: RealmValue) throws -> JSONValue {
    switch value {
    case .null: .null
    case .int(let number): .integer(number)
    case .bool(let value): .bool(value)
    case .float(let number):
      number.isFinite ? .number("\(number)") : .double(Double(number))
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .data(let data): .string(data.base64EncodedString())
    case .timestamp(let moment):
      .number("\(losses.date(moment).timeIntervalSinceReferenceDate)")
    case .decimal(let number): decimal(number)
    case .objectID(let id): .string("\(id)")
    case .uuid(let id): .string(id.uuidString)
    case .link, .list, .set, .dictionary: try AnyValueForm.json(value, self)
    }
  }

  /// All digits: JSON keeps them, unlike columns.
  private func decimal(_ number: RealmDecimal) -> JSONValue {
    guard let decimal = number.decimal else {
      losses.note(number.kind == .infinity ? .infiniteDecimal : .largeDecimal)
      return .null
    }
    // `Decimal` encodes NaN as a number that JSON lacks.
    if decimal.isNaN {
      losses.note(.notANumber)
      return .null
    }
    return .number("\(decimal)")
  }

  /// A value, or all of a collection.
  ///
  /// - Parameter isOptional: whether null may stand for what has no counterpart.
  func json(_ value: RealmValue, _ shape: Shape, isOptional: Bool) throws -> JSONValue {
    switch value {
    case .list(let values) where !shape.isAny, .set(let values) where !shape.isAny:
      return .array(try values.map { try element($0, shape, isOptional) })
    case .dictionary(let entries) where !shape.isAny:
      return .object(
        try entries.map { .init($0.decodedName, try element($0.value, shape, isOptional)) })
    default: return try element(value, shape, isOptional)
    }
  }

  /// A collection of values of any type: the outermost level is the property's own.
  func collectionOfAny(_ value: RealmValue) throws -> JSONValue {
    switch value {
    case .list(let values), .set(let values):
      .array(try values.map { try AnyValueForm.json($0, self) })
    case .dictionary(let entries):
      .object(try entries.map { .init($0.decodedName, try AnyValueForm.json($0.value, self)) })
    default: try AnyValueForm.json(value, self)
    }
  }

  private func element(
    _ value: RealmValue, _ shape: Shape, _ isOptional: Bool
  ) throws -> JSONValue {
    switch shape {
    case .any: return try AnyValueForm.json(value, self)
    case .scalar:
      let json = try scalar(value)
      // Where the type has no null, zero stands for what no `Decimal` is.
      if json == .null, !isOptional, case .decimal = value { return .number("0") }
      return json
    case .structure(let name):
      guard case .link(let link) = value, let row = try file.object(link) else { return .null }
      return try structure(row, name)
    }
  }

  /// An embedded object as the struct that it becomes.
  func structure(_ row: RealmRow, _ name: String) throws -> JSONValue {
    var members: [JSONValue.Member] = []
    for part in structs.parts(of: name) {
      let value = try row[part.source]
      if value == .null, part.isOptional, !part.isCollection { continue }
      let shape: Shape = part.target.map { .structure($0) } ?? .scalar
      members.append(
        .init(part.name, try json(value, shape, isOptional: part.isOptional)))
    }
    return .object(members)
  }
}

extension JSONForm.Shape {
  fileprivate var isAny: Bool { if case .any = self { true } else { false } }
}

/// Which names the properties of embedded classes have as those of structs.
struct StructNames: Sendable {
  struct Part: Sendable {
    let name: String
    let source: String
    /// The embedded class of its values.
    let target: String?
    let isOptional: Bool
    let isCollection: Bool
  }

  private var byClass: [String: [Part]] = [:]

  /// - Parameter plan: gives the names; a name in the file serves as well.
  init(_ schema: RealmSchema, _ plan: ModelPlan) {
    for type in schema.appClasses where type.kind == .embedded {
      let planned = plan.structs.first { $0.source == type.name }
      byClass[type.name] = type.properties.filter { !$0.isInternal }.map { property in
        Part(
          name: planned?.properties.first { $0.source == property.name }?.name ?? property.name,
          source: property.name, target: property.target, isOptional: property.isOptional,
          isCollection: property.collection != nil)
      }
    }
  }

  func parts(of name: String) -> [Part] { byClass[name] ?? [] }
}
