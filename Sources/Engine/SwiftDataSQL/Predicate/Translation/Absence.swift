// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// `== nil`.
extension PredicateTranslator {
  func isNil(_ term: SQLTerm) -> SQLScalar {
    let test = nilTest(term)
    return test.expression == .no ? truth(false, of: [term]) : whereDefined([term], test)
  }

  /// `== nil`, where the evaluation of the term does not fail.
  func nilTest(_ term: SQLTerm) -> SQLScalar {
    let expression: SQLExpression
    switch term {
    case .constant(let value): expression = value == nil ? .yes : .no
    case .scalar(let scalar):
      guard scalar.null == .absent else { return truth(false) }
      if let (condition, _) = scalar.guarded {
        expression = negated(condition)
      } else {
        expression = .test(scalar.expression, .isNull)
      }
    case .columns(let columns): expression = columns.null == .absent ? columns.isAbsent : .no
    case .row(let row):
      guard row.null == .absent else { return truth(false) }
      if let condition = row.condition, case .choice = row.key, row.isSure {
        expression = negated(condition)
      } else {
        expression = .test(row.key, .isNull)
      }
    // A to-many relationship is never nil, only empty.
    case .sequence(let sequence): expression = sequence.presence.map(negated) ?? .no
    case .archive(let archive):
      expression = archive.null == .absent ? .test(archive.expression, .isNull) : .no
    case .range: expression = .no
    }
    return SQLScalar(expression: expression, type: .boolean, null: .never)
  }

  /// `!= nil`.
  func isPresent(_ term: SQLTerm) -> SQLExpression { not(isNil(term)).expression }

  /// The opposite of a condition that is never NULL.
  func negated(_ condition: SQLExpression) -> SQLExpression {
    not(SQLScalar(expression: condition, type: .boolean, null: .never)).expression
  }

  /// The value inside an optional, where there is one.
  func unwrapped(_ term: SQLTerm, null: NullMeaning) -> SQLTerm {
    func meaning(_ old: NullMeaning) -> NullMeaning { old == .absent ? null : old }
    switch term {
    case .constant, .range: return term
    case .scalar(var scalar):
      scalar.null = meaning(scalar.null)
      scalar.defined = nil
      return .scalar(scalar)
    case .columns(var columns):
      if columns.null == .absent { columns.defined = nil }
      columns.null = meaning(columns.null)
      return .columns(columns)
    case .row(var row):
      row.null = meaning(row.null)
      row.defined = nil
      return .row(row)
    case .sequence(var sequence):
      if null == .undefined { sequence.require(sequence.presence) }
      sequence.presence = nil
      return .sequence(sequence)
    case .archive(var archive):
      archive.null = meaning(archive.null)
      archive.defined = nil
      return .archive(archive)
    }
  }

  /// Whether an expression is NULL wherever `term` is `nil`.
  func isNull(_ expression: SQLExpression, whereAbsent term: SQLTerm) -> Bool {
    let roots: Set<SQLExpression>
    switch term {
    case .scalar(let scalar): roots = [scalar.expression]
    case .row(let row):
      // Columns of a row after a cast depend on the same condition as its key.
      if case .choice(let branches, nil) = expression, row.condition != nil, branches.count == 1,
        branches.first?.condition == row.condition
      {
        return true
      }
      roots = [row.key]
    case .columns(let columns): roots = Set(columns.expressions)
    case .archive(let archive): roots = [archive.expression]
    case .constant, .sequence, .range: return false
    }
    return isNull(expression, roots)
  }

  private func isNull(_ expression: SQLExpression, _ roots: Set<SQLExpression>) -> Bool {
    if roots.contains(expression) { return true }
    return switch expression {
    // No row, no columns.
    case .column(let table, _): joinKeys[table].map { isNull($0, roots) } ?? false
    case .not(let inner), .minus(let inner), .collated(let inner, _): isNull(inner, roots)
    case .binary(let left, let symbol, let right):
      symbol.propagatesNull && (isNull(left, roots) || isNull(right, roots))
    case .function(let name, let arguments):
      name.propagatesNull && arguments.contains { isNull($0, roots) }
    case .member(let element, _), .memberOfList(let element, _), .memberOfQuery(let element, _):
      isNull(element, roots)
    case .conjunction(let parts), .disjunction(let parts):
      parts.allSatisfy { isNull($0, roots) }
    case .choice(let branches, nil):
      branches.allSatisfy { isNull($0.condition, roots) || isNull($0.value, roots) }
    default: false
    }
  }
}

extension SQLScalar {
  /// The parts of `CASE WHEN condition THEN value END`, the form of an
  /// optional whose value does not become nil by itself.
  var guarded: (condition: SQLExpression, value: SQLScalar)? {
    guard case .choice(let branches, nil) = expression, branches.count == 1,
      branches[0].value.isNeverNull
    else { return nil }
    // What an enum's case is asked for: NULL where there is no case.
    if case .binary(_, .equal, .bound) = branches[0].condition { return nil }
    let value = SQLScalar(
      expression: branches[0].value, type: type, null: .never, enumeration: enumeration)
    return (branches[0].condition, value)
  }
}

extension SQLExpression {
  /// Whether the form alone shows that the value is not NULL.
  var isNeverNull: Bool {
    switch self {
    case .test, .exists: true
    case .binary(_, .same, _), .binary(_, .notSame, _): true
    case .verbatim(let text): text != "NULL"
    case .bound(let value): !value.isNull
    case .not(let inner): inner.isNeverNull
    case .conjunction(let parts), .disjunction(let parts): parts.allSatisfy(\.isNeverNull)
    case .query(let query):
      if case .function(.count, _)? = query.columns.first { true } else { false }
    default: false
    }
  }
}
