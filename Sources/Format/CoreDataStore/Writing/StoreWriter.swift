// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDBSQLite

/// Changes rows as Core Data would.
///
/// Keys come from the root's counter, which is raised; new rows have version
/// 1, changed ones the next; history is kept where the store keeps it.
/// Metadata, model, mirroring tables and everything unknown stay as they are.
final class StoreWriter {
  let store: Store
  private let history: HistoryWriter
  private var nextKeys: [String: Int64] = [:]
  /// The first keys that were given out, by root entity.
  private var firstKeys: [String: Int64] = [:]
  /// Files of large values.
  let files: ExternalFileWriter
  /// Keeps what rows were before, on request.
  var journal: RowJournal?

  /// Does everything that `body` does, or nothing.
  static func change<T>(
    _ url: URL, author: String, _ body: (StoreWriter) throws -> T
  ) throws -> T {
    let file = url.resolvingSymlinksInPath()
    let header = try SQLiteFileHeader(file)
    guard FileManager.default.isWritableFile(atPath: file.path) else {
      throw StoreError(
        .notWritable, "The file cannot be written to.", file: file.path,
        advice: "Check its permissions, or work on a copy.")
    }
    let connection = try Connection(file, .writable)
    var writer: StoreWriter?
    do {
      let result = try connection.transaction {
        try RecentHistory.settle(connection)
        let store = try Store(header, connection)
        if let problem = store.metadata.problem {
          throw StoreError(
            .damaged, problem, file: file.path, advice: "Restore the file from a backup.")
        }
        let new = StoreWriter(store, author)
        writer = new
        let result = try body(new)
        try new.finish()
        return result
      }
      // What somebody reads stays: there is no later transaction.
      _ = writer?.files.removeReplaced(connection)
      return result
    } catch {
      writer?.files.removeMade()
      throw error
    }
  }

  private init(_ store: Store, _ author: String) {
    self.store = store
    history = HistoryWriter(store, author: author)
    files = ExternalFileWriter(store.externalFiles)
    TriggerFunctions.register(for: store.catalog, on: store.connection)
  }

  /// Notes the files that columns of a row lead to, before these change.
  func replaceFiles(_ columns: [String], of reference: ObjectReference) throws {
    guard !columns.isEmpty, let table = store.layout[reference.entity]?.table else { return }
    let row = try store.connection.rows(
      "SELECT \(columns.map(\.sqlName).joined(separator: ", ")) FROM \(table.sqlName) WHERE Z_PK = ?",
      [.integer(reference.key)])
    for case .blob(let bytes) in row.first ?? [] {
      if let name = ExternalColumn(bytes).file { files.replace(name) }
    }
  }

  /// Makes a row without values.
  func insert(_ entity: String) throws -> ObjectReference {
    guard let place = store.layout[entity], let table = place.table,
      let root = store.layout[place.root]
    else {
      throw StoreError(.unsupported, "The file has no table for \(entity).", file: store.url.path)
    }
    let key = try nextKeys[root.entity] ?? store.connection.nextKey(table, root.number)
    if nextKeys[root.entity] == nil { firstKeys[root.entity] = key }
    nextKeys[root.entity] = key + 1
    try store.connection.run(
      "INSERT INTO \(table.sqlName) (Z_PK, Z_ENT, Z_OPT) VALUES (?, ?, 1)",
      [.integer(key), .integer(place.number)])
    let reference = ObjectReference(entity: entity, key: key)
    try history.noteInsert(reference)
    journal?.noteInsert(reference)
    return reference
  }

  /// Makes a row again that was deleted, with its key and the values of all its columns.
  func restore(_ reference: ObjectReference, _ values: [(column: String, value: SQLiteValue)]) throws {
    guard let table = store.layout[reference.entity]?.table else { return }
    let names = values.map(\.column.sqlName).joined(separator: ", ")
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try store.connection.run("INSERT INTO \(table.sqlName) (\(names)) VALUES (\(marks))", values.map(\.value))
    try history.noteInsert(reference)
    journal?.noteInsert(reference)
  }

  /// Removes a row. What leads to it is the business of ``ObjectDeletion``.
  func delete(_ reference: ObjectReference) throws {
    guard let table = store.layout[reference.entity]?.table else { return }
    try journal?.willDelete(reference)
    try history.noteDelete(reference, tombstone: store.tombstone(of: reference))
    try store.connection.run("DELETE FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)])
  }

  /// Whether the row has been made by this writer.
  func isNew(_ reference: ObjectReference) -> Bool {
    guard let root = store.layout[reference.entity]?.root, let first = firstKeys[root] else {
      return false
    }
    return reference.key >= first
  }

  /// Sets columns of a row.
  ///
  /// - Parameter properties: what the columns belong to.
  func update(
    _ reference: ObjectReference, _ columns: [(String, SQLiteValue)], _ properties: Set<String>
  ) throws {
    guard let table = store.layout[reference.entity]?.table else { return }
    try journal?.willChange(reference)
    var settings = columns.map { "\($0.0.sqlName) = ?" }
    // A new row has version 1, and an old one one more than before.
    if !isNew(reference), try history.noteUpdate(reference, properties) {
      settings.append("Z_OPT = coalesce(Z_OPT, 0) + 1")
    }
    guard !settings.isEmpty else { return }
    try store.connection.run(
      "UPDATE \(table.sqlName) SET \(settings.joined(separator: ", ")) WHERE Z_PK = ?",
      columns.map(\.1) + [.integer(reference.key)])
  }

  /// Notes that a relationship of a row has changed which has no column there.
  func touch(_ reference: ObjectReference, _ property: String) throws {
    try update(reference, [], [property])
  }

  private func finish() throws {
    for (root, next) in nextKeys {
      guard let number = store.layout[root]?.number else { continue }
      try store.connection.run(
        PrimaryKeyTable.raise, [.integer(next - 1), .integer(number)])
    }
    try history.finish()
    try files.prepare(store)
  }
}

/// The functions that triggers of derived attributes call.
///
/// They are private to Core Data, which knows by them which values to compute
/// anew. A writer that lacks them could not write at all; here they do
/// nothing, and the app computes derived values when it next saves the row.
enum TriggerFunctions {
  static func register(for catalog: TableCatalog, on connection: Connection) {
    var names: Set<String> = []
    for trigger in catalog.triggers {
      var rest = trigger.sql[...]
      while let start = rest.range(of: "NSCoreData") {
        let name = rest[start.lowerBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        names.insert(String(name))
        rest = rest[name.endIndex...]
      }
    }
    // SQLITE_INNOCUOUS: triggers may call the function.
    let flags = SQLITE_UTF8 | 0x20_0000
    for name in names {
      sqlite3_create_function_v2(
        connection.handle, name, -1, flags, nil,
        { context, _, _ in sqlite3_result_null(context) }, nil, nil, nil)
    }
  }
}
