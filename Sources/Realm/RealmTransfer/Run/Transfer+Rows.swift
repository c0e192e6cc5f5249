// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftDataRealm

extension Transfer {
  func writeRows() throws {
    while state.step < plan.steps.count {
      let step = plan.steps[state.step]
      let isMerge = state.merged.contains(step.index)
      tell(.objects, step)
      try forEachBatch(step, .objects) { row, key in
        do {
          return try isMerge ? merge(row, key, step) : insert(row, key, step)
        } catch let error as StoreError where error.isConstraint {
          throw RealmTransferError(
            .duplicate, "Another object has the same unique value.", className: step.table.name,
            object: row.key,
            advice: "Leave out one of the two, or change the value on its way.")
        }
      }
      try batch {
        state.step += 1
        state.lastKey = nil
      }
    }
    let hasLinks = plan.steps.contains { !$0.foreign.isEmpty }
    try batch { move(to: hasLinks ? .links : .removal) }
  }

  // MARK: Values

  /// The values of a row's columns: of the attributes, then of the links.
  func values(_ row: RealmRow, _ step: TransferStep) throws -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    values.reserveCapacity(step.attributes.count + step.links.count)
    let made = try step.makeColumns?(row)
    for attribute in step.attributes {
      losses.property = attribute.name
      switch attribute.source {
      case .constant(let columns): values += columns
      case .freshUUID: values.append(.freshUUID)
      case .made, .columns: values += try attribute.columns(row, made) ?? []
      default:
        let value = try attribute.source.value(row) ?? .null
        values += try attribute.encoder.columns(value, context)
      }
    }
    for link in step.links {
      losses.property = link.name
      values += try columns(link, row, step)
    }
    return values
  }

  private func columns(
    _ link: StepLink, _ row: RealmRow, _ step: TransferStep
  ) throws -> [SQLiteValue] {
    if case .part(let part) = link.source {
      if let key = try keys.row(of: row.key.rawValue, step: part) {
        return columns(key, plan.steps[part], link.columns.count)
      }
    } else if case .link(let destination)? = try link.source.value(row) {
      if let (key, target) = try self.target(destination, link.target) {
        return columns(key, target, link.columns.count)
      }
      losses.note(.danglingLink)
    }
    if link.isRequired { losses.note(.missingRequiredValue) }
    return link.columns.map { _ in .null }
  }

  /// A key, and the number of its entity where there is a column for it.
  func columns(_ key: Int64, _ step: TransferStep, _ count: Int) -> [SQLiteValue] {
    count > 1 ? [.integer(key), .integer(step.number)] : [.integer(key)]
  }

  /// Large values move to files.
  ///
  /// - Parameter changed: the positions of columns that are written; all of them in a new row.
  private func place(
    _ values: [SQLiteValue], _ step: TransferStep, _ changed: Set<Int>? = nil
  ) throws -> [SQLiteValue] {
    guard step.attributes.contains(where: \.isExternal) else { return values }
    var values = values
    var index = 0
    for attribute in step.attributes {
      if attribute.isExternal, changed?.contains(index) ?? true {
        values[index] = try writer.placed(values[index])
      }
      index += attribute.columns.count
    }
    return values
  }

  // MARK: New rows

  private func insert(_ row: RealmRow, _ key: Int64, _ step: TransferStep) throws -> Int {
    let values = try place(values(row, step), step)
    try inserter(step.entity.name, step.columns, "\(step.index)").insert(key: key, values)
    state.inserted += 1
    var written = 1
    for collection in step.collections {
      losses.property = collection.propertyName
      switch collection.kind {
      case .elements(let elements):
        written += try insertElements(row, key, step, collection, elements)
      case .join(let table, let owner, let target, let order, let isMirrored):
        let columns = [owner, target] + (order.map { [$0] } ?? [])
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let sql =
          "INSERT OR IGNORE INTO \(table.sqlName) (\(columns.map(\.sqlName).joined(separator: ", ")))"
          + " VALUES (\(marks))"
        let members = try row.elements(of: collection.propertyName)
        var count: Int64 = 0
        while let value = try members.next() {
          guard let (member, _) = try member(value, collection) else { continue }
          count += 1
          let place: [SQLiteValue] = order == nil ? [] : [.integer(count * 1024)]
          try writer.connection.run(sql, [.integer(key), .integer(member)] + place)
          if writer.connection.changes == 0 { losses.note(.repeatedElement) }
          if isMirrored {
            try writer.connection.run(sql, [.integer(member), .integer(key)] + place)
          }
          written += 1
        }
        if collection.isOrdered, order == nil, count > 1 { losses.note(.lostOrder) }
      case .foreign: break
      }
    }
    return written
  }

  func member(
    _ value: RealmValue, _ collection: StepCollection
  ) throws -> (Int64, TransferStep)? {
    guard case .link(let link) = value else { return nil }
    guard let (row, step) = try target(link, collection.target) else {
      losses.note(.danglingLink)
      return nil
    }
    return (row, step)
  }

  func insertElements(
    _ row: RealmRow, _ key: Int64, _ step: TransferStep, _ collection: StepCollection,
    _ elements: StepElements
  ) throws -> Int {
    let members = try row.elements(of: collection.propertyName)
    let name = "\(step.index).\(collection.name)"
    var count: Int64 = 0
    while let entry = try members.nextEntry() {
      var object: [SQLiteValue] = elements.objectColumns.map { _ in .null }
      if case .link = entry.value {
        if let (row, target) = try member(entry.value, collection) {
          object = columns(row, target, elements.objectColumns.count)
        } else if !elements.isDictionary {
          continue
        }
      } else if !elements.isDictionary {
        continue
      }
      let place: SQLiteValue = elements.isDictionary ? .text(entry.decodedName) : .integer(count)
      try inserter(elements.entity, elements.columns, name).insert(
        key: takeKey(elements.entity),
        columns(key, step, elements.ownerColumns.count) + object + [place] + elements.constants.map(\.value.column))
      count += 1
    }
    return Int(count)
  }

  // MARK: Rows that may be there

  private func merge(_ row: RealmRow, _ key: Int64, _ step: TransferStep) throws -> Int {
    let names = step.columns
    let selection = names.isEmpty ? "Z_PK" : names.map(\.sqlName).joined(separator: ", ")
    let statement = try writer.connection.cached(
      "SELECT \(selection) FROM \(step.tableName.sqlName) WHERE Z_PK = ?")
    try statement.bind([.integer(key)])
    let isThere = try statement.step()
    let former = isThere && !names.isEmpty ? statement.row : []
    statement.reset()
    guard isThere else { return try insert(row, key, step) }
    let values = try values(row, step)
    var changed: [Int] = []
    for index in values.indices
    where !step.defaulted.contains(index) && !values[index].isSame(as: writer.store.inlined(former[index])) {
      changed.append(index)
    }
    var isChanged = false
    if !changed.isEmpty {
      let placed = try place(values, step, Set(changed))
      for index in changed { writer.release(former[index]) }
      let reference = ObjectReference(entity: step.entity.name, key: key)
      try writer.update(
        reference, changed.map { names[$0] }, changed.map { placed[$0] },
        properties: step.properties(ofColumns: changed))
      isChanged = true
    }
    for collection in step.collections where try merge(collection, row, key, step) {
      isChanged = true
    }
    if isChanged { state.updated += 1 }
    return 1
  }
}

extension TransferStep {
  /// The names of the properties that have these columns, by position.
  func properties(ofColumns indexes: [Int]) -> Set<String> {
    let names =
      attributes.flatMap { attribute in attribute.columns.map { _ in attribute.name } }
      + links.flatMap { link in link.columns.map { _ in link.name } }
    return Set(indexes.map { names[$0] })
  }
}

extension SQLiteValue {
  /// Whether a column holds the value, whatever its affinity made of it.
  func isSame(as stored: SQLiteValue) -> Bool {
    if self == stored { return true }
    switch (self, stored) {
    case (.real(let real), .integer(let integer)), (.integer(let integer), .real(let real)):
      return Double(integer) == real
    default: return false
    }
  }
}

extension StoreError {
  /// Whether a unique index refused a row.
  var isConstraint: Bool { what.contains("UNIQUE constraint failed") }
}
