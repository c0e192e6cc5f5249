// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

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
