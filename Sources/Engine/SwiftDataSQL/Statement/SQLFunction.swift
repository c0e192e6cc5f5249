// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A function that a store registers with its database, because SQL lacks it.
package struct SQLFunction: Sendable {
  package typealias Text = UnsafeBufferPointer<UInt8>

  package let name: String
  package let argumentCount: Int
  /// Equal arguments always give an equal result.
  package let isDeterministic: Bool
  package let call: @Sendable ([SQLValue]) -> SQLValue
  /// Of a test of two texts: the same on UTF-8 in place, for a store that can
  /// call it without copying. NULL arguments give NULL.
  package let test: (@Sendable (Text, Text) -> Bool)?

  init(
    _ name: SQLFunctionName, _ argumentCount: Int, isDeterministic: Bool = true,
    _ call: @escaping @Sendable ([SQLValue]) -> SQLValue
  ) {
    self.name = name.rawValue
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.call = call
    test = nil
  }

  /// A function that one store has for itself.
  package init(
    named name: String, _ argumentCount: Int, _ call: @escaping @Sendable ([SQLValue]) -> SQLValue
  ) {
    self.name = name
    self.argumentCount = argumentCount
    isDeterministic = true
    self.call = call
    test = nil
  }

  /// A function of one text.
  init(text name: SQLFunctionName, _ body: @escaping @Sendable (String) -> SQLValue) {
    self.init(name, 1) { $0[0].text.map(body) ?? .null }
  }

  /// A function of two texts.
  init(
    texts name: SQLFunctionName, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (String, String) -> SQLValue
  ) {
    self.init(name, 2, isDeterministic: isDeterministic) { values in
      guard let first = values[0].text, let second = values[1].text else { return .null }
      return body(first, second)
    }
  }

  /// A test of two texts.
  init(test name: SQLFunctionName, _ body: @escaping @Sendable (Text, Text) -> Bool) {
    self.name = name.rawValue
    argumentCount = 2
    isDeterministic = true
    test = body
    call = { values in
      guard var first = values[0].text, var second = values[1].text else { return .null }
      return .integer(first.withUTF8 { first in second.withUTF8 { body(first, $0) } } ? 1 : 0)
    }
  }
}

/// All functions that translated predicates may call.
package enum SQLFunctions {
  package static let all: [SQLFunction] = text + search + numbers + decimals + encodings
}

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
