// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataSyncServer

  /// A transaction of a database. It begins with its first statement, in the same way to the database.
  final class PostgresTransaction: SQLConnection {
    private let connection: PostgresConnection
    let isWriting: Bool
    /// Whether the commit was sent.
    private(set) var isCommitting = false

    /// - Parameter setting: What each transaction sets for itself; nil: the connection has it.
    init(_ connection: PostgresConnection, isWriting: Bool, setting: PostgresStatement?) throws(PostgresFailure) {
      self.connection = connection
      self.isWriting = isWriting
      connection.hasSent = false
      try connection.enqueue(Self.begin(isWriting: isWriting))
      if let setting { try connection.enqueue(setting) }
    }

    /// What writes locks the zones that it changes first, and reads them then: each question must see what others have
    /// committed. What reads sees one state.
    private static func begin(isWriting: Bool) -> PostgresStatement {
      PostgresStatement(
        isWriting ? "BEGIN ISOLATION LEVEL READ COMMITTED" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    }

    /// - Throws: ``PostgresFailure``: if the connection is lost, whether it was done is not known.
    func commit() throws {
      // Nothing was asked.
      guard connection.hasSent || isWriting else { return connection.forget() }
      // From here on it may have been done, whatever is heard.
      isCommitting = isWriting
      let result = try connection.run("COMMIT")
      // Not an error to the server: a statement had failed before.
      guard result.command == "COMMIT" else {
        throw ServerDatabaseError(.other, "the database has rolled a transaction back that was to be committed")
      }
    }

    func rollBack() {
      connection.forget()
      if connection.isUsable, !connection.isIdle { _ = try? connection.run("ROLLBACK") }
    }

    // MARK: Statements

    var dialect: SQLDialect { .postgres }

    func each(_ sql: String, _ values: [any SQLConvertible], _ body: (SQLRow) throws -> Void) throws {
      try connection.stream(PostgresStatement(sql, values), body)
    }

    func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
      try connection.run(PostgresStatement(sql, values)).rows
    }

    func run(_ sql: String, _ values: [any SQLConvertible]) throws {
      try connection.enqueue(PostgresStatement(sql, values))
    }

    func change(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
      try connection.run(PostgresStatement(sql, values)).changes
    }

    func insert(_ sql: String, _ values: [any SQLConvertible], number key: String) throws -> Int64 {
      let row = try rows("\(sql) RETURNING \(key)", values).first
      guard let number = row?.integer(0) else { throw SyncDatabaseError.damaged("the number of a new row") }
      return number
    }
  }
#endif
