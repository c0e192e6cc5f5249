// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// Sets relationships, both sides at once.
struct RelationshipWriter {
  let writer: StoreWriter
  /// Takes an object that has lost its partner to another one, and the relationship that led to it.
  private let emptied: (ObjectReference, RelationshipDescription) throws -> Void
  private var store: Store { writer.store }

  init(
    _ writer: StoreWriter, emptied: @escaping (ObjectReference, RelationshipDescription) throws -> Void = { _, _ in }
  ) {
    self.writer = writer
    self.emptied = emptied
  }

  /// Sets a to-one relationship.
  func set(
    _ relationship: RelationshipDescription, of owner: ObjectReference, to target: ObjectReference?
  ) throws {
    guard let place = store.layout[owner.entity], let table = place.table,
      case .key(let column, let entityColumn, let orderColumn)? = place.relationships[
        relationship.name]
    else { throw missing(relationship, owner) }
    let inverse = store.model.inverse(of: relationship)
    if let inverse, !inverse.isToMany { try detach(relationship, inverse, owner, target) }
    var columns: [(String, SQLiteValue)] = [(column, target.map { .integer($0.key) } ?? .null)]
    if let entityColumn {
      let number = target.flatMap { store.layout[$0.entity]?.number }
      columns.append((entityColumn, number.map { .integer($0) } ?? .null))
    }
    // One that stays where it is keeps its place there.
    if let orderColumn, try !isPlaced(owner, table, column, orderColumn, target) {
      // Behind those that are there.
      let order = try target.map {
        try nextOrder(table, orderColumn, column, $0, "\(owner.entity).\(relationship.name)")
      }
      columns.append((orderColumn, order.map { .integer($0) } ?? .null))
    }
    try writer.update(owner, columns, [relationship.name])
    guard let target, let inverse else { return }
    if inverse.isToMany {
      try writer.touch(target, inverse.name)
    } else {
      try setColumn(inverse, of: target, to: owner)
    }
  }

  /// Adds to a to-many relationship.
  ///
  /// - Parameters:
  ///   - targets: in their order.
  ///   - isAll: Whether the owner has no others, so that these say the order. Otherwise they come behind the others, and
  ///     those that are there keep their places.
  func add(
    _ targets: [ObjectReference], to relationship: RelationshipDescription,
    of owner: ObjectReference, isAll: Bool
  ) throws {
    guard !targets.isEmpty else { return }
    let inverse = store.model.inverse(of: relationship)
    let name = "\(owner.entity).\(relationship.name)"
    switch store.layout[owner.entity]?.relationships[relationship.name] {
    case .foreign(let table, let column, let orderColumn, let isHidden):
      for (index, target) in targets.enumerated() {
        // Found out first: once the target leads here, it counts.
        var order: Int64?
        if isAll {
          order = 2048 + 1024 * Int64(index)
        } else if let orderColumn, try !isPlaced(target, table, column, orderColumn, owner) {
          order = try nextOrder(table, orderColumn, column, owner, name)
        }
        if isHidden {
          try writer.update(target, [(column, .integer(owner.key))], [])
        } else if let inverse {
          let current = try store.connection.integer(
            "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(target.key)])
          if current != owner.key { try set(inverse, of: target, to: owner) }
        }
        if let orderColumn, let order {
          try writer.update(target, [(orderColumn, .integer(order))], inverse.map { [$0.name] } ?? [])
        }
      }
    case .join(let table, let ownerColumn, let targetColumn, let orderColumn):
      let isMirrored = store.isOwnInverse(relationship, of: owner.entity)
      for (index, target) in targets.enumerated() {
        let pair: [SQLiteValue] = [.integer(owner.key), .integer(target.key)]
        let isNew = try insertPair(pair, table, ownerColumn, targetColumn)
        if let orderColumn, isAll || isNew {
          let order =
            try isAll ? 2048 + 1024 * Int64(index) : nextOrder(table, orderColumn, ownerColumn, owner, name)
          try setOrder(order, pair, table, ownerColumn, targetColumn, orderColumn)
        }
        // At the other end, which says nothing of its order here, it comes last.
        if isMirrored {
          let isNew = try insertPair(pair.reversed(), table, ownerColumn, targetColumn)
          // Who is their own friend has one pair.
          if isNew, let orderColumn {
            let order = try nextOrder(table, orderColumn, ownerColumn, target, name)
            try setOrder(order, pair.reversed(), table, ownerColumn, targetColumn, orderColumn)
          }
        } else if isNew, let inverse,
          case .join(_, _, _, let back?)? = store.layout[target.entity]?.relationships[inverse.name]
        {
          let order = try nextOrder(table, back, targetColumn, target, "\(target.entity).\(inverse.name)")
          try setOrder(order, pair, table, ownerColumn, targetColumn, back)
        }
        if let inverse { try writer.touch(target, inverse.name) }
      }
    default: throw missing(relationship, owner)
    }
    try writer.touch(owner, relationship.name)
  }

  /// Removes from a to-many relationship. What is no target is passed over.
  func remove(
    _ targets: [ObjectReference], from relationship: RelationshipDescription, of owner: ObjectReference
  ) throws {
    guard !targets.isEmpty else { return }
    let inverse = store.model.inverse(of: relationship)
    switch store.layout[owner.entity]?.relationships[relationship.name] {
    case .foreign(let table, let column, let orderColumn, let isHidden):
      for target in targets {
        let current = try store.connection.integer(
          "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(target.key)])
        guard current == owner.key else { continue }
        if isHidden {
          try writer.update(target, ([column] + [orderColumn].compactMap { $0 }).map { ($0, .null) }, [])
        } else if let inverse {
          try set(inverse, of: target, to: nil)
          if let orderColumn { try writer.update(target, [(orderColumn, .null)], [inverse.name]) }
        }
      }
    case .join(let table, let ownerColumn, let targetColumn, _):
      let isMirrored = store.isOwnInverse(relationship, of: owner.entity)
      for target in targets {
        let pair: [SQLiteValue] = [.integer(owner.key), .integer(target.key)]
        var isGone = try deletePair(pair, table, ownerColumn, targetColumn)
        if isMirrored, try deletePair(pair.reversed(), table, ownerColumn, targetColumn) { isGone = true }
        if isGone, let inverse { try writer.touch(target, inverse.name) }
      }
    default: throw missing(relationship, owner)
    }
    try writer.touch(owner, relationship.name)
  }

  /// Whether a row leads to the target already, and has a place among those that do.
  private func isPlaced(
    _ owner: ObjectReference, _ table: String, _ column: String, _ orderColumn: String, _ target: ObjectReference?
  ) throws -> Bool {
    guard let target else { return false }
    return try store.connection.integer(
      "SELECT 1 FROM \(table.sqlName) WHERE Z_PK = ? AND \(column.sqlName) = ? AND \(orderColumn.sqlName) IS NOT NULL",
      [.integer(owner.key), .integer(target.key)]) == 1
  }

  private func setOrder(
    _ order: Int64, _ pair: [SQLiteValue], _ table: String, _ ownerColumn: String, _ targetColumn: String,
    _ orderColumn: String
  ) throws {
    try store.connection.run(
      "UPDATE \(table.sqlName) SET \(orderColumn.sqlName) = ? WHERE \(ownerColumn.sqlName) = ?"
        + " AND \(targetColumn.sqlName) = ?", [.integer(order)] + pair)
  }

  /// - Returns: whether there was no such pair.
  private func insertPair(
    _ pair: [SQLiteValue], _ table: String, _ ownerColumn: String, _ targetColumn: String
  ) throws -> Bool {
    try store.connection.run(
      "INSERT OR IGNORE INTO \(table.sqlName) (\(ownerColumn.sqlName), \(targetColumn.sqlName))"
        + " VALUES (?, ?)", pair)
    guard store.connection.changes > 0 else { return false }
    let values = zip([ownerColumn, targetColumn], pair).map { EditReport.Cell($0, $1) }
    writer.journal?.noteInsert(.init(table: table, values: values))
    return true
  }

  /// - Returns: whether there was such a pair.
  private func deletePair(
    _ pair: [SQLiteValue], _ table: String, _ ownerColumn: String, _ targetColumn: String
  ) throws -> Bool {
    let names = store.catalog.table(table)?.columns.map(\.name) ?? [ownerColumn, targetColumn]
    let columns = names.map(\.sqlName).joined(separator: ", ")
    let condition = "\(ownerColumn.sqlName) = ? AND \(targetColumn.sqlName) = ?"
    let found = try store.connection.rows("SELECT \(columns) FROM \(table.sqlName) WHERE \(condition)", pair)
    guard let row = found.first else { return false }
    writer.journal?.noteDelete(.init(table: table, values: zip(names, row).map { .init($0, $1) }))
    try store.connection.run("DELETE FROM \(table.sqlName) WHERE \(condition)", pair)
    return true
  }

  private func nextOrder(
    _ table: String, _ orderColumn: String, _ column: String, _ target: ObjectReference,
    _ name: String
  ) throws -> Int64 {
    guard
      let last = try store.connection.integer(
        "SELECT max(\(orderColumn.sqlName)) FROM \(table.sqlName) WHERE \(column.sqlName) = ?",
        [.integer(target.key)])
    else { return 2048 }
    let (next, isTooLarge) = last.addingReportingOverflow(1024)
    // A number that wrapped around would come first instead of last.
    guard !isTooLarge else {
      throw StoreError(
        .damaged, "The order of \(name) is out of range at \(target).", file: store.url.path)
    }
    return next
  }

  func missing(_ relationship: RelationshipDescription, _ owner: ObjectReference)
    -> StoreError
  {
    StoreError(
      .unsupported, "The file has no column or table for \(owner.entity).\(relationship.name).",
      file: store.url.path)
  }

  /// Frees both ends of a one-to-one relationship from their former partners.
  private func detach(
    _ relationship: RelationshipDescription, _ inverse: RelationshipDescription,
    _ owner: ObjectReference, _ target: ObjectReference?
  ) throws {
    if let former = try partner(relationship, of: owner), former.key != target?.key {
      try setColumn(inverse, of: former, to: nil)
      try emptied(former, inverse)
    }
    if let target, let former = try partner(inverse, of: target), former.key != owner.key {
      try setColumn(relationship, of: former, to: nil)
      try emptied(former, relationship)
    }
  }

  private func partner(
    _ relationship: RelationshipDescription, of object: ObjectReference
  ) throws -> ObjectReference? {
    guard let place = store.layout[object.entity], let table = place.table,
      case .key(let column, _, _)? = place.relationships[relationship.name],
      let key = try store.connection.integer(
        "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(object.key)])
    else { return nil }
    let entity = try EntityReader(store, relationship.destination).entity(of: key, nil)
    return ObjectReference(entity: entity, key: key)
  }

  private func setColumn(
    _ relationship: RelationshipDescription, of object: ObjectReference, to target: ObjectReference?
  ) throws {
    guard
      case .key(let column, let entityColumn, _)? =
        store.layout[object.entity]?.relationships[relationship.name]
    else { return }
    var columns: [(String, SQLiteValue)] = [(column, target.map { .integer($0.key) } ?? .null)]
    if let entityColumn {
      let number = target.flatMap { store.layout[$0.entity]?.number }
      columns.append((entityColumn, number.map { .integer($0) } ?? .null))
    }
    try writer.update(object, columns, [relationship.name])
  }
}
