// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataCore
import SwiftDataSQL

/// Keeps the values of `.preserveValueOnDeletion` attributes of deleted rows
/// in the columns ZTOMBSTONE0, ZTOMBSTONE1 … of ACHANGE.
///
/// Rows are deleted one by one, by cascade, and by predicate. A temporary
/// trigger, which lives as long as the connection and is not part of the
/// file, sees them all; the values wait in a temporary table for the history
/// rows of the transaction.
struct HistoryTombstones: Sendable {
  private static let waiting = "SwiftDataTombstones"

  /// How many columns ACHANGE needs.
  private let columnCount: Int
  private let triggers: [String]

  /// `nil` if no entity preserves anything.
  init?(_ layout: StoreLayout, _ entities: [_Entity]) {
    let columns = entities.map { ($0, Self.columns(of: $0, layout)) }.filter { !$0.1.isEmpty }
    guard let count = columns.map(\.1.count).max() else { return nil }
    columnCount = count
    triggers = layout.tables.compactMap { table in
      let members = columns.filter { $0.0.root === table.root }
      guard !members.isEmpty else { return nil }
      let values = (0..<count).map { slot in
        let cases = members.flatMap { entity, columns -> [String] in
          guard slot < columns.count else { return [] }
          // The trigger comes before those that remove files: the value is read from its file.
          let value = columns[slot].value(in: "OLD")
          return layout.numbers(of: [entity]).map { "WHEN \($0) THEN \(value)" }
        }
        return cases.isEmpty ? "NULL" : "CASE OLD.Z_ENT \(cases.joined(separator: " ")) END"
      }
      // The history names the entity as which a row is read.
      let others = members.flatMap { entity, _ in
        layout.numbers(of: [entity]).dropFirst().map { "WHEN \($0) THEN \(layout.number(of: entity))" }
      }
      let number = others.isEmpty ? "OLD.Z_ENT" : "CASE OLD.Z_ENT \(others.joined(separator: " ")) ELSE OLD.Z_ENT END"
      return
        "CREATE TEMP TRIGGER IF NOT EXISTS SwiftDataPreserve_\(table.name) "
        + "BEFORE DELETE ON main.\(table.name) BEGIN "
        + "INSERT OR REPLACE INTO \(Self.waiting) "
        + "VALUES (\(number), OLD.Z_PK, \(values.joined(separator: ", "))); END"
    }
  }

  /// The attributes of an entity that are preserved, in the order of the columns.
  static func properties(of entity: _Entity) -> [_Property] {
    entity.properties.filter {
      !$0.isRelationship && $0.hasColumns
        && ($0.attribute?.options.contains(.preserveValueOnDeletion) ?? false)
    }.sorted { $0.name < $1.name }
  }

  private static func columns(of entity: _Entity, _ layout: StoreLayout) -> [ColumnLayout] {
    guard layout.keeps(entity) else { return [] }
    return properties(of: entity).flatMap { layout.columns(of: $0) }
  }

  /// How many such columns the store has.
  static func existingCount(_ connection: SQLiteConnection) throws -> Int {
    Int(
      try connection.integer(
        "SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMBSTONE[0-9]*'")
        ?? 0)
  }

  private var names: [String] { (0..<columnCount).map { HistoryTables.tombstone($0) } }

  /// Makes ready for deletions; called at the start of a transaction.
  func prepare(_ connection: SQLiteConnection) throws {
    guard try HistoryRecorder.isAvailable(in: connection) else { return }
    let existing = try Self.existingCount(connection)
    for name in names.dropFirst(existing) {
      try connection.executeOnce("ALTER TABLE ACHANGE ADD COLUMN \(name) BLOB")
    }
    try connection.execute(
      "CREATE TEMP TABLE IF NOT EXISTS \(Self.waiting) (ent INTEGER, key INTEGER, "
        + names.joined(separator: ", ") + ", PRIMARY KEY (ent, key))")
    for trigger in triggers { try connection.execute(trigger) }
    try connection.execute("DELETE FROM temp.\(Self.waiting)")
  }

  /// Gives the values to the history rows of the transaction, which have just
  /// been written.
  func attach(_ connection: SQLiteConnection) throws {
    guard try HistoryRecorder.isAvailable(in: connection),
      try connection.integer("SELECT 1 FROM temp.\(Self.waiting) LIMIT 1") != nil
    else { return }
    let list = names.joined(separator: ", ")
    try connection.execute(
      """
      UPDATE ACHANGE SET (\(list)) = (\
      SELECT \(list) FROM temp.\(Self.waiting) WHERE ent = ZENTITY AND key = ZENTITYPK) \
      WHERE ZTRANSACTIONID = (SELECT max(Z_PK) FROM ATRANSACTION) AND ZCHANGETYPE = \(HistoryTables.Change.delete.rawValue)
      """)
    try connection.execute("DELETE FROM temp.\(Self.waiting)")
  }
}
