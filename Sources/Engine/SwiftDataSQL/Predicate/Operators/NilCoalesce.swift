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
    let isAbsent = translator.isNil(left).expression
    if isAbsent == .no { return translator.unwrapped(left, null: .never) }
    let right = try translator.translate(rhs)
    switch (left, right) {
    case (.scalar(let scalar), .constant(let value as Bool)) where scalar.type == .boolean:
      return .scalar(translator.coalesce(scalar, value))
    case (.scalar(let scalar), _):
      let other = try translator.scalar(right, like: scalar.type, self).exact
      return .scalar(
        SQLScalar(
          expression: .call(.coalesce, scalar.expression, other.expression), type: scalar.type,
          null: other.null, enumeration: scalar.enumeration))
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
      return try translator.choose(translator.negated(isAbsent), value, right, self)
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
