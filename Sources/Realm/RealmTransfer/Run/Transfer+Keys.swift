// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataRealm

extension Transfer {
  /// Chooses the row of every object, before any is written: so all links, forward ones and those
  /// of circles, can be written with the rows that they are in.
  func chooseKeys() throws {
    while state.step < plan.steps.count { try chooseKeys(plan.steps[state.step]) }
    try batch { move(to: .rows) }
    keys = try KeyPages(writer.connection, source: source, pass: state.pass, steps: plan.steps.count)
  }

  /// How many rows are chosen in one transaction: many, as little is written.
  private var choices: Int { options.batchSize * 128 }

  private func chooseKeys(_ step: TransferStep) throws {
    try checkCancellation()
    tell(.planning, step)
    if state.lastKey == nil {
      // An empty table may be one whose rows are planned only.
      let isEmpty =
        try writer.connection.value("SELECT 1 FROM \(step.tableName.sqlName) LIMIT 1") == nil
      if state.pass > 1 || !isEmpty, !state.merged.contains(step.index) {
        state.merged.append(step.index)
      }
    }
    let isMerge = state.merged.contains(step.index)
    let known = isMerge ? try former(step) : nil
    var finder: Statement?
    if isMerge, let column = step.identity?.columns.first {
      // A row of a subentity, or of another one in the table, cannot become the object: what leads to it names its entity.
      finder = try writer.connection.prepare(
        "SELECT Z_PK FROM \(step.tableName.sqlName) WHERE \(column.sqlName) = ? AND Z_ENT = \(step.number)")
    }
    let rows = rows(of: step)
    var row = try rows.next()
    repeat {
      try checkCancellation()
      try batch {
        row = try chooseKeys(step, rows, from: row, known, finder)
        if row == nil {
          state.step += 1
          state.lastKey = nil
        }
      }
    } while row != nil
  }

  /// - Returns: the first object that is left for the next transaction.
  private func chooseKeys(
    _ step: TransferStep, _ rows: RealmRows, from first: RealmRow?, _ known: KeyPages?,
    _ finder: Statement?
  ) throws -> RealmRow? {
    var next = try writer.nextKey(step.entity.name)
    var pages = KeyPages.Writer(writer.connection, source: source, pass: state.pass, step: step.index)
    var row = first
    for _ in 0..<choices {
      guard let object = row else { break }
      row = try rows.next()
      let key = object.key.rawValue
      state.lastKey = key
      if let condition = step.condition, try !condition(object) { continue }
      let found: Int64?
      switch try finder.map({ try find(object, step, $0) }) {
      case .value(let row)?: found = row
      case .noKey?, nil:
        found = try known?.row(of: key, step: step.index)
        if found != nil, file.schema.format < 10 {
          (losses.className, losses.property, losses.object) = (step.table.name, "$key", key)
          losses.note(.uncertainIdentity)
        }
      }
      try pages.add(key, found ?? next)
      if found == nil { next += 1 }
    }
    try pages.flush()
    try writer.reserve(step.entity.name, through: next - 1)
    return row
  }

  /// What the last pass that got that far has chosen.
  private func former(_ step: TransferStep) throws -> KeyPages? {
    let pass = try writer.connection.integer(
      "SELECT max(pass) FROM \(Ledger.keysTable) WHERE step = ? AND pass < ?"
        + " AND \(try Ledger.condition(source, writer.connection))",
      [.integer(Int64(step.index)), .integer(Int64(state.pass))])
    return try pass.map {
      try KeyPages(writer.connection, source: source, pass: Int($0), steps: plan.steps.count)
    }
  }

  private enum Finding {
    /// The object has no primary key: only its place in the file tells it from others.
    case noKey
    case value(Int64?)
  }

  /// The row with the same primary key.
  private func find(
    _ row: RealmRow, _ step: TransferStep, _ statement: Statement
  ) throws -> Finding {
    guard let identity = step.identity, let value = try identity.source.value(row) else {
      return .noKey
    }
    losses.className = step.table.name
    losses.property = identity.name
    losses.object = row.key.rawValue
    let columns = try identity.encoder.columns(value, context)
    guard value != .null, columns.first != .null else { return .noKey }
    try statement.bind(columns)
    defer { statement.reset() }
    return .value(try statement.step() ? statement.integer(0) : nil)
  }
}
