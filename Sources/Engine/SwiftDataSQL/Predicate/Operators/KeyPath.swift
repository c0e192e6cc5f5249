// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `root.member`.
extension PredicateExpressions.KeyPath: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    switch root {
    case .constant: return try translator.fold(self)
    case .row(let row): return try translator.member(keyPath, of: row, self)
    case .scalar(let scalar):
      let member = try translator.member(keyPath, collectionMember, of: scalar, self)
      // What an enum's case is asked for may be nil.
      guard case .scalar(let result) = member, result.null == .absent else { return member }
      return member.failing(unless: root.evaluable)
    case .columns(let columns):
      if case .enumeration = columns.layout {
        return try translator.enumMember(keyPath, of: columns, self).failing(unless: root.defined)
      }
      guard let name = TypeInspection.field(keyPath) else {
        throw translator.unsupported(
          self, "The key path does not lead to a stored property of \(Root.Output.self).",
          advice: "Use stored properties in predicates.")
      }
      return try translator.element(name, of: root, self)
    case .sequence, .archive:
      guard let member = collectionMember else {
        throw translator.unsupported(
          self, "This member of \(Root.Output.self) has no translation into SQL.",
          advice: "Collections support count, isEmpty, first and last.")
      }
      return try translator.member(member, of: translator.sequence(root, self), self)
    case .range:
      throw translator.unsupported(self, "Ranges support only contains(_:).")
    }
  }

  private var collectionMember: PredicateTranslator.CollectionMember? {
    guard Root.Output.self is any Collection.Type else { return nil }
    let known: PredicateTranslator.CollectionMember? =
      switch kind {
      case .collectionCount: .count
      case .collectionIsEmpty: .isEmpty
      case .collectionFirst: .first
      case .bidirectionalCollectionLast: .last
      default: nil
      }
    return PredicateTranslator.collectionMember(keyPath, known, of: Root.Output.self)
  }
}
