// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// `elements.max()`.
extension PredicateExpressions.SequenceMaximum: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(elements)
    if term.isConstant { return try translator.fold(self) }
    return try translator.extremum(.maximum, of: translator.sequence(term, self), self)
  }
}
