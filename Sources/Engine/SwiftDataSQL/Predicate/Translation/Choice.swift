// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// One of two terms, by a condition.
extension PredicateTranslator {
  /// - Parameter otherwise: `nil` for the optional that is `nil` there.
  func choose(
    _ condition: SQLExpression, _ first: SQLTerm, _ otherwise: SQLTerm, _ node: Any
  ) throws -> SQLTerm {
    if condition == .yes { return first }
    if condition == .no { return otherwise }
    switch (first, otherwise) {
    case (.constant(nil), .constant(nil)): return .constant(nil)
    case (.constant(let a?), .constant(let b)):
      return try choose(
        condition, columns(of: a, node), b.map { try columns(of: $0, node) } ?? .constant(nil), node
      )
    case (.constant(nil), .constant(let b?)):
      return try choose(condition, .constant(nil), columns(of: b, node), node)
    case (.scalar(let a), _):
      return .scalar(try choose(condition, a, scalar(otherwise, like: a.type, node)))
    case (_, .scalar(let b)):
      return .scalar(try choose(condition, scalar(first, like: b.type, node), b))
    case (.columns(let a), _): return try choose(condition, a, otherwise, true, node)
    case (_, .columns(let b)): return try choose(condition, b, first, false, node)
    case (.row(let a), _): return try choose(condition, a, otherwise, true, node)
    case (_, .row(let b)): return try choose(condition, b, first, false, node)
    case (.sequence(var sequence), .constant(nil)):
      sequence.presence = .all([condition, sequence.presence ?? .yes])
      return .sequence(sequence)
    case (.archive(var archive), .constant(nil)):
      archive = SQLArchive(
        expression: .when(condition, archive.expression), isJSON: archive.isJSON,
        valueType: archive.valueType, null: .absent, property: archive.property,
        defined: defined(condition, SQLTerm.archive(archive).defined, nil))
      return .archive(archive)
    default: throw unsupported(node, "The two branches cannot be combined in the store.")
    }
  }

  private func choose(_ condition: SQLExpression, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar {
    if a.type == .boolean, let logic = logic(condition, a, b) { return logic }
    let (a, b) = (a.exact, b.exact)
    let otherwise: SQLExpression? = b.expression == .null ? nil : b.expression
    // A `nil` of one is no failure of the other.
    let isOptional = a.null == .absent || b.null == .absent
    return SQLScalar(
      expression: .when(condition, a.expression, otherwise: otherwise), type: a.type,
      null: isOptional ? .absent : max(a.null, b.null), enumeration: a.enumeration,
      defined: isOptional ? defined(condition, SQLTerm.scalar(a).evaluable, SQLTerm.scalar(b).evaluable) : nil)
  }

  /// Where one of two terms can be evaluated that a condition chooses.
  private func defined(
    _ condition: SQLExpression, _ first: SQLExpression?, _ otherwise: SQLExpression?
  ) -> SQLExpression? {
    let parts: [SQLExpression] = [
      first.map { .any([.test(condition, .isNotTrue), $0]) },
      otherwise.map { .any([.test(condition, .isTrue), $0]) },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : .all(parts)
  }

  /// Where one of two truths is known, AND and OR serve an index better.
  private func logic(_ condition: SQLExpression, _ a: SQLScalar, _ b: SQLScalar) -> SQLScalar? {
    let test = SQLScalar(expression: condition, type: .boolean, null: .isFalse)
    let sure = SQLScalar(
      expression: condition, type: .boolean, null: condition.isNeverNull ? .never : .isFalse)
    return switch (a.expression.truth, b.expression.truth) {
    case (true?, _): or([sure, b])
    case (false?, _): and([not(sure), b])
    case (_, false?): and([test, a])
    case (_, true?): or([not(sure), a])
    default: nil
    }
  }

  /// - Parameter isFirst: Whether `columns` is for where the condition holds.
  private func choose(
    _ condition: SQLExpression, _ columns: SQLColumns, _ other: SQLTerm, _ isFirst: Bool,
    _ node: Any
  ) throws -> SQLTerm {
    var result = columns
    let others: [SQLExpression]
    switch other {
    case .constant(nil):
      others = columns.expressions.map { _ in .null }
      result.null = .absent
    case .constant(let value?):
      return try choose(condition, columns, self.columns(of: value, node), isFirst, node)
    case .columns(let columns):
      others = columns.expressions
      result.null = max(result.null, columns.null)
    default: throw unsupported(node, "The two branches are stored differently.")
    }
    guard others.count == columns.expressions.count else {
      throw unsupported(node, "The two branches are stored differently.")
    }
    let (own, otherwise) = (SQLTerm.columns(columns).defined, other.defined)
    result.defined = isFirst ? defined(condition, own, otherwise) : defined(condition, otherwise, own)
    result.expressions = zip(columns.expressions, others).map { own, other in
      isFirst
        ? .when(condition, own, otherwise: other == .null ? nil : other)
        : .when(condition, other, otherwise: own)
    }
    return .columns(result)
  }

  private func choose(
    _ condition: SQLExpression, _ row: SQLRow, _ other: SQLTerm, _ isFirst: Bool, _ node: Any
  ) throws -> SQLTerm {
    let otherKey: SQLExpression
    var result = SQLRow(key: row.key, entity: row.entity, scope: row.scope, null: row.null)
    // A `nil` of one is no failure of the other.
    var isOptional = row.null == .absent
    switch other {
    case .constant(nil):
      otherKey = .null
      isOptional = true
    case .constant(let value?):
      // No row has the number 0.
      otherKey = .bound(key(of: value, in: row.entity) ?? .integer(0))
    case .row(let row) where row.entity.root === result.entity.root:
      otherKey = row.key
      result.null = max(result.null, row.null)
      isOptional = isOptional || row.null == .absent
      if result.entity.isKind(of: row.entity) { result.entity = row.entity }
    default: throw unsupported(node, "The two branches return different entities.")
    }
    let (own, otherwise) = (SQLTerm.row(row).evaluable, other.evaluable)
    if isOptional {
      result.null = .absent
      result.defined = isFirst ? defined(condition, own, otherwise) : defined(condition, otherwise, own)
    }
    result.key =
      isFirst
      ? .when(condition, row.key, otherwise: otherKey == .null ? nil : otherKey)
      : .when(condition, otherKey, otherwise: row.key)
    return .row(result)
  }
}

extension SQLExpression {
  /// The truth that a constant is.
  var truth: Bool? {
    switch self {
    case .yes, .bound(.integer(1)): true
    case .no, .bound(.integer(0)): false
    default: nil
    }
  }
}
