// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `root.lowercased()`.
extension PredicateExpressions.StringLowercased: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    if root.isConstant { return try translator.fold(self) }
    var text = try translator.text(root, self)
    text.expression = .call(.lowercased, text.expression)
    return .scalar(text)
  }
}

/// `root.uppercased()`.
extension PredicateExpressions.StringUppercased: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    if root.isConstant { return try translator.fold(self) }
    var text = try translator.text(root, self)
    text.expression = .call(.uppercased, text.expression)
    return .scalar(text)
  }
}

/// `root.trimmingCharacters(in: set)`.
extension PredicateExpressions.StringTrimmingCharacters: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    guard case .constant(let set as CharacterSet) = try translator.translate(self.set) else {
      throw translator.unsupported(self, "The set of characters must be captured.")
    }
    if root.isConstant { return try translator.fold(self) }
    var text = try translator.text(root, self)
    let bitmap = SQLExpression.bound(.blob(Array(set.bitmapRepresentation)))
    text.expression = .call(.trimmed, text.expression, bitmap)
    return .scalar(text)
  }
}
