// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore {
  /// Delivers the rows of a request, in order.
  package func fetch(
    _ request: RowRequest, _ body: (inout FetchedRow) throws -> Void
  ) throws {
    let plan = try readPlans.plan(
      request.entity, mask: request.mask, includesSubentities: request.includesSubentities)
    if let key = request.singleKey {
      try database.read { try lookUp(key, plan, $0, body) }
      return
    }
    let sql = try selects.rows(request, plan.columns)
    try database.read { try select(sql, plan, $0, body) }
  }

  private func lookUp(
    _ key: Int64, _ plan: RowDecoder, _ connection: SQLiteConnection, _ body: (inout FetchedRow) throws -> Void
  ) throws {
    try connection.withStatement(plan.lookup) { statement in
      statement.bind(key, 1)
      guard try statement.step() else { return }
      database.statistics.noteRows(1)
      try deliver(statement, plan, body)
    }
  }

  private func select(
    _ sql: SQLStatement, _ plan: RowDecoder, _ connection: SQLiteConnection, _ body: (inout FetchedRow) throws -> Void
  ) throws {
    try connection.withStatement(sql.text) { statement in
      try statement.bind(sql.bindings)
      var count = 0
      defer { database.statistics.noteRows(count) }
      while try statement.step() {
        count += 1
        try deliver(statement, plan, body)
      }
    }
  }

  /// Delivers the rows of several requests from one snapshot.
  package func fetch(_ requests: [RowRequest], _ body: (Int, inout FetchedRow) throws -> Void) throws {
    let wanted = try requests.map { request in
      let plan = try readPlans.plan(
        request.entity, mask: request.mask, includesSubentities: request.includesSubentities)
      return (plan: plan, key: request.singleKey, sql: try selects.rows(request, plan.columns))
    }
    try database.readSnapshot { connection in
      for (index, part) in wanted.enumerated() {
        if let key = part.key {
          try lookUp(key, part.plan, connection) { try body(index, &$0) }
        } else {
          try select(part.sql, part.plan, connection) { try body(index, &$0) }
        }
      }
    }
  }

  @inline(__always)
  func deliver(
    _ statement: PreparedStatement, _ plan: RowDecoder, owner: Int64 = 0,
    _ body: (inout FetchedRow) throws -> Void
  ) throws {
    var row = try plan.row(statement, owner: owner)
    try body(&row)
    if let failure = row.reader.failure { throw failure }
  }

  /// Delivers values, aggregates or groups.
  package func project(
    _ request: ProjectionRequest, _ body: (inout _RowReader) throws -> Void
  ) throws {
    _ = try layout.existingTable(of: request.rows.entity)
    let sql = try selects.projection(request)
    try database.read { connection in
      try connection.withStatement(sql.text) { statement in
        try statement.bind(sql.bindings)
        while try statement.step() {
          var reader = _RowReader(
            row: statement.pointer, functions: SQLiteFunctions.reading, firstColumn: 0, mask: .all,
            description: request.rows.entity.description)
          try body(&reader)
        }
      }
    }
  }

  package func entity(numbered number: Int64) -> _Entity? { layout.entity(number: number) }

  /// Delivers keys and concrete entities only.
  package func fetchKeys(
    _ request: RowRequest, _ body: (Int64, _Entity) throws -> Void
  ) throws {
    _ = try layout.existingTable(of: request.entity)
    let sql = try selects.keys(request)
    try database.read { connection in
      try connection.withStatement(sql.text) { statement in
        try statement.bind(sql.bindings)
        while try statement.step() {
          try body(statement.integer(0), try entity(statement.integer(1), request.entity))
        }
      }
    }
  }

  func entity(_ number: Int64, _ requested: _Entity) throws -> _Entity {
    if let entity = layout.entity(number: number) { return entity }
    throw SwiftDataError(
      .storeIsCorrupted, "A row belongs to entity number \(number), which is unknown.",
      entity: requested.name, file: file, advice: "List the subclass in the container's schema.")
  }

  package func count(_ request: RowRequest) throws -> Int {
    _ = try layout.existingTable(of: request.entity)
    let sql = try selects.count(request)
    return try database.read { connection in
      try connection.withStatement(sql.text) { statement in
        try statement.bind(sql.bindings)
        return try statement.step() ? Int(statement.integer(0)) : 0
      }
    }
  }

  /// The values by which a row is ordered.
  package func position(of key: Int64, in request: RowRequest) throws -> [ColumnConstant]? {
    try database.read { try position(of: key, in: request, $0) }
  }

  private func position(
    of key: Int64, in request: RowRequest, _ connection: SQLiteConnection
  ) throws -> [ColumnConstant]? {
    let sql = try selects.position(of: key, in: request)
    return try connection.withStatement(sql.text) { statement in
      try statement.bind(sql.bindings)
      guard try statement.step() else { return nil }
      return statement.constants()
    }
  }

  /// Delivers the rows of a page, and tells where the next one begins: others may delete or change the last row, but
  /// not in this snapshot.
  package func fetchPage(
    _ request: RowRequest, size: Int, _ body: (inout FetchedRow) throws -> Void
  ) throws -> [ColumnConstant]? {
    let plan = try readPlans.plan(
      request.entity, mask: request.mask, includesSubentities: request.includesSubentities)
    let sql = try selects.rows(request, plan.columns)
    return try database.read { connection in
      try connection.snapshot {
        var count = 0
        var last: Int64 = 0
        try select(sql, plan, connection) { row in
          count += 1
          if count == size { last = row.key }
          try body(&row)
        }
        guard count > size else { return nil }
        return try position(of: last, in: request, connection)
      }
    }
  }

  /// The statement with its plan.
  package func explanation(_ request: RowRequest) throws -> FetchExplanation {
    _ = try layout.existingTable(of: request.entity)
    let sql = try selects.rows(request)
    let plan = try database.read { connection in
      try connection.withStatement("EXPLAIN QUERY PLAN " + sql.text) { statement in
        try statement.bind(sql.bindings)
        var depths: [Int64: Int] = [0: -1]
        var lines: [String] = []
        while try statement.step() {
          let depth = (depths[statement.integer(1)] ?? -1) + 1
          depths[statement.integer(0)] = depth
          lines.append(String(repeating: "  ", count: depth) + (statement.text(3) ?? ""))
        }
        return lines
      }
    }
    return FetchExplanation(
      sql: sql.text, parameters: sql.bindings.map(\.description), plan: plan)
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
