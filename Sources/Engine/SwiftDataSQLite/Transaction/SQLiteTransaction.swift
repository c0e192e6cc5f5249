// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// The writes of one transaction.
final class SQLiteTransaction: RowTransaction {
  let connection: SQLiteConnection
  let layout: StoreLayout
  let selects: SelectBuilder
  let plans: WriteStatementCache
  // Unchecked exclusivity, here and below: used for each row that is written, by one thread, and by no callback.
  @exclusivity(unchecked) var history: HistoryRecorder?
  @exclusivity(unchecked) var touches = RowTouches()
  @exclusivity(unchecked) private var keys: KeyCounters
  private let tombstones: HistoryTombstones?
  @exclusivity(unchecked) private var entityColumns: EntityColumnRepair
  /// Hidden columns that have changed, for the history.
  @exclusivity(unchecked) private var touched: [RowTouches.Key: Set<String>] = [:]
  @exclusivity(unchecked) private var isFinished = false
  /// The number of the transaction in the history; `nil` if it has none.
  @exclusivity(unchecked) private(set) var recordedNumber: Int64?
  @exclusivity(unchecked) private var rowCount = 0

  init(
    connection: SQLiteConnection, layout: StoreLayout, selects: SelectBuilder, plans: WriteStatementCache,
    recordsHistory: Bool, author: String?, tombstones: HistoryTombstones?
  ) throws {
    self.connection = connection
    self.layout = layout
    self.selects = selects
    self.plans = plans
    self.tombstones = recordsHistory ? tombstones : nil
    connection.memory.begin(connection)
    keys = KeyCounters(connection: connection, layout: layout)
    entityColumns = EntityColumnRepair(layout: layout)
    if recordsHistory {
      history = HistoryRecorder(author: author)
      try tombstones?.prepare(connection)
    }
  }

  /// Completes the rows and writes counters and history, before the commit.
  func finish() throws {
    guard !isFinished else { return }
    // Bulk changes have no context that would ask for it.
    _ = try settle()
    try entityColumns.run(connection)
    try keys.save(layout.tables.map(\.root))
    recordedNumber = try history?.save(
      connection, layout, plans, touched, preservesDeleted: tombstones != nil)
    try tombstones?.attach(connection)
    plans.clearBindings()
    isFinished = true
  }

  func settle() throws -> [TouchedRow] {
    let settled = try touches.settle(connection, layout, &history)
    for (row, touch) in touches.rows where !touch.hidden.isEmpty { touched[row] = touch.hidden }
    touches = RowTouches()
    return settled
  }

  /// Reserves `count` consecutive keys for rows of the root entity.
  func allocateKeys(for root: _Entity, count: Int) throws -> Int64 {
    try keys.allocate(root.root, count: count)
  }

  /// The row that has the same values as `model` in the constraint's columns.
  func conflictingKey(
    of model: any PersistentModel, _ entity: _Entity, _ constraint: [_Property]
  ) throws -> (key: Int64, entity: _Entity)? {
    let plan = try plans.conflict(entity, constraint, connection)
    let statement = plan.statement
    defer { statement.reset() }
    statement.bind(model._$state?.key ?? 0, 1)
    try plan.bind(model)
    guard try statement.step() else { return nil }
    guard let found = layout.entity(number: statement.integer(1)) else { return nil }
    return (statement.integer(0), found)
  }

  func insert(_ model: any PersistentModel, _ entity: _Entity, key: Int64) throws {
    let plan = try plans.insertion(entity, connection)
    plan.statement.bind(key, 1)
    try plan.bind(model)
    let files = connection.externalFiles
    let fileCount = files.createdCount
    do {
      try plan.statement.run()
    } catch {
      files.removeCreated(after: fileCount)
      throw explain(error, entity)
    }
    noteWritten(entity, key)
    history?.note(.insert, layout.number(of: entity), key, entity.root.ordinal)
  }

  /// Writes the columns of `mask`.
  func update(
    _ model: any PersistentModel, _ entity: _Entity, key: Int64, mask: PropertyMask,
    version: Int32?
  ) throws -> RowWrite {
    let plan = try plans.update(entity, mask, checksVersion: version != nil, connection)
    let statement = plan.statement
    // A row that is not written may be written again in this transaction: with files of its own.
    let files = connection.externalFiles
    let fileCount = files.createdCount
    var isWritten = false
    defer { if !isWritten { files.removeCreated(after: fileCount) } }
    statement.bind(key, 1)
    try plan.bind(model)
    let new: Int32
    do {
      if let version {
        statement.bind(Int64(version), plan.trailingParameter)
        try statement.run()
        guard connection.changes > 0 else { return try missing(entity, key) }
        new = version &+ 1
      } else {
        defer { statement.reset() }
        guard try statement.step() else { return .gone }
        new = Int32(truncatingIfNeeded: statement.integer(0))
      }
    } catch {
      throw explain(error, entity)
    }
    isWritten = true
    noteWritten(entity, key)
    history?.note(.update, layout.number(of: entity), key, entity.root.ordinal, mask)
    return .done(version: new)
  }

  /// A row that was not written: it is gone, or another writer has changed it.
  private func missing(_ entity: _Entity, _ key: Int64) throws -> RowWrite {
    let table = layout.table(of: entity).name
    let exists = try connection.withStatement("SELECT 1 FROM \(table) WHERE Z_PK = ?1") {
      $0.bind(key, 1)
      return try $0.step()
    }
    return exists ? .changed : .gone
  }

  /// Deletes the row, its pairs, and what points to it one way.
  func delete(_ entity: _Entity, key: Int64, version: Int32?) throws -> RowWrite {
    try plans.deletion(entity, connection).run(key: key, version: version, layout, &touches)
    guard connection.changes > 0 else {
      return version == nil ? .gone : try missing(entity, key)
    }
    history?.note(.delete, layout.number(of: entity), key, entity.root.ordinal)
    return .done(version: 0)
  }

  /// Empties unique columns of a row that will be written later.
  func vacate(_ constraint: [_Property], _ entity: _Entity, key: Int64) throws {
    let columns = constraint.flatMap { layout.columns(of: $0) }.map { "\($0.name) = NULL" }
    guard !columns.isEmpty else { return }
    let table = try layout.existingTable(of: entity).name
    try connection.withStatement(
      "UPDATE \(table) SET \(columns.joined(separator: ", ")) WHERE Z_PK = ?1"
    ) { statement in
      statement.bind(key, 1)
      try statement.run()
    }
  }

  /// Empties the other end of a one-to-one relationship where it leads to a
  /// row that leads elsewhere now.
  func releasePartners(_ relationship: _Property, owner: Int64, except target: Int64?) throws {
    guard let inverse = relationship.inverse, !inverse.isToMany, layout.keeps(inverse.entity)
    else { return }
    let columns = layout.columns(of: inverse).map(\.name)
    guard let key = columns.first else { return }
    let table = try layout.existingTable(of: inverse.entity).name
    let assignments = columns.map { "\($0) = NULL" }.joined(separator: ", ")
    try connection.withStatement(
      "UPDATE \(table) SET \(assignments) WHERE \(key) = ?1 AND Z_PK IS NOT ?2 "
        + RowTouches.returning
    ) { statement in
      statement.bind(owner, 1)
      statement.bind(target, 2)
      try touches.run(statement, .property(inverse.index), of: inverse.entity, layout)
    }
  }

  /// A row was inserted or updated: what the columns that name a destination's
  /// entity need afterwards, and how many rows there are.
  @inline(__always)
  func noteWritten(_ entity: _Entity, _ key: Int64) {
    entityColumns.note(entity, key)
    rowCount &+= 1
    if rowCount == ConnectionSettings.largeTransaction { connection.enlargeCache() }
  }

  /// Runs `body`, and lets its errors name the entity.
  func named(_ entity: _Entity, _ body: () throws -> Void) throws {
    do { try body() } catch { throw explain(error, entity) }
  }

  /// Names the entity, and the properties of a unique constraint.
  private func explain(_ error: any Error, _ entity: _Entity) -> any Error {
    guard let error = error as? SwiftDataError else { return error }
    var property: String?
    if error == .uniqueConflict {
      let message = "\(error.underlying.map { "\($0)" } ?? "")"
      let group = entity.uniquenessConstraints.first { group in
        group.flatMap { layout.columns(of: $0) }
          .allSatisfy { message.contains(".\($0.name)") }
      }
      property = group.map { $0.map(\.name).joined(separator: ", ") }
    }
    return SwiftDataError(
      error, error.explanation, entity: entity.name, property: property, file: connection.file,
      advice: error.advice, underlying: error.underlying)
  }
}
