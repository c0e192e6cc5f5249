// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension RelationshipWriter {
  /// The targets of a to-many relationship as they are within the transaction, in no order.
  ///
  /// ``ToManyReader`` does not serve here: without an index it reads a copy.
  func targets(of relationship: RelationshipDescription, of owner: ObjectReference) throws -> [ObjectReference] {
    let sql: String
    switch writer.store.layout[owner.entity]?.relationships[relationship.name] {
    case .foreign(let table, let column, _, _):
      sql = "SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE \(column.sqlName) = ?"
    case .join(let table, let ownerColumn, let targetColumn, _):
      sql = "SELECT \(targetColumn.sqlName), NULL FROM \(table.sqlName) WHERE \(ownerColumn.sqlName) = ?"
    default: throw missing(relationship, owner)
    }
    var found: [(key: Int64, number: Int64?)] = []
    let statement = try writer.store.connection.cached(sql)
    defer { statement.reset() }
    try statement.bind([.integer(owner.key)])
    while try statement.step() {
      if let key = statement.key(0) { found.append((key, statement.key(1))) }
    }
    let entities = EntityReader(writer.store, relationship.destination)
    return try found.map { .init(entity: try entities.entity(of: $0.key, $0.number), key: $0.key) }
  }
}
