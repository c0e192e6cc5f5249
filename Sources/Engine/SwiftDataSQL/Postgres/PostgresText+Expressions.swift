// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore

  /// Expressions: logic, choices, rows and their entities.
  extension PostgresText {
    mutating func write(_ expression: SQLExpression, as expected: PostgresKind? = nil) {
      switch expression {
      case .column(let table, "Z_PK"): text += key(table)
      case .column(let table, "Z_ENT"): writeEntity(table, expected)
      case .column(let table, let name): column(table, name, as: expected)
      case .bound(let value): bind(value, as: expected)
      case .verbatim(let literal): write(literal: literal, as: expected)
      case .not(let inner):
        text += "(NOT "
        write(inner, as: .boolean)
        text += ")"
      case .minus(let inner):
        if kind(inner) == .integer {
          arithmetic(.verbatim("0"), .subtract, inner)
        } else {
          text += "(- "
          write(inner)
          text += ")"
        }
      case .test(let inner, let test):
        text += "("
        let isTruth = test != .isNull && test != .isNotNull
        write(inner, as: isTruth ? .boolean : nil)
        text += " \(test.rawValue))"
      case .binary(let left, let symbol, let right):
        if symbol.isArithmetic { arithmetic(left, symbol, right) } else { compare(left, symbol, right) }
      case .conjunction(let parts): chain(parts[...], " AND ")
      case .disjunction(let parts): chain(parts[...], " OR ")
      case .function(let name, let arguments): call(name, arguments, as: expected)
      case .distinctCount(let inner):
        text += "COUNT(DISTINCT "
        write(inner)
        text += ")"
      case .collated(let inner, let collation): collated(inner, collation)
      case .choice(let branches, let otherwise):
        let kind = expected ?? kind(expression)
        text += "(CASE"
        for branch in branches {
          text += " WHEN "
          write(branch.condition, as: .boolean)
          text += " THEN "
          write(branch.value, as: kind)
        }
        if let otherwise {
          text += " ELSE "
          write(otherwise, as: kind)
        }
        text += " END)"
      case .beyond(let expressions, let values, let orEqual):
        let kinds = zip(expressions, values).map { common($0, .bound($1)) }
        text += "(("
        for (index, expression) in expressions.enumerated() {
          if index > 0 { text += ", " }
          ordered(expression, as: kinds.indices.contains(index) ? kinds[index] : nil)
        }
        text += orEqual ? ") >= (" : ") > ("
        for (index, (value, kind)) in zip(values, kinds).enumerated() {
          if index > 0 { text += ", " }
          bind(value, as: kind)
        }
        text += "))"
      case .member(let element, let values): member(element, values)
      case .memberOfList(let element, let values): member(element, of: values)
      case .memberOfQuery(let element, let query):
        text += "("
        write(element)
        text += " IN ("
        write(query)
        text += "))"
      case .exists(let query):
        text += "EXISTS ("
        write(query)
        text += ")"
      case .query(let query):
        text += "("
        write(query, as: expected)
        text += ")"
      }
    }

    mutating func chain(_ parts: ArraySlice<SQLExpression>, _ symbol: String) {
      text += "("
      for (index, part) in parts.enumerated() {
        if index > 0 { text += symbol }
        write(part, as: .boolean)
      }
      text += ")"
    }

    mutating func write(literal: String, as expected: PostgresKind?) {
      switch (literal, expected) {
      case ("1", .boolean): text += "TRUE"
      case ("0", .boolean): text += "FALSE"
      case ("NULL", let kind?): text += "NULL::\(kind.type)"
      default: text += literal
      }
    }

    /// The number of a row's entity, as in SQLite. The column has its name.
    mutating func writeEntity(_ alias: String, _ expected: PostgresKind?) {
      guard case .table(let table) = tables[alias] else { return text += "NULL" }
      let entities = table.root.family.filter { layout.keeps($0) }
      guard table.holdsSubentities else { return text += "\(layout.number(of: table.root))" }
      if expected == .entity { return text += "\(alias).entity" }
      text += "(CASE \(alias).entity"
      for entity in entities {
        let names = layout.names(of: [entity]).map(Self.literal)
        for name in names { text += " WHEN \(name) THEN \(layout.number(of: entity))" }
      }
      // Of a subentity that only a newer program has.
      text += " ELSE \(layout.number(of: table.root)) END)"
    }

    static func literal(_ text: String) -> String { text.inSingleQuotes }
  }
#endif
