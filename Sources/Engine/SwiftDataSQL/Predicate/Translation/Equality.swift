// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `==`, with the meaning that Swift gives it: `nil` equals `nil`, and NaN
/// equals nothing.
extension PredicateTranslator {
  func equal(_ left: SQLTerm, _ right: SQLTerm, _ node: Any) throws -> SQLScalar {
    whereDefined([left, right], try equality(left, right, node))
  }

  private func equality(_ left: SQLTerm, _ right: SQLTerm, _ node: Any) throws -> SQLScalar {
    switch (left, right) {
    case (.constant(let left), .constant(let right)):
      guard let left, let right else { return truth(left == nil && right == nil) }
      return try equal(columns(of: left, node), columns(of: right, node), node)
    case (.constant, _): return try equality(right, left, node)
    case (_, .constant(nil)): return nilTest(left)
    case (.row(let row), .constant(let value?)):
      guard Self.isIdentity(value) else {
        throw unsupported(
          node, "A model cannot be compared with a value of type \(type(of: value)).")
      }
      guard let key = key(of: value, in: row.entity) else { return truth(false, of: [left]) }
      return equal(
        keyScalar(row),
        SQLScalar(expression: .bound(key), type: .integer64, null: .never))
    case (.row(let left), .row(let right)):
      guard left.entity.root === right.entity.root else {
        return left.null == .absent && right.null == .absent
          ? SQLScalar(
            expression: .all([.test(left.key, .isNull), .test(right.key, .isNull)]),
            type: .boolean, null: .never) : truth(false, of: [.row(left), .row(right)])
      }
      return equal(keyScalar(left), keyScalar(right))
    case (.scalar(let scalar), .constant(let value?)):
      if scalar.type == .boolean, let value = value as? Bool {
        return self.scalar(scalar, is: value)
      }
      return equal(scalar, try self.scalar(of: value, like: scalar.type, node))
    case (.scalar(let left), .scalar(let right)): return equal(left, right)
    case (.columns(let columns), .constant(let value?)):
      guard case .columns(let other) = try self.columns(of: value, node) else {
        throw unsupported(node, "The two sides are stored differently.")
      }
      return try equal(columns, other, node)
    case (.columns(let left), .columns(let right)): return try equal(left, right, node)
    case (.sequence(let sequence), .constant(let value?))
    where (value as? any Collection)?.isEmpty == true:
      let empty = try isEmpty(sequence, node)
      return SQLScalar(
        expression: .all([sequence.presence ?? .yes, empty]), type: .boolean, null: .never)
    case (.archive(let archive), .constant(let value?))
    where archive.isJSON && (value as? any Collection)?.isEmpty == true:
      // The only value that is the same in whatever order it was written.
      let sequence = try self.sequence(left, node)
      let empty = try isEmpty(sequence, node)
      return SQLScalar(
        expression: .all([sequence.presence ?? .yes, empty]), type: .boolean, null: .never)
    case (.archive(let archive), _), (_, .archive(let archive)):
      throw unsupported(
        node,
        "The property \(archive.property) is stored as \(archive.isJSON ? "JSON" : "opaque bytes"), which cannot be compared as a whole.",
        advice:
          "Compare with nil, use contains(_:), count or isEmpty of an array, or store the searched value in a separate property."
      )
    default: throw unsupported(node, "The two sides cannot be compared in the store.")
    }
  }

  private func keyScalar(_ row: SQLRow) -> SQLScalar {
    SQLScalar(expression: row.key, type: .integer64, null: row.null)
  }

  func truth(_ value: Bool) -> SQLScalar {
    SQLScalar(expression: value ? .yes : .no, type: .boolean, null: .never)
  }

  // MARK: One value

  private func equal(_ left: SQLScalar, _ right: SQLScalar) -> SQLScalar {
    let left = left.exact
    let right = right.exact
    if right.expression.boundValue == nil, left.expression.boundValue != nil {
      return equal(right, left)
    }
    if right.type == .double || right.type == .float, right.expression == .bound(.null) {
      return truth(false, of: [.scalar(left)])
    }
    let isText = left.type == .string && right.type == .string
    if isText, case .text(let text)? = right.expression.boundValue {
      return equal(left, text: text)
    }
    let other = isText ? .collated(right.expression, .canonical) : right.expression
    let isDecimal = left.type == .decimal && right.type == .decimal
    let equality =
      isDecimal
      ? decimals(left.expression, .equal, other) : .binary(left.expression, .equal, other)
    switch (left.null, right.null) {
    case (.never, .never):
      return SQLScalar(
        expression: equality, type: .boolean, null: .never)
    case (.absent, .absent):
      return SQLScalar(
        expression: .binary(left.expression, .same, other), type: .boolean, null: .never)
    case (.absent, .undefined), (.undefined, .absent):
      let defined = left.null == .undefined ? left.expression : right.expression
      return SQLScalar(
        expression: .when(
          .test(defined, .isNotNull), .binary(left.expression, .same, other)),
        type: .boolean, null: .undefined)
    case (.undefined, _), (_, .undefined):
      return SQLScalar(
        expression: definedTest(left, right, equality), type: .boolean, null: .undefined)
    default:
      return SQLScalar(
        expression: equality, type: .boolean, null: .isFalse)
    }
  }

  /// An index serves all but the last form.
  private func equal(_ left: SQLScalar, text: String) -> SQLScalar {
    let expression: SQLExpression
    if let forms = CanonicalForms.all(of: text) {
      expression = ValueList.contains(left.expression, forms.map { .text($0) }, layout.dialect)
    } else {
      expression = .binary(left.expression, .equal, .collated(.bound(.text(text)), .canonical))
    }
    return SQLScalar(expression: expression, type: .boolean, null: nullOfTest(left.null))
  }

  /// A comparison that is NULL only where an operand is undefined, and false where the other is NaN.
  func definedTest(_ a: SQLScalar, _ b: SQLScalar, _ test: SQLExpression) -> SQLExpression {
    let (number, other): (SQLScalar, SQLScalar)
    switch (a.null, b.null) {
    case (.notANumber, .undefined): (number, other) = (a, b)
    case (.undefined, .notANumber): (number, other) = (b, a)
    default: return test
    }
    return .when(.test(other.expression, .isNotNull), .all([.test(number.expression, .isNotNull), test]))
  }

  /// The meaning of NULL in a test that is NULL where its operand is.
  func nullOfTest(_ null: NullMeaning) -> NullMeaning {
    switch null {
    case .never: .never
    case .undefined: .undefined
    case .isFalse, .notANumber, .absent: .isFalse
    }
  }

  /// `flag == true`, `flag == false`.
  private func scalar(_ scalar: SQLScalar, is value: Bool) -> SQLScalar {
    guard scalar.null == .absent else { return value ? asTruth(scalar) : not(asTruth(scalar)) }
    var result = scalar
    result.null = .isFalse
    if let (condition, truth) = scalar.guarded {
      // Of `CASE WHEN condition THEN truth END`.
      let test = value ? asTruth(truth) : not(asTruth(truth))
      return and([SQLScalar(expression: condition, type: .boolean, null: .never), test])
    }
    if value {
      result.expression = scalar.condition
    } else if case .column = scalar.expression {
      result.expression = .binary(scalar.expression, .equal, .no)
    } else {
      result.expression = .not(scalar.expression)
    }
    return result
  }

  // MARK: Several columns

  private func equal(_ left: SQLColumns, _ right: SQLColumns, _ node: Any) throws -> SQLScalar {
    guard left.expressions.count == right.expressions.count else {
      throw unsupported(node, "The two sides are stored differently.")
    }
    let isConstant = right.expressions.allSatisfy {
      if case .bound = $0 { true } else { false }
    }
    if case .enumeration(let cases) = left.layout {
      return try equal(left, right, cases, isConstant, node)
    }
    let leaves = try leaves(left.layout, isOptional: left.null != .never, node)
    let tests = zip(leaves, zip(left.expressions, right.expressions)).map { leaf, pair in
      let isOptional = leaf.isOptional || left.null != .never || right.null != .never
      let a = SQLScalar(
        expression: pair.0, type: leaf.type, null: isOptional ? .absent : .never)
      guard isConstant else {
        return equal(a, SQLScalar(expression: pair.1, type: leaf.type, null: a.null))
      }
      if pair.1.boundValue == nil {
        return leaf.isOptional ? isNil(.scalar(a)) : truth(false)
      }
      return equal(a, SQLScalar(expression: pair.1, type: leaf.type, null: .never))
    }
    return and(tests)
  }

  /// The columns of one case say which case it is, and those of a case with associated values what they are.
  private func equal(
    _ left: SQLColumns, _ right: SQLColumns, _ cases: [LayoutElement], _ isConstant: Bool,
    _ node: Any
  ) throws -> SQLScalar {
    let ranges = LayoutElement.ranges(of: cases)
    let chosen = ranges.firstIndex { range in right.expressions[range].contains { $0.boundValue != nil } }
    if isConstant, chosen == nil { return truth(false) }
    var tests: [SQLExpression] = []
    for (index, element) in cases.enumerated() where !isConstant || index == chosen {
      if case .archive = element.layout {
        throw unsupported(
          node,
          "The case \(element.name) has associated values, which are stored as JSON and cannot be compared.",
          advice: "Store the searched value in a separate property.")
      }
      let columns = zip(left.expressions[ranges[index]], right.expressions[ranges[index]])
      if case .scalar = element.layout, isConstant {
        // It holds the case's own name: that it holds anything is enough.
        tests += columns.map { .test($0.0, .isNotNull) }
        continue
      }
      let types = try leaves(element.layout, isOptional: true, node).map(\.type)
      tests += zip(types, columns).map { same($1.0, $1.1, $0) }
    }
    return SQLScalar(expression: .all(tests), type: .boolean, null: .never)
  }

  /// Equality of two columns of associated values: of texts as Swift compares them, and with NULL for what is not there.
  private func same(_ left: SQLExpression, _ right: SQLExpression, _ type: _ColumnType) -> SQLExpression {
    if case .bound(.null) = right { return .test(left, .isNull) }
    return .binary(left, .same, type == .string ? .collated(right, .canonical) : right)
  }

  /// The columns of a composite.
  private func leaves(_ layout: AttributeLayout, isOptional: Bool, _ node: Any) throws
    -> [(type: _ColumnType, isOptional: Bool)]
  {
    switch layout {
    case .scalar(let type), .rawValue(let type): return [(type, isOptional)]
    case .composite(let elements):
      return try elements.flatMap { try leaves($0.layout, isOptional: $0.isOptional, node) }
    case .enumeration(let cases):
      return try cases.flatMap { try leaves($0.layout, isOptional: true, node) }
    case .archive, .transformable:
      throw unsupported(
        node, "A part of the value is stored as bytes, which cannot be compared.",
        advice: "Compare the parts that matter one by one.")
    }
  }
}
