// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Writes many rows whose keys the caller has chosen, a transaction at a time.
///
/// As ``StoreWriter`` it leaves the file as Core Data would: counters of keys, versions of rows,
/// history, large values in files. It keeps its connection and compiled statements from one
/// transaction to the next.
package final class BulkWriter {
  package let store: Store
  private var files: ExternalFileWriter?
  /// Files that nothing refers to any more, and that somebody may still read.
  private var unremoved: Set<String> = []
  private var history: HistoryWriter?
  private var highestKeys: [Int64: Int64] = [:]
  /// The rows that the transaction has made, by the number of their entity.
  private var made: [Int64: Set<Int64>] = [:]
  /// The changed properties of rows that were there before it.
  private var changed: [ObjectReference: Set<String>] = [:]
  /// How many are kept until the end; a row that is changed again later is in the history twice.
  private static let mostChanged = 1 << 17

  package var connection: Connection { store.connection }

  /// - Throws: ``StoreError`` if the file is no store that can be written to.
  package init(_ url: URL) throws {
    let file = url.resolvingSymlinksInPath()
    let header = try SQLiteFileHeader(file)
    guard FileManager.default.isWritableFile(atPath: file.path) else {
      throw StoreError(
        .notWritable, "The file cannot be written to.", file: file.path,
        advice: "Check its permissions, or work on a copy.")
    }
    let connection = try Connection(file, .writable)
    // Random places of the indexes; a bounded part of them in memory.
    try connection.execute("PRAGMA cache_size = -32768")
    if header.usesLog { try connection.execute("PRAGMA synchronous = NORMAL") }
    store = try Store(header, connection)
    if let problem = store.metadata.problem {
      throw StoreError(
        .damaged, problem, file: file.path, advice: "Restore the file from a backup.")
    }
    guard store.modelOrigin == .cache else {
      throw StoreError(
        .unsupported, "The store carries no model, so its types are not known.", file: file.path,
        advice: "Open it once with its app, which writes the model.")
    }
    TriggerFunctions.register(for: store.catalog, on: connection)
  }

  package func close() {
    if !unremoved.isEmpty {
      unremoved = ExternalFileWriter(store.externalFiles).removeReplaced(connection, besides: unremoved)
    }
    connection.close()
  }

  /// Does everything that `body` does, or nothing.
  package func transaction<T>(author: String, _ body: () throws -> T) throws -> T {
    let files = ExternalFileWriter(store.externalFiles)
    self.files = files
    highestKeys = [:]
    (made, changed) = ([:], [:])
    defer {
      self.files = nil
      (made, changed) = ([:], [:])
      history = nil
    }
    do {
      let result = try connection.transaction {
        try RecentHistory.settle(connection)
        let history = HistoryWriter(store, author: author)
        self.history = history
        let result = try body()
        for (number, key) in highestKeys {
          try connection.run(
            PrimaryKeyTable.raise,
            [.integer(key), .integer(number)])
        }
        try writeChanges()
        try history.finish()
        try files.prepare(store)
        return result
      }
      unremoved = files.removeReplaced(connection, besides: unremoved)
      return result
    } catch {
      files.removeMade()
      throw error
    }
  }

  /// The next free key of an entity's table; within a transaction.
  package func nextKey(_ entity: String) throws -> Int64 {
    let place = try place(entity)
    guard let table = place.table, let root = store.layout[place.root] else {
      throw missing(entity)
    }
    return try connection.nextKey(table, root.number)
  }

  /// Notes that keys up to this one are given out.
  package func reserve(_ entity: String, through key: Int64) throws {
    guard let number = store.layout[try place(entity).root]?.number else { throw missing(entity) }
    highestKeys[number] = max(highestKeys[number] ?? 0, key)
  }

  /// Makes rows of an entity: what is not among the columns is NULL.
  package func inserter(_ entity: String, columns: [String]) throws -> RowInserter {
    let place = try place(entity)
    guard let table = place.table else { throw missing(entity) }
    let names = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).map(\.sqlName).joined(separator: ", ")
    let marks = Array(repeating: "?", count: columns.count).map { ", " + $0 }.joined()
    let statement = try connection.prepare(
      "INSERT INTO \(table.sqlName) (\(names)) VALUES (?, \(place.number), 1\(marks))")
    return RowInserter(statement, number: place.number, writer: self)
  }

  fileprivate func note(_ number: Int64, _ key: Int64) throws {
    made[number, default: []].insert(key)
    try history?.noteInsert(entity: number, key: key)
  }

  /// - Returns: whether it is the first change of a row that was there before the transaction.
  private func noteChange(_ reference: ObjectReference, _ properties: Set<String>) throws -> Bool {
    if let number = store.layout[reference.entity]?.number, made[number]?.contains(reference.key) == true {
      return false
    }
    if changed[reference]?.formUnion(properties) != nil { return false }
    if changed.count >= Self.mostChanged { try writeChanges() }
    changed[reference] = properties
    return true
  }

  private func writeChanges() throws {
    let rows = changed.sorted { ($0.key.entity, $0.key.key) < ($1.key.entity, $1.key.key) }
    changed = [:]
    for (reference, properties) in rows { try history?.noteUpdateAtOnce(reference, properties) }
  }

  /// Changes columns of a row, which gets the next version unless the transaction has made or changed it already.
  package func update(
    _ reference: ObjectReference, _ columns: [String], _ values: [SQLiteValue],
    properties: Set<String>
  ) throws {
    guard let table = store.layout[reference.entity]?.table else {
      throw missing(reference.entity)
    }
    var settings = columns.map { "\($0.sqlName) = ?" }
    if try noteChange(reference, properties) { settings.append("Z_OPT = coalesce(Z_OPT, 0) + 1") }
    guard !settings.isEmpty else { return }
    try connection.run(
      "UPDATE \(table.sqlName) SET \(settings.joined(separator: ", ")) WHERE Z_PK = ?",
      values + [.integer(reference.key)])
  }

  /// Notes that a relationship of a row has changed which has no column there.
  package func touch(_ reference: ObjectReference, _ property: String) throws {
    try update(reference, [], [], properties: [property])
  }

  /// Removes a row, and the files of its large values. What leads to it is the caller's business.
  package func delete(_ reference: ObjectReference) throws {
    guard let table = store.layout[reference.entity]?.table else {
      throw missing(reference.entity)
    }
    changed[reference] = nil
    let withFiles = store.columnsWithFiles(of: reference.entity)
    if !withFiles.isEmpty {
      let columns = withFiles.map(\.sqlName).joined(separator: ", ")
      let values = try connection.rows(
        "SELECT \(columns) FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)])
      for value in values.first ?? [] { release(value) }
    }
    let tombstone = try store.tombstone(of: reference)
    try connection.run("DELETE FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(reference.key)])
    try history?.noteDelete(reference, tombstone: tombstone)
  }

  /// Puts a large value of an attribute whose values may be files into one.
  ///
  /// - Parameter value: bytes with the sign of those that lie in the row.
  package func placed(_ value: SQLiteValue) throws -> SQLiteValue {
    guard case .blob(let bytes) = value, bytes.first == 1,
      bytes.count - 1 > ExternalFolder.inlineLimit, let files
    else { return value }
    return .blob(try files.write(Data(bytes.dropFirst())))
  }

  /// Notes that a column no longer has this value: its file goes with the commit.
  package func release(_ value: SQLiteValue) {
    if case .blob(let bytes) = value, let name = ExternalColumn(bytes).file {
      files?.replace(name)
    }
  }

  private func place(_ entity: String) throws -> EntityTable {
    guard let place = store.layout[entity] else { throw missing(entity) }
    return place
  }

  private func missing(_ entity: String) -> StoreError {
    StoreError(.unsupported, "The file has no table for \(entity).", file: store.url.path)
  }
}

/// Makes rows of one entity with one compiled statement.
package final class RowInserter {
  private let statement: Statement
  private let number: Int64
  private unowned let writer: BulkWriter

  init(_ statement: Statement, number: Int64, writer: BulkWriter) {
    self.statement = statement
    self.number = number
    self.writer = writer
  }

  /// - Parameter values: those of the columns that the inserter was made for.
  package func insert(key: Int64, _ values: [SQLiteValue]) throws {
    try statement.bind(.integer(key), at: 1)
    for (index, value) in values.enumerated() { try statement.bind(value, at: Int32(index + 2)) }
    defer { statement.reset() }
    _ = try statement.step()
    try writer.note(number, key)
  }
}

extension Store {
  /// The opposite of ``BulkWriter/placed(_:)``: bytes, wherever they lie.
  package func inlined(_ value: SQLiteValue) -> SQLiteValue {
    guard case .blob(let bytes) = value, let name = ExternalColumn(bytes).file else {
      return value
    }
    let file = externalFiles.file(name)
    guard file.size != nil, let data = try? Data(contentsOf: file.url) else { return value }
    return .blob(Data([1]) + data)
  }
}
