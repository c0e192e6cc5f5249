// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Completes the columns that say of which entity a to-one's destination is.
///
/// They are filled from the destination's row when a row is written. A
/// destination that is inserted later in the same transaction is not there
/// yet; its referrers are looked at once more before the commit.
struct EntityColumnRepair {
  private let layout: StoreLayout
  /// The repairs of each entity: none for most.
  private var statements: [Int: [String]] = [:]
  private var rows: [(entity: Int, key: Int64)] = []

  init(layout: StoreLayout) { self.layout = layout }

  @inline(__always)
  mutating func note(_ entity: _Entity, _ key: Int64) {
    if let known = statements[entity.ordinal] {
      if !known.isEmpty { rows.append((entity.ordinal, key)) }
      return
    }
    let repairs = makeStatements(entity)
    statements[entity.ordinal] = repairs
    if !repairs.isEmpty { rows.append((entity.ordinal, key)) }
  }

  private func makeStatements(_ entity: _Entity) -> [String] {
    let table = layout.table(of: entity).name
    return entity.relationships.compactMap { relationship in
      let columns = layout.columns(of: relationship)
      guard columns.count == 2, let destination = relationship.destination,
        layout.keeps(destination)
      else { return nil }
      let (key, number) = (columns[0].name, columns[1].name)
      return
        "UPDATE \(table) SET \(number) = (SELECT d.Z_ENT FROM \(layout.table(of: destination).name)"
        + " AS d WHERE d.Z_PK = \(table).\(key)) "
        + "WHERE Z_PK = ?1 AND \(key) IS NOT NULL AND \(number) IS NULL"
    }
  }

  func run(_ connection: SQLiteConnection) throws {
    for row in rows {
      for sql in statements[row.entity] ?? [] {
        try connection.withStatement(sql) {
          $0.bind(row.key, 1)
          try $0.run()
        }
      }
    }
  }
}
