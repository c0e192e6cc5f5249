// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the variables of a predicate stand for: its model, and what the closures around a node are called with.
///
/// They are few, mostly one, which is found sooner than hashed.
struct VariableTerms {
  private var terms: [(key: PredicateExpressions.VariableID, term: SQLTerm)] = []

  subscript(key: PredicateExpressions.VariableID) -> SQLTerm? {
    get { terms.last { $0.key == key }?.term }
    set {
      // The innermost comes last.
      guard let index = terms.lastIndex(where: { $0.key == key }) else {
        if let newValue { terms.append((key, newValue)) }
        return
      }
      if let newValue { terms[index].term = newValue } else { terms.remove(at: index) }
    }
  }
}
