// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore

extension SelectBuilder {
  /// How many words a snippet has at most.
  private static let snippetLength = 16
  private static let alias = "s"

  /// Z_PK, rank and snippet of the rows of a request that have a text. In the
  /// order of the request if it has one, else best match first.
  package func search(_ text: SearchText, _ request: RowRequest) throws -> SQLStatement {
    let index = try layout.existingSearchIndex(of: request.entity)
    let rank = SQLExpression.column(table: Self.alias, name: "rank")
    let snippet = SQLExpression.call(
      .snippet, .column(table: Self.alias, name: index.name), .verbatim("-1"),
      .bound(.text(text.startMark)), .bound(.text(text.endMark)), .bound(.text("…")),
      .verbatim("\(Self.snippetLength)"))
    var query = try searchQuery(text, request, index) { alias in
      [.column(table: alias, name: "Z_PK"), rank, snippet]
    }
    if request.sort.isEmpty {
      query.order.insert(SQLOrder(expression: rank, isAscending: true), at: 0)
    }
    return try layout.statement(query)
  }

  /// How many rows ``search(_:_:)`` finds, in one row of one column.
  package func searchCount(_ text: SearchText, _ request: RowRequest) throws -> SQLStatement {
    let index = try layout.existingSearchIndex(of: request.entity)
    var request = request
    request.sort = []
    let number = SQLExpression.function(.count, [.verbatim("*")])
    let isLimited = request.limit != nil || request.offset != nil
    var query = try searchQuery(text, request, index) { _ in [isLimited ? .yes : number] }
    query.order = []
    return try layout.statement(isLimited ? SQLQuery([number], from: .query(query)) : query)
  }

  private func searchQuery(
    _ text: SearchText, _ request: RowRequest, _ index: SearchIndexLayout,
    _ columns: (String) -> [SQLExpression]
  ) throws -> SQLQuery {
    var query = try query(request, columns)
    guard case .table(let table, let alias) = query.source else { return query }
    query.source = .search(
      index: index.name, alias: Self.alias, table: table, tableAlias: alias)
    // The index's own hidden column, which is called as the index is.
    let match = SQLExpression.binary(
      .column(table: Self.alias, name: index.name), .match,
      .bound(.text(SearchExpression.fts5(text))))
    query.condition = .all([match, query.condition])
    return query
  }
}

/// A search as FTS5 writes it.
enum SearchExpression {
  /// Each word is a string in quotes, so that nothing in it has a meaning.
  /// How a string is cut into words is up to the index, which did the same
  /// with the texts: `e-mail` becomes two words, one after the other.
  static func fts5(_ search: SearchText) -> String {
    let words = search.text.unicodeScalars
      .split { $0.properties.isWhitespace || $0 == "\0" }
      .map { String($0) }
    let strings = words.map(quoted)
    switch search.match {
    case .allWords: return strings.isEmpty ? nothing : strings.joined(separator: " ")
    case .anyWord: return strings.isEmpty ? nothing : strings.joined(separator: " OR ")
    case .phrase: return quoted(words.joined(separator: " "))
    case .prefix: return strings.isEmpty ? nothing : strings.joined(separator: " ") + "*"
    }
  }

  /// A string without a word matches no row.
  private static let nothing = quoted("")

  private static func quoted(_ word: String) -> String { word.inDoubleQuotes }
}
