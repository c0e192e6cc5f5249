// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Brings the rows of a damaged store that can be read into a new one.
///
/// ```swift
/// let salvage = try StoreSalvage.salvage(damaged, into: rescued)
/// for table in salvage.tables where !table.isComplete { print(table.name, table.unreadable) }
/// ```
///
/// The damaged file stays as it is. The new store has the identity of the old one, and its rows have their keys. Its
/// tables are made by the definitions in the damaged file, of which nothing else is run (``StoredDefinition``).
/// References to rows that are lost become nil; no row is counted as deleted by the history. If part of the history is
/// lost, the new store has none, so that who reads it learns that changes are missing.
package struct StoreSalvage {
  /// The outcome of one table.
  package struct Table: Equatable, Sendable {
    package let name: String
    /// How many rows were brought over.
    package let rows: Int
    /// Keys that may have had rows, or whose rows are lost. A range up to the highest of all keys has an unknown end.
    package let unreadable: [ClosedRange<Int64>]
    /// Keys of rows that lack some optional values.
    package let incomplete: [Int64]

    package var isComplete: Bool { unreadable.isEmpty && incomplete.isEmpty }
  }

  /// Those of the model, of pairs and of the bookkeeping, by name.
  package private(set) var tables: [Table] = []
  /// Further notes, such as that the history is missing.
  package private(set) var remarks: [String] = []
  /// What was done to the rows afterwards, as ``StoreRepair`` says it.
  package private(set) var repairs: [String] = []

  /// Whether nothing is known to be missing.
  package var isComplete: Bool { tables.allSatisfy(\.isComplete) && remarks.isEmpty }

  /// The known losses, in sentences.
  package var losses: [String] {
    tables.flatMap { table in
      var losses: [String] = []
      if !table.unreadable.isEmpty {
        let keys = table.unreadable.prefix(5).map { range in
          if range.upperBound == .max { return "\(range.lowerBound) and above" }
          return range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        }
        let more = table.unreadable.count > 5 ? ", and more" : ""
        losses.append("\(table.name): whatever rows had the keys \(keys.joined(separator: ", "))\(more) are lost.")
      }
      if !table.incomplete.isEmpty {
        losses.append("\(table.name): \(table.incomplete.count) rows lack a long value.")
      }
      return losses
    } + remarks
  }

  /// Makes a new store of what can be read of a damaged one.
  ///
  /// - Parameters:
  ///   - url: the damaged store, which no program should have open.
  ///   - target: where nothing is yet.
  ///   - sound: a sound store of the same version of the app, for the metadata and tables that cannot be read.
  ///   - progress: is told of each table before it is read.
  /// - Throws: ``StoreError`` if there is something at `target`, if the file's first page is unreadable, or if the
  ///   metadata is and there is no sound store to take it from. There is no file at `target` afterwards.
  /// - Complexity: O(rows), and some seconds for each table whose tree is broken near its root.
  package static func salvage(
    _ url: URL, into target: URL, like sound: URL? = nil, progress: (String) -> Void = { _ in }
  ) throws -> StoreSalvage {
    let source = url.resolvingSymlinksInPath()
    let target = URL(fileURLWithPath: target.path).standardizedFileURL
    try Backup.checkFree(target)
    let manager = FileManager.default
    guard manager.fileExists(atPath: source.path) else {
      throw StoreError(.fileNotFound, "There is no such file.", file: source.path, advice: "Check the path.")
    }
    let folder = target.deletingLastPathComponent().appendingPathComponent(
      ".\(target.lastPathComponent).\(UUID().uuidString.prefix(8))", isDirectory: true)
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(
        .notWritable, "The new store cannot be created.", file: target.path,
        advice: "Check that the folder exists, may be written to, and has room.")
    }
    defer { try? manager.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("damaged")
    let partial = folder.appendingPathComponent(target.lastPathComponent)
    try PrivateCopy.copyUnchanged(source, to: copy)
    var salvage = StoreSalvage()
    try salvage.copyRows(of: copy, named: source.path, to: partial, like: try sound.map(Store.init(reading:)), progress)
    try salvage.copyFiles(of: source, to: partial)
    try salvage.mend(partial)
    try StoreSwitch.settle(partial)
    FileMode.carry(from: source, to: partial)
    try salvage.move(partial, to: target)
    return salvage
  }

  // MARK: Rows

  private mutating func copyRows(
    of copy: URL, named path: String, to partial: URL, like sound: Store?, _ progress: (String) -> Void
  ) throws {
    let source = try Self.named(path) { try Self.openDamaged(copy) }
    defer { source.close() }
    let target = try Connection(partial, .creating)
    defer { target.close() }
    try target.execute("PRAGMA page_size = 4096")
    try target.execute("PRAGMA auto_vacuum = INCREMENTAL")
    try target.execute("PRAGMA journal_mode = WAL")
    // Pages in the log are to be found in the file, too.
    _ = try? source.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    let definitions = try SalvagedDefinitions(source, like: sound?.connection)
    try target.transaction {
      for definition in definitions.tables { try target.create(definition) }
      // Whose numbers and counters the other tables are checked by.
      let bookkeeping = [MetadataTable.name, PrimaryKeyTable.name, ModelCacheTable.name]
      for name in bookkeeping where definitions.has(name) {
        progress(name)
        try copyTable(name, source, target)
        if let sound, sound.catalog.has(name) { try complete(name, target, from: sound.connection) }
      }
      try checkBookkeeping(target, path)
      let numbers = try EntityNumbers(target)
      let counters = Self.counters(numbers)
      let highest = numbers.rows.map(\.maximum).max() ?? 0
      for definition in definitions.tables where !bookkeeping.contains(definition.name) {
        progress(definition.name)
        try copyTable(
          definition.name, source, target, Set(numbers.rows.map(\.number)),
          counter: counters[definition.name.uppercased()], highest)
      }
      try dropHistoryIfDamaged(target, definitions)
      for definition in definitions.others where (try? target.create(definition)) == nil {
        remarks.append("The \(definition.type) \(definition.name) cannot be made of the rows that are left.")
      }
    }
    tables.sort { $0.name < $1.name }
    remarks += definitions.remarks
  }

  /// The highest keys that were given out, by table.
  private static func counters(_ numbers: EntityNumbers) -> [String: Int64] {
    var counters: [String: Int64] = [:]
    for row in numbers.rows where row.maximum > 0 {
      let isInternal = row.number >= PrimaryKeyTable.firstInternalNumber
      guard isInternal || row.superentity == 0 else { continue }
      let table = isInternal ? HistoryTables.table(counterName: row.name) : TableNaming.table(of: row.name)
      counters[table.uppercased()] = max(counters[table.uppercased()] ?? 0, row.maximum)
    }
    return counters
  }

  /// Takes errors in the schema, and a file that is shorter than its header says, for what they are: damage.
  private static func openDamaged(_ copy: URL) throws -> Connection {
    let connection = try Connection(copy, .writable)
    try connection.execute("PRAGMA writable_schema = ON")
    return connection
  }

  private static func named<T>(_ path: String, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch var error as StoreError {
      error.file = path
      throw error
    }
  }

  private mutating func copyTable(
    _ name: String, _ source: Connection, _ target: Connection, _ entities: Set<Int64> = [], counter: Int64? = nil,
    _ highest: Int64 = 0
  ) throws {
    var table = try TableSalvage(
      name, from: source, to: target, entities: entities, counter: counter, highest: highest)
    try table.run()
    tables.append(
      Table(
        name: name, rows: table.rows, unreadable: table.unreadable, incomplete: table.incomplete.map(\.key)))
    incomplete += table.incomplete.map { (name, $0) }
  }

  /// Rows that lack values, until it is known which of these are optional.
  private var incomplete: [(table: String, row: TableSalvage.Incomplete)] = []

  /// Rows that the damaged store should have and a sound one has.
  private mutating func complete(_ name: String, _ target: Connection, from sound: Connection) throws {
    let count = try target.integer("SELECT count(*) FROM \(name.sqlName)") ?? 0
    guard count == 0 || tables.last?.isComplete == false else { return }
    // By name: another version of the system may have made the table with other columns.
    let there = Set(try Self.columns(of: name, sound).map { $0.uppercased() })
    let shared = try Self.columns(of: name, target).filter { there.contains($0.uppercased()) }
    guard !shared.isEmpty else { return }
    let names = shared.map(\.sqlName).joined(separator: ", ")
    let marks = shared.map { _ in "?" }.joined(separator: ", ")
    for row in try sound.rows("SELECT \(names) FROM \(name.sqlName)") {
      try target.run("INSERT OR IGNORE INTO \(name.sqlName) (\(names)) VALUES (\(marks))", row)
    }
    remarks.append("\(name) was completed with the rows of the sound store.")
  }

  private static func columns(of table: String, _ connection: Connection) throws -> [String] {
    try connection.rows("PRAGMA table_info(\(table.sqlName))").compactMap {
      if case .text(let name) = $0[1] { name } else { nil }
    }
  }

  private func checkBookkeeping(_ target: Connection, _ path: String) throws {
    func isMissing(_ name: String) throws -> Bool {
      guard try target.integer("SELECT count(*) FROM sqlite_master WHERE name = ?", [.text(name)]) == 1 else {
        return true
      }
      return try target.integer("SELECT count(*) FROM \(name.sqlName)") == 0
    }
    let what =
      try isMissing(MetadataTable.name)
      ? "metadata" : try isMissing(PrimaryKeyTable.name) ? "list of entities" : nil
    guard let what else { return }
    throw StoreError(
      .damaged, "The store's \(what) cannot be read.", file: path,
      advice: "Give a sound store of the same version of the app, from which it can be taken.")
  }

  /// A history with gaps would hide changes from its readers; without one, their tokens have expired.
  ///
  /// The rows of ``RecentHistory`` are part of it: they refer to Core Data's tables, and move to them later.
  private mutating func dropHistoryIfDamaged(_ target: Connection, _ definitions: SalvagedDefinitions) throws {
    let all = HistoryTables.all + [RecentHistory.table]
    let damaged = tables.contains { all.contains($0.name) && !$0.isComplete }
    let known = HistoryTables.all.filter(definitions.has)
    let hasRecent = definitions.has(RecentHistory.table)
    let hasAny = !known.isEmpty || hasRecent
    guard damaged || (hasAny && known.count < HistoryTables.all.count) else { return }
    for name in known { try target.execute("DELETE FROM \(name.sqlName)") }
    if hasRecent { try target.execute(RecentHistory.removal) }
    remarks.append("The history was removed, since part of it cannot be read.")
  }

  // MARK: What belongs to the rows

  private mutating func copyFiles(of source: URL, to partial: URL) throws {
    let (own, new) = (LargeValueFiles(of: source), LargeValueFiles(of: partial))
    let names = own.all()
    guard !names.isEmpty else { return }
    try FileManager.default.createDirectory(at: new.folder, withIntermediateDirectories: true)
    for name in names {
      do {
        try FileManager.default.copyItem(at: own.file(name).url, to: new.folder.appendingPathComponent(name))
      } catch {
        remarks.append("The file \(name) of a large value cannot be copied.")
      }
    }
  }

  /// Makes one consistent store of the rows.
  private mutating func mend(_ partial: URL) throws {
    var lost: [String: [Int64]] = [:]
    var hasModel = true
    repairs = try StoreRepair.repairContent(of: partial, author: "swiftdata salvage") { writer in
      hasModel = writer.store.modelOrigin == .cache
      for (table, row) in incomplete where try Self.lacksRequired(row, table, writer.store) {
        try writer.store.connection.run("DELETE FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(row.key)])
        lost[table, default: []].append(row.key)
      }
    }
    tables = tables.map { table in
      guard let keys = lost[table.name] else { return table }
      return Table(
        name: table.name, rows: table.rows - keys.count,
        unreadable: (table.unreadable + keys.map { $0...$0 }).sorted { $0.lowerBound < $1.lowerBound },
        incomplete: table.incomplete.filter { !keys.contains($0) })
    }
    if !hasModel, !isComplete {
      remarks.append("The store carries no model, so references to lost rows were left as they are.")
    }
  }

  /// Whether a column that could not be read belongs to an attribute that must have a value.
  private static func lacksRequired(_ row: TableSalvage.Incomplete, _ table: String, _ store: Store) throws -> Bool {
    // The bookkeeping, and what was removed with the history, are of no entity.
    guard store.catalog.table(table)?.column(RowHeader.entity) != nil else { return false }
    let number = try store.connection.integer(
      "SELECT Z_ENT FROM \(table.sqlName) WHERE Z_PK = ?", [.integer(row.key)])
    guard let name = number.flatMap({ store.entitiesByNumber[$0] }), let place = store.layout[name],
      let entity = store.model.entity(named: name)
    else { return false }
    return entity.attributes.contains { attribute in
      !attribute.isOptional
        && (place.attributes[attribute.name]?.names ?? []).contains(where: row.columns.contains)
    }
  }

  private func move(_ partial: URL, to target: URL) throws {
    let manager = FileManager.default
    let (support, place) = (ExternalFolder.support(of: partial), ExternalFolder.support(of: target))
    do {
      if manager.fileExists(atPath: support.path) { try manager.moveItem(at: support, to: place) }
      try manager.moveItem(at: partial, to: target)
    } catch {
      try? manager.removeItem(at: place)
      throw StoreError(.notWritable, "The finished store cannot be moved to its name.", file: target.path)
    }
  }
}
