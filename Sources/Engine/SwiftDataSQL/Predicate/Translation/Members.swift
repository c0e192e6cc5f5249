// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// Members of values: `count` and `isEmpty`, raw values of enums, and what
/// else has a meaning in SQL.
extension PredicateTranslator {
  enum CollectionMember { case count, isEmpty, first, last }

  /// Recognises the members of collections, also where the key path was made
  /// in generic code and equals no concrete one.
  static func collectionMember(
    _ keyPath: AnyKeyPath, _ kind: CollectionMember?, of type: any Any.Type
  ) -> CollectionMember? {
    if let kind { return kind }
    guard let type = type as? any Collection.Type else { return nil }
    func find<C: Collection>(_ type: C.Type) -> CollectionMember? {
      switch keyPath {
      case \C.count: .count
      case \C.isEmpty: .isEmpty
      case \C.first: .first
      default: nil
      }
    }
    return find(type)
  }

  func member(
    _ member: CollectionMember, of sequence: SQLSequence, _ node: Any
  ) throws -> SQLTerm {
    switch member {
    case .count: .scalar(whereDefined([.sequence(sequence)], try count(sequence, node)))
    case .isEmpty: .scalar(whereDefined([.sequence(sequence)], isTrue: try isEmpty(sequence, node)))
    case .first: try element(sequence, at: 0, fromEnd: false, null: .absent, node)
    case .last: try element(sequence, at: 0, fromEnd: true, null: .absent, node)
    }
  }

  func member(
    _ keyPath: AnyKeyPath, _ member: CollectionMember?, of scalar: SQLScalar, _ node: Any
  ) throws -> SQLTerm {
    if let enumeration = scalar.enumeration {
      return try enumMember(keyPath, of: scalar, enumeration, node)
    }
    func result(_ expression: SQLExpression, _ type: _ColumnType) -> SQLTerm {
      .scalar(SQLScalar(expression: expression, type: type, null: scalar.null))
    }
    switch (scalar.type, member) {
    case (.string, .isEmpty):
      return result(.binary(scalar.expression, .equal, .verbatim("''")), .boolean)
    case (.string, .count): return result(.call(.characterCount, scalar.expression), .integer64)
    case (.data, .isEmpty):
      return result(
        .binary(.call(.length, scalar.expression), .equal, .no), .boolean)
    case (.data, .count): return result(.call(.length, scalar.expression), .integer64)
    default: break
    }
    switch keyPath {
    case \Data.count: return result(.call(.length, scalar.expression), .integer64)
    case \Data.isEmpty:
      return result(.binary(.call(.length, scalar.expression), .equal, .no), .boolean)
    case \Date.timeIntervalSinceReferenceDate: return result(scalar.expression, .double)
    case \Date.timeIntervalSince1970:
      let offset = SQLExpression.bound(.real(Date.timeIntervalBetween1970AndReferenceDate))
      return result(.binary(scalar.expression, .add, offset), .double)
    case \URL.absoluteString: return result(scalar.expression, .string)
    case \UUID.uuidString: return result(.call(.uuidText, scalar.expression), .string)
    case \Double.isNaN, \Float.isNaN:
      return .scalar(whereEvaluable(.scalar(scalar), .test(scalar.expression, .isNull)))
    default:
      throw unsupported(
        node, "This member of a \(type(of: keyPath).rootType) has no translation into SQL.",
        advice: "Compare the value itself, or store the searched value in a separate property.")
    }
  }

  /// A member of an enum: the raw value is what is stored; anything else is
  /// asked of each case beforehand.
  private func enumMember(
    _ keyPath: AnyKeyPath, of scalar: SQLScalar, _ type: any Any.Type, _ node: Any
  ) throws -> SQLTerm {
    guard let values = TypeInspection.values(ofEnum: type) else {
      throw unsupported(node, "The cases of \(type) cannot be listed.")
    }
    let pairs = try values.map { value in
      (
        stored: try self.scalar(of: value, like: scalar.type, node),
        member: Self.read(keyPath, of: value)
      )
    }
    let isRawValue = pairs.allSatisfy { pair in
      guard let member = pair.member,
        case .scalar(let raw)? = try? columns(of: member, node)
      else { return false }
      return raw.expression == pair.stored.expression
    }
    if isRawValue {
      var raw = scalar
      raw.enumeration = nil
      return .scalar(raw)
    }
    return try table(
      pairs.map { (.binary(scalar.expression, .equal, $0.stored.expression), $0.member) }, node)
  }

  /// A member of an enum with a column per case.
  func enumMember(_ keyPath: AnyKeyPath, of columns: SQLColumns, _ node: Any) throws -> SQLTerm {
    guard let values = TypeInspection.values(ofEnum: columns.valueType) else {
      throw unsupported(node, "This member of \(columns.valueType) has no translation into SQL.")
    }
    return try table(
      values.map { value in
        guard case .columns(let stored) = try self.columns(of: value, node),
          let chosen = stored.expressions.firstIndex(where: { $0.boundValue != nil })
        else { throw unsupported(node, "The cases of \(columns.valueType) cannot be told apart.") }
        return (.test(columns.expressions[chosen], .isNotNull), Self.read(keyPath, of: value))
      }, node)
  }

  private func table(_ rows: [(SQLExpression, Any?)], _ node: Any) throws -> SQLTerm {
    var result: SQLScalar?
    var branches: [SQLBranch] = []
    for (condition, value) in rows {
      guard let value else { continue }
      guard case .scalar(let scalar) = try columns(of: value, node) else {
        throw unsupported(node, "This member of an enum has no translation into SQL.")
      }
      result = scalar
      branches.append(SQLBranch(condition: condition, value: scalar.expression))
    }
    guard var result else { return .constant(nil) }
    result.expression = .choice(branches, otherwise: nil)
    result.null = .absent
    return .scalar(result)
  }

  static func read(_ keyPath: AnyKeyPath, of value: Any) -> Any? {
    func open<Root>(_ root: Root) -> Any? {
      (keyPath as? PartialKeyPath<Root>).map { root[keyPath: $0] as Any }
    }
    return _openExistential(value, do: open).flatMap { flatten($0) }
  }
}
