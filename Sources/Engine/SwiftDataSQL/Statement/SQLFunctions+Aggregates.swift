// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An aggregate that a store registers with its database: values are folded
/// one into the next; NULL takes no part.
package struct SQLAggregateFunction: Sendable {
  package let name: String
  package let fold: @Sendable (SQLValue, SQLValue) -> SQLValue

  init(
    _ name: SQLFunctionName, _ fold: @escaping @Sendable (SQLValue, SQLValue) -> SQLValue
  ) {
    self.name = name.rawValue
    self.fold = fold
  }
}

extension SQLFunctions {
  /// SQLite's own aggregates would round a sum of decimals, and misorder those
  /// that are text (``DecimalColumn``).
  package static let aggregates: [SQLAggregateFunction] = [
    SQLAggregateFunction(.decimalSum) { total, next in
      guard let total = decimal(total), let next = decimal(next) else { return .null }
      return value(total + next)
    },
    SQLAggregateFunction(.decimalMinimum) { best, next in
      guard let a = decimal(best), let b = decimal(next) else { return best }
      return b < a ? next : best
    },
    SQLAggregateFunction(.decimalMaximum) { best, next in
      guard let a = decimal(best), let b = decimal(next) else { return best }
      return b > a ? next : best
    },
  ]
}
