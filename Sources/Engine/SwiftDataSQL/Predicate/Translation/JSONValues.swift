// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// Arrays and dictionaries, which are stored as JSON.
extension PredicateTranslator {
  /// A term that must be a sequence of rows or of stored elements.
  func sequence(_ term: SQLTerm, _ node: Any) throws -> SQLSequence {
    switch term {
    case .sequence(let sequence): return sequence
    case .archive(let archive):
      guard archive.isJSON, let type = archive.valueType as? any Sequence.Type else {
        throw unsupported(
          node,
          "The property \(archive.property) is stored as opaque bytes, which cannot be searched.",
          advice: "Store the searched value in a separate property.")
      }
      func element<S: Sequence>(_ type: S.Type) -> any Any.Type { S.Element.self }
      return SQLSequence(
        origin: .json(archive.expression, element: element(type)), scope: rootScope,
        presence: archive.null == .absent ? .test(archive.expression, .isNotNull) : nil,
        defined: term.defined)
    default: throw unsupported(node, "This is not a sequence that the store can search.")
    }
  }

  /// A value that SQLite took out of JSON, as Swift's encoder writes the type.
  func jsonValue(
    _ value: SQLExpression, _ type: any Any.Type, null: NullMeaning, _ node: Any
  ) throws -> SQLTerm {
    let isOptional = type is any AnyOptional.Type
    let type = Self.unwrapped(type)
    let null = isOptional ? max(null, .absent) : null
    if layout.dialect == .postgres { return try elementValue(value, type, null: null, node) }
    if let column = type as? any _ColumnValue.Type {
      switch column._columnType {
      case .string, .url:
        return .scalar(
          SQLScalar(expression: .call(.jsonString, value), type: column._columnType, null: null))
      case .integer16, .integer32, .integer64, .boolean, .double, .date:
        return .scalar(SQLScalar(expression: value, type: column._columnType, null: null))
      case .float:
        return .scalar(
          SQLScalar(expression: .call(.roundToFloat, value), type: .float, null: null))
      case .decimal, .data, .uuid: break
      }
    }
    if let raw = type as? any RawRepresentable.Type, let column = Self.rawColumn(raw) {
      let value = column == .string ? .call(.jsonString, value) : value
      return .scalar(
        SQLScalar(expression: value, type: column, null: null, enumeration: type))
    }
    throw unsupported(
      node, "Elements of type \(type) are stored as JSON in a form that cannot be compared.",
      advice:
        "Make the elements a separate model, or store the searched value in another property.")
  }

  static func rawColumn(_ type: any RawRepresentable.Type) -> _ColumnType? {
    func open<R: RawRepresentable>(_ type: R.Type) -> _ColumnType? {
      switch (R.RawValue.self as? any _ColumnValue.Type)?._columnType {
      case let column? where [.string, .integer16, .integer32, .integer64].contains(column): column
      default: nil
      }
    }
    return open(type)
  }
}

/// Where elements come from, and what they are, by the dialect.
extension PredicateTranslator {
  /// The elements of a stored array, in the columns `value` and `key`.
  func jsonElements(of json: SQLExpression, _ alias: String) -> SQLSource {
    layout.dialect == .sqlite
      ? .function("json_each", [.call(.jsonText, json)], alias: alias)
      : .function("jsonb_array_elements", [json], alias: alias)
  }

  /// The entries of a stored dictionary, in the columns `key` and `value`.
  func jsonEntries(of json: SQLExpression, _ alias: String) -> SQLSource {
    layout.dialect == .sqlite
      ? .function("json_each", [.call(.jsonText, json)], alias: alias)
      : .function("jsonb_each", [json], alias: alias)
  }

  /// An element as PostgreSQL's `jsonb` has it.
  fileprivate func elementValue(
    _ value: SQLExpression, _ type: any Any.Type, null: NullMeaning, _ node: Any
  ) throws -> SQLTerm {
    func scalar(_ name: SQLFunctionName, _ column: _ColumnType, _ enumeration: (any Any.Type)? = nil) -> SQLTerm {
      let expression = SQLExpression.call(name, value)
      return .scalar(
        SQLScalar(
          expression: column == .float ? .call(.roundToFloat, expression) : expression, type: column, null: null,
          enumeration: enumeration))
    }
    if let column = type as? any _ColumnValue.Type {
      switch column._columnType {
      case .string, .url: return scalar(.elementText, column._columnType)
      case .integer16, .integer32, .integer64: return scalar(.elementInteger, column._columnType)
      case .boolean: return scalar(.elementBoolean, .boolean)
      case .double, .float, .date: return scalar(.elementReal, column._columnType)
      case .decimal, .data, .uuid: break
      }
    }
    if let raw = type as? any RawRepresentable.Type, let column = Self.rawColumn(raw) {
      return scalar(column == .string ? .elementText : .elementInteger, column, type)
    }
    throw unsupported(
      node, "Elements of type \(type) are stored as JSON in a form that cannot be compared.",
      advice:
        "Make the elements a separate model, or store the searched value in another property.")
  }
}
