// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    /// Delivers the rows of a request, in order. They are all here before the first is delivered, so that no connection
    /// is in use while the program looks at them.
    package func fetch(_ request: RowRequest, _ body: (inout FetchedRow) throws -> Void) throws {
      let (plan, statement) = try selection(request)
      let rows = try database.read(statement)
      database.statistics.noteRows(Int(rows.count))
      try deliver(rows, plan, body)
    }

    /// Delivers the rows of a page, and tells where the next one begins: each row comes with its position.
    package func fetchPage(
      _ request: RowRequest, size: Int, _ body: (inout FetchedRow) throws -> Void
    ) throws -> [ColumnConstant]? {
      let plan = try readPlans.plan(
        request.entity, mask: request.mask, includesSubentities: request.includesSubentities)
      let rows = try database.read(PostgresStatement(try selects.pageRows(request, plan.columns), keyTable))
      database.statistics.noteRows(Int(rows.count))
      try deliver(rows, plan, body)
      guard size > 0, Int(rows.count) > size else { return nil }
      let cursor = ResultCursor(rows)
      cursor.row = Int32(size - 1)
      return (plan.columns.count..<rows.width).map { cursor.position($0) }
    }

    func selection(_ request: RowRequest) throws -> (plan: PostgresRowDecoder, statement: PostgresStatement) {
      let plan = try readPlans.plan(
        request.entity, mask: request.mask, includesSubentities: request.includesSubentities)
      guard let key = request.singleKey else {
        return (plan, PostgresStatement(try selects.rows(request, plan.columns), keyTable))
      }
      let parameter = Parameter(key: key, layout.keyType(of: request.entity), keyTable)
      return (plan, PostgresStatement(plan.lookup, [parameter]))
    }

    /// Delivers the rows of several requests, from one snapshot and in one round trip.
    package func fetch(_ requests: [RowRequest], _ body: (Int, inout FetchedRow) throws -> Void) throws {
      let wanted = try requests.map(selection)
      for (index, rows) in try database.readSnapshot(wanted.map(\.statement)).enumerated() {
        database.statistics.noteRows(Int(rows.count))
        try deliver(rows, wanted[index].plan) { try body(index, &$0) }
      }
    }

    func deliver(
      _ rows: ResultRows, _ plan: PostgresRowDecoder, owner: (column: Int32, entity: _Entity)? = nil,
      _ body: (inout FetchedRow) throws -> Void
    ) throws {
      let cursor = ResultCursor(rows, keys: plan.keys)
      try withExtendedLifetime(cursor) {
        while cursor.row < rows.count {
          var row = try plan.row(cursor, owner: owner.map { rows.number(cursor.row, $0.column, of: $0.entity) } ?? 0)
          try body(&row)
          if let failure = row.reader.failure { throw failure }
          cursor.row += 1
        }
      }
    }

    /// Delivers values, aggregates or groups.
    package func project(_ request: ProjectionRequest, _ body: (inout _RowReader) throws -> Void) throws {
      _ = try layout.existingTable(of: request.rows.entity)
      let rows = try database.read(PostgresStatement(try selects.projection(request), keyTable))
      try read(rows, request.rows.entity, keys: keyTable == nil ? [] : try keys(of: request), body)
    }

    /// Whose rows' keys the columns of a projection have.
    private func keys(of request: ProjectionRequest) throws -> [_Entity?] {
      guard request.columns.contains(where: \.isIdentifier) else { return [] }
      let entity = request.rows.entity
      return try zip(request.columns, selects.widths(request)).flatMap { column, width -> [_Entity?] in
        let steps = column.isIdentifier ? column.path.flatMap { entity.toOneRelationships($0) } : nil
        let owner = column.isIdentifier && column.function == .value ? steps?.last?.destination ?? entity : nil
        return [owner] + [_Entity?](repeating: nil, count: max(width - 1, 0))
      }
    }

    func read(
      _ rows: ResultRows, _ entity: _Entity, keys: [_Entity?], _ body: (inout _RowReader) throws -> Void
    ) throws {
      let cursor = ResultCursor(rows, keys: keys)
      try withExtendedLifetime(cursor) {
        while cursor.row < rows.count {
          var reader = _RowReader(
            row: cursor.pointer, functions: ResultCursor.functions, firstColumn: 0, mask: .all,
            description: entity.description)
          try body(&reader)
          cursor.row += 1
        }
      }
    }

    /// Delivers keys and concrete entities only.
    package func fetchKeys(_ request: RowRequest, _ body: (Int64, _Entity) throws -> Void) throws {
      _ = try layout.existingTable(of: request.entity)
      let rows = try database.read(PostgresStatement(try selects.keys(request), keyTable))
      for row in 0..<rows.count {
        try body(
          rows.number(row, 0, of: request.entity), layout.entity(number: rows.integer(row, 1)) ?? request.entity)
      }
    }

    package func count(_ request: RowRequest) throws -> Int {
      _ = try layout.existingTable(of: request.entity)
      let rows = try database.read(PostgresStatement(try selects.count(request), keyTable))
      return rows.count > 0 ? Int(rows.integer(0, 0)) : 0
    }

    /// What orders a row: its values of the order's parts.
    package func position(of key: Int64, in request: RowRequest) throws -> [ColumnConstant]? {
      let rows = try database.read(PostgresStatement(try selects.position(of: key, in: request), keyTable))
      guard rows.count > 0 else { return nil }
      let cursor = ResultCursor(rows)
      return (0..<rows.width).map { cursor.position($0) }
    }

    // MARK: Diagnosis

    /// The statement with its plan.
    package func explanation(_ request: RowRequest) throws -> FetchExplanation {
      _ = try layout.existingTable(of: request.entity)
      let sql = try selects.rows(request)
      var statement = PostgresStatement(sql, keyTable)
      statement = PostgresStatement("EXPLAIN " + statement.text, statement.parameters)
      let rows = try database.read(statement)
      return FetchExplanation(
        sql: sql.text, parameters: sql.bindings.map(\.description),
        plan: (0..<rows.count).map { rows.text($0, 0) })
    }

    /// The statement that ``fetch(_:_:)`` would run.
    package func statementText(of request: RowRequest) throws -> String {
      _ = try layout.existingTable(of: request.entity)
      return try selects.rows(request).description
    }
  }

  extension RowRequest {
    /// The key, if the request is for one row by its key and nothing else.
    var singleKey: Int64? {
      guard let keys, keys.count == 1, predicate == nil, excluding.isEmpty, reaching.isEmpty,
        excludedKeys.isEmpty, limit ?? 1 > 0, offset ?? 0 == 0
      else { return nil }
      return keys[0]
    }
  }
#endif
