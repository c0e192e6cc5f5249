// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `input as? Desired`.
extension PredicateExpressions.ConditionalCast: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(input)
    if term.isConstant { return try translator.fold(self) }
    return try translator.cast(term, from: Input.Output.self, to: Desired.self, null: .absent, self)
  }
}

/// `input as! Desired`: a row of another class does not match.
extension PredicateExpressions.ForceCast: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(input)
    if term.isConstant { return try translator.fold(self) }
    return try translator.cast(
      term, from: Input.Output.self, to: Desired.self, null: .undefined, self)
  }
}

/// `input is Desired`.
extension PredicateExpressions.TypeCheck: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(input)
    if term.isConstant { return try translator.fold(self) }
    let type = PredicateTranslator.unwrapped(Desired.self)
    if case .row(let row) = term, let entity = translator.entity(of: type, at: row) {
      let isKind = translator.isKind(row, of: entity)
      let isPresent = translator.negated(translator.nilTest(term).expression)
      return .scalar(translator.whereEvaluable(term, .all([isPresent, isKind])))
    }
    guard type == PredicateTranslator.unwrapped(Input.Output.self) else {
      throw translator.unsupported(self, "\(type) is not a subclass of \(Input.Output.self).")
    }
    return .scalar(translator.not(translator.isNil(term)))
  }
}

extension PredicateTranslator {
  /// The entity of a model class in the same table as a row.
  fileprivate func entity(of type: any Any.Type, at row: SQLRow) -> _Entity? {
    row.entity.root.family.first { $0.type == type }
  }

  fileprivate func cast(
    _ term: SQLTerm, from source: any Any.Type, to type: any Any.Type, null: NullMeaning,
    _ node: Any
  ) throws -> SQLTerm {
    let type = Self.unwrapped(type)
    if type == Self.unwrapped(source) { return null == .absent ? term : unwrapped(term, null: null) }
    guard case .row(let row) = term, let entity = entity(of: type, at: row),
      var result = cast(row, to: entity, null: null)
    else {
      throw unsupported(node, "A \(source) cannot be cast to \(type) in the store.")
    }
    // Behind `$0.owner!` there is nothing where there is no owner, not even what another class gives.
    if result.null == .absent { result.defined = term.evaluable }
    return .row(result)
  }
}
