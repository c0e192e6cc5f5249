// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL
import Synchronization

/// How the rows of one shape of request are taken apart; made once per shape.
final class RowDecoder: Sendable {
  struct Member: Sendable {
    let entity: _Entity
    let mask: PropertyMask
    /// `nil` if the columns are in property order.
    // One of the decoder's, which are written by its initializer only.
    nonisolated(unsafe) let map: UnsafePointer<Int32>?
  }

  let columns: RowColumns
  /// Rows by key, as many as one.
  let lookup: String
  private let layout: StoreLayout
  private let members: [Int: Member]
  private let single: Member?
  // Freed by `deinit`.
  nonisolated(unsafe) private let maps: [UnsafeMutableBufferPointer<Int32>]

  init(layout: StoreLayout, entity: _Entity, mask: PropertyMask, includesSubentities: Bool) {
    self.layout = layout
    columns = RowColumns(
      layout: layout, entity: entity, mask: mask, includesSubentities: includesSubentities)
    var members: [Int: Member] = [:]
    var maps: [UnsafeMutableBufferPointer<Int32>] = []
    for item in columns.entities {
      var map: UnsafePointer<Int32>?
      if !columns.isUniform, !item.firstColumns.isEmpty {
        // Freed by `deinit`.
        let buffer = UnsafeMutableBufferPointer<Int32>.allocate(capacity: item.firstColumns.count)
        _ = buffer.initialize(from: item.firstColumns)
        maps.append(buffer)
        map = buffer.baseAddress.map { UnsafePointer($0) }
      }
      members[item.entity.ordinal] = Member(entity: item.entity, mask: item.mask, map: map)
    }
    self.members = members
    self.maps = maps
    single = columns.isUniform ? columns.entities.first.flatMap { members[$0.entity.ordinal] } : nil
    let table = layout.table(of: entity)
    let condition = layout.entityCondition(
      entity, includesSubentities: includesSubentities, alias: "t")
    lookup =
      "SELECT \(columns.selectList(alias: "t")) FROM \(table.name) AS t WHERE t.Z_PK = ?1"
      + (condition.map { " AND \($0)" } ?? "")
  }

  deinit { for map in maps { map.deallocate() } }

  /// The row that `statement` is at.
  @inline(__always)
  func row(_ statement: PreparedStatement, owner: Int64 = 0) throws -> FetchedRow {
    let member: Member
    if let single { member = single } else { member = try self.member(statement.integer(1)) }
    return FetchedRow(
      key: statement.integer(0), entity: member.entity,
      version: Int32(truncatingIfNeeded: statement.integer(2)), owner: owner,
      reader: _RowReader(
        row: statement.pointer, functions: SQLiteFunctions.reading,
        firstColumn: RowColumns.headerCount, mask: member.mask, columnOfProperty: member.map,
        description: member.entity.description))
  }

  private func member(_ number: Int64) throws -> Member {
    if let entity = layout.entity(number: number), let member = members[entity.ordinal] {
      return member
    }
    throw SwiftDataError(
      .storeIsCorrupted, "A row belongs to entity number \(number), which is unknown.",
      entity: columns.entities.first?.entity.name,
      advice: "List the subclass in the container's schema.")
  }
}

/// The plans of one store.
final class RowDecoderCache: Sendable {
  private struct Key: Hashable {
    let entity: Int
    let mask: UInt64
    let includesSubentities: Bool
  }

  private let layout: StoreLayout
  private let plans = Mutex<[Key: RowDecoder]>([:])

  init(layout: StoreLayout) { self.layout = layout }

  func plan(
    _ entity: _Entity, mask: PropertyMask = .all, includesSubentities: Bool = true
  ) throws -> RowDecoder {
    let key = Key(
      entity: entity.ordinal, mask: mask.bits, includesSubentities: includesSubentities)
    if let known = plans.withLock({ $0[key] }) { return known }
    _ = try layout.existingTable(of: entity)
    let plan = RowDecoder(
      layout: layout, entity: entity, mask: mask, includesSubentities: includesSubentities)
    plans.withLock { $0[key] = plan }
    return plan
  }
}
