// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import CoreDataStore
  import Foundation
  import SwiftDataCore
  import SwiftDataPostgres

  /// Adds the objects of a JSON or CSV file to a database.
  ///
  /// They are read into a temporary file for the same models first, which checks all that can be checked without the
  /// database, and connects them. Then they go into the tables by `COPY`, in one transaction and with keys from the tables'
  /// sequences.
  struct DatabaseImport {
    let copy: DatabaseCopy
    private var session: DatabaseSession { copy.session }

    func run(
      _ source: URL?, _ format: Importer.Format, _ importer: Importer, _ progress: (Int, Int) -> Void
    ) throws -> Importer.Result {
      let url = try copy.emptyFile()
      var importer = importer
      importer.keepsAllDigits = true
      let result = try importer.import(source, format, into: url, progress: progress)
      let store = try Store(reading: url)
      let tables = try DatabaseTables(copy.record, store)
      let offsets = try takeKeys(tables, store)
      try session.transaction { try send(tables, store, offsets, author: importer.author) }
      return result
    }

    /// Keys for all rows of a file, before the transaction that uses them.
    ///
    /// - Returns: For each root entity that has rows, what is added to a key of the file.
    func takeKeys(_ tables: DatabaseTables, _ store: Store) throws -> [String: Int64] {
      var offsets: [String: Int64] = [:]
      for table in tables.tables {
        let count = try store.connection.integer("SELECT max(Z_PK) FROM \(table.file.sqlName)") ?? 0
        guard count > 0 else { continue }
        offsets[table.root] = try session.takeKeys(table.database, count: Int(count)) - 1
      }
      return offsets
    }

    /// Sends all rows of a file for the same models; within a transaction.
    func send(_ tables: DatabaseTables, _ store: Store, _ offsets: [String: Int64], author: String) throws {
      for table in tables.tables where offsets[table.root] != nil { try send(table, store, offsets) }
      for pairs in tables.pairs { try send(pairs, store, offsets) }
      try session.recordInsertions(insertions(tables, store, offsets), author: author)
    }

    private func send(_ table: DatabaseTable, _ store: Store, _ offsets: [String: Int64]) throws {
      let types = try session.columnTypes(table.database)
      // The entity of a key is known by the row that it leads to.
      let columns = table.columns.filter { if case .entity = $0.content { false } else { true } }
      var targets = [DatabaseSession.Column(name: "pk", type: "bigint")]
      if table.hasSubentities { targets.append(.init(name: "entity", type: "text")) }
      targets.append(.init(name: "opt", type: "integer"))
      for column in columns {
        guard let type = types[column.database] else {
          throw StoreError(
            .unsupported, "The table \(table.database) has no column \(column.database).", file: "database",
            advice: "Open the store with its program, which adds it.")
        }
        targets.append(.init(name: column.database, type: type))
      }
      let names = ["Z_PK", "Z_ENT"] + columns.map(\.file)
      let rows = try store.connection.prepare(
        "SELECT \(names.map(\.sqlName).joined(separator: ", ")) FROM \(table.file.sqlName) ORDER BY Z_PK")
      try session.copy(into: table.database, targets) { target in
        while try rows.step() {
          let row = rows.row
          let key = row[0].key ?? 0
          let entity = row[1].key.flatMap { store.entitiesByNumber[$0] } ?? table.root
          var values: [ColumnConstant] = [.integer(key + offsets[table.root, default: 0])]
          if table.hasSubentities { values.append(.text(entity)) }
          values.append(.integer(1))
          for (column, value) in zip(columns, row.dropFirst(2)) {
            if case .attribute(let attribute) = column.content {
              values.append(try DatabaseValues.sent(value, attribute, store))
            } else {
              values.append(value.key.map { .integer($0 + offsets[column.target ?? "", default: 0]) } ?? .null)
            }
          }
          try target.append(values) { "\(entity), object \(key)" }
        }
      }
    }

    private func send(_ pairs: DatabasePairs, _ store: Store, _ offsets: [String: Int64]) throws {
      let rows = try store.connection.prepare(
        "SELECT \(pairs.file.owner.sqlName), \(pairs.file.target.sqlName) FROM \(pairs.file.table.sqlName)")
      let columns = [pairs.database.owner, pairs.database.target].map {
        DatabaseSession.Column(name: $0, type: "bigint")
      }
      try session.copy(into: pairs.database.table, columns) { target in
        while try rows.step() {
          let values: [ColumnConstant] = [
            .integer(rows.integer(0) + offsets[pairs.owner, default: 0]),
            .integer(rows.integer(1) + offsets[pairs.target, default: 0]),
          ]
          try target.append(values) { "a pair of \(pairs.database.table)" }
        }
      }
    }

    /// Runs of keys of one entity, as the history has them.
    private func insertions(
      _ tables: DatabaseTables, _ store: Store, _ offsets: [String: Int64]
    ) throws -> [(entity: String, keys: ClosedRange<Int64>)] {
      var runs: [(entity: String, keys: ClosedRange<Int64>)] = []
      for table in tables.tables {
        guard let offset = offsets[table.root] else { continue }
        // Rows of one entity whose keys follow each other have the same difference of key and place among their kind.
        let statement = try store.connection.prepare(
          "SELECT Z_ENT, min(Z_PK), max(Z_PK) FROM (SELECT Z_ENT, Z_PK, Z_PK - row_number() OVER (PARTITION BY Z_ENT "
            + "ORDER BY Z_PK) AS run FROM \(table.file.sqlName)) GROUP BY Z_ENT, run ORDER BY 2")
        while try statement.step() {
          let entity = store.entitiesByNumber[statement.integer(0)] ?? table.root
          runs.append((entity, (statement.integer(1) + offset)...(statement.integer(2) + offset)))
        }
      }
      return runs
    }
  }

  extension DatabaseAddress {
    func `import`(
      _ source: URL?, _ format: Importer.Format, _ importer: Importer, _ progress: (Int, Int) -> Void
    ) throws -> Importer.Result {
      guard importer.policy == .fail else {
        throw StoreError(
          .unsupported, "'--on-conflict \(importer.policy.rawValue)' works on files only.", file: name,
          advice: "Leave out the objects that are there already.")
      }
      return try reporting { try DatabaseImport(copy: DatabaseCopy(self)).run(source, format, importer, progress) }
    }
  }
#endif
