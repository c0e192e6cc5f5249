// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The objects of an entity, one after the other.
///
/// At most one row is in memory at a time.
package final class RowCursor {
  /// The columns of the objects that are read.
  package struct Options: Sendable {
    /// Also rows of entities below.
    package var includesSubentities = false
    /// Properties by name; all if `nil`.
    package var properties: Set<String>?
    /// To-many relationships need a statement for each object.
    package var includesToMany = true
    /// Texts and bytes are cut after so many characters and bytes.
    package var longestValue: Int?
    /// Whether JSON within a struct is given as bytes if an import would make other bytes of it.
    package var keepsBytes = false

    package init() {}
  }

  private let store: Store
  private let statement: Statement
  private let plans: [Int64: ObjectDecoder]
  /// Of rows whose number is unknown, in tables of one entity.
  private let fallback: ObjectDecoder?

  /// - Parameters:
  ///   - filter: SQL about the entity's table, which is called `t0`.
  ///   - values: of the question marks in it.
  package init(
    _ store: Store, _ entity: EntityDescription, _ options: Options = Options(),
    joins: String = "", filter: String? = nil, order: String? = nil, limit: Int? = nil,
    offset: Int = 0, values: [SQLiteValue] = []
  ) throws {
    self.store = store
    guard let layout = store.layout[entity.name], let table = layout.table else {
      statement = try store.connection.prepare("SELECT 1 WHERE 0")
      plans = [:]
      fallback = nil
      return
    }
    let members = options.includesSubentities ? store.model.family(of: entity) : [entity]
    var columns = StatementColumns()
    var plans: [Int64: ObjectDecoder] = [:]
    for member in members {
      guard let number = store.layout[member.name]?.number else { continue }
      plans[number] = try ObjectDecoder(store, member, options, &columns)
    }
    self.plans = plans
    fallback = members.count == 1 ? plans[layout.number] : nil
    var sql = "SELECT \(columns.names.map { Self.sql($0, options.longestValue) }.joined(separator: ", "))"
    sql += " FROM \(table.sqlName) AS t0\(joins)"
    let conditions = [store.entityCondition(layout, options.includesSubentities), filter]
      .compactMap { $0 }
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    sql += " ORDER BY " + (order.map { $0 + ", " } ?? "") + "t0.Z_PK"
    if limit != nil || offset > 0 { sql += " LIMIT \(limit ?? -1) OFFSET \(offset)" }
    statement = try store.connection.prepare(sql)
    try statement.bind(values)
  }

  private static func sql(_ column: String, _ longest: Int?) -> String {
    let column = "t0." + column.sqlName
    guard let longest else { return column }
    return "CASE WHEN typeof(\(column)) IN ('text', 'blob') THEN substr(\(column), 1, \(longest)) ELSE \(column) END"
  }

  /// Starts again, with other values.
  func restart(_ values: [SQLiteValue]) throws {
    statement.reset()
    try statement.bind(values)
  }

  /// The next object, or `nil` at the end.
  package func next() throws -> StoredObject? {
    while try statement.step() {
      guard let key = statement.key(0) else { continue }
      let number = statement.key(1) ?? 0
      // A row of an entity that the model does not have is none of its objects.
      guard let plan = plans[number] ?? fallback else { continue }
      return try plan.object(key, statement)
    }
    return nil
  }
}

extension Store {
  /// The objects of an entity, by key.
  package func rows(
    of entity: String, _ options: RowCursor.Options = .init()
  ) throws -> RowCursor {
    try RowCursor(self, self.entity(named: entity), options)
  }

  /// The condition that restricts a table to an entity; `nil` if all rows belong to it.
  ///
  /// Core Data looks at Z_ENT only where a table holds several entities.
  package func entityCondition(_ layout: EntityTable, _ includesSubentities: Bool) -> String? {
    guard !layout.holdsTable || layout.numbers.count > 1 else { return nil }
    let numbers = includesSubentities ? layout.numbers : [layout.number]
    return "t0.Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
  }
}

/// The columns of a statement, each once.
struct StatementColumns {
  private(set) var names = RowHeader.columns
  private var positions: [String: Int] = [:]

  mutating func position(_ column: String) -> Int {
    if let position = positions[column] { return position }
    positions[column] = names.count
    names.append(column)
    return names.count - 1
  }
}
