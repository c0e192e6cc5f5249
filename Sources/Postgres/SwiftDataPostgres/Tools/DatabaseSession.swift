// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL

  /// A connection for tools, which know the models of a store only by what the store says of them.
  ///
  /// Belongs to one thread. No error has the address or a password.
  package final class DatabaseSession {
    private(set) var connection: PostgresConnection
    private let connect: () throws -> PostgresConnection
    /// When what is read must be there; `nil` if there is no limit. Counts within ``snapshot(_:)`` only.
    package var deadline: DispatchTime?
    /// For how long to look for the server if the answer to a commit is lost, in seconds.
    package var patience = 10.0
    /// Of the transaction that is to be committed.
    private var mark: CommitMark?
    /// What PostgreSQL calls a schema.
    package let namespace: String

    /// What a store says of itself.
    package struct Record: Sendable {
      package let identifier: String
      /// Of its schema.
      package let version: String
      package let model: ManagedObjectModel
      package let layout: RecordedLayout
    }

    /// - Parameter url: As of ``PostgresConfiguration``.
    /// - Throws: ``SwiftDataError`` if the address cannot be read, or leads nowhere.
    package init(url: String, namespace: String) throws {
      let configuration = PostgresConfiguration(url: url, namespace: namespace)
      try configuration.validate()
      self.namespace = namespace
      do {
        let settings = try configuration.settings()
        connect = { try PostgresConnection(settings: settings, prepares: false) }
        connection = try connect()
      } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure)
      }
    }

    package func close() { connection.close() }

    /// After ``close()``, for what comes after long work elsewhere: a connection that waits for it may be taken for idle and be
    /// ended, and is one that others lack.
    ///
    /// - Throws: ``SwiftDataError`` if the server is not to be had any more.
    package func reopen() throws {
      connection.close()
      do { connection = try connect() } catch let failure as PostgresFailure { throw PostgresErrors.error(failure) }
    }

    /// A table or a column of the namespace, as statements name it.
    package func quoted(_ table: String) -> String {
      PostgresNames.quoted(namespace) + "." + PostgresNames.quoted(table)
    }

    package static func quoted(_ name: String) -> String { PostgresNames.quoted(name) }

    /// The version of the server.
    package var server: String { connection.setting("server_version") ?? "" }

    /// The name of the database.
    package var database: String { connection.database }

    /// Whose rights count.
    package var user: String { connection.user }

    // MARK: The store

    /// - Throws: ``SwiftDataError`` if there is no store, or it does not say what its models are.
    package func record() throws -> Record {
      let table = quoted("swiftdata_store")
      let known = try rows(
        "SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname IN ('identifier', 'model')",
        table)
      guard case .integer(let count)? = known.first?.first, count > 0 else {
        throw SwiftDataError(
          .loadIssueModelContainer, "The namespace \(namespace) of the database has no store of this library.",
          advice: "Check the database, and the namespace (--namespace).")
      }
      let values =
        count < 2 ? nil : try rows("SELECT upper(identifier::text), version, model, layout FROM \(table)").first
      guard let values, values.count == 4, case .text(let identifier) = values[0], case .text(let version) = values[1],
        case .bytes(let model) = values[2], case .bytes(let layout) = values[3]
      else {
        throw SwiftDataError(
          .unknownDataStoreSchema,
          "The store does not say what its models are: a former version of this library made it.",
          advice: "Open it once, for writing, with the program that it belongs to.")
      }
      do {
        return Record(
          identifier: identifier, version: version, model: try ModelCache.decode(Data(model)),
          layout: try JSONDecoder().decode(RecordedLayout.self, from: Data(layout)))
      } catch {
        throw SwiftDataError(
          .unknownDataStoreSchema, "The description of the models in the table swiftdata_store cannot be read.",
          advice: "Open the store with its program after a change of the models, which writes it anew.",
          underlying: error)
      }
    }

    /// The types of the columns of a table, as PostgreSQL calls them.
    package func columnTypes(_ table: String) throws -> [String: String] {
      let all = try rows(
        "SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = to_regclass($1) "
          + "AND attnum > 0 AND NOT attisdropped", quoted(table))
      var types: [String: String] = [:]
      for row in all {
        if case .text(let name)? = row.first, case .text(let type)? = row.last { types[name] = type }
      }
      return types
    }

    // MARK: Reading

    /// The rows of a statement; for those that are few.
    package func rows(_ sql: String, _ texts: String...) throws -> [[ColumnConstant]] {
      try reporting { () throws(PostgresFailure) in
        Self.values(try run(sql, texts.map { Parameter($0) }))
      }
    }

    /// The text of a value, of whose type the server judges by the place where it stands; `nil` for NULL.
    package struct Text: Sendable {
      fileprivate let parameter: Parameter

      package init(_ text: String?) {
        parameter = Parameter(type: 0, bytes: text.map { Array($0.utf8) }, isText: true)
      }
    }

    /// The rows of a statement with values; for those that are few.
    package func rows(_ sql: String, _ values: [Text]) throws -> [[ColumnConstant]] {
      try reporting { () throws(PostgresFailure) in Self.values(try run(sql, values.map(\.parameter))) }
    }

    /// A block of rows at a time, so that memory stays bounded; within ``snapshot(_:)`` or ``transaction(_:)``.
    package func forEach(
      _ sql: String, _ values: [Text] = [], _ body: ([ColumnConstant]) throws -> Void
    ) throws {
      _ = try reporting { () throws(PostgresFailure) in
        try run("DECLARE swiftdata_rows NO SCROLL CURSOR FOR \(sql)", values.map(\.parameter))
      }
      while true {
        let block = try reporting { () throws(PostgresFailure) in
          Self.values(try run("FETCH 2000 FROM swiftdata_rows"))
        }
        for row in block { try body(row) }
        if block.isEmpty { break }
      }
      _ = try reporting { () throws(PostgresFailure) in try connection.run("CLOSE swiftdata_rows") }
    }

    /// All that `body` reads is of one moment.
    package func snapshot<T>(_ body: () throws -> T) throws -> T {
      try within("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", body)
    }

    /// As ``snapshot(_:)``, and whatever `body` has run is taken back, settings and notifications included.
    package func trial<T>(_ body: () throws -> T) throws -> T {
      _ = try reporting { () throws(PostgresFailure) in
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")
      }
      defer { _ = try? connection.run("ROLLBACK") }
      return try body()
    }

    /// All that `body` writes is stored, or nothing.
    ///
    /// - Throws: ``SwiftDataError/saveOutcomeUnknown`` if the connection was lost at the commit, and the server cannot say
    ///   whether it was made.
    package func transaction<T>(_ body: () throws -> T) throws -> T {
      try within("BEGIN") {
        let result = try body()
        mark = CommitMark(
          try reporting { () throws(PostgresFailure) in try connection.run(CommitMark.question) }, connection.cluster)
        return result
      }
    }

    /// The connection was lost with the answer: another one asks.
    private func resolve(_ failure: PostgresFailure) throws {
      guard let mark else { throw PostgresErrors.error(failure) }
      let outcome = mark.outcome(patience: patience, recording: nil) {
        connection = try connect()
        return connection
      }
      switch outcome {
      case .committed: return
      case .aborted: throw PostgresErrors.error(failure)
      case .unknown: throw CommitMark.unknown(failure)
      }
    }

    /// Runs a statement that must be finished by the deadline, in one round trip.
    func run(
      _ sql: String, _ parameters: [Parameter] = [], inText: Bool = false
    ) throws(PostgresFailure) -> ResultRows {
      var statement = PostgresStatement(sql, parameters)
      statement.answersInText = inText
      guard let deadline, connection.isInTransaction else { return try connection.run(statement) }
      let now = DispatchTime.now().uptimeNanoseconds
      let left = deadline.uptimeNanoseconds > now ? (deadline.uptimeNanoseconds - now) / 1_000_000 : 0
      // Zero would be no limit.
      let limit = PostgresStatement("SET LOCAL statement_timeout = \(min(max(left, 1), 1_000_000_000))")
      guard let result = try connection.run([limit, statement]).last else { throw connection.lost() }
      return result
    }

    func within<T>(_ begin: String, _ body: () throws -> T) throws -> T {
      mark = nil
      _ = try reporting { () throws(PostgresFailure) in try connection.run(begin) }
      do {
        let result = try body()
        let end: ResultRows
        do { end = try connection.run("COMMIT") } catch {
          guard error.isConnectionLost else { throw PostgresErrors.error(error) }
          try resolve(error)
          return result
        }
        guard end.command == "COMMIT" else {
          throw SwiftDataError(.storeFailure, "The server has rolled the transaction back.", advice: "Try again.")
        }
        return result
      } catch {
        _ = try? connection.run("ROLLBACK")
        throw error
      }
    }

    private static func values(_ rows: ResultRows) -> [[ColumnConstant]] {
      let cursor = ResultCursor(rows)
      return (0..<rows.count).map { row in
        cursor.row = row
        return (0..<rows.width).map { cursor.constant($0) }
      }
    }

    func reporting<T>(_ body: () throws(PostgresFailure) -> T) throws -> T {
      do { return try body() } catch { throw PostgresErrors.error(error) }
    }
  }
#endif
