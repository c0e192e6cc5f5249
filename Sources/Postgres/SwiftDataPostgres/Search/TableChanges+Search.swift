// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// Full-text indexes as the models want them.
  extension TableChanges {
    /// Triggers that are made anew, or are no longer wanted. They name columns, which may go or get another name.
    mutating func dropSearchTriggers() {
      for table in ddl.layout.tables where isThere(table.name) {
        let isCurrent: Bool
        if let wanted = ddl.layout.postgresSearchIndex(of: table) {
          isCurrent = contents.indexes[wanted.name] != nil
        } else {
          isCurrent = searchIndexes(of: table.name).isEmpty
        }
        if !isCurrent { statements.append(PostgresSearchIndex.dropTrigger(of: table.name)) }
      }
    }

    /// After the columns of the tables are there.
    mutating func makeSearchIndexes() {
      for table in ddl.layout.tables {
        let index = ddl.layout.postgresSearchIndex(of: table)
        if let index, contents.indexes[index.name] == nil {
          statements.append(index.addColumn)
          statements += index.createTrigger
          if !isThere(table.name) {
            statements.append(index.create(isConcurrent: false))
          } else if former == nil {
            concurrent.append(Concurrent(index: nil, search: index, sql: index.create(isConcurrent: true)))
          } else {
            // A stage of a plan: nobody else writes.
            concurrent.append(Concurrent(index: nil, sql: index.fillAll))
            concurrent.append(Concurrent(index: nil, sql: index.create(isConcurrent: false)))
          }
        }
        // The words of other marks. The column stays: it would be filled again.
        for name in searchIndexes(of: table.name) where name != index?.name {
          let quoted = ddl.layout.helper(PostgresNames.quoted(name))
          // With its trigger: an index whose trigger is gone would lack words.
          statements.append("DROP INDEX IF EXISTS \(quoted)")
        }
      }
    }

    private func searchIndexes(of table: String) -> [String] {
      let plain = PostgresNames.plain(table)
      return contents.indexes.filter { $0.value.table == plain && $0.value.columns == [PostgresSearchIndex.column] }
        .map(\.key).sorted()
    }
  }

  extension TableMigration {
    /// Gives all rows their words, some at a time, while others read and write; then makes the index. If the process ends in
    /// between, the next one begins anew, and writes only what is missing.
    func make(_ index: PostgresSearchIndex, _ sql: String, _ contents: NamespaceContents) throws {
      let name = "\(PostgresNames.quoted(namespace)).\(PostgresNames.quoted(index.name))"
      if contents.brokenIndexes.contains(index.name) {
        try connection.run("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
      }
      // Row security that hides rows from the owner, too, would leave them without words: then the server refuses.
      try connection.run("SET row_security = off")
      var last: Int64? = .min
      while let key = last { last = try fill(index, after: key) }
      try connection.run("RESET row_security")
      do { try connection.run(sql) } catch {
        _ = try? connection.run("DROP INDEX CONCURRENTLY IF EXISTS \(name)")
        throw error
      }
    }

    private func fill(_ index: PostgresSearchIndex, after key: Int64) throws -> Int64? {
      let parameters = [Parameter(key)]
      for attempt in 1... {
        do {
          return Self.lastKey(try connection.run(index.fillSome, parameters))
        } catch {
          // In a deadlock with somebody's save.
          guard PostgresErrors.isTransient(error), attempt < 10 else { throw error }
        }
      }
      return nil
    }

    private static func lastKey(_ rows: ResultRows) -> Int64? {
      rows.count > 0 && !rows.isNull(0, 0) ? rows.integer(0, 0) : nil
    }
  }
#endif
