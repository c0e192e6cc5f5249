// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// Statements that change the rows of a request without selecting them first.
  extension SelectBuilder {
    /// What must hold for a row of a request's table, which has the alias `t0`; `nil` if other tables are joined, or if not all
    /// rows are meant for which it holds.
    package func condition(_ request: RowRequest) throws -> SQLStatement? {
      guard request.limit == nil, request.offset == nil, request.after == nil else { return nil }
      var unordered = request
      unordered.sort = []
      let query = try query(unordered) { (_: String) in [] }
      guard query.joins.isEmpty, case .table(_, "t0") = query.source else { return nil }
      return try PostgresText.condition(query, layout)
    }
  }

  extension PostgresText {
    fileprivate static func condition(_ query: SQLQuery, _ layout: StoreLayout) throws -> SQLStatement {
      var writer = PostgresText(layout: layout)
      writer.declare(query.source)
      if query.condition == .yes { writer.text += "TRUE" } else { writer.write(query.condition, as: .boolean) }
      if let failure = writer.failure { throw failure }
      return SQLStatement(text: writer.text.string, bindings: writer.bindings, parameters: writer.parameters)
    }
  }
#endif
