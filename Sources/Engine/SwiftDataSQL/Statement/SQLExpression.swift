// SPDX-License-Identifier: Apache-2.0

/// An SQL expression as a tree. ``SQLText`` knows how it is written.
package indirect enum SQLExpression: Hashable, Sendable {
  case column(table: String, name: String)
  /// A parameter with its value.
  case bound(SQLValue)
  /// `0`, `1`, `NULL`: text that depends on no data.
  case verbatim(String)
  case not(SQLExpression)
  case minus(SQLExpression)
  case test(SQLExpression, SQLTest)
  case binary(SQLExpression, SQLOperator, SQLExpression)
  case conjunction([SQLExpression])
  case disjunction([SQLExpression])
  case function(SQLFunctionName, [SQLExpression])
  case distinctCount(SQLExpression)
  case collated(SQLExpression, SQLCollationName)
  /// `CASE WHEN … THEN … ELSE … END`.
  case choice([SQLBranch], otherwise: SQLExpression?)
  /// `(a, b) > (1, 2)`: values one after the other, as an index has them. `>=` if the rows that are equal belong to it.
  case beyond([SQLExpression], [SQLValue], orEqual: Bool)
  /// `IN (…)`.
  case member(SQLExpression, [SQLExpression])
  /// `= ANY ($1)`: a list of any length as one parameter (PostgreSQL).
  case memberOfList(SQLExpression, [SQLValue])
  /// `IN (SELECT …)`.
  case memberOfQuery(SQLExpression, SQLQuery)
  case exists(SQLQuery)
  /// A query of one value.
  case query(SQLQuery)
}

/// `IS NULL` and its kin: never NULL themselves.
package enum SQLTest: String, Hashable, Sendable {
  case isNull = "IS NULL"
  case isNotNull = "IS NOT NULL"
  case isTrue = "IS TRUE"
  case isNotTrue = "IS NOT TRUE"
  case isNotFalse = "IS NOT FALSE"
}

package struct SQLBranch: Hashable, Sendable {
  let condition: SQLExpression
  let value: SQLExpression
}

package enum SQLOperator: String, Hashable, Sendable {
  case equal = "="
  case notEqual = "<>"
  /// Equal, or both NULL.
  case same = "IS"
  case notSame = "IS NOT"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  /// Whether a search index finds a row.
  case match = "MATCH"

  /// Higher binds tighter, as in SQLite.
  var precedence: Int {
    switch self {
    case .equal, .notEqual, .same, .notSame, .match: 4
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 5
    case .add, .subtract: 6
    case .multiply, .divide, .remainder: 7
    }
  }

  /// Whether the result is NULL if an operand is.
  var propagatesNull: Bool { self != .same && self != .notSame }
}

extension SQLExpression {
  static let yes = SQLExpression.verbatim("1")
  static let no = SQLExpression.verbatim("0")
  static let null = SQLExpression.verbatim("NULL")

  static func all(_ parts: [SQLExpression]) -> SQLExpression {
    var flat: [SQLExpression] = []
    for part in parts {
      if part == .yes { continue }
      if part == .no { return .no }
      if case .conjunction(let inner) = part { flat += inner } else { flat.append(part) }
    }
    return flat.isEmpty ? .yes : flat.count == 1 ? flat[0] : .conjunction(flat)
  }

  static func any(_ parts: [SQLExpression]) -> SQLExpression {
    var flat: [SQLExpression] = []
    for part in parts {
      if part == .no { continue }
      if part == .yes { return .yes }
      if case .disjunction(let inner) = part { flat += inner } else { flat.append(part) }
    }
    return flat.isEmpty ? .no : flat.count == 1 ? flat[0] : .disjunction(flat)
  }

  /// `WHEN condition THEN value`, and NULL otherwise.
  static func when(
    _ condition: SQLExpression, _ value: SQLExpression, otherwise: SQLExpression? = nil
  ) -> SQLExpression {
    if condition == .yes { return value }
    if condition == .no { return otherwise ?? .null }
    return .choosing([SQLBranch(condition: condition, value: value)], otherwise: otherwise)
  }

  /// The first branch whose condition holds. A choice that is left for the end becomes more branches: SQLite's parser
  /// has room for some twenty choices within one another, but for any number of branches.
  static func choosing(_ branches: [SQLBranch], otherwise: SQLExpression?) -> SQLExpression {
    guard case .choice(let more, let last)? = otherwise else { return .choice(branches, otherwise: otherwise) }
    return .choice(branches + more, otherwise: last)
  }

  static func call(_ name: SQLFunctionName, _ arguments: SQLExpression...) -> SQLExpression {
    .function(name, arguments)
  }

  /// Of a column, or of a function of one.
  var table: String? {
    switch self {
    case .column(let table, _): table
    case .function(_, let arguments) where arguments.count == 1: arguments[0].table
    default: nil
    }
  }

  /// The value, if it is known to be not NULL.
  var boundValue: SQLValue? {
    switch self {
    case .bound(let value): value.isNull ? nil : value
    case .collated(let inner, _): inner.boundValue
    default: nil
    }
  }
}
