// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// A question about the objects of an entity.
///
/// ```swift
/// var query = StoreQuery(entity: "Trip")
/// query.condition = #"name contains "sum" and destination.country == "IT""#
/// query.order = "-start"
/// let rows = try store.rows(query)
/// ```
package struct StoreQuery: Sendable {
  package var entity: String
  /// See ``Expression``.
  package var condition: String?
  package var order: String?
  package var limit: Int?
  package var offset = 0
  package var options: RowCursor.Options

  /// Subentities are included.
  package init(entity: String) {
    self.entity = entity
    options = RowCursor.Options()
    options.includesSubentities = true
  }
}

extension Store {
  /// The objects that a query is about.
  package func rows(_ query: StoreQuery) throws -> RowCursor {
    let entity = try entity(named: query.entity)
    let (scope, condition) = try compile(query, entity)
    let order = try query.order.map { try SortOrder(parsing: $0).sql(scope) }
    return try RowCursor(
      self, entity, query.options, joins: scope.joins, filter: condition?.sql, order: order,
      limit: query.limit, offset: query.offset, values: condition?.values ?? [])
  }

  /// How many objects a query is about; its limit does not count.
  package func count(_ query: StoreQuery) throws -> Int {
    let entity = try entity(named: query.entity)
    guard let layout = layout[entity.name], let table = layout.table else { return 0 }
    let (scope, condition) = try compile(query, entity)
    let conditions = [
      entityCondition(layout, query.options.includesSubentities), condition?.sql,
    ].compactMap { $0 }
    var sql = "SELECT count(*) FROM \(table.sqlName) AS t0\(scope.joins)"
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    return Int(try connection.integer(sql, condition?.values ?? []) ?? 0)
  }

  /// The rows that a query is about, for a SELECT of something else than whole objects.
  ///
  /// - Returns: `nil` if the file has no table for the entity.
  package func selection(_ query: StoreQuery, _ dialect: QueryDialect = .sqlite) throws -> QuerySelection? {
    let entity = try entity(named: query.entity)
    guard let layout = layout[entity.name], let table = layout.table else { return nil }
    let (scope, condition) = try compile(query, entity, dialect)
    let order = try query.order.map { try SortOrder(parsing: $0).sql(scope) }
    let conditions = [
      entityCondition(layout, query.options.includesSubentities), condition?.sql,
    ].compactMap { $0 }
    return QuerySelection(
      from: "\(table.sqlName) AS t0\(scope.joins)", conditions: conditions, order: order,
      values: condition?.values ?? [])
  }

  private func compile(
    _ query: StoreQuery, _ entity: EntityDescription, _ dialect: QueryDialect = .sqlite
  ) throws -> (QueryScope, SQLFragment?) {
    let scope = QueryScope(self, entity, .init(), dialect)
    guard let text = query.condition else { return (scope, nil) }
    let expression = try Expression(parsing: text)
    return (scope, try ExpressionCompiler(text, self, dialect).compile(expression, scope))
  }
}

/// The parts of a SELECT. The entity's table is called `t0`.
package struct QuerySelection: Sendable {
  package let from: String
  /// All of them hold.
  package var conditions: [String]
  package let order: String?
  /// Of the question marks in the conditions, in their order.
  package var values: [SQLiteValue]
}
