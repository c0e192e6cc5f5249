// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Rows that lose or gain a reference which no property of theirs holds, or
/// whose target was deleted: their counters rise and the history names them,
/// as for any other update, so that other programs notice.
struct RowTouches {
  /// The columns that a statement changes in the rows that it returns.
  enum Content {
    /// A column that belongs to a to-many relationship of another entity.
    case hidden(String)
    case property(Int)
  }

  struct Key: Hashable {
    let root: Int
    let key: Int64
  }

  struct Touch {
    let entity: _Entity
    /// The counter before the transaction; `nil` if the transaction has
    /// written the row itself.
    let version: Int64?
    var mask = PropertyMask.none
    var hidden: Set<String> = []
  }

  private(set) var rows: [Key: Touch] = [:]

  /// The RETURNING clause of a statement that changes such columns.
  static let returning = "RETURNING Z_PK, Z_ENT, coalesce(Z_OPT, 0)"

  /// Notes the rows that a statement with ``returning`` has changed.
  ///
  /// - Parameters:
  ///   - isWritten: Whether the transaction has written them itself.
  ///   - written: Rows that it has written.
  mutating func run(
    _ statement: PreparedStatement, _ content: Content, of entity: _Entity, isWritten: Bool = false,
    _ layout: StoreLayout, written: Set<Key> = []
  ) throws {
    defer { statement.reset() }
    while try statement.step() {
      let found = layout.entity(number: statement.integer(1)) ?? entity
      let key = Key(root: found.root.ordinal, key: statement.integer(0))
      var touch =
        rows[key]
        ?? Touch(entity: found, version: isWritten || written.contains(key) ? nil : statement.integer(2))
      switch content {
      case .hidden(let column): touch.hidden.insert(column)
      case .property(let index): touch.mask.insert(index)
      }
      rows[key] = touch
    }
  }

  /// Raises the counters of the rows that nothing else has written since. Of the others, the history names what they
  /// have lost beside what was written.
  func settle(
    _ connection: SQLiteConnection, _ layout: StoreLayout, _ history: inout HistoryRecorder?
  ) throws -> [TouchedRow] {
    var settled: [TouchedRow] = []
    var others: [Key: PropertyMask] = [:]
    for (row, touch) in rows.sorted(by: { ($0.key.root, $0.key.key) < ($1.key.root, $1.key.key) }) {
      guard let version = touch.version else {
        if !touch.mask.isEmpty { others[row] = touch.mask }
        continue
      }
      let table = try layout.existingTable(of: touch.entity).name
      let isRaised = try connection.withStatement(
        "UPDATE \(table) SET Z_OPT = coalesce(Z_OPT, 0) + 1 WHERE Z_PK = ?1 AND coalesce(Z_OPT, 0) = ?2"
      ) { statement in
        statement.bind(row.key, 1)
        statement.bind(version, 2)
        try statement.run()
        return connection.changes > 0
      }
      guard isRaised else {
        if !touch.mask.isEmpty { others[row] = touch.mask }
        continue
      }
      history?.note(
        .update, layout.number(of: touch.entity), row.key, touch.entity.root.ordinal, touch.mask)
      settled.append(
        TouchedRow(
          entity: touch.entity, key: row.key, version: Int32(truncatingIfNeeded: version &+ 1),
          mask: touch.mask, former: Int32(truncatingIfNeeded: version)))
    }
    history?.add(others)
    return settled
  }
}
