// SPDX-License-Identifier: Apache-2.0

/// A SELECT as a tree.
package struct SQLQuery: Hashable, Sendable {
  var columns: [SQLExpression]
  var source: SQLSource
  var joins: [SQLJoin] = []
  var condition: SQLExpression = .yes
  var groups: [SQLExpression] = []
  /// The condition on groups.
  var having: SQLExpression = .yes
  var order: [SQLOrder] = []
  var limit: SQLExpression?
  var offset: SQLExpression?

  init(_ columns: [SQLExpression], from source: SQLSource, where condition: SQLExpression = .yes) {
    self.columns = columns
    self.source = source
    self.condition = condition
  }
}

indirect enum SQLSource: Hashable, Sendable {
  case table(String, alias: String)
  /// A function that returns rows, such as `json_each`.
  case function(String, [SQLExpression], alias: String)
  case query(SQLQuery)
  /// The rows of a table that a search index finds; the index comes first.
  case search(index: String, alias: String, table: String, tableAlias: String)
}

/// The row that a to-one relationship leads to, if there is one.
struct SQLJoin: Hashable, Sendable {
  let table: String
  let alias: String
  /// The expression that equals the joined row's primary key.
  let key: SQLExpression
  /// Whether rows without a partner cannot be in the result.
  var isInner = false
}

struct SQLOrder: Hashable, Sendable {
  let expression: SQLExpression
  let isAscending: Bool
  /// Whether the expression is never NULL.
  var isNeverNull = false
}
