#if Postgres
  import Foundation
  import SwiftDataCore

  /// Writes expressions and queries as PostgreSQL's SQL.
  ///
  /// SQLite has values with types, PostgreSQL has expressions with types. So each expression is written as what its place
  /// wants: a truth, or the type of the other side. Whatever is more than a name has parentheses around it.
  struct PostgresText {
    let layout: StoreLayout
    private var text = SQLBuffer()
    private var bindings: [SQLValue] = []
    private var parameters: [SQLParameter] = []
    /// What the names of tables stand for.
    private var tables: [String: Source] = [:]
    /// The first thing that has no form.
    private var failure: SwiftDataError?

    private enum Source {
      case table(TableLayout)
      case pairs
      /// Of JSON, with `value` and `key`.
      case elements
      case entries
    }

    static func statement(_ query: SQLQuery, _ layout: StoreLayout) throws -> SQLStatement {
      var writer = PostgresText(layout: layout)
      writer.write(query)
      if let failure = writer.failure { throw failure }
      return SQLStatement(text: writer.text.string, bindings: writer.bindings, parameters: writer.parameters)
    }

    private init(layout: StoreLayout) { self.layout = layout }

    private mutating func refuse(_ reason: String) {
      failure =
        failure
        ?? SwiftDataError(
          .unsupportedPredicate, reason,
          advice: "Rewrite this part, or fetch with the rest of the predicate and filter the result.")
    }

    // MARK: Queries

    private mutating func write(_ query: SQLQuery, as expected: PostgresKind? = nil) {
      // Names are declared before they are used.
      declare(query.source)
      for join in query.joins { declare(table: join.table, join.alias) }
      text += "SELECT "
      for (index, column) in query.columns.enumerated() {
        if index > 0 { text += ", " }
        write(column, as: expected)
      }
      text += " FROM "
      write(query.source)
      for join in query.joins {
        text += join.isInner ? " JOIN " : " LEFT JOIN "
        text += "\(join.table) AS \(join.alias) ON \(join.alias).pk = "
        write(join.key, as: .integer)
      }
      if query.condition != .yes {
        text += " WHERE "
        write(query.condition, as: .boolean)
      }
      if !query.groups.isEmpty {
        text += " GROUP BY "
        list(query.groups)
      }
      if query.having != .yes {
        text += " HAVING "
        write(query.having, as: .boolean)
      }
      for (index, order) in query.order.enumerated() {
        text += index == 0 ? " ORDER BY " : ", "
        write(order.expression)
        // As SQLite and Swift have it: nothing comes first. The key's index has no such order, and needs none.
        let isKey = order.expression.isKey
        if order.isAscending {
          text += isKey ? "" : " NULLS FIRST"
        } else {
          text += isKey ? " DESC" : " DESC NULLS LAST"
        }
      }
      if let limit = query.limit {
        text += " LIMIT "
        write(limit, as: .integer)
      }
      if let offset = query.offset {
        text += " OFFSET "
        write(offset, as: .integer)
      }
    }

    private mutating func declare(_ source: SQLSource) {
      switch source {
      case .table(let name, let alias): declare(table: name, alias)
      case .function(let name, _, let alias): tables[alias] = name == "jsonb_each" ? .entries : .elements
      case .query, .search: break
      }
    }

    private mutating func declare(table: String, _ alias: String) {
      tables[alias] = layout.tables.first { $0.name == table }.map { .table($0) } ?? .pairs
    }

    private mutating func write(_ source: SQLSource) {
      switch source {
      case .table(let name, let alias): text += "\(name) AS \(alias)"
      case .function(let name, let arguments, let alias):
        let isArray = name != "jsonb_each"
        guard let json = arguments.first else { return }
        text += "\(name)(CASE WHEN jsonb_typeof("
        write(json)
        text += ") = '\(isArray ? "array" : "object")' THEN "
        write(json)
        text += isArray ? " END) WITH ORDINALITY AS \(alias)(value, key)" : " END) AS \(alias)(key, value)"
      case .query(let query):
        text += "("
        write(query)
        text += ") AS q"
      case .search: refuse("Full-text search is not there yet in PostgreSQL stores.")
      }
    }

    private mutating func list(_ expressions: [SQLExpression], as kind: PostgresKind? = nil) {
      for (index, expression) in expressions.enumerated() {
        if index > 0 { text += ", " }
        write(expression, as: kind)
      }
    }

    // MARK: Kinds

    private func column(_ table: String, _ name: String) -> PostgresKind? {
      switch name {
      case "Z_PK": return .integer
      case "Z_ENT": return .entity
      default: break
      }
      switch tables[table] {
      case .table(let layout):
        return layout.columns.first { $0.name == name }.flatMap { PostgresKind(declared: $0.declaredType) }
      case .pairs: return .integer
      case .elements: return name == "key" ? .integer : .json
      case .entries: return name == "key" ? .text : .json
      case nil: return nil
      }
    }

    /// What an expression is by itself; `nil` if its place decides.
    private func kind(_ expression: SQLExpression) -> PostgresKind? {
      switch expression {
      case .column(let table, let name): column(table, name)
      case .bound(let value): PostgresKind(value)
      case .verbatim(let literal): literal.hasPrefix("'") ? .text : literal == "-1.0" ? .real : nil
      case .not, .test, .conjunction, .disjunction, .member, .memberOfList, .memberOfQuery, .exists: .boolean
      case .minus(let inner), .collated(let inner, _): kind(inner)
      case .binary(let left, let symbol, let right): symbol.isArithmetic ? common(left, right) : .boolean
      case .function(let name, let arguments): name.postgresKind ?? arguments.lazy.compactMap { kind($0) }.first
      case .distinctCount: .integer
      case .choice(let branches, let otherwise):
        (branches.map(\.value) + [otherwise].compactMap { $0 }).lazy.compactMap { firm($0) ?? kind($0) }.first
      case .query(let query): inside(query).kind(query.columns[0])
      }
    }

    /// The same without values, which go along with anything.
    private func firm(_ expression: SQLExpression) -> PostgresKind? {
      if case .bound = expression { return nil }
      return kind(expression)
    }

    private func common(_ left: SQLExpression, _ right: SQLExpression) -> PostgresKind? {
      firm(left) ?? firm(right) ?? kind(left) ?? kind(right)
    }

    private func inside(_ query: SQLQuery) -> PostgresText {
      var writer = self
      writer.declare(query.source)
      for join in query.joins { writer.declare(table: join.table, join.alias) }
      return writer
    }

    // MARK: Expressions

    private mutating func write(_ expression: SQLExpression, as expected: PostgresKind? = nil) {
      switch expression {
      case .column(let table, "Z_PK"): text += "\(table).pk"
      case .column(let table, "Z_ENT"): writeEntity(table, expected)
      case .column(let table, let name): text += "\(table).\(name)"
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

    private mutating func chain(_ parts: ArraySlice<SQLExpression>, _ symbol: String) {
      text += "("
      for (index, part) in parts.enumerated() {
        if index > 0 { text += symbol }
        write(part, as: .boolean)
      }
      text += ")"
    }

    private mutating func write(literal: String, as expected: PostgresKind?) {
      switch (literal, expected) {
      case ("1", .boolean): text += "TRUE"
      case ("0", .boolean): text += "FALSE"
      case ("NULL", let kind?): text += "NULL::\(kind.type)"
      default: text += literal
      }
    }

    /// The number of a row's entity, as in SQLite. The column has its name.
    private mutating func writeEntity(_ alias: String, _ expected: PostgresKind?) {
      guard case .table(let table) = tables[alias] else { return text += "NULL" }
      let entities = table.root.family.filter { layout.keeps($0) }
      guard table.holdsSubentities else { return text += "\(layout.number(of: table.root))" }
      if expected == .entity { return text += "\(alias).entity" }
      text += "(CASE \(alias).entity"
      for entity in entities { text += " WHEN \(Self.literal(entity.name)) THEN \(layout.number(of: entity))" }
      text += " END)"
    }

    static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }

    // MARK: Parameters

    private mutating func bind(_ value: SQLValue, as expected: PostgresKind?) {
      guard !value.isNull else { return write(literal: "NULL", as: expected) }
      let kind = expected?.sending(value) ?? PostgresKind(value) ?? .text
      bindings.append(checked(value))
      parameters.append(.value(kind.parameter))
      text += "$\(parameters.count)"
    }

    private mutating func checked(_ value: SQLValue) -> SQLValue {
      if case .text(let string) = value, string.utf8.contains(0) {
        failure =
          failure
          ?? SwiftDataError(
            .valueOutOfRange, "PostgreSQL has no text with the character U+0000.",
            advice: "Leave the character out; no stored text has it.")
      }
      return value
    }

    private mutating func member(_ element: SQLExpression, _ values: [SQLExpression]) {
      text += "("
      let kind = kind(element)
      write(element, as: kind)
      text += " IN ("
      list(values, as: kind)
      text += "))"
    }

    private mutating func member(_ element: SQLExpression, of values: [SQLValue]) {
      if values.isEmpty { return text += "FALSE" }
      text += "("
      if case .column(let alias, "Z_ENT") = element {
        // Names of entities are few, and the same in all requests of a shape.
        guard case .table(let table) = tables[alias], table.holdsSubentities else { return text += "TRUE)" }
        let names = values.compactMap { value -> String? in
          if case .integer(let number) = value { layout.entity(number: number)?.name } else { nil }
        }
        text += "\(alias).entity IN (\(names.map(Self.literal).joined(separator: ", "))))"
        return
      }
      let kind = kind(element)
      write(element, as: kind)
      // Values that are sent as something else go one by one.
      let kinds = Set(values.map { kind?.sending($0) ?? PostgresKind($0) ?? .text })
      if kinds.count == 1, let only = kinds.first {
        for value in values { bindings.append(checked(value)) }
        parameters.append(.list(only.parameter, count: values.count))
        text += " = ANY($\(parameters.count)))"
      } else {
        text += " IN ("
        for (index, value) in values.enumerated() {
          if index > 0 { text += ", " }
          bind(value, as: kind)
        }
        text += "))"
      }
    }

    // MARK: Comparison

    private mutating func compare(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression) {
      if case .column(_, "Z_ENT") = left, case .bound(let value) = right {
        return member(left, of: [value])
      }
      text += "("
      if isCanonical(left) || isCanonical(right) {
        let isOrder = ![.equal, .notEqual, .same, .notSame].contains(symbol)
        canonical(left, isOrder)
        text += " \(symbol.postgres) "
        canonical(right, isOrder)
      } else {
        let kind = common(left, right)
        write(left, as: kind)
        text += " \(symbol.postgres) "
        write(right, as: kind)
      }
      text += ")"
    }

    private func isCanonical(_ expression: SQLExpression) -> Bool {
      if case .collated(_, .canonical) = expression { true } else { false }
    }

    /// A text such that equal ones have the same bytes.
    private mutating func canonical(_ expression: SQLExpression, _ isOrder: Bool) {
      var inner = expression
      if case .collated(let collated, _) = expression { inner = collated }
      if case .bound(.text(let value)) = inner {
        bind(.text(value.precomposedStringWithCanonicalMapping), as: .text)
      } else {
        text += "normalize("
        write(inner, as: .text)
        text += ")"
      }
      if isOrder { text += " COLLATE \"C\"" }
    }

    private mutating func collated(_ inner: SQLExpression, _ collation: SQLCollationName) {
      switch collation {
      case .canonical: canonical(inner, true)
      case .standard, .localized:
        write(inner, as: .text)
        text += " COLLATE \(collation == .standard ? layout.helper("swiftdata_standard") : "\"und-x-icu\"")"
      }
    }

    // MARK: Arithmetic and functions

    /// Functions of the store's: the operators end the statement where a number does not fit.
    private mutating func arithmetic(_ left: SQLExpression, _ symbol: SQLOperator, _ right: SQLExpression) {
      let kind = common(left, right) ?? .integer
      if kind == .real, right == .verbatim("-1.0"), symbol == .multiply {
        text += "(- "
        write(left, as: .real)
        text += ")"
        return
      }
      helper(
        kind == .real ? "swiftdata_real" : "swiftdata_integer", first: "'\(symbol.rawValue)'", [left, right], as: kind)
    }

    private mutating func helper(
      _ name: String, first: String? = nil, _ arguments: [SQLExpression], as kind: PostgresKind
    ) {
      text += layout.helper(name) + "("
      if let first { text += first + ", " }
      list(arguments, as: kind)
      text += ")"
    }

    private mutating func operation(_ arguments: [SQLExpression], _ symbol: String) {
      text += "("
      write(arguments[0], as: .numeric)
      text += " \(symbol) "
      write(arguments[1], as: .numeric)
      text += ")"
    }

    private mutating func call(_ name: SQLFunctionName, _ arguments: [SQLExpression], as expected: PostgresKind?) {
      guard let first = arguments.first else { return }
      func wrap(_ before: String, _ after: String, as kind: PostgresKind?, _ writer: inout PostgresText) {
        writer.text += before
        writer.write(first, as: kind)
        writer.text += after
      }
      switch name {
      case .count: wrap("COUNT(", ")", as: nil, &self)
      case .coalesce:
        let reader = self
        let kind = expected ?? arguments.lazy.compactMap { reader.firm($0) }.first ?? reader.kind(first)
        text += "COALESCE("
        list(arguments, as: kind)
        text += ")"
      case .length: wrap("octet_length(", ")::bigint", as: .bytes, &self)
      case .minimum, .maximum: extremum(first, isLeast: name == .minimum)
      case .sum: wrap("sum(", kind(first) == .integer ? ")::bigint" : ")", as: nil, &self)
      case .average:
        wrap("(sum(", ")::double precision / ", as: nil, &self)
        wrap("count(", "))", as: nil, &self)
      case .decimalSum: wrap("sum(", ")", as: .numeric, &self)
      case .decimalMinimum, .decimalMaximum:
        wrap("(array_agg(", " ORDER BY ", as: .numeric, &self)
        call(.decimalOrder, [first], as: .numeric)
        text += name == .decimalMinimum ? ") FILTER (WHERE " : " DESC) FILTER (WHERE "
        wrap("", " IS NOT NULL))[1]", as: .numeric, &self)
      case .decimalOrder:
        wrap("(CASE WHEN ", " = 'NaN' THEN '-Infinity' ELSE ", as: .numeric, &self)
        wrap("", " END)", as: .numeric, &self)
      case .decimalAdd: operation(arguments, "+")
      case .decimalSubtract: operation(arguments, "-")
      case .decimalMultiply: operation(arguments, "*")
      case .decimalDivide:
        wrap("(", " / NULLIF(", as: .numeric, &self)
        write(arguments[1], as: .numeric)
        text += ", 0))"
      case .divideReal: helper("swiftdata_real", first: "'/'", arguments, as: .real)
      case .roundToFloat: helper("swiftdata_float", arguments, as: .real)
      case .contains: helper("swiftdata_contains", arguments, as: .text)
      case .startsWith: helper("swiftdata_starts", arguments, as: .text)
      case .endsWith: helper("swiftdata_ends", arguments, as: .text)
      case .characterCount: helper("swiftdata_length", arguments, as: .text)
      case .standardContains: helper("swiftdata_standard_contains", arguments, as: .text)
      case .standardFold: helper("swiftdata_fold", arguments, as: .text)
      // Without the rule for a sigma at the end of a word, as Swift has it.
      case .lowercased: wrap("lower(replace(", ", 'Σ', 'σ') COLLATE \"und-x-icu\")", as: .text, &self)
      case .uppercased: wrap("upper(", " COLLATE \"und-x-icu\")", as: .text, &self)
      case .trimmed: trim(first, arguments[1])
      case .uuidText: wrap("upper(", "::text)", as: .uuid, &self)
      case .elementText: wrap("(", " #>> '{}')", as: .json, &self)
      case .elementInteger: wrap("(", " #>> '{}')::bigint", as: .json, &self)
      case .elementReal: wrap("NULLIF((", " #>> '{}')::double precision, 'NaN')", as: .json, &self)
      case .elementBoolean: wrap("(", " #>> '{}')::boolean", as: .json, &self)
      case .regex: refuse("PostgreSQL's regular expressions differ from Swift's.")
      case .localizedCompare, .caseInsensitiveCompare:
        refuse("Foundation's comparison of texts has no equal in PostgreSQL.")
      default: refuse("\(name.rawValue) has no equal in PostgreSQL.")
      }
    }

    private mutating func extremum(_ value: SQLExpression, isLeast: Bool) {
      var inner = value
      if case .collated(let collated, _) = value { inner = collated }
      switch kind(inner) {
      case .text, .bytes, .uuid, .boolean:
        // Some of these have no least value in PostgreSQL 15; and a text is to be what it was.
        text += "(array_agg("
        write(inner)
        text += " ORDER BY "
        write(value)
        text += isLeast ? ") FILTER (WHERE " : " DESC) FILTER (WHERE "
        write(inner)
        text += " IS NOT NULL))[1]"
      default:
        text += isLeast ? "min(" : "max("
        write(inner)
        text += ")"
      }
    }

    /// The set as the text of its characters, if they are not too many.
    private mutating func trim(_ value: SQLExpression, _ set: SQLExpression) {
      guard case .bound(.blob(let bitmap)) = set else { return refuse("The set of characters must be captured.") }
      var characters = String.UnicodeScalarView()
      let set = CharacterSet(bitmapRepresentation: Data(bitmap))
      for plane in UInt8(0)...16 where set.hasMember(inPlane: plane) {
        for value in UInt32(plane) << 16..<(UInt32(plane) + 1) << 16 where value != 0 {
          guard let scalar = Unicode.Scalar(value), set.contains(scalar) else { continue }
          characters.append(scalar)
          guard characters.count <= 512 else {
            return refuse("The set has too many characters to be trimmed by PostgreSQL.")
          }
        }
      }
      text += "btrim("
      write(value, as: .text)
      text += ", "
      bind(.text(String(characters)), as: .text)
      text += ")"
    }
  }

  extension SQLExpression {
    fileprivate var isKey: Bool {
      if case .column(_, "Z_PK") = self { true } else { false }
    }
  }

  extension SQLOperator {
    fileprivate var isArithmetic: Bool {
      switch self {
      case .add, .subtract, .multiply, .divide, .remainder: true
      default: false
      }
    }

    fileprivate var postgres: String {
      switch self {
      case .same: "IS NOT DISTINCT FROM"
      case .notSame: "IS DISTINCT FROM"
      default: rawValue
      }
    }
  }

  extension SQLFunctionName {
    /// What the function gives, whatever it is given.
    fileprivate var postgresKind: PostgresKind? {
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
