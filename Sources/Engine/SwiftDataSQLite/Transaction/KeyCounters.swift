// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Gives out primary keys: each once, even if its row is deleted or another
/// program has forgotten to raise the counter.
struct KeyCounters {
  private let connection: SQLiteConnection
  private let layout: StoreLayout
  /// Roots that have given out keys.
  private var changed: Set<Int> = []

  init(connection: SQLiteConnection, layout: StoreLayout) {
    self.connection = connection
    self.layout = layout
  }

  /// The first of `count` consecutive keys.
  mutating func allocate(_ root: _Entity, count: Int) throws -> Int64 {
    let current: Int64
    if let known = connection.memory.keys[root.ordinal] {
      current = known
    } else {
      let table = try layout.existingTable(of: root)
      let recorded = try PrimaryKeyTable.maximum(of: layout.number(of: root), in: connection) ?? 0
      let used = try connection.integer("SELECT max(Z_PK) FROM \(table.name)") ?? 0
      current = max(recorded, used, 0)
    }
    let (last, overflow) = current.addingReportingOverflow(Int64(count))
    guard !overflow else {
      throw SwiftDataError(
        .storeIsFull, "There are no primary keys left.", entity: root.name, file: connection.file,
        advice: "A row has the highest possible Z_PK; delete it and lower Z_MAX by hand.")
    }
    connection.memory.keys[root.ordinal] = last
    changed.insert(root.ordinal)
    return current + 1
  }

  /// Keeps the counters in the store.
  func save(_ entities: [_Entity]) throws {
    for entity in entities {
      guard changed.contains(entity.ordinal), let last = connection.memory.keys[entity.ordinal]
      else { continue }
      try PrimaryKeyTable.setMaximum(last, of: layout.number(of: entity), in: connection)
    }
  }
}
