// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// Rows that a to-many relationship leads to, or elements of an array
/// attribute, perhaps filtered.
struct SQLSequence {
  enum Origin {
    case relationship(_Property, owner: SQLExpression)
    case json(SQLExpression, element: any Any.Type)
  }

  let origin: Origin
  /// The SELECT that the owner's row belongs to.
  let scope: SQLScope
  /// Conditions on an element, made anew in every query over the elements.
  var filters: [(SQLTerm) throws -> SQLExpression] = []
  /// Where the sequence is not `nil`.
  var presence: SQLExpression?
  /// Elsewhere there is no empty sequence, but a failed evaluation (`$0.owner!.trips`, `$0.words!`).
  var defined: SQLExpression?

  /// Without the condition, the evaluation fails.
  mutating func require(_ condition: SQLExpression?) {
    defined = condition.map { .all([defined ?? .yes, $0]) } ?? defined
  }
}

extension PredicateTranslator {
  /// A query over the elements of a sequence.
  ///
  /// - Parameter body: What is asked of the elements: the columns, and further
  ///   conditions.
  func query(
    _ sequence: SQLSequence, _ node: Any,
    _ body: (SQLTerm) throws -> (columns: [SQLExpression], condition: SQLExpression)
  ) throws -> SQLQuery {
    let scope = SQLScope()
    let alias = makeAlias()
    let source: SQLSource
    let element: SQLTerm
    var conditions: [SQLExpression] = []
    switch sequence.origin {
    case .relationship(let property, let owner):
      guard let destination = property.destination else {
        throw unsupported(node, "The relationship has no destination.")
      }
      let row: SQLRow
      if let pairs = layout.joinTable(of: property) {
        source = .table(pairs.table, alias: alias)
        conditions.append(.binary(.column(table: alias, name: pairs.ownerColumn), .equal, owner))
        // The rows themselves are joined when a column of theirs is asked for.
        row = SQLRow(
          key: .column(table: alias, name: pairs.targetColumn), entity: destination, scope: scope,
          null: .never)
      } else {
        source = .table(layout.table(of: destination).name, alias: alias)
        row = sourceRow(destination, alias: alias, scope: scope)
        let name = try ownerColumn(of: property, node)
        conditions.append(.binary(.column(table: alias, name: name), .equal, owner))
      }
      if property.inverse?.isOutsideInverse == true {
        // Rows of other entities may lead to the owner, too, and are no members.
        var any = row
        any.entity = destination.root
        conditions.append(isKind(any, of: destination))
      }
      element = .row(row)
    case .json(let json, let type):
      source = jsonElements(of: json, alias)
      element = try jsonValue(.column(table: alias, name: "value"), type, null: .never, node)
    }
    for filter in sequence.filters { conditions.append(try filter(element)) }
    let (columns, condition) = try body(element)
    conditions.append(condition)
    var query = SQLQuery(columns, from: source, where: .all(conditions))
    query.joins = scope.joins
    query.strengthenJoins()
    return query
  }

  /// The column of the destination's rows that holds the owner's key.
  private func ownerColumn(of property: _Property, _ node: Any) throws -> String {
    if let hidden = layout.hiddenColumn(of: property) { return hidden.name }
    if let inverse = property.inverse, let key = layout.columns(of: inverse).first {
      return key.name
    }
    throw unsupported(
      node, "The store has no column for this relationship.", property: property)
  }

  func exists(_ sequence: SQLSequence, _ node: Any, where test: (SQLTerm) throws -> SQLExpression)
    throws -> SQLExpression
  { .exists(try query(sequence, node) { ([.yes], try test($0)) }) }

  func isEmpty(_ sequence: SQLSequence, _ node: Any) throws -> SQLExpression {
    .not(try exists(sequence, node) { _ in .yes })
  }

  func count(_ sequence: SQLSequence, _ node: Any) throws -> SQLScalar {
    let query = try query(sequence, node) { _ in ([.function(.count, [.verbatim("*")])], .yes) }
    return SQLScalar(expression: .query(query), type: .integer64, null: .never)
  }

  /// The element at a position: rows are ordered by primary key.
  func element(
    _ sequence: SQLSequence, at offset: Int, fromEnd: Bool, null: NullMeaning, _ node: Any
  )
    throws -> SQLTerm
  {
    var found: SQLTerm?
    var order: SQLExpression?
    var query = try query(sequence, node) { element in
      found = element
      switch element {
      case .row(let row):
        order = row.key
        return ([row.key], .yes)
      case .scalar(let scalar):
        order = scalar.expression.table.map { .column(table: $0, name: "key") }
        return ([scalar.expression], .yes)
      default: throw unsupported(node, "The elements cannot be told apart.")
      }
    }
    query.order = order.map { [SQLOrder(expression: $0, isAscending: !fromEnd)] } ?? []
    query.limit = .yes
    if offset > 0 { query.offset = .bound(.integer(Int64(offset))) }
    switch found {
    case .row(let row):
      let defined = null == .absent ? sequence.defined : nil
      return .row(
        SQLRow(key: .query(query), entity: row.entity, scope: sequence.scope, null: null, defined: defined))
    case .scalar(var scalar):
      scalar.expression = .query(query)
      scalar.null = null
      scalar.defined = null == .absent ? sequence.defined : nil
      return .scalar(scalar)
    default: throw unsupported(node, "The elements cannot be told apart.")
    }
  }
}
