// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// Pages in a descending order by what may be nothing.
  ///
  /// The rows after a value are those with lower values, and then those with none: two stretches of the index, and no
  /// condition enters it at the value and goes on to the second. So the page is taken from both, the second of which is only
  /// read for what the first one lacks.
  extension SelectBuilder {
    /// - Returns: `nil` for a request that one stretch of an index answers.
    func splitPage(_ request: RowRequest, _ columns: RowColumns, withPositions: Bool = false) throws -> SQLStatement? {
      guard layout.dialect == .postgres, let position = request.after, let value = position.first,
        let limit = request.limit, request.offset ?? 0 == 0, let key = request.sort.first, !key.isAscending
      else { return nil }
      if case .null = value { return nil }
      let list: (String) -> [SQLExpression] = { [.verbatim(columns.selectList(alias: $0))] }
      var rest = request
      rest.after = nil
      rest.limit = nil
      var second = try query(rest, list)
      guard let first = second.order.first, !first.isNeverNull, second.order.count == position.count else { return nil }
      if withPositions { second.columns += second.order.map(\.expression) }
      var values = second
      var bounded = second.order
      bounded[0].isNeverNull = true
      values.condition = .all([second.condition, bounded.after(position.map { SQLValue($0) }, layout.dialect)])
      values.limit = .bound(.integer(Int64(limit)))
      second.condition = .all([second.condition, .test(first.expression, .isNull)])
      return try PostgresText.statement(values, then: second, limit: Int64(limit), layout)
    }
  }

  extension PostgresText {
    /// The rows of a query, and as many of another one as the first lacks.
    static func statement(_ first: SQLQuery, then second: SQLQuery, limit: Int64, _ layout: StoreLayout) throws
      -> SQLStatement
    {
      var writer = PostgresText(layout: layout)
      writer.text += "WITH a AS MATERIALIZED ("
      writer.write(first)
      writer.text += "), b AS MATERIALIZED ("
      writer.write(second)
      writer.text += " LIMIT "
      writer.bind(.integer(limit), as: .integer)
      writer.text += " - (SELECT count(*) FROM a)) SELECT * FROM a UNION ALL SELECT * FROM b"
      if let failure = writer.failure { throw failure }
      return SQLStatement(text: writer.text.string, bindings: writer.bindings, parameters: writer.parameters)
    }
  }
#endif
