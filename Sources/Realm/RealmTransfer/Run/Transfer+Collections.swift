// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataRealm

extension Transfer {
  // MARK: Relationships in the rows of others

  func writeLinks() throws {
    while state.step < plan.steps.count {
      let step = plan.steps[state.step]
      if !step.foreign.isEmpty {
        tell(.relationships, step)
        try forEachBatch(step, .relationships) { row, key in
          try step.foreign.reduce(0) { try $0 + writeForeign($1, row, key, step) }
        }
      }
      try batch {
        state.step += 1
        state.lastKey = nil
      }
    }
    try batch { move(to: .removal) }
  }

  private func writeForeign(
    _ collection: StepCollection, _ row: RealmRow, _ key: Int64, _ step: TransferStep
  ) throws -> Int {
    guard case .foreign(let table, let column, let entityColumn, let order) = collection.kind else { return 0 }
    losses.property = collection.propertyName
    let (wanted, seen) = try members(collection, row)
    if collection.isOrdered, order == nil, wanted.count > 1 { losses.note(.lostOrder) }
    let isMerge = state.pass > 1 || !state.merged.isEmpty
    let columns = [column] + [entityColumn, order].compactMap { $0 }
    let inverse: Set<String> = collection.inverse.map { [$0] } ?? []
    var isChanged = false
    if isMerge {
      let present = try presentMembers(table, column, key, order: order)
      let keys = present.map(\.key)
      // An order stays as the app has numbered it. Former versions have left out the entities of owners.
      if order == nil ? Set(keys) == seen : keys == wanted.map(\.key), entityColumn == nil { return 0 }
      for member in present where !seen.contains(member.key) {
        noteReplaced()
        // Without an owner an app could not read the row: it stays until another list has it.
        if collection.needsOwner { continue }
        try writer.update(member, columns, columns.map { _ in .null }, properties: inverse)
        isChanged = true
      }
    }
    let current = try writer.connection.cached(
      "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(table.sqlName) WHERE Z_PK = ?")
    for (index, member) in wanted.enumerated() {
      try current.bind([.integer(member.key)])
      let found = try current.step() ? current.row : []
      current.reset()
      guard let owner = found.first else { continue }
      if let owner = owner.key, owner != key, !isMerge {
        losses.note(.severalOwners)
        continue
      }
      var values: [SQLiteValue] = [.integer(key)]
      if entityColumn != nil { values.append(.integer(step.number)) }
      if order != nil { values.append(.integer(Int64(index + 1) * 1024)) }
      if found == values { continue }
      try writer.update(member, columns, values, properties: inverse)
      isChanged = true
    }
    if isChanged {
      try writer.touch(ObjectReference(entity: step.entity.name, key: key), collection.name)
    }
    return wanted.count
  }

  /// What is removed from a list while the file is migrated for the first time did not come from it.
  private func noteReplaced() {
    if state.pass == 1 { losses.note(.replacedElement) }
  }

  /// The rows that a collection of the file leads to, once each.
  private func members(
    _ collection: StepCollection, _ row: RealmRow
  ) throws -> (wanted: [ObjectReference], seen: Set<Int64>) {
    var wanted: [ObjectReference] = []
    var seen: Set<Int64> = []
    let members = try row.elements(of: collection.propertyName)
    while let value = try members.next() {
      guard let (member, step) = try member(value, collection) else { continue }
      if seen.insert(member).inserted {
        wanted.append(ObjectReference(entity: step.entity.name, key: member))
      } else {
        losses.note(.repeatedElement)
      }
    }
    return (wanted, seen)
  }

  /// The rows that have a value in a column, each with its own entity.
  private func presentMembers(
    _ table: String, _ column: String, _ key: Int64, order: String?
  ) throws -> [ObjectReference] {
    let statement = try writer.connection.cached(
      "SELECT Z_PK, Z_ENT FROM \(table.sqlName) WHERE \(column.sqlName) = ?"
        + (order.map { " ORDER BY \($0.sqlName)" } ?? ""))
    try statement.bind([.integer(key)])
    defer { statement.reset() }
    var found: [ObjectReference] = []
    while try statement.step() {
      guard let entity = writer.store.entitiesByNumber[statement.integer(1)] else { continue }
      found.append(ObjectReference(entity: entity, key: statement.integer(0)))
    }
    return found
  }

  // MARK: Collections of rows that were there

  /// - Returns: whether something has changed.
  func merge(
    _ collection: StepCollection, _ row: RealmRow, _ key: Int64, _ step: TransferStep
  ) throws -> Bool {
    losses.property = collection.propertyName
    switch collection.kind {
    case .elements(let elements):
      return try mergeElements(collection, elements, row, key, step)
    case .join(let table, let owner, let target, let order, let isMirrored):
      return try mergePairs(
        collection, row, key, step, (table, owner, target, order, isMirrored))
    case .foreign: return false
    }
  }

  private func mergeElements(
    _ collection: StepCollection, _ elements: StepElements, _ row: RealmRow, _ key: Int64,
    _ step: TransferStep
  ) throws -> Bool {
    guard let owner = elements.ownerColumns.first, let object = elements.objectColumns.first else {
      return false
    }
    let statement = try writer.connection.cached(
      "SELECT Z_PK, \(elements.placeColumn.sqlName), \(object.sqlName)"
        + " FROM \(elements.table.sqlName) WHERE \(owner.sqlName) = ? ORDER BY 2")
    try statement.bind([.integer(key)])
    var present: [[SQLiteValue]] = []
    while try statement.step() { present.append(statement.row) }
    statement.reset()
    var wanted: [(SQLiteValue, SQLiteValue)] = []
    let members = try row.elements(of: collection.propertyName)
    while let entry = try members.nextEntry() {
      var target = SQLiteValue.null
      if case .link(let link) = entry.value, let (row, _) = try self.target(link, collection.target) {
        target = .integer(row)
      } else if !elements.isDictionary {
        continue
      }
      wanted.append(
        (
          elements.isDictionary ? .text(entry.decodedName) : .integer(Int64(wanted.count)), target
        ))
    }
    let isSame: Bool
    if elements.isDictionary {
      isSame =
        Dictionary(wanted) { first, _ in first }
        == Dictionary(present.map { ($0[1], $0[2]) }) { first, _ in first }
        && wanted.count == present.count
    } else {
      isSame =
        wanted.count == present.count
        && zip(wanted, present).allSatisfy { $0.0.isSame(as: $1[1]) && $0.1.isSame(as: $1[2]) }
    }
    if isSame { return false }
    let targets = Set(wanted.compactMap(\.1.key))
    for element in present {
      if let object = element[2].key, !targets.contains(object) { noteReplaced() }
      guard let number = element[0].key else { continue }
      try writer.delete(ObjectReference(entity: elements.entity, key: number))
    }
    _ = try insertElements(row, key, step, collection, elements)
    return true
  }

  private func mergePairs(
    _ collection: StepCollection, _ row: RealmRow, _ key: Int64, _ step: TransferStep,
    _ place: (table: String, owner: String, target: String, order: String?, isMirrored: Bool)
  ) throws -> Bool {
    let connection = writer.connection
    let table = place.table.sqlName
    let (owner, target) = (place.owner.sqlName, place.target.sqlName)
    let (wanted, seen) = try members(collection, row)
    if collection.isOrdered, place.order == nil, wanted.count > 1 { losses.note(.lostOrder) }
    let present = try connection.rows(
      "SELECT \(target) FROM \(table) WHERE \(owner) = ?" + (place.order.map { " ORDER BY \($0.sqlName)" } ?? ""),
      [.integer(key)]
    ).compactMap { $0.first?.key }
    let before = Set(present)
    if place.order == nil ? before == seen : present == wanted.map(\.key) { return false }
    for member in present where !seen.contains(member) {
      noteReplaced()
      let sql = "DELETE FROM \(table) WHERE \(owner) = ? AND \(target) = ?"
      try connection.run(sql, [.integer(key), .integer(member)])
      if place.isMirrored { try connection.run(sql, [.integer(member), .integer(key)]) }
      if let inverse = collection.inverse, let former = try reference(member, collection.target) {
        try writer.touch(former, inverse)
      }
    }
    let columns = [place.owner, place.target] + (place.order.map { [$0] } ?? [])
    let sql =
      "INSERT OR REPLACE INTO \(table) (\(columns.map(\.sqlName).joined(separator: ", ")))"
      + " VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    for (index, member) in wanted.enumerated() where !before.contains(member.key) || place.order != nil {
      let order: [SQLiteValue] = place.order == nil ? [] : [.integer(Int64(index + 1) * 1024)]
      try connection.run(sql, [.integer(key), .integer(member.key)] + order)
      if place.isMirrored {
        try connection.run(sql, [.integer(member.key), .integer(key)] + order)
      }
      if !before.contains(member.key), let inverse = collection.inverse { try writer.touch(member, inverse) }
    }
    try writer.touch(ObjectReference(entity: step.entity.name, key: key), collection.name)
    return true
  }

  /// A row that a collection has led to, with its own entity; `nil` if it is gone.
  private func reference(_ key: Int64, _ target: StepTarget) throws -> ObjectReference? {
    guard let step = target.steps.first.map({ plan.steps[$0] }) else { return nil }
    return try writer.connection.integer(
      "SELECT Z_ENT FROM \(step.tableName.sqlName) WHERE Z_PK = ?", [.integer(key)]
    ).flatMap { writer.store.entitiesByNumber[$0] }.map { ObjectReference(entity: $0, key: key) }
  }
}
