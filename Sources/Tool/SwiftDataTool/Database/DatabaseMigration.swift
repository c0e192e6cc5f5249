// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataStore
  import Foundation
  import SwiftDataPostgres

  /// Brings what a file is filled with into the empty tables of a database, in one transaction.
  ///
  /// The rows of the file get the keys that they will have in the database. So both can be compared, which happens
  /// before the commit: if a value differs, nothing is stored.
  struct DatabaseMigration {
    let copy: DatabaseCopy
    private var session: DatabaseSession { copy.session }

    /// - Parameters:
    ///   - author: As the history has it.
    ///   - verifies: Whether what was sent is read again, and compared.
    ///   - fill: Puts the rows into a file for the database's models.
    func run(
      author: String, verifies: Bool, _ fill: (URL) throws -> Void, _ progress: (Int, Int) -> Void
    ) throws {
      let url = try copy.emptyFile()
      // Before all the work.
      try checkEmpty(DatabaseTables(copy.record, Store(reading: url)))
      // A large file takes long.
      session.close()
      try fill(url)
      try session.reopen()
      let sender = DatabaseImport(copy: copy)
      let tables = try DatabaseTables(copy.record, Store(reading: url))
      let offsets = try sender.takeKeys(tables, Store(reading: url))
      try move(tables, in: url, by: offsets)
      let store = try Store(reading: url)
      try session.transaction {
        // Whoever else would add rows waits, another migration among them.
        let names = tables.tables.map { session.quoted($0.database) }.joined(separator: ", ")
        if !names.isEmpty { _ = try session.rows("LOCK TABLE \(names) IN SHARE ROW EXCLUSIVE MODE") }
        try checkEmpty(tables)
        try sender.send(tables, store, offsets.mapValues { _ in 0 }, author: author)
        if verifies { try compare(store, progress) }
      }
    }

    /// What was migrated before would be there twice.
    private func checkEmpty(_ tables: DatabaseTables) throws {
      for table in tables.tables {
        guard try session.hasRows(table.database) else { continue }
        throw StoreError(
          .unsupported, "The table \(table.database) has rows already.", file: "database",
          advice: "Migrate into tables without rows: those of another namespace, or empty these.")
      }
    }

    /// Adds to all keys of a file, and to what refers to them.
    private func move(_ tables: DatabaseTables, in url: URL, by offsets: [String: Int64]) throws {
      guard offsets.values.contains(where: { $0 != 0 }) else { return }
      func moved(_ column: String, _ root: String?) -> String {
        "\(column.sqlName) + \(offsets[root ?? ""] ?? 0)"
      }
      let writer = try BulkWriter(url)
      defer { writer.close() }
      // By way of negative numbers: no key may be another row's meanwhile.
      try writer.connection.transaction {
        for table in tables.tables {
          var changes = ["Z_PK = -(\(moved("Z_PK", table.root)))"]
          for column in table.columns {
            guard case .key = column.content else { continue }
            changes.append("\(column.file.sqlName) = \(moved(column.file, column.target))")
          }
          try writer.connection.run("UPDATE \(table.file.sqlName) SET \(changes.joined(separator: ", "))")
          try writer.connection.run("UPDATE \(table.file.sqlName) SET Z_PK = -Z_PK")
        }
        for pairs in tables.pairs {
          let (table, owner, target) = (pairs.file.table.sqlName, pairs.file.owner, pairs.file.target)
          try writer.connection.run(
            "UPDATE \(table) SET \(owner.sqlName) = -(\(moved(owner, pairs.owner))), "
              + "\(target.sqlName) = -(\(moved(target, pairs.target)))")
          try writer.connection.run(
            "UPDATE \(table) SET \(owner.sqlName) = -\(owner.sqlName), \(target.sqlName) = -\(target.sqlName)")
        }
      }
    }

    /// As `swiftdata diff` compares them.
    private func compare(_ store: Store, _ progress: (Int, Int) -> Void) throws {
      var count = 0
      var first: String?
      try StoreComparison(store, Store(reading: received())).rows(progress: progress) { difference in
        count += 1
        let names = difference.values.map(\.name).joined(separator: ", ")
        first = first ?? "\(difference.reference)" + (names.isEmpty ? " (\(difference.kind))" : " (\(names))")
      }
      guard let first else { return }
      throw StoreError(
        .damaged, "\(count) objects are not the same in the database, \(first) among them. Nothing was stored.",
        file: "database",
        advice: "Look for triggers and rules of the tables; --no-verify stores what the database makes of it.")
    }

    /// What the database has now, as this transaction sees it.
    private func received() throws -> URL {
      let url = try copy.emptyFile()
      let writer = try BulkWriter(url)
      defer { writer.close() }
      let tables = try DatabaseTables(copy.record, writer.store)
      try writer.connection.transaction {
        for table in tables.tables { try copy.copy(table, into: writer) }
        for pairs in tables.pairs { try copy.copy(pairs, into: writer) }
      }
      return url
    }
  }

  extension DatabaseAddress {
    /// Takes the rows of a file that `fill` fills, for the database's models.
    func receive(
      author: String, verifies: Bool, _ fill: (URL) throws -> Void, _ progress: (Int, Int) -> Void
    ) throws {
      try reporting {
        try DatabaseMigration(copy: DatabaseCopy(self)).run(author: author, verifies: verifies, fill, progress)
      }
    }
  }
#endif
