// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Swift's two-valued logic in SQL's three-valued one.
extension PredicateTranslator {
  /// A scalar that is used as a condition.
  func asTruth(_ scalar: SQLScalar) -> SQLScalar {
    var scalar = scalar
    scalar.expression = scalar.condition
    return scalar
  }

  func not(_ scalar: SQLScalar) -> SQLScalar {
    var result = scalar
    result.null = .never
    switch (scalar.expression, scalar.null) {
    case (.yes, _): result.expression = .no
    case (.no, _): result.expression = .yes
    case (.binary(let left, .equal, let right), .isFalse) where right.boundValue != nil:
      result.expression = .binary(left, .notSame, right)
    case (.binary(let left, .same, let right), _):
      result.expression = .binary(left, .notSame, right)
    case (.binary(let left, .notSame, let right), _):
      result.expression = .binary(left, .same, right)
    case (_, .isFalse): result.expression = .test(scalar.expression, .isNotTrue)
    case (.test(let inner, .isNull), _): result.expression = .test(inner, .isNotNull)
    case (.test(let inner, .isNotNull), _): result.expression = .test(inner, .isNull)
    case (.test(let inner, .isTrue), _): result.expression = .test(inner, .isNotTrue)
    case (.test(let inner, .isNotTrue), _): result.expression = .test(inner, .isTrue)
    case (.not(let inner), _):
      result.expression = inner
      result.null = scalar.null
    case (.binary(let left, .equal, .yes), _) where left.isColumn:
      result.expression = .binary(left, .equal, .no)
      result.null = scalar.null
    case (.binary(let left, .equal, .no), _) where left.isColumn:
      result.expression = .binary(left, .equal, .yes)
      result.null = scalar.null
    case (.binary(let left, .equal, let right), _):
      result.expression = .binary(left, .notEqual, right)
      result.null = scalar.null
    case (.column(let table, let name), _):
      result.expression = .binary(.column(table: table, name: name), .equal, .no)
      result.null = scalar.null
    default:
      result.expression = .not(scalar.expression)
      result.null = scalar.null
    }
    return result
  }

  func and(_ parts: [SQLScalar]) -> SQLScalar {
    combine(parts, { .all($0) }) { first, opposite, rest in
      [SQLBranch(condition: first, value: rest), SQLBranch(condition: opposite, value: .no)]
    }
  }

  func or(_ parts: [SQLScalar]) -> SQLScalar {
    combine(parts, { .any($0) }) { first, opposite, rest in
      [SQLBranch(condition: first, value: .yes), SQLBranch(condition: opposite, value: rest)]
    }
  }

  /// Swift evaluates from the left, and where that fails the rest does not count: `a! > 1 || b` does not hold where
  /// `a` is nil, whatever `b` is. SQL's OR would say true.
  private func combine(
    _ parts: [SQLScalar], _ join: ([SQLExpression]) -> SQLExpression,
    strictly: (SQLExpression, SQLExpression, SQLExpression) -> [SQLBranch]
  ) -> SQLScalar {
    let null = parts.map(\.null).max() ?? .never
    // NULL as false must not meet NULL as failure.
    let exact = null > .isFalse ? parts.map(\.exact) : parts
    guard null == .undefined, exact.dropLast().contains(where: { $0.null == .undefined }) else {
      return SQLScalar(expression: join(exact.map(\.condition)), type: .boolean, null: null)
    }
    var rest = SQLExpression.null
    for (index, part) in exact.enumerated().reversed() {
      if index == exact.count - 1 {
        rest = part.condition
      } else if part.null == .undefined {
        rest = .choice(strictly(part.condition, not(asTruth(part)).expression, rest), otherwise: nil)
      } else {
        rest = join([part.condition, rest])
      }
    }
    return SQLScalar(expression: rest, type: .boolean, null: null)
  }

  /// A term that must be a truth.
  func truth(_ term: SQLTerm, _ node: Any) throws -> SQLScalar {
    switch term {
    case .constant(let value as Bool): return truth(value)
    case .scalar(let scalar) where scalar.type == .boolean: return asTruth(scalar)
    default: throw unsupported(node, "This is not a condition.")
    }
  }
}

extension SQLExpression {
  /// The condition where only truth counts, not the difference of false and failure: plain ANDs, which an index serves.
  var whereTrue: SQLExpression {
    switch self {
    case .conjunction(let parts): .all(parts.map(\.whereTrue))
    case .choice(let branches, nil) where branches.count == 2 && branches[1].value == .no:
      .all([branches[0].condition.whereTrue, branches[0].value.whereTrue])
    default: self
    }
  }

  var isColumn: Bool {
    if case .column = self { return true }
    return false
  }
}
