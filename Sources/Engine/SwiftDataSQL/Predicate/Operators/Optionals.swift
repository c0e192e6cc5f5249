// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `lhs ?? rhs`.
extension PredicateExpressions.NilCoalesce: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let left = try translator.translate(lhs)
    if case .constant(let value) = left {
      return value == nil ? try translator.translate(rhs) : left
    }
    let isAbsent = translator.nilTest(left).expression
    if isAbsent == .no { return translator.unwrapped(left, null: .never) }
    let right = try translator.translate(rhs)
    switch (left, right) {
    case (.scalar(let scalar), .constant(let value as Bool)) where scalar.type == .boolean:
      return .scalar(translator.whereDefined([left], translator.coalesce(scalar, value)))
    case (.scalar(let scalar), _):
      let other = try translator.scalar(right, like: scalar.type, self).exact
      var result = SQLScalar(
        expression: .call(.coalesce, scalar.expression, other.expression), type: scalar.type,
        null: other.null, enumeration: scalar.enumeration)
      guard other.null == .absent else { return .scalar(translator.whereDefined([left], result)) }
      let otherwise = other.defined.map { SQLExpression.any([translator.negated(isAbsent), $0]) }
      let conditions = [scalar.defined, otherwise].compactMap(\.self)
      result.defined = conditions.isEmpty ? nil : .all(conditions)
      return .scalar(result)
    case (.sequence(var sequence), .constant(let value?))
    where (value as? any Collection)?.isEmpty == true:
      // Without an owner no element is found.
      if let presence = sequence.presence { sequence.filters.append { _ in presence } }
      sequence.presence = nil
      return .sequence(sequence)
    case (.archive(var archive), .constant(let value?))
    where (value as? any Collection)?.isEmpty == true:
      archive.null = .never
      return .archive(archive)
    default:
      let value = translator.unwrapped(left, null: .never)
      return try translator.choose(translator.negated(isAbsent), value, right, self).emptied(unless: left.defined)
    }
  }
}

extension PredicateTranslator {
  /// `truth ?? value`.
  fileprivate func coalesce(_ scalar: SQLScalar, _ value: Bool) -> SQLScalar {
    if let (condition, truth) = scalar.guarded {
      let guardTruth = SQLScalar(expression: condition, type: .boolean, null: .never)
      return value ? or([not(guardTruth), truth]) : and([guardTruth, truth])
    }
    var result = scalar
    guard value else {
      result.expression = scalar.condition
      result.null = .isFalse
      return result
    }
    result.expression = .test(scalar.expression, .isNotFalse)
    result.null = .never
    return result
  }
}

/// `wrapped.flatMap { … }`, optional chaining and `if let`.
extension PredicateExpressions.OptionalFlatMap: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(wrapped)
    if term.isConstant {
      guard let value = try wrapped.evaluate(translator.bindings) else { return .constant(nil) }
      return try translator.with(variable, bound: value) { try translator.translate(transform) }
    }
    let inner = translator.unwrapped(term, null: .never)
    let result = try translator.with(variable, as: inner) { try translator.translate(transform) }
    let isAbsent = translator.nilTest(term)
    if isAbsent.expression == .no { return result }
    let optional = try translator.optional(result, of: term, isAbsent.expression, Result.self, self)
    return optional.failing(unless: term.defined)
  }
}

extension PredicateTranslator {
  /// What became of the value inside `term`, and `nil` where there is none.
  fileprivate func optional(
    _ result: SQLTerm, of term: SQLTerm, _ isAbsent: SQLExpression, _ type: any Any.Type, _ node: Any
  ) throws -> SQLTerm {
    switch result {
    case .constant(nil): return notConstant(result, type, node)
    case .scalar(let scalar):
      var exact = scalar.exact
      if exact.type == .boolean, exact.null == .never { exact.expression = exact.condition }
      exact.null = .absent
      exact.defined = result.evaluable.map { .any([isAbsent, $0]) }
      if isNull(exact.expression, whereAbsent: term) { return .scalar(exact) }
    case .row(var row):
      row.null = .absent
      row.defined = result.evaluable.map { .any([isAbsent, $0]) }
      if isNull(row.key, whereAbsent: term) { return .row(row) }
    case .columns(var columns):
      columns.null = .absent
      columns.defined = result.defined.map { .any([isAbsent, $0]) }
      if columns.expressions.allSatisfy({ isNull($0, whereAbsent: term) }) {
        return .columns(columns)
      }
    case .archive(var archive):
      archive.null = .absent
      archive.defined = result.defined.map { .any([isAbsent, $0]) }
      if isNull(archive.expression, whereAbsent: term) { return .archive(archive) }
    case .constant, .sequence, .range: break
    }
    return try optional(result, where: negated(isAbsent), node)
  }
}

extension PredicateTranslator {
  /// The term where a condition holds, `nil` elsewhere.
  fileprivate func optional(_ term: SQLTerm, where condition: SQLExpression, _ node: Any) throws
    -> SQLTerm
  {
    switch term {
    case .constant(let value?):
      return try optional(columns(of: value, node), where: condition, node)
    case .scalar(let scalar):
      // Not `choose`: it would make a plain AND of a truth.
      var result = scalar.exact
      result.expression = .when(
        condition, result.type == .boolean ? result.condition : result.expression)
      result.null = .absent
      result.defined = term.evaluable.map { .any([negated(condition), $0]) }
      return .scalar(result)
    default: return try choose(condition, term, .constant(nil), node)
    }
  }
}

/// `inner!`: a row whose value is `nil` does not match.
extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(inner)
    if case .constant(let value) = term {
      guard value != nil else { throw translator.unsupported(self, "The predicate unwraps nil.") }
      return term
    }
    return translator.unwrapped(term, null: .undefined)
  }
}
