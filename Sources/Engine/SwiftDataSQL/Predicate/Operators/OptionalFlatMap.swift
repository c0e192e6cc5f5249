// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

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
    let isAbsent = translator.isNil(term)
    if isAbsent.expression == .no { return result }
    switch result {
    case .constant(nil): return translator.notConstant(result, Result.self, self)
    case .scalar(let scalar):
      var exact = scalar.exact
      if exact.type == .boolean, exact.null == .never { exact.expression = exact.condition }
      exact.null = .absent
      if translator.isNull(exact.expression, whereAbsent: term) { return .scalar(exact) }
    case .row(var row):
      row.null = .absent
      if translator.isNull(row.key, whereAbsent: term) { return .row(row) }
    case .columns(var columns):
      columns.null = .absent
      if columns.expressions.allSatisfy({ translator.isNull($0, whereAbsent: term) }) {
        return .columns(columns)
      }
    case .archive(var archive):
      archive.null = .absent
      if translator.isNull(archive.expression, whereAbsent: term) { return .archive(archive) }
    case .constant, .sequence, .range: break
    }
    return try translator.optional(result, where: translator.isPresent(term), self)
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
      return .scalar(result)
    default: return try choose(condition, term, .constant(nil), node)
    }
  }
}
