// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension TableChanges {
    /// Trigram indexes as the models and the configuration want them. Where the extension is missing, or may not be used,
    /// nothing is said about them.
    mutating func compareSubstringIndexes() {
      guard let substrings = ddl.layout.substrings else { return }
      var wanted: Set<[String]> = []
      for index in substrings.all {
        let (table, column) = (PostgresNames.plain(index.table), PostgresNames.plain(index.column))
        wanted.insert([table, column])
        // By what it is about: a renamed column keeps its index.
        guard
          !contents.indexes.values.contains(where: { $0.isSubstring && $0.table == table && $0.columns == [column] })
        else { continue }
        let name = ([index.name] + index.names).first { contents.indexes[$0] == nil } ?? index.name
        let isConcurrent = isThere(index.table)
        let sql = ddl.create(index.renamed(name), isConcurrent: isConcurrent)
        if isConcurrent {
          concurrent.append(Concurrent(index: nil, name: name, sql: sql))
        } else {
          optionally { $0.statements.append(sql) }
        }
      }
      let tables = Set(ddl.layout.tables.map { PostgresNames.plain($0.name) })
      for (name, part) in contents.indexes.sorted(by: { $0.key < $1.key })
      where part.isSubstring && tables.contains(part.table) && !wanted.contains([part.table] + part.columns)
        && PostgresNames.isMade(name, of: [part.table] + part.columns + [part.suffix])
      {
        let quoted = ddl.layout.helper(PostgresNames.quoted(name))
        concurrent.append(Concurrent(index: nil, sql: "DROP INDEX CONCURRENTLY IF EXISTS \(quoted)"))
      }
    }
  }

  extension TableMigration {
    static let installation = "CREATE EXTENSION IF NOT EXISTS pg_trgm"

    /// Whether the extension is wanted that the database lacks.
    func lacksExtension(_ contents: NamespaceContents) -> Bool {
      opening.configuration.substringIndexes.installsExtension && !contents.hasTrigrams
    }

    /// In a transaction of its own: a store of another namespace may do the same at this moment.
    ///
    /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the server refuses.
    func installExtension() throws {
      guard lacksExtension(try contents()) else { return }
      do { try connection.run(Self.installation) } catch {
        guard lacksExtension(try contents()) else { return }
        throw SwiftDataError(
          .loadIssueModelContainer, "The extension pg_trgm, which substringIndexes asks for, cannot be installed.",
          advice: "Run CREATE EXTENSION pg_trgm as a user who may, or set installsExtension to false.",
          underlying: error)
      }
    }

    /// Makes an index of a name. One that an early end has left is of no use, and is replaced.
    func build(_ name: String, _ sql: String, _ contents: NamespaceContents) throws(PostgresFailure) {
      let quoted = "\(PostgresNames.quoted(namespace)).\(PostgresNames.quoted(name))"
      if contents.brokenIndexes.contains(name) {
        try connection.run("DROP INDEX CONCURRENTLY IF EXISTS \(quoted)")
      }
      do { try connection.run(sql) } catch {
        _ = try? connection.run("DROP INDEX CONCURRENTLY IF EXISTS \(quoted)")
        throw error
      }
    }
  }
#endif
