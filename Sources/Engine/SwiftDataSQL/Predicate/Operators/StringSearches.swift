// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationCompatibility
import SwiftDataCore

/// `root.localizedStandardContains(other)`.
extension PredicateExpressions.StringLocalizedStandardContains: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    let other = try translator.translate(self.other)
    if root.isConstant, other.isConstant { return try translator.fold(self) }
    let text = try translator.text(root, self)
    var part = try translator.text(other, self)
    if case .text(let needle)? = part.expression.boundValue {
      part.expression = .bound(.text(StandardStringFold.fold(needle)))
    } else {
      part.expression = .call(.standardFold, part.expression)
    }
    return .scalar(translator.test(.standardContains, text, part))
  }
}

/// `root.hasPrefix(other)`.
extension PredicateExpressions.StringHasPrefix: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    let other = try translator.translate(self.other)
    if root.isConstant, other.isConstant { return try translator.fold(self) }
    return .scalar(
      translator.startsWith(try translator.text(root, self), try translator.text(other, self)))
  }
}

/// `root.hasSuffix(other)`.
extension PredicateExpressions.StringHasSuffix: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    let other = try translator.translate(self.other)
    if root.isConstant, other.isConstant { return try translator.fold(self) }
    return .scalar(
      translator.test(
        .endsWith, try translator.text(root, self), try translator.text(other, self)))
  }
}

/// `base.contains(other)`, of strings.
extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let base = try translator.translate(self.base)
    let other = try translator.translate(self.other)
    if base.isConstant, other.isConstant { return try translator.fold(self) }
    return .scalar(
      translator.test(
        .contains, try translator.text(base, self), try translator.text(other, self)))
  }
}

/// `base.starts(with: prefix)`, of strings.
extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let base = try translator.translate(self.base)
    let prefix = try translator.translate(self.prefix)
    if base.isConstant, prefix.isConstant { return try translator.fold(self) }
    return .scalar(
      translator.startsWith(
        try translator.text(base, self), try translator.text(prefix, self)))
  }
}
