import CoreDataStore
import SwiftDataRealm

extension Transfer {
  /// Chooses the row of every object, before any is written: so all links, forward ones and those
  /// of circles, can be written with the rows that they are in.
  func chooseKeys() throws {
    while state.step < plan.steps.count {
      let step = plan.steps[state.step]
      try checkCancellation()
      tell(.planning, step)
      try batch {
        try chooseKeys(step)
        state.step += 1
      }
    }
    try batch { move(to: .rows) }
    keys = try KeyPages(writer.connection, pass: state.pass, steps: plan.steps.count)
  }

  private func chooseKeys(_ step: TransferStep) throws {
    let connection = writer.connection
    let isEmpty =
      try connection.value("SELECT 1 FROM \(step.tableName.sqlName) LIMIT 1") == nil
    // An empty table may be one whose rows are planned only.
    let isMerge = state.pass > 1 || !isEmpty
    if isMerge { state.merged.append(step.index) }
    let known = isMerge ? try former(step) : nil
    var finder: Statement?
    if isMerge, let column = step.identity?.columns.first {
      finder = try connection.prepare(
        "SELECT Z_PK FROM \(step.tableName.sqlName) WHERE \(column.sqlName) = ?")
    }
    var next = try writer.nextKey(step.entity.name)
    var pages = KeyPages.Writer(connection, pass: state.pass, step: step.index)
    let rows = step.table.rows()
    while let row = try rows.next() {
      if let condition = step.condition, try !condition(row) { continue }
      let key = row.key.rawValue
      if let finder {
        if let found = try find(row, step, finder) {
          try pages.add(key, found)
          continue
        }
      } else if let found = try known?.row(of: key, step: step.index) {
        try pages.add(key, found)
        continue
      }
      try pages.add(key, next)
      next += 1
    }
    try pages.flush()
    try writer.reserve(step.entity.name, through: next - 1)
  }

  /// What the last pass that got that far has chosen.
  private func former(_ step: TransferStep) throws -> KeyPages? {
    let pass = try writer.connection.integer(
      "SELECT max(pass) FROM \(Ledger.keysTable) WHERE step = ? AND pass < ?",
      [.integer(Int64(step.index)), .integer(Int64(state.pass))])
    return try pass.map {
      try KeyPages(writer.connection, pass: Int($0), steps: plan.steps.count)
    }
  }

  /// The row with the same primary key.
  private func find(
    _ row: RealmRow, _ step: TransferStep, _ statement: Statement
  ) throws -> Int64? {
    guard let identity = step.identity, let value = try identity.source.value(row) else {
      return nil
    }
    losses.className = step.table.name
    losses.property = identity.name
    losses.object = row.key.rawValue
    let columns = try identity.encoder.columns(value, context)
    guard columns.first != .null else { return nil }
    try statement.bind(columns)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : nil
  }
}
