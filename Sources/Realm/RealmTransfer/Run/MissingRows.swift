// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// The rows of objects that a file has no more, in a temporary table of the transaction that removes them.
struct MissingRows {
  /// The rows of a list's or dictionary's elements.
  struct Elements {
    let entity: String
    let table: String
    let ownerColumn: String
    /// The topmost entity of the owners.
    let ownerRoot: String
  }

  /// The step of rows that go with their owners.
  private static let elementStep: Int64 = -1

  private let store: Store
  private var connection: Connection { store.connection }

  init(_ writer: BulkWriter) throws {
    store = writer.store
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS swiftdata_missing (root TEXT, row INTEGER, step INTEGER,"
        + " PRIMARY KEY (root, row)) WITHOUT ROWID")
    try connection.execute("DELETE FROM temp.swiftdata_missing")
  }

  /// - Parameter root: the topmost entity, whose table it is.
  func add(_ row: Int64, step: Int, root: String) throws {
    try connection.run(
      "INSERT OR IGNORE INTO temp.swiftdata_missing VALUES (?, ?, ?)",
      [.text(root), .integer(row), .integer(Int64(step))])
  }

  /// The rows of a step, of which the body removes each from its table.
  func forEach(step: Int, root: String, _ body: (Int64) throws -> Void) throws {
    var last = Int64.min
    while true {
      let rows = try connection.rows(
        "SELECT row FROM temp.swiftdata_missing WHERE root = ? AND step = ? AND row > ? ORDER BY row LIMIT 1000",
        [.text(root), .integer(Int64(step)), .integer(last)]
      ).compactMap { $0.first?.key }
      for row in rows { try body(row) }
      guard let end = rows.last else { return }
      last = end
    }
  }

  // MARK: Rows that stay

  /// A relationship that must lead somewhere.
  private struct Requirement {
    let table: String
    let column: String
    /// The entities whose rows have it.
    let numbers: String
    let root: String
    let target: String
  }

  /// Takes out the rows that others must lead to which stay: without them an app could not read these.
  func keepRequired(elements: [Elements]) throws {
    let requirements = requirements
    guard !requirements.isEmpty else { return }
    for elements in elements { try add(elements) }
    var isChanged = true
    while isChanged {
      isChanged = false
      for requirement in requirements where try keep(requirement) { isChanged = true }
      for elements in elements where try keep(elements) { isChanged = true }
    }
  }

  private var requirements: [Requirement] {
    store.model.entities.flatMap { entity -> [Requirement] in
      guard let place = store.layout[entity.name], let table = place.table else { return [] }
      return store.model.ownRelationships(of: entity).compactMap { relationship in
        guard !relationship.isToMany, !relationship.isOptional, !relationship.isTransient,
          case .key(let column, _, _)? = place.relationships[relationship.name],
          let target = store.layout[relationship.destination]?.root
        else { return nil }
        return Requirement(
          table: table, column: column, numbers: place.numbers.map { "\($0)" }.joined(separator: ", "),
          root: place.root, target: target)
      }
    }
  }

  private func keep(_ requirement: Requirement) throws -> Bool {
    try connection.run(
      """
      DELETE FROM temp.swiftdata_missing WHERE root = ?1 AND row IN (\
      SELECT o.\(requirement.column.sqlName) FROM \(requirement.table.sqlName) AS o \
      WHERE o.Z_ENT IN (\(requirement.numbers)) AND NOT EXISTS (\
      SELECT 1 FROM temp.swiftdata_missing AS m WHERE m.root = ?2 AND m.row = o.Z_PK))
      """, [.text(requirement.target), .text(requirement.root)])
    return connection.changes > 0
  }

  private func add(_ elements: Elements) throws {
    guard let root = store.layout[elements.entity]?.root else { return }
    try connection.run(
      """
      INSERT OR IGNORE INTO temp.swiftdata_missing SELECT ?1, e.Z_PK, \(Self.elementStep) \
      FROM \(elements.table.sqlName) AS e JOIN temp.swiftdata_missing AS m \
      ON m.root = ?2 AND m.row = e.\(elements.ownerColumn.sqlName)
      """, [.text(root), .text(elements.ownerRoot)])
  }

  /// The elements of an owner that stays.
  private func keep(_ elements: Elements) throws -> Bool {
    guard let root = store.layout[elements.entity]?.root else { return false }
    try connection.run(
      """
      DELETE FROM temp.swiftdata_missing WHERE root = ?1 AND step = \(Self.elementStep) AND row IN (\
      SELECT e.Z_PK FROM \(elements.table.sqlName) AS e WHERE e.\(elements.ownerColumn.sqlName) IS NOT NULL \
      AND NOT EXISTS (SELECT 1 FROM temp.swiftdata_missing AS m \
      WHERE m.root = ?2 AND m.row = e.\(elements.ownerColumn.sqlName)))
      """, [.text(root), .text(elements.ownerRoot)])
    return connection.changes > 0
  }
}
