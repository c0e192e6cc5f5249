// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Reads the targets of a to-many relationship, in their order.
struct ToManyReader {
  private let statement: Statement
  private let store: Store
  private let destination: String

  /// `nil` if the file has no place for the relationship.
  init?(_ store: Store, _ relationship: RelationshipDescription, of owner: EntityTable) throws {
    self.store = store
    destination = relationship.destination
    switch owner.relationships[relationship.name] {
    case .foreign(let table, let column, let order, _):
      let source = try store.relationshipIndex.table(table, column, order)
      let name = column.sqlName
      let sorting = order.map { $0.sqlName + ", " } ?? ""
      statement = try store.connection.prepare(
        "SELECT Z_PK, Z_ENT FROM \(source) WHERE \(name) = ?1 ORDER BY \(sorting)Z_PK")
    case .join(let table, let ownerColumn, let targetColumn, let order):
      let target = targetColumn.sqlName
      // Old versions of Core Data made no index for the way back.
      let pairs = try store.relationshipIndex.table(
        table, ownerColumn, order, others: [targetColumn])
      let sorting = order.map { "j.\($0.sqlName), " } ?? ""
      let numbers = store.layout[destination]?.numbers ?? []
      if numbers.count > 1, let other = store.layout[destination]?.table {
        statement = try store.connection.prepare(
          "SELECT j.\(target), o.Z_ENT FROM \(pairs) AS j LEFT JOIN \(other.sqlName) AS o"
            + " ON o.Z_PK = j.\(target) WHERE j.\(ownerColumn.sqlName) = ?1"
            + " ORDER BY \(sorting)j.\(target)")
      } else {
        statement = try store.connection.prepare(
          "SELECT j.\(target), NULL FROM \(pairs) AS j"
            + " WHERE j.\(ownerColumn.sqlName) = ?1 ORDER BY \(sorting)j.\(target)")
      }
    default: return nil
    }
  }

  func targets(of key: Int64) throws -> [ObjectReference] {
    statement.reset()
    defer { statement.reset() }
    try statement.bind([.integer(key)])
    var targets: [ObjectReference] = []
    while try statement.step() {
      guard let target = statement.key(0) else { continue }
      let entity = statement.key(1).flatMap { store.entitiesByNumber[$0] } ?? destination
      targets.append(ObjectReference(entity: entity, key: target))
    }
    return targets
  }
}

/// Stands in for indexes that a file lacks.
///
/// Without an index on the column of keys each object's targets would be
/// found by a scan. The pairs are then copied into a temporary table, which is
/// no part of the file.
package final class RelationshipIndex {
  private unowned let store: Store
  private var made: [String: String] = [:]

  init(_ store: Store) { self.store = store }

  /// The table to select from.
  ///
  /// - Parameters:
  ///   - column: holds the keys that rows are looked up by.
  ///   - others: the columns that are read, if not those of an object's row.
  package func table(
    _ table: String, _ column: String, _ order: String?, others: [String] = ["Z_PK", "Z_ENT"]
  ) throws -> String {
    guard store.catalog.table(table)?.isIndexed(column) != true else { return table.sqlName }
    let key = "\(table) \(column)"
    if let name = made[key] { return name }
    let name = "temp.swiftdata_pairs_\(made.count)"
    let columns = ([column] + [order].compactMap { $0 } + others).map(\.sqlName)
    try store.connection.execute(
      "CREATE TEMP TABLE \(name.dropFirst(5)) AS SELECT \(columns.joined(separator: ", "))"
        + " FROM main.\(table.sqlName) WHERE \(column.sqlName) IS NOT NULL")
    try store.connection.execute(
      "CREATE INDEX temp.swiftdata_pairs_index_\(made.count)"
        + " ON \(name.dropFirst(5)) (\(column.sqlName))")
    made[key] = name
    return name
  }
}
