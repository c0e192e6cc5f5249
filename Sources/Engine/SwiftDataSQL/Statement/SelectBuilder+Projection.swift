// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataCore

/// SELECT of values, aggregates and groups instead of rows.
extension SelectBuilder {
  package func projection(_ request: ProjectionRequest) throws -> SQLStatement {
    guard request.having == nil else { return try translated(request) }
    return try recipes.statement(.projection, request.rows, layout.dialect, projection: ProjectionShape(request)) {
      try translated(request)
    }
  }

  private func translated(_ request: ProjectionRequest) throws -> SQLStatement {
    let isAggregate = request.columns.contains { $0.function != .value }
    var rows = request.rows
    let isWindow = rows.limit != nil || rows.offset != nil
    if isAggregate, request.groupCount == nil, isWindow {
      // The window says which rows take part, not how many results there are.
      return try layout.statement(try aggregateOfWindow(request))
    }
    if isAggregate { rows.sort = [] }
    let query = try query(
      rows,
      { translator, root in
        try request.columns.flatMap { try translator.expressions($0, root) }
      },
      { translator, root, query in
        guard isAggregate || request.groupCount != nil else { return }
        query.order = []
        guard let count = request.groupCount else { return }
        query.groups = try request.columns.prefix(count).flatMap {
          try translator.expressions($0, root)
        }
        if let having = request.having {
          query.having = try translator.condition(having, root)
        }
        for (column, isAscending) in request.order {
          query.order += try translator.ordered(column, root).map {
            SQLOrder(expression: $0, isAscending: isAscending)
          }
        }
        query.order += query.groups.map { SQLOrder(expression: $0, isAscending: true) }
      })
    return try layout.statement(query)
  }

  /// How many columns of the result each column of a projection takes.
  package func widths(_ request: ProjectionRequest) throws -> [Int] {
    var widths: [Int] = []
    _ = try query(request.rows) { translator, root in
      let columns = try request.columns.map { try translator.expressions($0, root) }
      widths = columns.map(\.count)
      return columns.flatMap { $0 }
    }
    return widths
  }

  private func aggregateOfWindow(_ request: ProjectionRequest) throws -> SQLQuery {
    let window = try query(request.rows) { translator, root in [root.key] }
    var all = RowRequest(entity: request.rows.entity)
    all.includesSubentities = request.rows.includesSubentities
    return try query(
      all,
      { translator, root in try request.columns.flatMap { try translator.expressions($0, root) } },
      { _, root, query in
        query.order = []
        query.condition = .all([query.condition, .memberOfQuery(root.key, window)])
      })
  }
}

extension PredicateTranslator {
  fileprivate func condition(_ condition: ProjectionRequest.Condition, _ root: SQLRow) throws
    -> SQLExpression
  {
    switch condition {
    case .all(let parts): return .all(try parts.map { try self.condition($0, root) })
    case .any(let parts): return .any(try parts.map { try self.condition($0, root) })
    case .test(let column, let comparison, let value):
      guard let left = try expressions(column, root).first else { return .no }
      let isDecimal = try givesDecimal(column, root)
      let bound = isDecimal ? ProjectionRequest.Condition.decimal(value) : value
      let right = try scalar(of: bound, like: .double, value).expression
      if isDecimal, layout.dialect == .sqlite {
        // A sum or an average may have more digits than SQLite's numbers: then it is text, whatever it is compared with.
        return .binary(.call(.decimalCompare, left, right), SQLOperator(comparison), .verbatim("0"))
      }
      // Strings compare as in predicates.
      return .binary(
        left, SQLOperator(comparison), value is String ? .collated(right, .canonical) : right)
    }
  }

  /// Whether a column is a decimal, as the average of decimals is that a program wants as another number.
  private func givesDecimal(_ column: ProjectionRequest.Column, _ root: SQLRow) throws -> Bool {
    guard let path = column.path, !column.isIdentifier, column.function != .count, column.function != .countDistinct,
      case .scalar(let scalar) = try term(path, of: root, path)
    else { return false }
    return scalar.type == .decimal
  }

  /// The terms that order rows by a column: decimals and strings as everywhere.
  fileprivate func ordered(_ column: ProjectionRequest.Column, _ root: SQLRow) throws
    -> [SQLExpression]
  {
    let expressions = try expressions(column, root)
    guard let path = column.path, column.function != .count, column.function != .countDistinct,
      !path.properties.isEmpty, case .scalar(let scalar) = try term(path, of: root, path)
    else { return expressions }
    switch scalar.type {
    case .decimal: return expressions.map { decimalOrder($0) }
    case .string: return expressions.map { .collated($0, .canonical) }
    default: return expressions
    }
  }

  /// The columns that a column of a projection takes.
  func expressions(_ column: ProjectionRequest.Column, _ root: SQLRow) throws -> [SQLExpression] {
    guard let path = column.path else { return [.function(.count, [.verbatim("*")])] }
    let term = try term(path, of: root, path)
    if column.isIdentifier, case .row(let row) = term {
      switch column.function {
      case .value: return row.entity.isInHierarchy ? [row.key, self.column("Z_ENT", of: row)] : [row.key]
      case .count: return [.function(.count, [row.key])]
      case .countDistinct: return [.distinctCount(row.key)]
      default: throw refuse(path, "An identifier is not a number and has no order.")
      }
    }
    guard column.function != .value else { return try values(term, path) }
    guard case .scalar(let scalar) = term else {
      throw refuse(path, "Only attributes of one column can be aggregated.")
    }
    return [try aggregate(column.function, scalar, path)]
  }

  private func values(_ term: SQLTerm, _ path: PropertyPath) throws -> [SQLExpression] {
    switch term {
    case .scalar(let scalar): return [scalar.expression]
    case .columns(let columns): return columns.expressions
    case .archive(let archive) where archive.isJSON: return [archive.expression]
    default:
      throw refuse(path, "Only attributes can be read on their own.")
    }
  }

  private func aggregate(
    _ function: ProjectionRequest.Function, _ scalar: SQLScalar, _ path: PropertyPath
  ) throws -> SQLExpression {
    let value = scalar.expression
    let isDecimal = scalar.type == .decimal
    switch function {
    case .value: return value
    case .count: return .function(.count, [value])
    case .countDistinct: return .distinctCount(value)
    case .sum, .average:
      switch scalar.type {
      case .integer16, .integer32, .integer64, .double, .float, .decimal: break
      default: throw refuse(path, "Only numbers have a sum.")
      }
      if scalar.enumeration != nil { throw refuse(path, "An enum has no sum.") }
      if function == .average {
        guard isDecimal else { return .function(.average, [value]) }
        return .call(
          .decimalDivide, .function(.decimalSum, [value]), .function(.count, [value]))
      }
      return .function(
        .coalesce, [.function(isDecimal ? .decimalSum : .sum, [value]), .verbatim("0")])
    case .minimum, .maximum:
      if scalar.enumeration != nil { throw refuse(path, "An enum's cases are not ordered in the store.") }
      let isLeast = function == .minimum
      if isDecimal { return .function(isLeast ? .decimalMinimum : .decimalMaximum, [value]) }
      let ordered = scalar.type == .string ? SQLExpression.collated(value, .canonical) : value
      return .function(isLeast ? .minimum : .maximum, [ordered])
    }
  }

  private func refuse(_ path: PropertyPath, _ reason: String) -> SwiftDataError {
    SwiftDataError(
      .unsupportedKeyPath, reason, entity: entity.name,
      property: (path.properties + path.elements).joined(separator: "."),
      advice: "Name attributes, or attributes of to-one relationships.")
  }
}

extension SQLOperator {
  fileprivate init(_ comparison: ProjectionRequest.Condition.Comparison) {
    switch comparison {
    case .equal: self = .equal
    case .notEqual: self = .notEqual
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .greater: self = .greater
    case .greaterOrEqual: self = .greaterOrEqual
    }
  }
}
