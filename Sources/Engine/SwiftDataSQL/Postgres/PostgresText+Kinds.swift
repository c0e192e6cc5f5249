// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// What an expression is for PostgreSQL, whose expressions have types.
  extension PostgresText {
    func column(_ table: String, _ name: String) -> PostgresKind? {
      switch name {
      case "Z_PK":
        guard case .table(let layout) = tables[table], layout.keyType != .integer else { return .integer }
        return .key(layout.keyType)
      case "Z_ENT": return .entity
      default: break
      }
      switch tables[table] {
      case .table(let layout):
        return layout.columns.first { $0.name == name }.flatMap { PostgresKind($0) }
      case .pairs(let end):
        let type = name == end?.ownerColumn ? end?.ownerType : end?.targetType
        return type.flatMap { $0 == .integer ? nil : .key($0) } ?? .integer
      case .elements: return name == "key" ? .integer : .json
      case .entries: return name == "key" ? .text : .json
      case nil: return nil
      }
    }

    /// What an expression is by itself; `nil` if its place decides.
    func kind(_ expression: SQLExpression) -> PostgresKind? {
      switch expression {
      case .column(let table, let name): column(table, name)
      case .bound(let value): PostgresKind(value)
      case .verbatim(let literal): literal.hasPrefix("'") ? .text : literal == "-1.0" ? .real : nil
      case .not, .test, .conjunction, .disjunction, .beyond, .member, .memberOfList, .memberOfQuery, .exists: .boolean
      case .minus(let inner), .collated(let inner, _): kind(inner)
      case .binary(let left, let symbol, let right): symbol.isArithmetic ? number(left, right) : .boolean
      case .function(let name, let arguments): name.postgresKind ?? arguments.lazy.compactMap { kind($0) }.first
      case .distinctCount: .integer
      case .choice(let branches, let otherwise):
        (branches.map(\.value) + [otherwise].compactMap { $0 }).lazy.compactMap { firm($0) ?? kind($0) }.first
      case .query(let query): inside(query).kind(query.columns[0])
      }
    }

    /// The kind of an expression that is no value: values go along with any kind.
    func firm(_ expression: SQLExpression) -> PostgresKind? {
      switch expression {
      case .bound: nil
      case .choice(let branches, let otherwise):
        (branches.map(\.value) + [otherwise].compactMap { $0 }).lazy.compactMap { firm($0) }.first
      default: kind(expression)
      }
    }

    func common(_ left: SQLExpression, _ right: SQLExpression) -> PostgresKind? {
      firm(left) ?? firm(right) ?? kind(left) ?? kind(right)
    }

    /// What arithmetic gives: of a moment, it is about the number of its seconds.
    func number(_ left: SQLExpression, _ right: SQLExpression) -> PostgresKind? {
      switch common(left, right) {
      case .instant, .wallClock: .real
      case let kind: kind
      }
    }

    func inside(_ query: SQLQuery) -> PostgresText {
      var writer = self
      writer.declare(query.source)
      for join in query.joins { writer.declare(table: join.table, join.alias) }
      return writer
    }
  }

  extension SQLFunctionName {
    /// What the function gives, whatever it is given.
    var postgresKind: PostgresKind? {
      switch self {
      case .count, .length, .characterCount, .elementInteger: .integer
      case .average, .divideReal, .roundToFloat, .elementReal: .real
      case .decimalOrder, .decimalSum, .decimalMinimum, .decimalMaximum, .decimalAdd, .decimalSubtract,
        .decimalMultiply, .decimalDivide:
        .numeric
      case .contains, .startsWith, .endsWith, .standardContains, .regex, .elementBoolean: .boolean
      case .lowercased, .uppercased, .trimmed, .uuidText, .elementText, .standardFold: .text
      default: nil
      }
    }
  }
#endif
