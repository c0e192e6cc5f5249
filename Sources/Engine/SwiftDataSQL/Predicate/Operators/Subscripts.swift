// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `wrapped[index]`: a row that has no such element does not match.
extension PredicateExpressions.CollectionIndexSubscript: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let collection = try translator.translate(wrapped)
    let index = try translator.translate(self.index)
    if collection.isConstant, index.isConstant { return try translator.fold(self) }
    guard case .constant(let value as Int) = index, value >= 0 else {
      throw translator.unsupported(self, "An index must be a captured number.")
    }
    return try translator.element(
      translator.sequence(collection, self), at: value, fromEnd: false, null: .undefined, self)
  }
}

/// `wrapped[range]`, of captured collections only.
extension PredicateExpressions.CollectionRangeSubscript: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let collection = try translator.translate(wrapped)
    guard collection.isConstant else {
      throw translator.unsupported(self, "A slice of a collection cannot be computed by the store.")
    }
    return try translator.fold(self)
  }
}

/// `wrapped[key]` of a dictionary.
extension PredicateExpressions.DictionaryKeySubscript: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let dictionary = try translator.translate(wrapped)
    let key = try translator.translate(self.key)
    if dictionary.isConstant, key.isConstant { return try translator.fold(self) }
    return try translator.value(
      of: dictionary, forKey: key, Value.self,
      pairs: { try wrapped.evaluate(translator.bindings).map { ($0.key, $0.value) } }, self)
  }
}

/// `wrapped[key, default: value]`.
extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let dictionary = try translator.translate(wrapped)
    let key = try translator.translate(self.key)
    let other = try translator.translate(self.default)
    if dictionary.isConstant, key.isConstant, other.isConstant { return try translator.fold(self) }
    let found = try translator.value(
      of: dictionary, forKey: key, Default.Output.self,
      pairs: { try wrapped.evaluate(translator.bindings).map { ($0.key, $0.value) } }, self)
    return try translator.choose(
      translator.negated(translator.nilTest(found).expression), translator.unwrapped(found, null: .never), other, self
    ).emptied(unless: found.defined)
  }
}

extension PredicateTranslator {
  fileprivate func value(
    of dictionary: SQLTerm, forKey key: SQLTerm, _ type: any Any.Type,
    pairs: () throws -> [(Any, Any)], _ node: Any
  ) throws -> SQLTerm {
    if dictionary.isConstant {
      // A captured table: its entry for what the row holds. The key itself may be what cannot be evaluated.
      let entries = try pairs().map { pair in
        (isKey: try equal(key, .constant(Self.flatten(pair.0)), node).expression, value: Self.flatten(pair.1))
      }
      return notConstant(try entry(entries, node), type, node).failing(unless: key.evaluable)
    }
    guard case .archive(let archive) = dictionary, archive.isJSON,
      case .constant(let key?) = key, key is String || key is Int
    else {
      throw unsupported(node, "Keys of a stored dictionary must be captured strings or numbers.")
    }
    let alias = makeAlias()
    let value = SQLExpression.column(table: alias, name: "value")
    let name = SQLScalar(expression: .column(table: alias, name: "key"), type: .string, null: .never)
    // As Swift compares keys: "é" is one, however it is encoded.
    let isKey = try equal(
      .scalar(name), .constant(layout.dialect == .sqlite ? JSONZeros.hidden("\(key)") : "\(key)"), node)
    let query = SQLQuery(
      [value], from: jsonEntries(of: archive.expression, alias),
      where: isKey.expression)
    return try jsonValue(.query(query), type, null: .absent, node).failing(unless: dictionary.defined)
  }

  /// The captured value whose condition holds, and `nil` where none does. At most one of the conditions can hold.
  private func entry(_ entries: [(isKey: SQLExpression, value: Any?)], _ node: Any) throws -> SQLTerm {
    var result: SQLScalar?
    var branches: [SQLBranch] = []
    for (isKey, value) in entries where isKey != .no {
      guard let value else { continue }
      guard isKey != .yes, case .scalar(let scalar) = try columns(of: value, node),
        (result?.type ?? scalar.type) == scalar.type
      else {
        // Values of several columns, and models.
        return try entries.reduce(.constant(nil)) { try choose($1.isKey, .constant($1.value), $0, node) }
      }
      result = scalar
      let truth = scalar.type == .boolean ? scalar.expression.truth : nil
      branches.append(SQLBranch(condition: isKey, value: truth.map { $0 ? .yes : .no } ?? scalar.expression))
    }
    guard var result else { return .constant(nil) }
    result.expression = .choosing(branches, otherwise: nil)
    result.null = .absent
    return .scalar(result)
  }
}
