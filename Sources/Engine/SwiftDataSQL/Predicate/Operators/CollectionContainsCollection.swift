// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

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
