// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres

  /// A file with the rows of a database, as of one moment: for commands that read all of it anyway.
  ///
  /// Rows go from the one to the other in blocks; neither is in memory. The file lies in a temporary folder that only the
  /// user can read, and is removed when the command ends.
  struct DatabaseCopy {
    let session: DatabaseSession
    let record: DatabaseSession.Record
    private let known = KnownTypes()

    /// The types of columns, each asked for once.
    private final class KnownTypes {
      var tables: [String: [String: String]] = [:]
    }

    init(_ address: DatabaseAddress) throws {
      session = try DatabaseSession(url: address.url, namespace: address.namespace)
      record = try session.record()
    }

    /// The types of the columns of a table, as PostgreSQL calls them.
    func types(_ table: String) throws -> [String: String] {
      if let types = known.tables[table] { return types }
      let types = try session.columnTypes(table)
      known.tables[table] = types
      return types
    }

    /// A new file without rows.
    func emptyFile() throws -> URL {
      let url = try TemporaryFolders.make().appendingPathComponent("database.store")
      try StoreCreation.create(record.model, at: url, version: record.version, identifier: record.identifier)
      return url
    }

    func file(rows: DatabaseRows) throws -> URL {
      let url = try emptyFile()
      guard rows != .none else { return url }
      let writer = try BulkWriter(url)
      defer { writer.close() }
      let tables = try DatabaseTables(record, writer.store)
      try session.snapshot {
        try writer.connection.transaction {
          for table in tables.tables { try copy(table, into: writer, limit: rows == .some ? 1_000 : nil) }
          if rows == .all {
            for pairs in tables.pairs { try copy(pairs, into: writer) }
          }
        }
      }
      return url
    }

    /// - Parameters:
    ///   - condition: About the table `t`; `nil` for all rows. Rows that are there already are passed over.
    ///   - longest: Texts and bytes are cut after so many characters and bytes.
    ///   - isPage: Whether the rows are few, and come at once instead of in blocks. What cannot be read is passed over then,
    ///     as in a file: the rest is to be seen.
    func copy(
      _ table: DatabaseTable, into writer: BulkWriter, limit: Int? = nil, where condition: String? = nil,
      longest: Int? = nil, isPage: Bool = false
    ) throws {
      let store = writer.store
      guard let number = store.layout[table.root]?.number else { return }
      var numbers: [String: Int64] = [:]
      for entity in store.model.entities {
        for name in record.layout.rowNames(of: entity.name) { numbers[name] = store.layout[entity.name]?.number }
      }
      let types = try types(table.database)
      let columns = table.columns.map { column -> String in
        switch column.content {
        case .attribute: return Self.sql(column.database, types[column.database], longest)
        case .key: return "t." + DatabaseSession.quoted(column.database)
        case .entity(let key, let target, let root):
          guard record.layout.entities[root]?.hasSubentities == true else { return "NULL" }
          return "(SELECT d.entity FROM \(session.quoted(target)) AS d WHERE d.pk = t.\(DatabaseSession.quoted(key)))"
        }
      }
      let header = ["t.pk", table.hasSubentities ? "t.entity" : "NULL", "t.opt"]
      let names = ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.file)
      let insertion = try writer.connection.prepare(
        "INSERT OR IGNORE INTO \(table.file.sqlName) (\(names.map(\.sqlName).joined(separator: ", "))) VALUES "
          + "(\(names.map { _ in "?" }.joined(separator: ", ")))")
      var highest: Int64 = 0
      func insert(_ row: [ColumnConstant]) throws {
        guard row.count == names.count, case .integer(let key) = row[0] else { return }
        highest = max(highest, key)
        var values: [SQLiteValue] = [.integer(key), .integer(number), .integer(1)]
        if case .text(let name) = row[1] {
          guard let number = numbers[name] else {
            if isPage { return }
            throw unknown(name, table, key)
          }
          values[1] = .integer(number)
        }
        if case .integer(let version) = row[2] { values[2] = .integer(version) }
        for (column, value) in zip(table.columns, row.dropFirst(3)) {
          let isJSON = types[column.database] == "jsonb"
          do { values.append(try stored(value, column, isJSON: isJSON, longest, numbers, table, key)) } catch {
            guard isPage else { throw error }
            values.append(.null)
          }
        }
        try insertion.bind(values)
        defer { insertion.reset() }
        _ = try insertion.step()
      }
      let sql =
        "SELECT \((header + columns).joined(separator: ", ")) FROM \(session.quoted(table.database)) AS t"
        + (condition.map { " WHERE \($0)" } ?? "") + " ORDER BY t.pk" + (limit.map { " LIMIT \($0)" } ?? "")
      if isPage {
        for row in try session.rows(sql) { try insert(row) }
      } else {
        try session.forEach(sql) { try insert($0) }
      }
      try writer.connection.run(PrimaryKeyTable.raise, [.integer(highest), .integer(number)])
    }

    /// A column, as much of it as is wanted.
    private static func sql(_ column: String, _ type: String?, _ longest: Int?) -> String {
      let name = "t." + DatabaseSession.quoted(column)
      guard let longest else { return name }
      switch type {
      case "text": return "left(\(name), \(longest))"
      case "bytea": return "substr(\(name), 1, \(longest))"
      // One more tells whether this is all.
      case "jsonb": return "left(\(name)::text, \(longest + 1))"
      default: return name
      }
    }

    private func stored(
      _ value: ColumnConstant, _ column: DatabaseTable.Column, isJSON: Bool, _ longest: Int?,
      _ numbers: [String: Int64], _ table: DatabaseTable, _ key: Int64
    ) throws -> SQLiteValue {
      switch (column.content, value) {
      case (.attribute(let attribute), .text(let json)) where isJSON:
        if let longest, json.unicodeScalars.count > longest { return DatabaseValues.cut(json, attribute) }
        do { return try DatabaseValues.stored(.bytes(Array(json.utf8)), attribute, isJSON: true) } catch {
          throw unreadable(attribute, table, key)
        }
      case (.attribute(let attribute), _):
        do { return try DatabaseValues.stored(value, attribute, isJSON: isJSON) } catch {
          throw unreadable(attribute, table, key)
        }
      case (.entity, .text(let name)):
        guard let number = numbers[name] else { throw unknown(name, table, key) }
        return .integer(number)
      case (.entity(let keyColumn, _, let root), _):
        guard keyColumn == column.database, let number = numbers[root] else { return .null }
        return value == .null ? .null : .integer(number)
      case (.key, .integer(let key)): return .integer(key)
      case (.key, _): return .null
      }
    }

    private func unreadable(_ attribute: AttributeDescription, _ table: DatabaseTable, _ key: Int64) -> StoreError {
      StoreError(
        .damaged, "The value of \(attribute.name) in the row \(key) cannot be read.", file: table.database,
        advice: "Correct it with SQL, or through the program's models.")
    }

    private func unknown(_ name: String, _ table: DatabaseTable, _ key: Int64) -> StoreError {
      StoreError(
        .damaged, "The row \(key) is of the entity \(name), which the store's models do not have.",
        file: table.database, advice: "Open the store with the program whose models have it.")
    }

    func copy(_ pairs: DatabasePairs, into writer: BulkWriter, where condition: String? = nil) throws {
      let columns = [pairs.database.owner, pairs.database.target].map(DatabaseSession.quoted).joined(separator: ", ")
      let insertion = try writer.connection.prepare(
        "INSERT OR IGNORE INTO \(pairs.file.table.sqlName) (\(pairs.file.owner.sqlName), \(pairs.file.target.sqlName)) VALUES (?, ?)"
      )
      try session.forEach(
        "SELECT \(columns) FROM \(session.quoted(pairs.database.table))\(condition.map { " WHERE \($0)" } ?? "")"
      ) { row in
        guard case .integer(let owner)? = row.first, case .integer(let target)? = row.last else { return }
        try insertion.bind([.integer(owner), .integer(target)])
        defer { insertion.reset() }
        _ = try insertion.step()
      }
    }
  }

  extension DatabaseAddress {
    /// A file with the database's model, and with rows of it.
    func copy(rows: DatabaseRows) throws -> Store {
      try reporting { try Store(reading: DatabaseCopy(self).file(rows: rows)) }
    }

    /// The library's errors as those of the command line, which say what to do in the same way.
    func reporting<T>(_ body: () throws -> T) throws -> T {
      do { return try body() } catch let error as SwiftDataError {
        let place = [error.entity, error.property].compactMap { $0 }.joined(separator: ".")
        let what = place.isEmpty ? error.explanation : "\(place): \(error.explanation)"
        let cause = error.underlying.map { " (\($0))" } ?? ""
        throw StoreError(.unreadable, what + cause, file: name, advice: error.advice)
      }
    }
  }
#endif
