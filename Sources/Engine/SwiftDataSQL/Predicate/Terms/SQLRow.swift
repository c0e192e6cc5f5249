// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// A model in SQL: its primary key, and the way to its columns.
struct SQLRow {
  /// The primary key.
  var key: SQLExpression
  var entity: _Entity
  /// The SELECT in which the row's table is, or would be, joined.
  let scope: SQLScope
  var null: NullMeaning
  /// The table's name in its SELECT; `nil` until a column is needed.
  var alias: String?
  /// What holds where the row is of the entity, after a conditional cast.
  var condition: SQLExpression?
  /// Whether the row was there before the cast.
  var isSure = false
  /// Of an optional: elsewhere there is no `nil`, but a failed evaluation (`$0.owner!.boss`).
  var defined: SQLExpression?
}

/// One SELECT under construction: to-one relationships that its rows follow
/// are joined here, each once.
final class SQLScope {
  private(set) var joins: [SQLJoin] = []

  func alias(table: String, key: SQLExpression, _ make: () -> String) -> String {
    if let known = joins.first(where: { $0.table == table && $0.key == key }) { return known.alias }
    let join = SQLJoin(table: table, alias: make(), key: key)
    joins.append(join)
    return join.alias
  }
}

extension PredicateTranslator {
  /// The row that a SELECT runs over.
  func sourceRow(_ entity: _Entity, alias: String, scope: SQLScope) -> SQLRow {
    SQLRow(
      key: .column(table: alias, name: "Z_PK"), entity: entity, scope: scope, null: .never,
      alias: alias)
  }

  /// The name under which the row's columns can be read.
  func alias(of row: SQLRow) -> String {
    if let alias = row.alias { return alias }
    return row.scope.alias(table: layout.table(of: row.entity).name, key: row.key) {
      let alias = makeAlias()
      joinKeys[alias] = row.key
      return alias
    }
  }

  func column(_ name: String, of row: SQLRow) -> SQLExpression {
    let column = SQLExpression.column(table: alias(of: row), name: name)
    return row.condition.map { .when($0, column) } ?? column
  }

  /// Whether the row is of an entity or one of its subentities.
  func isKind(_ row: SQLRow, of entity: _Entity) -> SQLExpression {
    if row.entity.isKind(of: entity) { return .yes }
    guard entity.isKind(of: row.entity) else { return .no }
    let numbers = layout.numbers(of: entity.family).map { SQLValue.integer($0) }
    return ValueList.contains(.column(table: alias(of: row), name: "Z_ENT"), numbers, layout.dialect)
  }

  /// The row seen as one of an entity below its own; NULL for other rows.
  func cast(_ row: SQLRow, to entity: _Entity, null: NullMeaning) -> SQLRow? {
    if row.entity.isKind(of: entity) {
      var row = row
      row.null = max(row.null, null == .absent ? .never : null)
      return row
    }
    guard entity.isKind(of: row.entity) else { return nil }
    let condition = isKind(row, of: entity)
    return SQLRow(
      key: .when(condition, row.key), entity: entity, scope: row.scope, null: null,
      alias: alias(of: row), condition: condition, isSure: row.null == .never)
  }
}
