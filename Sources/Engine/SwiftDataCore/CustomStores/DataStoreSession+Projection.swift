// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Values, aggregates and groups: a custom store has no request for them, so they are computed of the rows that it
/// delivers.
extension DataStoreSession {
  func project(_ request: ProjectionRequest, _ body: (inout _RowReader) throws -> Void) throws {
    let description = request.rows.entity.description
    func deliver(_ values: [ColumnConstant]) throws {
      try ConstantRow(values).withReader(description) { try body(&$0) }
    }
    if request.groupCount == nil, request.columns.allSatisfy({ $0.function == .count && $0.path == nil }) {
      // The store may know the number without delivering a row.
      let count = Int64(try count(request.rows))
      return try deliver(request.columns.map { _ in .integer(count) })
    }
    var selection = request.rows
    if request.groupCount != nil {
      // The window is one of groups.
      selection.limit = nil
      selection.offset = nil
    }
    var rows = ProjectedRows(self, request.rows.entity, try self.rows(selection))
    if let count = request.groupCount {
      return try Groups(request, count, &rows).values().forEach(deliver)
    }
    if request.columns.contains(where: { $0.function != .value }) {
      let all = Array(rows.rows.indices)
      return try deliver(try request.columns.map { try ProjectedColumn($0, &rows).aggregate(all) })
    }
    let columns = try request.columns.map { try ProjectedColumn($0, &rows) }
    for index in rows.rows.indices { try deliver(columns.flatMap { $0.values[index] }) }
  }
}

/// One column of a projection, with its values in all rows.
private struct ProjectedColumn {
  /// By row; empty for a count of rows.
  let values: [[ColumnConstant]]
  private let aggregate: ConstantAggregate?
  let function: ProjectionRequest.Function

  init(_ column: ProjectionRequest.Column, _ rows: inout ProjectedRows) throws {
    function = column.function
    guard let path = column.path else {
      (values, aggregate) = ([], nil)
      return
    }
    if column.isIdentifier {
      aggregate = function == .value ? nil : try ConstantAggregate(identifiersFor: function, path, rows.entity)
      values = try rows.identifiers(path)
    } else {
      aggregate = function == .value ? nil : try ConstantAggregate(function, path, rows.entity)
      values = try rows.values(path)
    }
  }

  /// - Parameter rows: By their positions.
  func aggregate(_ rows: [Int]) throws -> ColumnConstant {
    guard let aggregate else { return .integer(Int64(rows.count)) }
    return try aggregate(rows.lazy.compactMap { values[$0].first })
  }

  /// What the column's aggregates are compared as.
  var order: _ColumnType? {
    function == .count || function == .countDistinct ? nil : aggregate?.type
  }
}

/// Rows in groups, each with its aggregates.
private struct Groups {
  private struct Group {
    var rows: [Int]
    let key: [ColumnConstant]
  }

  /// A test of an aggregate, with its value as a column would have it.
  private indirect enum Condition {
    case test(ProjectedColumn, ProjectionRequest.Condition.Comparison, ColumnConstant, as: _ColumnType?)
    case all([Condition])
    case any([Condition])

    init(_ condition: ProjectionRequest.Condition, _ rows: inout ProjectedRows) throws {
      switch condition {
      case .all(let parts): self = .all(try parts.map { try Condition($0, &rows) })
      case .any(let parts): self = .any(try parts.map { try Condition($0, &rows) })
      case .test(let column, let comparison, let value):
        let projected = try ProjectedColumn(column, &rows)
        // An average of decimals may be wanted as another number.
        let isDecimal = projected.order == .decimal
        let bound = isDecimal ? ProjectionRequest.Condition.decimal(value) : value
        guard let constant = try ConstantColumns.make(bound, rows.entity.description)?.columns.first else {
          throw SwiftDataError(
            .unsupportedKeyPath, "A \(type(of: value)) cannot be compared with an aggregate.", entity: rows.entity.name,
            advice: "Compare with a number, a string, a date or a UUID.")
        }
        let order: _ColumnType? = isDecimal ? .decimal : value is String ? .string : nil
        self = .test(projected, comparison, constant, as: order)
      }
    }

    func isMet(_ group: [Int]) throws -> Bool {
      switch self {
      case .all(let parts): return try parts.allSatisfy { try $0.isMet(group) }
      case .any(let parts): return try parts.contains { try $0.isMet(group) }
      case .test(let column, let comparison, let right, let order):
        let left = try column.aggregate(group)
        if left.isNull || right.isNull { return false }
        let (isLess, isGreater) = (left.isLess(than: right, as: order), right.isLess(than: left, as: order))
        return switch comparison {
        case .equal: !isLess && !isGreater
        case .notEqual: isLess || isGreater
        case .less: isLess
        case .lessOrEqual: !isGreater
        case .greater: isGreater
        case .greaterOrEqual: !isLess
        }
      }
    }
  }

  private let request: ProjectionRequest
  private var groups: [Group] = []
  private let aggregates: [ProjectedColumn]
  private let having: Condition?
  private let order: [(column: ProjectedColumn, isAscending: Bool)]

  init(_ request: ProjectionRequest, _ count: Int, _ rows: inout ProjectedRows) throws {
    self.request = request
    let keys = try request.columns.prefix(count).map { try ProjectedColumn($0, &rows) }
    aggregates = try request.columns.dropFirst(count).map { try ProjectedColumn($0, &rows) }
    having = try request.having.map { try Condition($0, &rows) }
    order = try request.order.map { (try ProjectedColumn($0.column, &rows), $0.isAscending) }
    var positions: [[ColumnConstant.Distinct]: Int] = [:]
    for index in rows.rows.indices {
      let key = keys.flatMap { $0.values[index] }
      let position = positions[key.map(\.distinct), default: groups.count]
      if position == groups.count {
        positions[key.map(\.distinct)] = position
        groups.append(Group(rows: [], key: key))
      }
      groups[position].rows.append(index)
    }
  }

  /// The columns of each group that is asked for, in order.
  func values() throws -> [[ColumnConstant]] {
    let chosen = try groups.filter { group in try having?.isMet(group.rows) ?? true }
    var places = try chosen.map { group in
      (group: group, order: try order.map { try $0.column.aggregate(group.rows) })
    }
    places.sort { isBefore($0, $1) }
    let rest = places.dropFirst(max(0, request.rows.offset ?? 0))
    let window = request.rows.limit.map { rest.prefix(max(0, $0)) } ?? rest
    return try window.map { place in
      try place.group.key + aggregates.map { try $0.aggregate(place.group.rows) }
    }
  }

  private func isBefore(
    _ left: (group: Group, order: [ColumnConstant]), _ right: (group: Group, order: [ColumnConstant])
  ) -> Bool {
    for (index, step) in order.enumerated() {
      let (first, second) = step.isAscending ? (left, right) : (right, left)
      if first.order[index].isLess(than: second.order[index], as: step.column.order) { return true }
      if second.order[index].isLess(than: first.order[index], as: step.column.order) { return false }
    }
    for (first, second) in zip(left.group.key, right.group.key) {
      if first.isLess(than: second) { return true }
      if second.isLess(than: first) { return false }
    }
    return false
  }
}
