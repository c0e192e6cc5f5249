// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `root.localizedCompare(other)`.
extension PredicateExpressions.StringLocalizedCompare: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    let other = try translator.translate(self.other)
    if root.isConstant, other.isConstant { return try translator.fold(self) }
    return .scalar(
      translator.comparison(
        .localizedCompare, try translator.text(root, self), try translator.text(other, self)))
  }
}

/// `root.caseInsensitiveCompare(other)`.
extension PredicateExpressions.StringCaseInsensitiveCompare: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let root = try translator.translate(self.root)
    let other = try translator.translate(self.other)
    if root.isConstant, other.isConstant { return try translator.fold(self) }
    return .scalar(
      translator.comparison(
        .caseInsensitiveCompare, try translator.text(root, self),
        try translator.text(other, self)))
  }
}

extension PredicateTranslator {
  /// A `ComparisonResult`, which is stored (and captured) as its raw value.
  fileprivate func comparison(_ name: SQLFunctionName, _ a: SQLScalar, _ b: SQLScalar)
    -> SQLScalar
  {
    SQLScalar(
      expression: .call(name, a.expression, b.expression), type: .integer64,
      null: max(nullOfTest(a.null), nullOfTest(b.null)), enumeration: ComparisonResult.self)
  }
}
