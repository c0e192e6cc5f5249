import Foundation
import SwiftDataCore

/// `inner!`: a row whose value is `nil` does not match.
extension PredicateExpressions.ForcedUnwrap: SQLTranslatable {
  func translate(_ translator: PredicateTranslator) throws -> SQLTerm {
    let term = try translator.translate(inner)
    if term.isConstant { return try translator.fold(self) }
    return translator.unwrapped(term, null: .undefined)
  }
}
