// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  extension SelectBuilder {
    /// The key, rank and texts of the rows of a request that have the phrases. In the order of the request if it has one,
    /// else best match first.
    package func search(_ phrases: SearchPhrases, _ query: String, _ request: RowRequest) throws -> SQLStatement {
      let index = try layout.existingPostgresSearchIndex(of: request.entity)
      var select = try self.query(request) { alias in
        let rank = SQLExpression.call(
          .searchRank, .column(table: alias, name: PostgresSearchIndex.column), .bound(.text(phrases.wordQueries)))
        return [.column(table: alias, name: "Z_PK"), rank] + index.columns.map { .verbatim("\(alias).\($0)") }
      }
      select.condition = .all([match(query, select), select.condition])
      // By its place in the list, so that it is computed once.
      if request.sort.isEmpty { select.order.insert(SQLOrder(expression: .verbatim("2"), isAscending: true), at: 0) }
      return try layout.statement(select)
    }

    /// How many rows ``search(_:_:_:)`` finds, in one row of one column.
    package func searchCount(_ query: String, _ request: RowRequest) throws -> SQLStatement {
      _ = try layout.existingSearchIndex(of: request.entity)
      var request = request
      request.sort = []
      let number = SQLExpression.function(.count, [.verbatim("*")])
      let isLimited = request.limit != nil || request.offset != nil
      var select = try self.query(request) { _ in [isLimited ? .yes : number] }
      select.order = []
      select.condition = .all([match(query, select), select.condition])
      return try layout.statement(isLimited ? SQLQuery([number], from: .query(select)) : select)
    }

    private func match(_ query: String, _ select: SQLQuery) -> SQLExpression {
      guard case .table(_, let alias) = select.source else { return .yes }
      return .binary(.column(table: alias, name: PostgresSearchIndex.column), .match, .bound(.text(query)))
    }
  }

  extension PostgresText {
    /// Whether the words of a row match a query.
    mutating func match(_ words: SQLExpression, _ query: SQLExpression) {
      text += "("
      writeWords(words)
      text += " @@ "
      write(query, as: .text)
      text += "::tsquery)"
    }

    /// How well they match; how rare words are is found out once for the statement.
    mutating func rank(_ words: SQLExpression, _ queries: SQLExpression) {
      guard case .column(let alias, _) = words, case .table(let table) = tables[alias] else { return }
      text += layout.helper("swiftdata_rank") + "("
      writeWords(words)
      text += ", "
      write(queries, as: .text)
      text += "::tsquery[], (SELECT \(layout.helper("swiftdata_weights"))(\(Self.literal(table.name))::regclass, "
      write(queries, as: .text)
      text += "::tsquery[])))"
    }

    private mutating func writeWords(_ words: SQLExpression) {
      if case .column(let alias, let name) = words { text += "\(alias).\(name)" }
    }
  }
#endif
