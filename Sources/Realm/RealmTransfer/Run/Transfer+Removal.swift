// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import SwiftDataRealm

extension Transfer {
  /// Removes the rows of objects that a former pass has found and this one has not.
  ///
  /// Rows that the app itself has made since are in no pass, and stay; so do those that such rows must lead to.
  func removeMissing() throws {
    if state.pass > 1, options.removesMissing {
      // What a file lacks that changes meanwhile may only be elsewhere.
      try file.checkUnchanged()
      // At once: what may go depends on the rows of all classes.
      try batch {
        let missing = try MissingRows(writer)
        for step in plan.steps {
          try checkCancellation()
          try collectMissing(step, missing)
        }
        try missing.keepRequired(elements: elements)
        for step in plan.steps {
          tell(.removal, step)
          try missing.forEach(step: step.index, root: root(of: step)) { row in
            try checkCancellation()
            try remove(row, step)
          }
        }
      }
    }
    try writePairs()
    try file.checkUnchanged()
    try batch {
      try writer.connection.run(
        "DELETE FROM \(Ledger.keysTable) WHERE pass < ? AND source = ?",
        [.integer(Int64(state.pass)), .integer(source)])
      move(to: .done)
    }
  }

  private func root(of step: TransferStep) -> String { writer.store.layout[step.entity.name]?.root ?? step.entity.name }

  /// The rows of elements, which go with those of their owners.
  private var elements: [MissingRows.Elements] {
    plan.steps.flatMap { step in
      step.collections.compactMap { collection in
        guard case .elements(let elements) = collection.kind, let owner = elements.ownerColumns.first else {
          return nil
        }
        return MissingRows.Elements(
          entity: elements.entity, table: elements.table, ownerColumn: owner, ownerRoot: root(of: step))
      }
    }
  }

  private func collectMissing(_ step: TransferStep, _ missing: MissingRows) throws {
    let connection = writer.connection
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS swiftdata_kept (row INTEGER PRIMARY KEY)")
    try connection.execute("DELETE FROM temp.swiftdata_kept")
    let insertion = try connection.prepare("INSERT OR IGNORE INTO temp.swiftdata_kept VALUES (?)")
    // Another step may have the same table.
    let root = writer.store.layout[step.entity.name]?.root
    for other in plan.steps where writer.store.layout[other.entity.name]?.root == root {
      try keys.forEach(step: other.index) { _, row in
        try insertion.bind([.integer(row)])
        _ = try insertion.step()
        insertion.reset()
      }
    }
    try keepOthers(root, insertion)
    let passes = try connection.rows(
      "SELECT DISTINCT pass FROM \(Ledger.keysTable) WHERE pass < ? AND source = ?",
      [.integer(Int64(state.pass)), .integer(source)]
    ).compactMap { $0.first?.key }
    for pass in passes {
      let former = try KeyPages(connection, source: source, pass: Int(pass), steps: plan.steps.count)
      try former.forEach(step: step.index) { _, row in
        let isKept =
          try connection.value(
            "SELECT 1 FROM temp.swiftdata_kept WHERE row = ?", [.integer(row)]) != nil
        if !isKept { try missing.add(row, step: step.index, root: root ?? step.entity.name) }
      }
    }
  }

  /// What other files have brought stays, too: an object may be in several.
  ///
  /// - Parameter root: the entity whose table is at stake.
  private func keepOthers(_ root: String?, _ insertion: Statement) throws {
    for other in try Ledger.all(writer.connection) where other.number != source {
      // Their steps are those of other plans. Where it is not known of which entities, any key is one to keep.
      let steps = try writer.connection.integer(
        "SELECT max(step) FROM \(Ledger.keysTable) WHERE source = ?", [.integer(other.number)])
      let count = Int(steps ?? -1) + 1
      for pass in try passes(of: other) {
        let pages = try KeyPages(writer.connection, source: other.number, pass: pass, steps: count)
        for step in 0..<count {
          if let roots = other.state.roots, roots.indices.contains(step), roots[step] != root { continue }
          try pages.forEach(step: step) { _, row in
            try insertion.bind([.integer(row)])
            _ = try insertion.step()
            insertion.reset()
          }
        }
      }
    }
  }

  /// The passes through another file whose rows are its own.
  private func passes(of other: (number: Int64, state: LedgerState)) throws -> [Int] {
    guard other.state.phase == .keys else { return [other.state.pass] }
    // What a choice lacks that was stopped is in those before.
    return try writer.connection.rows(
      "SELECT DISTINCT pass FROM \(Ledger.keysTable) WHERE source = ?", [.integer(other.number)]
    ).compactMap { $0.first?.key.map { Int($0) } }
  }

  private func remove(_ row: Int64, _ step: TransferStep) throws {
    let connection = writer.connection
    let isThere =
      try connection.value(
        "SELECT 1 FROM \(step.tableName.sqlName) WHERE Z_PK = ?", [.integer(row)]) != nil
    guard isThere else { return }
    for collection in step.collections {
      switch collection.kind {
      case .elements(let elements):
        guard let owner = elements.ownerColumns.first else { continue }
        let members = try connection.rows(
          "SELECT Z_PK FROM \(elements.table.sqlName) WHERE \(owner.sqlName) = ?", [.integer(row)])
        for key in members.compactMap({ $0.first?.key }) {
          try writer.delete(ObjectReference(entity: elements.entity, key: key))
        }
      case .join, .foreign: break
      }
    }
    try letGo(of: row, step)
    try writer.delete(ObjectReference(entity: step.entity.name, key: row))
    state.deleted += 1
  }

  /// Empties what leads to a row.
  private func letGo(of row: Int64, _ step: TransferStep) throws {
    let connection = writer.connection
    let store = writer.store
    let names = Set([step.entity.name] + store.model.ancestors(of: step.entity).map(\.name))
    for entity in store.model.entities {
      guard let place = store.layout[entity.name], let table = place.table else { continue }
      for relationship in entity.relationships {
        switch place.relationships[relationship.name] {
        case .key(let column, let entityColumn, let order)? where names.contains(relationship.destination):
          let owners = try connection.rows(
            "SELECT Z_PK FROM \(table.sqlName) WHERE \(column.sqlName) = ? AND Z_ENT = ?",
            [.integer(row), .integer(place.number)])
          let columns = [column] + [entityColumn, order].compactMap { $0 }
          for key in owners.compactMap({ $0.first?.key }) {
            try writer.update(
              ObjectReference(entity: entity.name, key: key), columns, columns.map { _ in .null },
              properties: [relationship.name])
          }
        case .join(let pairs, let owner, let target, _)?:
          if names.contains(entity.name) {
            try connection.run("DELETE FROM \(pairs.sqlName) WHERE \(owner.sqlName) = ?", [.integer(row)])
          }
          guard names.contains(relationship.destination) else { continue }
          // Those of entities below this one, too: the table of pairs is theirs as well.
          let owners = try connection.rows(
            "SELECT t.Z_PK, t.Z_ENT FROM \(pairs.sqlName) AS p JOIN \(table.sqlName) AS t"
              + " ON t.Z_PK = p.\(owner.sqlName) WHERE p.\(target.sqlName) = ?", [.integer(row)])
          for found in owners {
            guard let key = found[0].key, let number = found[1].key, let name = store.entitiesByNumber[number] else {
              continue
            }
            try writer.touch(ObjectReference(entity: name, key: key), relationship.name)
          }
          try connection.run("DELETE FROM \(pairs.sqlName) WHERE \(target.sqlName) = ?", [.integer(row)])
        case .foreign(let members, let column, let order, true)? where names.contains(entity.name):
          // The rows of a list without an inverse have the key of its owner.
          let found = try connection.rows(
            "SELECT Z_PK, Z_ENT FROM \(members.sqlName) WHERE \(column.sqlName) = ?", [.integer(row)])
          let columns = [column] + [order].compactMap { $0 }
          for member in found {
            guard let key = member[0].key, let number = member[1].key, let name = store.entitiesByNumber[number] else {
              continue
            }
            try writer.update(
              ObjectReference(entity: name, key: key), columns, columns.map { _ in .null }, properties: [])
          }
        default: break
        }
      }
    }
  }
}
