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
          try step.foreign.reduce(0) { try $0 + writeForeign($1, row, key) }
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
    _ collection: StepCollection, _ row: RealmRow, _ key: Int64
  ) throws -> Int {
    guard case .foreign(let table, let column, let order, let entity) = collection.kind else {
      return 0
    }
    losses.property = collection.propertyName
    let connection = writer.connection
    var wanted: [Int64] = []
    var seen: Set<Int64> = []
    let members = try row.elements(of: collection.propertyName)
    while let value = try members.next() {
      guard let (member, _) = try member(value, collection) else { continue }
      if seen.insert(member).inserted { wanted.append(member) } else { losses.note(.repeatedElement) }
    }
    if collection.isOrdered, order == nil, wanted.count > 1 { losses.note(.lostOrder) }
    let isMerge = state.pass > 1 || !state.merged.isEmpty
    if isMerge {
      let present = try connection.rows(
        "SELECT Z_PK FROM \(table.sqlName) WHERE \(column.sqlName) = ?", [.integer(key)]
      ).compactMap { $0.first?.key }
      for member in present where !seen.contains(member) {
        try writer.update(
          ObjectReference(entity: entity, key: member), [column], [.null], properties: [])
      }
      if Set(present) == seen, order == nil { return 0 }
    }
    let settings = "\(column.sqlName) = ?2" + (order.map { ", \($0.sqlName) = ?3" } ?? "")
    for (index, member) in wanted.enumerated() {
      let owner = try connection.integer(
        "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(member)])
      if let owner, owner != key, !isMerge {
        losses.note(.severalOwners)
        continue
      }
      try connection.run(
        "UPDATE \(table.sqlName) SET \(settings) WHERE Z_PK = ?1",
        [.integer(member), .integer(key)] + (order == nil ? [] : [.integer(Int64(index + 1) * 1024)]))
    }
    return wanted.count
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
        collection, row, key, (table, owner, target, order, isMirrored))
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
    for element in present {
      guard let number = element[0].key else { continue }
      try writer.delete(ObjectReference(entity: elements.entity, key: number))
    }
    _ = try insertElements(row, key, step, collection, elements)
    return true
  }

  private func mergePairs(
    _ collection: StepCollection, _ row: RealmRow, _ key: Int64,
    _ place: (table: String, owner: String, target: String, order: String?, isMirrored: Bool)
  ) throws -> Bool {
    let connection = writer.connection
    let table = place.table.sqlName
    let (owner, target) = (place.owner.sqlName, place.target.sqlName)
    var wanted: [Int64] = []
    var seen: Set<Int64> = []
    let members = try row.elements(of: collection.propertyName)
    while let value = try members.next() {
      guard let (member, _) = try member(value, collection) else { continue }
      if seen.insert(member).inserted { wanted.append(member) } else { losses.note(.repeatedElement) }
    }
    if collection.isOrdered, place.order == nil, wanted.count > 1 { losses.note(.lostOrder) }
    let present = try connection.rows(
      "SELECT \(target) FROM \(table) WHERE \(owner) = ?", [.integer(key)]
    ).compactMap { $0.first?.key }
    let before = Set(present)
    for member in present where !seen.contains(member) {
      let sql = "DELETE FROM \(table) WHERE \(owner) = ? AND \(target) = ?"
      try connection.run(sql, [.integer(key), .integer(member)])
      if place.isMirrored { try connection.run(sql, [.integer(member), .integer(key)]) }
    }
    for (index, member) in wanted.enumerated() where !before.contains(member) || place.order != nil {
      let columns = [place.owner, place.target] + (place.order.map { [$0] } ?? [])
      let sql =
        "INSERT OR REPLACE INTO \(table) (\(columns.map(\.sqlName).joined(separator: ", ")))"
        + " VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
      let order: [SQLiteValue] = place.order == nil ? [] : [.integer(Int64(index + 1) * 1024)]
      try connection.run(sql, [.integer(key), .integer(member)] + order)
      if place.isMirrored {
        try connection.run(sql, [.integer(member), .integer(key)] + order)
      }
    }
    return before != seen
  }
}
