// SPDX-License-Identifier: Apache-2.0

/// New rows, and those of them that a unique index refuses.
///
/// A store that takes sets writes all rows that no index refuses; only then the refused ones are looked at, in their
/// order. For an entity with one constraint, that is as if they were written one after the other. With several, a row
/// that takes over the values of a new object may collide with one that comes later, or a refused one may meet a later
/// one first. Then the save starts again and writes the rows of such entities in their turn.
extension SaveWriter {
  /// How often a refused row is looked for: others may delete what is in its way, and write it anew.
  private static let lookups = 10

  func insert(_ item: SavePlan.Item, _ transaction: any RowTransaction) throws {
    let constraints = item.entity.uniquenessConstraints
    guard !constraints.isEmpty else {
      try transaction.insert(item.object, item.entity, key: item.state.key)
      return
    }
    do {
      // The index finds the rare conflict; looking first would cost every row.
      try transaction.insert(item.object, item.entity, key: item.state.key)
    } catch let error as SwiftDataError where error == .uniqueConflict && policy != .refuse {
      guard try upsert(item, constraints, transaction, error) else { throw error }
    }
  }

  /// All new rows at once, as far as the store does not have to know which of them are there already.
  func insertTogether(_ transaction: any RowTransaction) throws {
    guard !plan.insertions.isEmpty else { return }
    let groups = try transaction.insertionGroups(plan.insertions.map(Self.row))
    guard let groups else { return try insert(plan.insertions, transaction) }
    for group in groups { try insert(group.map { plan.insertions[$0] }, transaction) }
  }

  private static func row(_ item: SavePlan.Item) -> RowToWrite {
    RowToWrite(item.object, item.entity, key: item.state.key)
  }

  private static func hasSeveralConstraints(_ item: SavePlan.Item) -> Bool {
    item.entity.uniquenessConstraints.count > 1
  }

  private func insert(_ items: [SavePlan.Item], _ transaction: any RowTransaction) throws {
    guard core.saving.insertsInTurn else { return try insertSet(items, transaction) }
    let together = items.filter { !Self.hasSeveralConstraints($0) }
    if !together.isEmpty { try insertSet(together, transaction) }
    for item in items where Self.hasSeveralConstraints(item) { try insertSet([item], transaction) }
  }

  /// Those that a unique index refuses are looked at one by one.
  private func insertSet(_ items: [SavePlan.Item], _ transaction: any RowTransaction) throws {
    let refused = try transaction.insert(items.map(Self.row))
    guard !refused.isEmpty else { return }
    let later = LaterRows(items, refused)
    for index in refused {
      let item = items[index]
      let conflict = SwiftDataError(
        .uniqueConflict, "Another row has the same unique values.", entity: item.entity.name,
        property: item.entity.uniquenessConstraints.count == 1
          ? item.entity.uniquenessConstraints[0].map(\.name).joined(separator: ", ") : nil,
        advice: "Change the value, or delete the other object first.")
      guard policy != .refuse else { throw conflict }
      try settle(item, index, later, transaction, conflict)
    }
  }

  /// Finds the row that a refused one has met. There may be none any more: an upsert before has given it other values,
  /// or another transaction has deleted it. Then the new one can be written.
  private func settle(
    _ item: SavePlan.Item, _ index: Int, _ later: LaterRows, _ transaction: any RowTransaction,
    _ conflict: SwiftDataError
  ) throws {
    let mayInterfere = Self.hasSeveralConstraints(item) && later.comes(after: index, item.entity)
    for _ in 0..<Self.lookups {
      do {
        let isMet = try upsert(item, item.entity.uniquenessConstraints, transaction, conflict) { row in
          if mayInterfere, later.isWritten(row, after: index) { throw conflict }
        }
        if isMet { return }
      } catch let error as SwiftDataError where error == .uniqueConflict && mayInterfere {
        core.saving.insertsInTurn = true
        throw TransientFailure(error)
      }
      if try transaction.insert([Self.row(item)]).isEmpty { return }
    }
    throw conflict
  }
}

/// The rows of a set that were written although they come after a refused one.
private struct LaterRows {
  private var positions: [SaveWriter.RowID: Int] = [:]
  /// The last one, by the ordinal of the entity.
  private var last: [Int: Int] = [:]

  init(_ items: [SavePlan.Item], _ refused: [Int]) {
    var rest = refused[...]
    for (position, item) in items.enumerated() {
      if rest.first == position {
        rest.removeFirst()
      } else if item.entity.uniquenessConstraints.count > 1 {
        positions[SaveWriter.RowID(item)] = position
        last[item.entity.ordinal] = position
      }
    }
  }

  func comes(after index: Int, _ entity: _Entity) -> Bool { last[entity.ordinal].map { $0 > index } ?? false }

  func isWritten(_ row: SaveWriter.RowID, after index: Int) -> Bool { positions[row].map { $0 > index } ?? false }
}
