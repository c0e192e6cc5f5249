// SPDX-License-Identifier: Apache-2.0

import Foundation

// SF-0036, which the Foundation of Swift 6.3 does not have yet.
#if !canImport(Darwin)
  extension Predicate {
    /// Holds where all of `subpredicates` hold; always, if there are none.
    public init(all subpredicates: some BidirectionalCollection<Self>) {
      self.init(joining: Array(subpredicates), empty: true) {
        PredicateJoining.conjunction($0, $1)
      }
    }

    /// Holds where any of `subpredicates` holds; never, if there are none.
    public init(any subpredicates: some BidirectionalCollection<Self>) {
      self.init(joining: Array(subpredicates), empty: false) {
        PredicateJoining.disjunction($0, $1)
      }
    }

    private init(
      joining subpredicates: [Self], empty: Bool,
      _ join: (any StandardPredicateExpression<Bool>, any StandardPredicateExpression<Bool>)
        -> any StandardPredicateExpression<Bool>
    ) {
      self.init { (variable: repeat PredicateExpressions.Variable<each Input>) in
        var parts: [any StandardPredicateExpression<Bool>] = subpredicates.map {
          PredicateExpressions.PredicateEvaluate(
            predicate: PredicateExpressions.CapturedPredicate($0), input: repeat each variable)
        }
        // In pairs, so that a long list makes a shallow tree.
        while parts.count > 1 {
          parts = stride(from: 0, to: parts.count, by: 2).map {
            $0 + 1 < parts.count ? join(parts[$0], parts[$0 + 1]) : parts[$0]
          }
        }
        return parts.first ?? PredicateExpressions.Value(empty)
      }
    }
  }

  enum PredicateJoining {
    static func conjunction(
      _ lhs: any StandardPredicateExpression<Bool>, _ rhs: any StandardPredicateExpression<Bool>
    ) -> any StandardPredicateExpression<Bool> {
      func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
        _ lhs: L, _ rhs: R
      ) -> any StandardPredicateExpression<Bool> {
        PredicateExpressions.Conjunction(lhs: lhs, rhs: rhs)
      }
      return join(lhs, rhs)
    }

    static func disjunction(
      _ lhs: any StandardPredicateExpression<Bool>, _ rhs: any StandardPredicateExpression<Bool>
    ) -> any StandardPredicateExpression<Bool> {
      func join<L: StandardPredicateExpression<Bool>, R: StandardPredicateExpression<Bool>>(
        _ lhs: L, _ rhs: R
      ) -> any StandardPredicateExpression<Bool> {
        PredicateExpressions.Disjunction(lhs: lhs, rhs: rhs)
      }
      return join(lhs, rhs)
    }
  }
#endif
