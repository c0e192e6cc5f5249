// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    /// Delivers the rows of a request, in order. They are all here before the first is delivered, so that no connection
    /// is in use while the program looks at them.
    package func fetch(_ request: _RowRequest, _ body: (inout _FetchedRow) throws -> Void) throws {
      let plan = try readPlans.plan(
        request.entity, mask: request.mask, includesSubentities: request.includesSubentities)
      let statement: Statement
      if let key = request.singleKey {
        statement = Statement(plan.lookup, [Parameter(key)])
      } else {
        statement = Statement(try selects.rows(request, plan.columns))
      }
      let rows = try database.read(statement)
      database.statistics.noteRows(Int(rows.count))
      try deliver(rows, plan, body)
    }

    func deliver(
      _ rows: ResultRows, _ plan: ReadPlan, owner: Int32? = nil, _ body: (inout _FetchedRow) throws -> Void
    ) throws {
      let cursor = RowCursor(rows)
      try withExtendedLifetime(cursor) {
        while cursor.row < rows.count {
          var row = try plan.row(cursor, owner: owner.map { rows.integer(cursor.row, $0) } ?? 0)
          try body(&row)
          if let failure = row.reader.failure { throw failure }
          cursor.row += 1
        }
      }
    }

    /// Delivers values, aggregates or groups.
    package func project(_ request: _ProjectionRequest, _ body: (inout _RowReader) throws -> Void) throws {
      _ = try layout.existingTable(of: request.rows.entity)
      let rows = try database.read(Statement(try selects.projection(request)))
      try read(rows, request.rows.entity, body)
    }

    func read(_ rows: ResultRows, _ entity: _Entity, _ body: (inout _RowReader) throws -> Void) throws {
      let cursor = RowCursor(rows)
      try withExtendedLifetime(cursor) {
        while cursor.row < rows.count {
          var reader = _RowReader(
            row: cursor.pointer, functions: RowCursor.functions, firstColumn: 0, mask: .all,
            description: entity.description)
          try body(&reader)
          cursor.row += 1
        }
      }
    }

    /// Delivers keys and concrete entities only.
    package func fetchKeys(_ request: _RowRequest, _ body: (Int64, _Entity) throws -> Void) throws {
      _ = try layout.existingTable(of: request.entity)
      let rows = try database.read(Statement(try selects.keys(request)))
      for row in 0..<rows.count {
        try body(rows.integer(row, 0), layout.entity(number: rows.integer(row, 1)) ?? request.entity)
      }
    }

    package func count(_ request: _RowRequest) throws -> Int {
      _ = try layout.existingTable(of: request.entity)
      let rows = try database.read(Statement(try selects.count(request)))
      return rows.count > 0 ? Int(rows.integer(0, 0)) : 0
    }

    /// What orders a row: its values of the order's parts.
    package func position(of key: Int64, in request: _RowRequest) throws -> [_ColumnConstant]? {
      let rows = try database.read(Statement(try selects.position(of: key, in: request)))
      guard rows.count > 0 else { return nil }
      let cursor = RowCursor(rows)
      return (0..<rows.width).map { cursor.constant($0) }
    }

    // MARK: Search

    package func search(
      _ text: SearchText, _ request: _RowRequest, _ body: (_SearchHit) throws -> Void
    ) throws { throw noSearch(request.entity) }

    package func searchCount(_ text: SearchText, _ request: _RowRequest) throws -> Int {
      throw noSearch(request.entity)
    }

    private func noSearch(_ entity: _Entity) -> SwiftDataError {
      SwiftDataError(
        .notSearchable, "PostgreSQL stores have no search index yet.", entity: entity.name,
        advice: "Use contains(_:) or localizedStandardContains(_:) in a predicate.")
    }

    // MARK: Diagnosis

    /// The statement with its plan.
    package func explanation(_ request: _RowRequest) throws -> FetchExplanation {
      _ = try layout.existingTable(of: request.entity)
      let sql = try selects.rows(request)
      var statement = Statement(sql)
      statement = Statement("EXPLAIN " + statement.text, statement.parameters)
      let rows = try database.read(statement)
      return FetchExplanation(
        sql: sql.text, parameters: sql.bindings.map(\.description),
        plan: (0..<rows.count).map { rows.text($0, 0) })
    }

    /// The statement that ``fetch(_:_:)`` would run.
    package func statementText(of request: _RowRequest) throws -> String {
      _ = try layout.existingTable(of: request.entity)
      return try selects.rows(request).description
    }
  }

  extension _RowRequest {
    /// The key, if the request is for one row by its key and nothing else.
    var singleKey: Int64? {
      guard let keys, keys.count == 1, predicate == nil, excluding.isEmpty, reaching.isEmpty,
        excludedKeys.isEmpty, limit ?? 1 > 0, offset ?? 0 == 0
      else { return nil }
      return keys[0]
    }
  }
#endif
