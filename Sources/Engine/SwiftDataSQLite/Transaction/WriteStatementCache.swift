// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// One compiled statement that writes the wanted properties of one entity.
final class WriteStatement {
  let entity: _Entity
  let mask: PropertyMask
  let statement: PreparedStatement
  /// Where the row's own parameters follow those of the properties.
  let trailingParameter: Int32

  init(
    entity: _Entity, mask: PropertyMask, statement: PreparedStatement, trailingParameter: Int32
  ) {
    self.entity = entity
    self.mask = mask
    self.statement = statement
    self.trailingParameter = trailingParameter
  }

  /// Binds the properties, from parameter 2 on.
  @inline(__always)
  func bind(_ model: any PersistentModel) throws {
    var writer = _RowWriter(
      statement: statement.pointer, functions: SQLiteFunctions.binding, firstParameter: 2,
      mask: mask, description: entity.description)
    model._$store(&writer)
    if let failure = writer.failure { throw failure }
  }
}

/// The statements that write the rows of the history.
struct HistoryStatements {
  let transaction: PreparedStatement
  let change: PreparedStatement
  let counter: PreparedStatement

  init(_ connection: SQLiteConnection) throws {
    transaction = try connection.prepare(HistoryTables.transactionInsertion)
    change = try connection.prepare(HistoryTables.changeInsertion)
    counter = try connection.prepare(PrimaryKeyTable.raise)
  }
}

/// The statements that transactions of one store use again and again.
final class WriteStatementCache: @unchecked Sendable {
  // Unchecked: used by the writer of its store only, which is lent to one thread at a time.
  private struct UpdateKey: Hashable {
    let entity: Int
    let mask: UInt64
    let checksVersion: Bool
  }

  private let layout: StoreLayout
  // Unchecked exclusivity: looked at for each row that is inserted, and changed by no callback.
  @exclusivity(unchecked) private var insertions: [WriteStatement?] = []
  // Unchecked exclusivity: one thread, and making a statement comes back to no other.
  @exclusivity(unchecked) private var updates: [UpdateKey: WriteStatement] = [:]
  @exclusivity(unchecked) private var conflicts: [String: WriteStatement] = [:]
  @exclusivity(unchecked) private var deletions: [Int: DeletionStatements] = [:]
  // Those of the history.
  @exclusivity(unchecked) private var historyPlans: HistoryStatements?
  @exclusivity(unchecked) private var recentHistoryPlan: PreparedStatement?
  @exclusivity(unchecked) var historyColumns = HistoryColumnsCache()

  init(layout: StoreLayout) { self.layout = layout }

  func removeAll() {
    insertions = []
    updates = [:]
    conflicts = [:]
    deletions = [:]
    historyPlans = nil
    recentHistoryPlan = nil
  }

  func history(_ connection: SQLiteConnection) throws -> HistoryStatements {
    if let historyPlans { return historyPlans }
    let plans = try HistoryStatements(connection)
    historyPlans = plans
    return plans
  }

  /// Adds a row to the table of ``RecentHistory``, which is there.
  func recentHistory(_ connection: SQLiteConnection) throws -> PreparedStatement {
    if let recentHistoryPlan { return recentHistoryPlan }
    let plan = try connection.prepare(RecentHistory.insertion)
    recentHistoryPlan = plan
    return plan
  }

  /// Lets go of the values of the last rows, which may be large.
  func clearBindings() {
    for plan in insertions { plan?.statement.reset() }
    for plan in updates.values { plan.statement.reset() }
  }

  // MARK: Insert

  @inline(__always)
  func insertion(_ entity: _Entity, _ connection: SQLiteConnection) throws -> WriteStatement {
    let ordinal = entity.ordinal
    if ordinal < insertions.count, let plan = insertions[ordinal] { return plan }
    let plan = try makeInsertion(entity, connection)
    while insertions.count <= ordinal { insertions.append(nil) }
    insertions[ordinal] = plan
    return plan
  }

  private func makeInsertion(_ entity: _Entity, _ connection: SQLiteConnection) throws -> WriteStatement {
    let table = try layout.existingTable(of: entity)
    let parameters = WriteParameters(layout: layout, entity: entity, mask: .all)
    let columns = RowHeader.columns + parameters.items.map(\.column)
    let values = ["?1", "\(layout.number(of: entity))", "1"] + parameters.items.map(\.value)
    let sql =
      "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", ")))"
    return WriteStatement(
      entity: entity, mask: parameters.mask, statement: try connection.prepare(sql),
      trailingParameter: parameters.next)
  }

  // MARK: Update

  func update(
    _ entity: _Entity, _ mask: PropertyMask, checksVersion: Bool, _ connection: SQLiteConnection
  ) throws -> WriteStatement {
    let key = UpdateKey(
      entity: entity.ordinal, mask: mask.bits, checksVersion: checksVersion)
    if let plan = updates[key] { return plan }
    let table = try layout.existingTable(of: entity)
    let parameters = WriteParameters(layout: layout, entity: entity, mask: mask)
    let assignments =
      parameters.items.map { "\($0.column) = \($0.value)" } + ["Z_OPT = coalesce(Z_OPT, 0) + 1"]
    var sql =
      "UPDATE \(table.name) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1"
    // The new counter is the old one and one more; without the old one, the
    // row itself must tell.
    sql +=
      checksVersion
      ? " AND coalesce(Z_OPT, 0) = ?\(parameters.next)" : " RETURNING Z_OPT"
    let plan = WriteStatement(
      entity: entity, mask: parameters.mask, statement: try connection.prepare(sql),
      trailingParameter: parameters.next)
    // Masks are as many as a program's ways to change an object.
    if updates.count > 256 { updates = [:] }
    updates[key] = plan
    return plan
  }

  // MARK: Conflicts

  /// Finds the row that has a model's values in the columns of a constraint.
  func conflict(
    _ entity: _Entity, _ constraint: [_Property], _ connection: SQLiteConnection
  ) throws -> WriteStatement {
    let name = "\(entity.ordinal) \(constraint.map(\.name).joined(separator: " "))"
    if let plan = conflicts[name] { return plan }
    let table = try layout.existingTable(of: entity)
    var mask = PropertyMask.none
    for property in constraint { mask.insert(property.index) }
    let parameters = WriteParameters(layout: layout, entity: entity, mask: mask)
    let indexes = Set(constraint.map(\.index))
    let terms = parameters.items.filter { indexes.contains($0.property) && !$0.isDerived }
      .map { "\($0.column) = \($0.value)" }
    let plan = WriteStatement(
      entity: entity, mask: parameters.mask,
      statement: try connection.prepare(
        "SELECT Z_PK, Z_ENT FROM \(table.name) WHERE Z_PK <> ?1 AND \(terms.joined(separator: " AND "))"
      ), trailingParameter: parameters.next)
    conflicts[name] = plan
    return plan
  }

  // MARK: Delete

  func deletion(_ entity: _Entity, _ connection: SQLiteConnection) throws -> DeletionStatements {
    if let plan = deletions[entity.ordinal] { return plan }
    let plan = try DeletionStatements(entity, layout, connection)
    deletions[entity.ordinal] = plan
    return plan
  }
}
