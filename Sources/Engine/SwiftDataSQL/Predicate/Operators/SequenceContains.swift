// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `sequence.contains(element)`.
extension PredicateExpressions.SequenceContains: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let sequence = try translator.translate(self.sequence)
    let element = try translator.translate(self.element)
    if sequence.isConstant, element.isConstant { return try translator.fold(self) }
    switch sequence {
    case .constant(let value):
      if let range = SQLRange(value) {
        return .scalar(try translator.contains(range, element, self))
      }
      let values = try translator.elements(value, self)
      return .scalar(try translator.contains(values, element, self))
    case .scalar(let text) where text.type == .string:
      let part = try translator.text(element, self)
      return .scalar(translator.test(.contains, text, part))
    case .range(let range):
      return .scalar(try translator.contains(range, element, self))
    default:
      let sequence = try translator.sequence(sequence, self)
      let found = try translator.exists(sequence, self) {
        try translator.equal($0, element, self).condition
      }
      return .scalar(translator.whereDefined([.sequence(sequence)], translator.whereEvaluable(element, found)))
    }
  }
}

extension PredicateTranslator {
  /// Whether a captured list contains a term.
  func contains(_ values: [Any?], _ element: SQLTerm, _ node: Any) throws -> SQLScalar {
    let isNil = values.contains { $0 == nil } ? nilTest(element) : truth(false)
    let values = values.compactMap { $0 }
    let found: SQLScalar
    switch element {
    case .row(let row):
      let keys = values.compactMap { key(of: $0, in: row.entity) }
      found =
        keys.isEmpty
        ? truth(false, of: [element])
        : SQLScalar(
          expression: ValueList.contains(row.key, keys, layout.dialect), type: .boolean, null: nullOfTest(row.null))
    case .scalar(let scalar) where scalar.type != .boolean:
      found = try contains(values, scalar, node)
    default: found = or(try values.map { try equal(element, .constant($0), node) })
    }
    return whereDefined([element], or([found, isNil]))
  }

  private func contains(_ values: [Any], _ scalar: SQLScalar, _ node: Any) throws -> SQLScalar {
    var list: [SQLValue] = []
    var others: [SQLScalar] = []
    list.reserveCapacity(values.count)
    for value in values {
      let constant = try self.scalar(of: value, like: scalar.type, node)
      switch constant.expression {
      case .bound(.null), .null: continue  // NaN
      case .bound(.text(let text)) where scalar.type == .string:
        if let forms = CanonicalForms.all(of: text) {
          list += forms.map { .text($0) }
        } else {
          others.append(try equal(.scalar(scalar), .constant(value), node))
        }
      case .bound(let value): list.append(value)
      default: throw unsupported(node, "The list contains values that cannot be compared.")
      }
    }
    guard layout.dialect == .postgres || list.count <= 8 || ValueList.canQuery(list) || list.count <= 30_000 else {
      throw unsupported(
        node, "The list contains \(list.count) values of several types; at most 30,000 can be bound.")
    }
    let test =
      list.isEmpty
      ? truth(false, of: [.scalar(scalar)])
      : SQLScalar(
        expression: ValueList.contains(scalar.expression, list, layout.dialect), type: .boolean,
        null: nullOfTest(scalar.null))
    return or([test] + others)
  }
}
