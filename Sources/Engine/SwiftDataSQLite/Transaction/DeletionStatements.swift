// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// The statements that take one row of an entity out of the store.
final class DeletionStatements {
  /// Run with the row's key before it goes: pairs, and columns that would
  /// point to nothing.
  private let cleanups: [(statement: PreparedStatement, touches: Cleanup.Touches?)]
  private let deletion: PreparedStatement

  init(_ entity: _Entity, _ layout: StoreLayout, _ connection: SQLiteConnection) throws {
    let table = try layout.existingTable(of: entity)
    cleanups = try Self.cleanups(entity, layout, keys: "= ?1").map {
      (try connection.prepare($0.sql), $0.touches)
    }
    deletion = try connection.prepare(
      "DELETE FROM \(table.name) WHERE Z_PK = ?1 AND (?2 IS NULL OR coalesce(Z_OPT, 0) = ?2)")
  }

  /// - Parameter version: The counter that the row must have; `nil` if any.
  func run(
    key: Int64, version: Int32?, _ layout: StoreLayout, _ touches: inout RowTouches
  ) throws {
    for (statement, touched) in cleanups {
      statement.bind(key, 1)
      if let touched {
        try touches.run(statement, touched.content, of: touched.entity, layout)
      } else {
        try statement.run()
      }
    }
    deletion.bind(key, 1)
    deletion.bind(version.map { Int64($0) }, 2)
    try deletion.run()
  }

  /// A statement, and what it changes in the rows that it returns.
  struct Cleanup {
    struct Touches {
      let entity: _Entity
      let content: RowTouches.Content
    }

    let sql: String
    var touches: Touches?
  }

  /// - Parameter keys: what a column that refers to doomed rows is compared
  ///   with: `= ?1`, or `IN` and a query.
  static func cleanups(_ entity: _Entity, _ layout: StoreLayout, keys: String) -> [Cleanup] {
    var statements: [Cleanup] = []
    for relationship in entity.relationships {
      if let end = layout.joinTable(of: relationship) {
        statements.append(
          Cleanup(sql: "DELETE FROM \(end.table) WHERE \(end.ownerColumn) \(keys)"))
        if relationship.isOwnInverse {
          statements.append(
            Cleanup(sql: "DELETE FROM \(end.table) WHERE \(end.targetColumn) \(keys)"))
        }
      } else if let hidden = layout.hiddenColumn(of: relationship),
        let destination = relationship.destination, layout.keeps(destination)
      {
        let table = layout.table(of: destination).name
        statements.append(
          Cleanup(
            sql: "UPDATE \(table) SET \(hidden.name) = NULL WHERE \(hidden.name) \(keys) "
              + RowTouches.returning,
            touches: .init(entity: destination, content: .hidden(hidden.name))))
      }
    }
    for reference in entity.oneWayReferences
    where !reference.isToMany && layout.keeps(reference.entity) {
      let columns = layout.columns(of: reference).map(\.name)
      guard let key = columns.first else { continue }
      let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
      let table = layout.table(of: reference.entity).name
      // Rows to which something leads back are a matter of the delete rule.
      let paired = reference.inverse?.destination.flatMap {
        layout.entityCondition($0, includesSubentities: true, alias: table)
      }
      let others = paired.map { "AND NOT (\($0)) " } ?? ""
      statements.append(
        Cleanup(
          sql: "UPDATE \(table) SET \(assignments) WHERE \(key) \(keys) \(others)" + RowTouches.returning,
          touches: .init(entity: reference.entity, content: .property(reference.index))))
    }
    return statements
  }
}
