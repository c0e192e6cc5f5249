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
