// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

extension PredicateTranslator {
  /// A term of a node that mentions a row, and yet came out the same for every row. It must not pass for a constant:
  /// the nodes around it would evaluate theirs, which takes a row.
  func notConstant(_ term: SQLTerm, _ type: any Any.Type, _ node: Any) -> SQLTerm {
    guard case .constant(let value) = term else { return term }
    if let value { return (try? columns(of: value, node)) ?? term }
    let type = (Self.unwrapped(type) as? any _ColumnValue.Type)?._columnType
    return type.map { .scalar(SQLScalar(expression: .null, type: $0, null: .absent)) } ?? term
  }

  /// A captured value, not `nil`, as the columns that it would take in a row.
  func columns(of value: Any, _ node: Any) throws -> SQLTerm {
    guard let made = try ConstantColumns.make(value, entity.description) else {
      throw unsupported(
        node, "A value of type \(type(of: value)) cannot be compared with stored values.")
    }
    return makeTerm(
      made.columns.map { .bound(SQLValue($0)) }, made.layout, isOptional: false,
      valueType: type(of: value), property: "")
  }

  /// A captured value as one column's value; `nil` is NULL.
  func scalar(of value: Any?, like type: _ColumnType, _ node: Any) throws -> SQLScalar {
    guard let value else { return SQLScalar(expression: .null, type: type, null: .absent) }
    // As below, without asking what kind of a type it is.
    if Swift.type(of: value) == String.self, let text = value as? String {
      return SQLScalar(expression: .bound(.text(text)), type: .string, null: .never)
    }
    guard case .scalar(let scalar) = try columns(of: value, node) else {
      throw unsupported(
        node, "A value of type \(Swift.type(of: value)) cannot be compared with a single column.")
    }
    return scalar
  }

  /// A term that must be one value.
  func scalar(_ term: SQLTerm, like type: _ColumnType, _ node: Any) throws -> SQLScalar {
    switch term {
    case .scalar(let scalar): return scalar
    case .constant(let value): return try scalar(of: value, like: type, node)
    case .archive(let archive):
      throw unsupported(
        node,
        "The property \(archive.property) is stored as \(archive.isJSON ? "JSON" : "opaque bytes"), which cannot be compared.",
        advice: "Store the searched value in a separate property.")
    default: throw unsupported(node, "This is not a single value.")
    }
  }

  /// A term that must be text.
  func text(_ term: SQLTerm, _ node: Any) throws -> SQLScalar {
    let scalar = try scalar(term, like: .string, node)
    guard scalar.type == .string || scalar.type == .url else {
      throw unsupported(node, "This is not text.")
    }
    return scalar
  }

  /// The primary key that a captured model or identifier stands for; `nil` if
  /// no row of this store can have it.
  func key(of value: Any, in entity: _Entity) -> SQLValue? {
    let identifier: PersistentIdentifier
    switch value {
    // It may be from before the first save of its model.
    case let value as PersistentIdentifier: identifier = value.current
    case let value as any PersistentModel: identifier = value.persistentModelID
    default: return nil
    }
    guard !identifier.isTemporary, entity.root.family.contains(where: { $0.name == identifier.entityName }) else {
      return nil
    }
    if let storeIdentifier, let other = identifier.storeIdentifier, other != storeIdentifier {
      return nil
    }
    let type = layout.keyType(of: entity)
    return type == .integer ? identifier.rowKey.map { .integer($0) } : type.value(of: identifier.keyText)
  }

  static func isIdentity(_ value: Any) -> Bool {
    value is PersistentIdentifier || value is any PersistentModel
  }

  /// The elements of a captured sequence.
  func elements(_ value: Any?, _ node: Any) throws -> [Any?] {
    guard let sequence = value as? any Sequence else {
      throw unsupported(node, "This is not a sequence.")
    }
    return sequence.map { Self.flatten($0) }
  }
}
