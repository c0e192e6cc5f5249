// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataRealm

/// Compares a collection of links with a relationship.
struct CollectionComparison {
  let verifier: Verifier
  let collection: StepCollection
  private let members: Statement
  private let owner: Statement?

  init(_ verifier: Verifier, _ collection: StepCollection) throws {
    self.verifier = verifier
    self.collection = collection
    let connection = verifier.store.connection
    switch collection.kind {
    case .elements(let elements):
      members = try connection.prepare(
        "SELECT \(elements.objectColumns[0].sqlName), \(elements.placeColumn.sqlName)"
          + " FROM \(elements.table.sqlName) WHERE \(elements.ownerColumns[0].sqlName) = ?"
          + " ORDER BY 2, Z_PK")
      owner = nil
    case .join(let table, let owner, let target, let order, _):
      members = try connection.prepare(
        "SELECT \(target.sqlName) FROM \(table.sqlName) WHERE \(owner.sqlName) = ?"
          + " ORDER BY \((order ?? target).sqlName)")
      self.owner = nil
    case .foreign(let table, let column, _, let order):
      members = try connection.prepare(
        "SELECT Z_PK FROM \(table.sqlName) WHERE \(column.sqlName) = ?"
          + " ORDER BY \((order ?? "Z_PK").sqlName)")
      owner = try connection.prepare(
        "SELECT \(column.sqlName) FROM \(table.sqlName) WHERE Z_PK = ?")
    }
  }

  func compare(_ row: RealmRow, _ key: Int64, _ step: TransferStep) throws {
    try members.bind([.integer(key)])
    var found: [[SQLiteValue]] = []
    while try members.step() { found.append(members.row) }
    members.reset()
    var expected: [(key: RealmEntry, row: Int64?)] = []
    let elements = try row.elements(of: collection.propertyName)
    while let entry = try elements.nextEntry() {
      guard case .link(let link) = entry.value else {
        if collection.isDictionary { expected.append((entry, nil)) }
        continue
      }
      let target = try verifier.row(link, collection.target)
      if target == nil { verifier.losses.note(.danglingLink) }
      if target != nil || collection.isDictionary { expected.append((entry, target)) }
    }
    verifier.result.links += expected.count
    switch collection.kind {
    case .elements(let elements):
      let isSame: Bool
      if elements.isDictionary {
        let wanted = expected.map { ($0.key.decodedName, $0.row) }
        let present = found.map { row -> (String, Int64?) in
          if case .text(let name) = row[1] { return (name, row[0].key) }
          return ("", row[0].key)
        }
        isSame =
          wanted.count == present.count
          && Dictionary(wanted) { first, _ in first } == Dictionary(present) { first, _ in first }
      } else {
        isSame =
          expected.map(\.row) == found.map { $0[0].key }
          && found.enumerated().allSatisfy { $1[1].key == Int64($0) }
      }
      if !isSame { differ(row, step, expected.compactMap(\.row), found.compactMap { $0[0].key }) }
    case .join(_, _, _, let order, _):
      try compareSets(row, key, step, expected.compactMap(\.row), found, isOrdered: order != nil)
    case .foreign(_, _, _, let order):
      try compareSets(row, key, step, expected.compactMap(\.row), found, isOrdered: order != nil)
    }
  }

  private func compareSets(
    _ row: RealmRow, _ key: Int64, _ step: TransferStep, _ expected: [Int64], _ found: [[SQLiteValue]],
    isOrdered: Bool
  ) throws {
    let present = found.compactMap { $0[0].key }
    var wanted: [Int64] = []
    var seen: Set<Int64> = []
    for member in expected {
      if seen.insert(member).inserted {
        wanted.append(member)
      } else {
        verifier.losses.note(.repeatedElement)
      }
    }
    if collection.isOrdered, !isOrdered, wanted.count > 1 { verifier.losses.note(.lostOrder) }
    if isOrdered {
      if wanted != present { differ(row, step, wanted, present) }
      return
    }
    let there = Set(present)
    var isSame = present.count == there.count && there.isSubset(of: seen)
    for member in wanted where !there.contains(member) {
      // The other list that has it came first.
      if let owner, try self.ownerKey(of: member, owner) != nil {
        verifier.losses.note(.severalOwners)
      } else {
        isSame = false
      }
    }
    if !isSame { differ(row, step, wanted, present) }
  }

  private func ownerKey(of member: Int64, _ statement: Statement) throws -> Int64? {
    try statement.bind([.integer(member)])
    defer { statement.reset() }
    return try statement.step() ? statement.value(0).key : nil
  }

  private func differ(
    _ row: RealmRow, _ step: TransferStep, _ expected: [Int64], _ found: [Int64]
  ) {
    func text(_ keys: [Int64]) -> String {
      "rows " + keys.prefix(20).map { "\($0)" }.joined(separator: ", ")
    }
    verifier.differ(step, collection.name, row, text(expected), text(found))
  }
}

extension StepCollection {
  var isDictionary: Bool {
    if case .elements(let elements) = kind { elements.isDictionary } else { false }
  }
}
