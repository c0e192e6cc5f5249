// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Writes expressions and queries as SQLite's SQL, with as few parentheses
/// as the operators need.
package struct SQLText {
  private var text = SQLBuffer()
  private(set) var bindings: [SQLValue] = []

  static func statement(_ query: SQLQuery) -> SQLStatement {
    var writer = SQLText()
    writer.write(query)
    return SQLStatement(text: writer.text.string, bindings: writer.bindings)
  }

  /// Quotes a name unless it is a plain one.
  package static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isPlain ? name : name.inDoubleQuotes
  }

  // MARK: Queries

  mutating func write(_ query: SQLQuery) {
    text += "SELECT "
    list(query.columns)
    text += " FROM "
    write(query.source)
    for join in query.joins {
      text += join.isInner ? " JOIN " : " LEFT JOIN "
      write(table: join.table, as: join.alias)
      text += " ON "
      text += join.alias
      text += ".Z_PK = "
      write(join.key, minimum: 5)
    }
    if query.condition != .yes {
      text += " WHERE "
      write(query.condition)
    }
    if !query.groups.isEmpty {
      text += " GROUP BY "
      list(query.groups)
    }
    if query.having != .yes {
      text += " HAVING "
      write(query.having)
    }
    for (index, order) in query.order.enumerated() {
      text += index == 0 ? " ORDER BY " : ", "
      write(order.expression)
      if !order.isAscending { text += " DESC" }
    }
    if query.limit != nil || query.offset != nil {
      text += " LIMIT "
      write(query.limit ?? .verbatim("-1"))
      if let offset = query.offset {
        text += " OFFSET "
        write(offset)
      }
    }
  }

  private mutating func write(_ source: SQLSource) {
    switch source {
    case .table(let name, let alias): write(table: name, as: alias)
    case .function(let name, let arguments, let alias):
      text += name + "("
      list(arguments)
      text += ") AS \(alias)"
    case .query(let query):
      text += "("
      write(query)
      text += ")"
    case .search(let index, let alias, let table, let tableAlias):
      // CROSS: with the table first, SQLite would search the index for each row.
      text += "\(Self.name(index)) AS \(alias) CROSS JOIN \(Self.name(table)) AS \(tableAlias)"
      text += " ON \(tableAlias).Z_PK = \(alias).rowid"
    }
  }

  private mutating func write(table: String, as alias: String) {
    text += Self.name(table)
    text += " AS "
    text += alias
  }

  private mutating func list(_ expressions: [SQLExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { text += ", " }
      write(expression)
    }
  }

  // MARK: Expressions

  mutating func write(_ expression: SQLExpression, minimum: Int = 0) {
    let needsParentheses = expression.precedence < minimum
    if needsParentheses { text += "(" }
    switch expression {
    // Piece by piece: an interpolated string would be allocated and copied.
    case .column(let table, let name):
      text += table
      text += "."
      text += Self.name(name)
    case .bound(let value):
      text += "?"
      bindings.append(value)
    case .verbatim(let literal): text += literal
    case .not(let inner):
      text += "NOT "
      write(inner, minimum: 8)
    case .minus(let inner):
      text += "-"
      write(inner, minimum: 11)
    case .test(.function(.externalData, let arguments), let test) where arguments.count == 1:
      // Whether there is a value is known without reading the file.
      write(arguments[0], minimum: 5)
      text += " " + test.rawValue
    case .test(let inner, let test):
      write(inner, minimum: 5)
      text += " "
      text += test.rawValue
    case .binary(let left, let symbol, let right):
      write(left, minimum: symbol.precedence)
      text += " "
      text += symbol.rawValue
      text += " "
      write(right, minimum: symbol.precedence + 1)
    case .conjunction(let parts): chain(parts[...], "AND", 2)
    case .disjunction(let parts): chain(parts[...], "OR", 1)
    case .function(let name, let arguments):
      text += name.rawValue + "("
      list(arguments)
      text += ")"
    case .distinctCount(let inner):
      text += "COUNT(DISTINCT "
      write(inner)
      text += ")"
    case .collated(let inner, let collation):
      write(inner, minimum: 9)
      text += " COLLATE \(collation.rawValue)"
    case .choice(let branches, let otherwise):
      text += "CASE"
      for branch in branches {
        text += " WHEN "
        write(branch.condition)
        text += " THEN "
        write(branch.value)
      }
      if let otherwise {
        text += " ELSE "
        write(otherwise)
      }
      text += " END"
    case .beyond(let expressions, let values, let orEqual):
      text += "("
      list(expressions)
      text += orEqual ? ") >= (" : ") > ("
      list(values.map { .bound($0) })
      text += ")"
    case .member(let element, let values):
      write(element, minimum: 5)
      text += " IN ("
      list(values)
      text += ")"
    case .memberOfList(let element, let values):
      write(.member(element, values.map { .bound($0) }))
    case .memberOfQuery(let element, let query):
      write(element, minimum: 5)
      text += " IN ("
      write(query)
      text += ")"
    case .exists(let query):
      text += "EXISTS ("
      write(query)
      text += ")"
    case .query(let query):
      text += "("
      write(query)
      text += ")"
    }
    if needsParentheses { text += ")" }
  }

  /// SQLite reads a chain of n operators as a tree of depth n and refuses
  /// more than 1,000, so a long chain is written in halves.
  private mutating func chain(_ parts: ArraySlice<SQLExpression>, _ symbol: String, _ level: Int) {
    if parts.count > 64 {
      let middle = parts.startIndex + parts.count / 2
      for (index, half) in [parts[..<middle], parts[middle...]].enumerated() {
        if index > 0 { text += " \(symbol) " }
        text += "("
        chain(half, symbol, level)
        text += ")"
      }
      return
    }
    for (index, part) in parts.enumerated() {
      if index > 0 {
        text += " "
        text += symbol
        text += " "
      }
      write(part, minimum: level + 1)
    }
  }
}

extension SQLExpression {
  var precedence: Int {
    switch self {
    case .disjunction: 1
    case .conjunction: 2
    case .not: 3
    case .test, .member, .memberOfList, .memberOfQuery: 4
    case .binary(_, let symbol, _): symbol.precedence
    case .beyond: SQLOperator.greater.precedence
    case .collated: 9
    case .minus: 10
    default: 11
    }
  }
}

/// Text that is written piece by piece.
///
/// A look-up by key takes some twenty pieces. Each was three hundred instructions as an append to a `String`, which has to
/// find out how both sides are stored.
struct SQLBuffer {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(512) }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  static func += (buffer: inout SQLBuffer, text: String) {
    var text = text
    text.withUTF8 { buffer.bytes.append(contentsOf: $0) }
  }
}
