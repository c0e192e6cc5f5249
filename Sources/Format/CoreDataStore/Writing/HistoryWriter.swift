// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Writes what a transaction changes into the store's history.
///
/// One row of ATRANSACTION per save, one of ACHANGE per row: apps and their
/// synchronisation learn of changes by them. A store without these tables
/// keeps no history.
final class HistoryWriter {
  /// The program and the process that the history names.
  private static let program = "swiftdata"

  private let store: Store
  private let author: String
  private let tables: (transactions: TableCatalog.Table, changes: TableCatalog.Table)?
  /// The row of ATRANSACTION, once there is one.
  private var transaction: Int64?
  private var lastChange: Int64 = 0
  private var columns: [String: ChangedColumns] = [:]
  private var hasUpdates = false
  private var insertion: (Statement, [Int])?

  init(_ store: Store, author: String) {
    self.store = store
    self.author = author
    if let transactions = store.catalog.table(HistoryTables.transactions),
      let changes = store.catalog.table(HistoryTables.changes)
    {
      tables = (transactions, changes)
    } else {
      tables = nil
    }
  }

  /// Notes a new row, whose later changes are part of that.
  func noteInsert(_ reference: ObjectReference) throws {
    try write(.insert, store.layout[reference.entity]?.number ?? 0, reference.key, .null)
  }

  /// Notes a new row of an entity of that number, as ``noteInsert(_:)`` does.
  func noteInsert(entity number: Int64, key: Int64) throws {
    try write(.insert, number, key, .null)
  }

  /// Notes a change of a row whose other changes in this transaction are among the properties.
  func noteUpdateAtOnce(_ reference: ObjectReference, _ properties: Set<String>) throws {
    try write(
      .update, store.layout[reference.entity]?.number ?? 0, reference.key,
      .blob(bits(properties, reference.entity)))
  }

  /// Notes that a row is gone.
  ///
  /// - Parameter tombstone: the values that are to be kept, slot by slot.
  func noteDelete(_ reference: ObjectReference, tombstone: [SQLiteValue] = []) throws {
    try write(.delete, store.layout[reference.entity]?.number ?? 0, reference.key, .null)
    guard let tables, tombstone.contains(where: { !$0.isNull }) else { return }
    let columns = tombstone.indices.map { HistoryTables.tombstone($0) }
    // Core Data adds the columns when it first needs them; a file without them keeps what it can.
    let present = columns.prefix { tables.changes.column($0) != nil }
    guard !present.isEmpty else { return }
    try store.connection.run(
      "UPDATE \(tables.changes.name.sqlName) SET \(present.map { $0.sqlName + " = ?" }.joined(separator: ", "))"
        + " WHERE Z_PK = ?", Array(tombstone.prefix(present.count)) + [.integer(lastChange)])
  }

  /// Notes a change of a row that was there.
  ///
  /// Which rows and properties these are lies in a temporary table: there may
  /// be more than fit in memory.
  ///
  /// - Returns: whether it is the first change of the row.
  func noteUpdate(_ reference: ObjectReference, _ properties: Set<String>) throws -> Bool {
    let connection = store.connection
    if !hasUpdates {
      hasUpdates = true
      try connection.execute(
        "CREATE TEMP TABLE swiftdata_updates (entity INTEGER, key INTEGER, bits BLOB,"
          + " PRIMARY KEY (entity, key)) WITHOUT ROWID")
    }
    let row: [SQLiteValue] = [
      .integer(store.layout[reference.entity]?.number ?? 0), .integer(reference.key),
    ]
    let bits = bits(properties, reference.entity)
    let known = try connection.value(
      "SELECT bits FROM temp.swiftdata_updates WHERE entity = ? AND key = ?", row)
    guard case .blob(let before)? = known else {
      try connection.run(
        "INSERT INTO temp.swiftdata_updates VALUES (?, ?, ?)", row + [.blob(bits)])
      return true
    }
    let all = Data(zip(before, bits).map { $0 | $1 })
    if all != before {
      try connection.run(
        "UPDATE temp.swiftdata_updates SET bits = ?3 WHERE entity = ?1 AND key = ?2",
        row + [.blob(all)])
    }
    return false
  }

  private func bits(_ properties: Set<String>, _ name: String) -> Data {
    guard let entity = store.model.entity(named: name) else { return Data() }
    let known = columns[name] ?? ChangedColumns(entity, store)
    columns[name] = known
    return Data(known.bytes(properties))
  }

  /// Writes what was noted of rows that were there.
  func finish() throws {
    if hasUpdates {
      let updates = try store.connection.prepare(
        "SELECT entity, key, bits FROM temp.swiftdata_updates ORDER BY entity, key")
      while try updates.step() {
        try write(.update, updates.integer(0), updates.integer(1), updates.value(2))
      }
    }
    if lastChange > 0 { try setMaximum(lastChange, HistoryTables.change) }
  }

  private func write(_ kind: HistoryTables.Change, _ entity: Int64, _ key: Int64, _ bits: SQLiteValue) throws {
    guard let tables else { return }
    let transaction = try self.transaction ?? begin(tables.transactions)
    lastChange += 1
    let values: [SQLiteValue] = [
      .integer(lastChange), .integer(HistoryTables.change), .integer(kind.rawValue),
      .integer(entity), .integer(key), .integer(transaction), bits,
    ]
    let (statement, positions) = try changeInsertion(into: tables.changes)
    for (index, position) in positions.enumerated() {
      try statement.bind(values[position], at: Int32(index + 1))
    }
    defer { statement.reset() }
    _ = try statement.step()
  }

  /// The statement that writes a row of ACHANGE, made once, and which values it takes.
  private func changeInsertion(
    into table: TableCatalog.Table
  ) throws -> (Statement, [Int]) {
    if let insertion { return insertion }
    let names = HistoryTables.changeColumns
    let positions = names.indices.filter { table.column(names[$0]) != nil }
    let columns = positions.map { names[$0].sqlName }.joined(separator: ", ")
    let marks = Array(repeating: "?", count: positions.count).joined(separator: ", ")
    let statement = try store.connection.prepare(
      "INSERT INTO \(table.name.sqlName) (\(columns)) VALUES (\(marks))")
    insertion = (statement, positions)
    return (statement, positions)
  }

  private func begin(_ table: TableCatalog.Table) throws -> Int64 {
    let key = try nextKey(HistoryTables.transactions, HistoryTables.transaction)
    var values: [(String, SQLiteValue)] = [
      (RowHeader.key, .integer(key)), (RowHeader.entity, .integer(HistoryTables.transaction)),
      ("ZTIMESTAMP", .real(Date().timeIntervalSinceReferenceDate)),
    ]
    let texts: [(HistoryTables.Text, String)] = [
      (.author, author), (.bundle, Self.program), (.process, Self.program),
    ]
    for (text, value) in texts {
      if table.column(text.keyColumn) != nil, store.catalog.has(HistoryTables.strings) {
        values.append((text.keyColumn, .integer(try string(value))))
      } else {
        values.append((text.column, .text(value)))
      }
    }
    try insert(values, into: table)
    transaction = key
    lastChange = try nextKey(HistoryTables.changes, HistoryTables.change) - 1
    return key
  }

  private func insert(
    _ values: [(String, SQLiteValue)], into table: TableCatalog.Table
  ) throws {
    let present = values.filter { table.column($0.0) != nil }
    let names = present.map(\.0.sqlName).joined(separator: ", ")
    let marks = Array(repeating: "?", count: present.count).joined(separator: ", ")
    try store.connection.run(
      "INSERT INTO \(table.name.sqlName) (\(names)) VALUES (\(marks))", present.map(\.1))
  }

  /// The key of a text, which is kept once.
  private func string(_ text: String) throws -> Int64 {
    if let key = try store.connection.integer(
      HistoryTables.stringSelection, [.text(text)])
    {
      return key
    }
    let key = try nextKey(HistoryTables.strings, HistoryTables.transactionString)
    try store.connection.run(HistoryTables.stringInsertion, [.integer(key), .text(text)])
    return key
  }

  private func nextKey(_ table: String, _ number: Int64) throws -> Int64 {
    // The rows of Z_PRIMARYKEY are made when history is first written.
    try store.connection.run(
      "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)",
      [.integer(number), .text(HistoryTables.counterName(table))])
    let key = try store.connection.nextKey(table, number)
    try setMaximum(key, number)
    return key
  }

  private func setMaximum(_ key: Int64, _ number: Int64) throws {
    try store.connection.run(PrimaryKeyTable.raise, [.integer(key), .integer(number)])
  }
}

extension Connection {
  /// The next key of a table: no key is given out twice.
  func nextKey(_ table: String, _ number: Int64) throws -> Int64 {
    let counted =
      try integer(PrimaryKeyTable.maximum, [.integer(number)]) ?? 0
    let highest = try integer("SELECT max(Z_PK) FROM \(table.sqlName)") ?? 0
    let last = max(counted, highest)
    // Far from the end, so that counting on cannot overflow.
    guard last >= 0, last < .max / 2 else {
      throw StoreError(.damaged, "The keys of \(table) are out of range.", file: file)
    }
    return last + 1
  }
}
