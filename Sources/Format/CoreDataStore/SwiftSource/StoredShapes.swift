// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// What the values in a store tell about types that the model does not name.
struct StoredShapes {
  let store: Store

  /// The raw values of an enum that occur; `nil` if they are too many.
  func rawValues(_ column: String, of entity: String) throws -> [SQLiteValue]? {
    guard let table = store.layout[entity]?.table else { return [] }
    let name = column.sqlName
    let rows = try store.connection.rows(
      "SELECT DISTINCT \(name) FROM \(table.sqlName) WHERE \(name) IS NOT NULL ORDER BY \(name) LIMIT 501"
    )
    return rows.count > 500 ? nil : rows.compactMap(\.first)
  }

  /// The type of the JSON in a column of bytes.
  ///
  /// Only what all values agree upon counts; otherwise they are bytes.
  func jsonType(_ column: String, of entity: String, _ types: StandardTypes, json: String) throws
    -> String?
  {
    var shape: JSONShape?
    try forEachValue(column, entity) { value in
      guard case .blob(let bytes) = value, let json = ValueDecoder.json(bytes) else {
        shape = .bytes
        return false
      }
      let next = JSONShape(json)
      shape = shape.map { $0.joined(with: next) } ?? next
      return shape != JSONShape.bytes
    }
    return shape?.name(types, json: json)
  }

  /// The type of the collections that a value transformer archived; `nil` if
  /// they are no collections of one plain type.
  func archivedType(
    _ attribute: AttributeDescription, _ column: String, of entity: String, _ types: StandardTypes,
    json: String
  ) throws -> String? {
    var shape: JSONShape?
    try forEachValue(column, entity) { value in
      guard case .blob(let bytes) = value,
        case .archived(let archived)? = ArchiveDecoding.value(bytes, attribute)
      else {
        shape = .bytes
        return false
      }
      let next = JSONShape(ArchivedJSON.root(archived))
      shape = shape.map { $0.joined(with: next) } ?? next
      return shape != JSONShape.bytes
    }
    guard let name = shape?.name(types, json: json), !name.contains(json) else { return nil }
    return name
  }

  /// The labels of an enum case's associated values; `nil` if they do not
  /// tell.
  func payloadLabels(_ column: String, of entity: String) throws -> [String]? {
    var labels: Set<String>?
    try forEachValue(column, entity) { value in
      let bytes: Data
      switch value {
      case .blob(let data): bytes = data
      case .text(let text): bytes = Data(text.utf8)
      default:
        labels = []
        return false
      }
      guard case .object(let members)? = ValueDecoder.json(bytes) else {
        labels = []
        return false
      }
      labels = (labels ?? []).union(members.map(\.name))
      return true
    }
    return labels.map { $0.sorted() }
  }

  /// - Parameter body: returns whether to go on.
  private func forEachValue(
    _ column: String, _ entity: String, _ body: (SQLiteValue) throws -> Bool
  ) throws {
    guard let table = store.layout[entity]?.table else { return }
    let statement = try store.connection.prepare(
      "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE \(column.sqlName) IS NOT NULL")
    while try statement.step() {
      guard try body(statement.value(0)) else { return }
    }
  }
}

/// The common shape of JSON values.
private indirect enum JSONShape: Equatable {
  case string, bool, integer, double
  case array(JSONShape?)
  /// Something else, which takes a type that can hold anything.
  case any
  case bytes

  init(_ json: JSONValue) {
    switch json {
    case .string: self = .string
    case .bool: self = .bool
    case .number(let digits): self = Int64(digits) == nil ? .double : .integer
    case .array(let values):
      var element: JSONShape?
      for value in values {
        let next = value == .null ? JSONShape.any : JSONShape(value)
        element = element.map { $0.joined(with: next) } ?? next
      }
      self = .array(element)
    case .object, .null: self = .any
    }
  }

  func joined(with other: JSONShape) -> JSONShape {
    switch (self, other) {
    case _ where self == other: self
    case (.bytes, _), (_, .bytes): .bytes
    case (.integer, .double), (.double, .integer): .double
    case (.array(let first), .array(let second)):
      if let first, let second {
        .array(first.joined(with: second))
      } else {
        .array(first ?? second)
      }
    default: .any
    }
  }

  /// `nil` for a value that is an object: in a struct it would be taken apart.
  func name(_ types: StandardTypes, json: String) -> String? {
    switch self {
    case .array(let element): "[\(element?.elementName(types, json: json) ?? json)]"
    default: nil
    }
  }

  private func elementName(_ types: StandardTypes, json: String) -> String {
    switch self {
    case .string: types.name("String")
    case .bool: types.name("Bool")
    case .integer: types.name("Int")
    case .double: types.name("Double")
    case .array(let element): "[\(element?.elementName(types, json: json) ?? json)]"
    case .any, .bytes: json
    }
  }
}
