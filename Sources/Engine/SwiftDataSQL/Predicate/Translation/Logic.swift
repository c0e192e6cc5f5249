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

  func and(_ parts: [SQLScalar]) -> SQLScalar { combine(parts, decisive: .no) }
  func or(_ parts: [SQLScalar]) -> SQLScalar { combine(parts, decisive: .yes) }

  /// Swift evaluates from the left, and where that fails the rest does not count: `a! > 1 || b` does not hold where
  /// `a` is nil, whatever `b` is. SQL's OR would say true.
  ///
  /// The parts become one list of branches, in which each is written twice. Nested in one another, they would be
  /// written twice for each part before them.
  ///
  /// - Parameter decisive: The truth that decides the whole, without those that follow.
  private func combine(_ parts: [SQLScalar], decisive: SQLExpression) -> SQLScalar {
    func join(_ parts: some Sequence<SQLScalar>, _ more: SQLExpression...) -> SQLExpression {
      decisive == .no ? .all(parts.map(\.condition) + more) : .any(parts.map(\.condition) + more)
    }
    let null = parts.map(\.null).max() ?? .never
    // NULL as false must not meet NULL as failure.
    let exact = null > .isFalse ? parts.map(\.exact) : parts
    let early = exact.dropLast()
    guard null == .undefined, let first = early.firstIndex(where: { $0.null == .undefined }),
      let last = early.lastIndex(where: { $0.null == .undefined })
    else { return SQLScalar(expression: join(exact), type: .boolean, null: null) }
    let choice = SQLExpression.choosing(
      exact[first...last].flatMap { branches(of: $0, decisive) }, otherwise: join(exact[(last + 1)...]))
    return SQLScalar(expression: join(exact[..<first], choice), type: .boolean, null: null)
  }

  /// What a part of a chain decides.
  private func branches(of part: SQLScalar, _ decisive: SQLExpression) -> [SQLBranch] {
    guard part.null == .undefined else { return branches(part.condition, decisive, canFail: false) }
    var certain: ArraySlice<SQLExpression> = []
    var rest = part.condition
    switch (rest, decisive) {
    case (.conjunction(let parts), .no), (.disjunction(let parts), .yes):
      certain = parts.dropLast()
      rest = parts.last ?? rest
    default: break
    }
    // A chain itself, as that of a predicate within another one, goes on.
    if case .choice(let inner, let otherwise?) = rest, inner.allSatisfy({ [decisive, .null].contains($0.value) }) {
      return certain.flatMap { branches($0, decisive, canFail: false) } + inner
        + branches(otherwise, decisive, canFail: true)
    }
    return branches(part.condition, decisive, canFail: true)
  }

  private func branches(_ truth: SQLExpression, _ decisive: SQLExpression, canFail: Bool) -> [SQLBranch] {
    let failure = canFail ? [SQLBranch(condition: .test(truth, .isNull), value: .null)] : []
    if decisive == .yes { return [SQLBranch(condition: truth, value: .yes)] + failure }
    return failure + [SQLBranch(condition: .test(truth, .isNotTrue), value: .no)]
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
    case .conjunction(let parts): return .all(parts.map(\.whereTrue))
    case .choice(let branches, let otherwise?):
      // `CASE WHEN a IS NULL THEN NULL WHEN a IS NOT TRUE THEN 0 ELSE b END`
      var parts: [SQLExpression] = []
      for (index, branch) in branches.enumerated() {
        switch (branch.condition, branch.value) {
        case (.test(let truth, .isNotTrue), .no): parts.append(truth.whereTrue)
        case (.test(let truth, .isNull), .null):
          let next = SQLBranch(condition: .test(truth, .isNotTrue), value: .no)
          guard index + 1 < branches.count, branches[index + 1] == next else { return self }
        default: return self
        }
      }
      return .all(parts + [otherwise.whereTrue])
    default: return self
    }
  }

  var isColumn: Bool {
    if case .column = self { return true }
    return false
  }
}
