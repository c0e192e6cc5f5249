// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// Writes expressions and queries as PostgreSQL's SQL.
  ///
  /// SQLite has values with types, PostgreSQL has expressions with types. So each expression is written as what its place
  /// wants: a truth, or the type of the other side. Whatever is more than a name has parentheses around it.
  struct PostgresText {
    let layout: StoreLayout
    var text = SQLBuffer()
    var bindings: [SQLValue] = []
    var parameters: [SQLParameter] = []
    /// What the names of tables stand for.
    var tables: [String: Source] = [:]
    /// The first thing that has no form.
    var failure: SwiftDataError?

    enum Source {
      case table(TableLayout)
      /// As one of its ends has it, where keys are no whole numbers.
      case pairs(JoinTableEnd?)
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

    init(layout: StoreLayout) { self.layout = layout }

    mutating func refuse(_ reason: String) {
      failure =
        failure
        ?? SwiftDataError(
          .unsupportedPredicate, reason,
          advice: "Rewrite this part, or fetch with the rest of the predicate and filter the result.")
    }

    // MARK: Queries

    mutating func write(_ query: SQLQuery, as expected: PostgresKind? = nil) {
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
        text += "\(join.table) AS \(join.alias) ON \(key(join.alias)) = "
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
        ordered(order.expression)
        // As SQLite and Swift have it: nothing comes first. The key's index has no such order, and needs none.
        let isKey = order.expression.isKey || existing(order.expression)?.isNeverNull == true
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

    mutating func declare(_ source: SQLSource) {
      switch source {
      case .table(let name, let alias): declare(table: name, alias)
      case .function(let name, _, let alias): tables[alias] = name == "jsonb_each" ? .entries : .elements
      case .query, .search: break
      }
    }

    mutating func declare(table: String, _ alias: String) {
      tables[alias] = layout.tables.first { $0.name == table }.map { .table($0) } ?? .pairs(layout.namedPairs[table])
    }

    mutating func write(_ source: SQLSource) {
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
      case .search: refuse("A full-text search of PostgreSQL has a condition, not a source.")
      }
    }

    mutating func list(_ expressions: [SQLExpression], as kind: PostgresKind? = nil) {
      for (index, expression) in expressions.enumerated() {
        if index > 0 { text += ", " }
        write(expression, as: kind)
      }
    }
  }

  extension SQLExpression {
    fileprivate var isKey: Bool {
      if case .column(_, "Z_PK") = self { true } else { false }
    }
  }
#endif
