// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Writes the SELECT statements that answer a request.
///
/// The root table is `t0`; to-one relationships that the predicate or the
/// ordering follow are joined once each. Requests of one shape give statements
/// with the same text.
package struct SelectBuilder: Sendable {
  package let layout: StoreLayout
  /// Identifiers of models of other stores match nothing.
  package let storeIdentifier: String?
  /// Statements for the shapes of requests that were asked for before.
  let recipes: StatementRecipes

  package init(layout: StoreLayout, storeIdentifier: String? = nil) {
    self.layout = layout
    self.storeIdentifier = storeIdentifier
    recipes = StatementRecipes(storeIdentifier: storeIdentifier)
  }

  /// The rows: Z_PK, Z_ENT, Z_OPT, then the columns of ``RowColumns``.
  package func rows(_ request: RowRequest) throws -> SQLStatement {
    let columns = RowColumns(
      layout: layout, entity: request.entity, mask: request.mask,
      includesSubentities: request.includesSubentities)
    return try rows(request, columns)
  }

  /// The statement of a request whose columns the caller has already.
  package func rows(_ request: RowRequest, _ columns: RowColumns) throws -> SQLStatement {
    #if Postgres
      if let page = try splitPage(request, columns) { return page }
    #endif
    return try recipes.statement(.rows, request, layout.dialect) {
      try layout.statement(
        try query(request) { [.verbatim(columns.selectList(alias: $0))] })
    }
  }

  /// The statement of a request's rows, each with the values that order it behind its columns.
  package func pageRows(_ request: RowRequest, _ columns: RowColumns) throws -> SQLStatement {
    #if Postgres
      if let page = try splitPage(request, columns, withPositions: true) { return page }
    #endif
    return try recipes.statement(.pageRows, request, layout.dialect) {
      var query = try query(request) { [.verbatim(columns.selectList(alias: $0))] }
      query.columns += query.order.map(\.expression)
      return try layout.statement(query)
    }
  }

  /// The statement for the values that order the row with a key.
  package func position(of key: Int64, in request: RowRequest) throws -> SQLStatement {
    var single = RowRequest(entity: request.entity)
    single.sort = request.sort
    single.keys = [key]
    var position = try query(single) { (_: String) in [] }
    position.columns = position.order.map(\.expression)
    position.order = []
    return try layout.statement(position)
  }

  /// Z_PK and Z_ENT of the rows.
  package func keys(_ request: RowRequest) throws -> SQLStatement {
    try recipes.statement(.keys, request, layout.dialect) {
      try layout.statement(
        try query(request) { alias in
          ["Z_PK", "Z_ENT"].map { .column(table: alias, name: $0) }
        })
    }
  }

  /// How many rows there are, in one row of one column.
  package func count(_ request: RowRequest) throws -> SQLStatement {
    try recipes.statement(.count, request, layout.dialect) { try translatedCount(request) }
  }

  private func translatedCount(_ request: RowRequest) throws -> SQLStatement {
    var request = request
    request.sort = []
    let number = SQLExpression.function(.count, [.verbatim("*")])
    guard request.limit != nil || request.offset != nil else {
      var query = try query(request) { _ in [number] }
      query.order = []
      return try layout.statement(query)
    }
    var inner = try query(request) { _ in [.yes] }
    inner.order = []
    return try layout.statement(SQLQuery([number], from: .query(inner)))
  }

  func query(_ request: RowRequest, _ columns: (String) -> [SQLExpression]) throws
    -> SQLQuery
  {
    try query(request) { translator, root in columns(translator.alias(of: root)) }
  }

  /// - Parameter columns: Given a translator, since they may join tables.
  func query(
    _ request: RowRequest, _ columns: (PredicateTranslator, SQLRow) throws -> [SQLExpression],
    _ finish: (PredicateTranslator, SQLRow, inout SQLQuery) throws -> Void = { _, _, _ in }
  ) throws -> SQLQuery {
    guard layout.keeps(request.entity) else {
      throw SwiftDataError(
        .unknownSchema, "The store has no table for this entity.", entity: request.entity.name,
        advice: "Open the store with a schema that has the entity.")
    }
    let translator = PredicateTranslator(
      layout: layout, entity: request.entity, storeIdentifier: storeIdentifier)
    let root = translator.sourceRow(
      request.entity, alias: translator.makeAlias(), scope: translator.rootScope)
    let alias = translator.alias(of: root)
    var query = SQLQuery(
      try columns(translator, root), from: .table(layout.table(of: request.entity).name, alias: alias))
    query.condition = try translator.condition(of: request, root)
    query.order = try translator.order(of: request, root)
    if let position = request.after {
      guard position.count == query.order.count else {
        throw SwiftDataError(
          .unsupportedSortDescriptor,
          "The cursor has \(position.count) values; the order has \(query.order.count) parts.",
          entity: request.entity.name,
          advice: "Use a cursor only with the sort descriptors of the page that it came from.")
      }
      query.condition = .all([query.condition, query.order.after(position.map { SQLValue($0) }, layout.dialect)])
    }
    query.limit = request.limit.map { .bound(.integer(Int64($0))) }
    query.offset = request.offset.map { .bound(.integer(Int64($0))) }
    try finish(translator, root, &query)
    query.joins = translator.rootScope.joins
    query.strengthenJoins()
    return query
  }
}
