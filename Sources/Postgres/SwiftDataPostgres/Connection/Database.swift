// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// A database by its connections: each read on one that nobody else uses meanwhile, each transaction on one of its own.
  final class Database: @unchecked Sendable {
    // Unchecked: constants, and what lies behind locks.
    let pool: Pool
    /// `nil` if the primary answers everything.
    let replicas: Replicas?
    let statistics = StatisticsCounter()
    /// How often reads have waited for the server.
    let roundTrips = Atomic(0)
    /// Of a store with keys that are no whole numbers; set before anything is read.
    var keyTable: KeyTable?
    /// The connections of the transactions that are open, by thread: reads within them see what they have written.
    private let writing = Mutex<[ObjectIdentifier: PostgresTransaction]>([:])

    /// Whether all happens in a transaction that goes on: those of the store are savepoints of it.
    let isInTransaction: Bool

    /// What each transaction sets for itself, such as the tenant that row security asks for; `nil` for nothing.
    private let setting: PostgresStatement?

    init(
      _ pool: Pool, replicas: Replicas? = nil, isInTransaction: Bool = false, settings: [String: String] = [:]
    ) {
      self.pool = pool
      self.replicas = replicas
      self.isInTransaction = isInTransaction
      pool.statistics = statistics
      replicas?.pool.statistics = statistics
      let sorted = settings.sorted { $0.key < $1.key }
      setting =
        sorted.isEmpty
        ? nil
        : PostgresStatement(
          "SELECT set_config(name, value, true) FROM unnest($1, $2) AS s(name, value)",
          [Parameter(sorted.map(\.key)), Parameter(sorted.map(\.value))])
    }

    /// Runs one statement. Inside a transaction of this thread, it sees what the transaction has written.
    func read(_ statement: PostgresStatement) throws -> ResultRows {
      try read([statement])[0]
    }

    /// Where the history is, and what else must not be behind what others say.
    func readPrimary(_ statement: PostgresStatement) throws -> ResultRows {
      try read([statement], isPrimary: true)[0]
    }

    func read(_ statements: [PostgresStatement], isPrimary: Bool = false) throws -> [ResultRows] {
      let results = try readAny(statements, isPrimary: isPrimary)
      if let keyTable { for result in results { result.keyTable = keyTable } }
      return results
    }

    private func readAny(_ statements: [PostgresStatement], isPrimary: Bool) throws -> [ResultRows] {
      for _ in statements { statistics.noteStatement() }
      roundTrips.wrappingAdd(1, ordering: .relaxed)
      if let transaction = writing.withLock({ $0[ObjectIdentifier(Thread.current)] }) {
        return try transaction.run(statements)
      }
      do {
        return try statistics.reporting(statements) { try answerWithSetting(statements, isPrimary) }
      } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure)
      }
    }

    private func answerWithSetting(_ statements: [PostgresStatement], _ isPrimary: Bool) throws -> [ResultRows] {
      // A setting is the transaction's: so is what is read by it.
      guard let setting, !isInTransaction else { return try answer(statements, isPrimary) }
      let isOpened = statements.first?.text.hasPrefix("BEGIN") == true
      let begin = isOpened ? Array(statements.prefix(1)) : [PostgresStatement("BEGIN READ ONLY")]
      let rest = statements.dropFirst(isOpened ? 1 : 0)
      let end = isOpened ? [] : [PostgresStatement("COMMIT")]
      let results = try answer(begin + [setting] + rest + end, isPrimary)
      return isOpened ? [results[0]] + results.dropFirst(2) : Array(results.dropFirst(2).dropLast())
    }

    private func answer(_ statements: [PostgresStatement], _ isPrimary: Bool) throws -> [ResultRows] {
      if !isPrimary, let replicas {
        if !replicas.isPlaced { place() }
        if let results = try replicas.read(statements) { return results }
      }
      return try attempt(statements)
    }

    /// What only reads may be asked again: where it was in a deadlock with a change of the tables, or what a standby has
    /// taken over was in its way.
    private func attempt(_ statements: [PostgresStatement]) throws -> [ResultRows] {
      // A transaction that goes on has failed as a whole.
      for _ in 1..<(isInTransaction ? 1 : Self.attempts) {
        do { return try reconnecting(statements) } catch let failure as PostgresFailure
          where PostgresErrors.isTransient(failure)
        {
          continue
        }
      }
      return try reconnecting(statements)
    }

    /// From now on standbys answer only if they have what the primary has now.
    func place() {
      guard let replicas else { return }
      do {
        let connection = try pool.take()
        defer { pool.give(connection) }
        replicas.place(connection)
      } catch {
        replicas.displace()
      }
    }

    func close() {
      pool.close()
      replicas?.close()
    }

    /// After a restart of the server, all idle connections are lost.
    private func reconnecting(_ statements: [PostgresStatement]) throws -> [ResultRows] {
      let lent = try pool.take()
      let failure: PostgresFailure
      do {
        let results = try Self.run(statements, lent)
        pool.give(lent)
        return results
      } catch {
        failure = error
      }
      guard failure.isConnectionLost else {
        if lent.isInTransaction, !isInTransaction { _ = try? lent.run("ROLLBACK") }
        pool.give(lent)
        throw failure
      }
      let connection: PostgresConnection
      do { connection = try pool.replace(lent) } catch {
        pool.give(lent)
        throw error
      }
      defer { pool.give(connection) }
      return try Self.run(statements, connection)
    }

    /// Runs statements that see the same state of the database, in one round trip. The primary answers: a standby is asked how
    /// far it is before each read, and after a question no snapshot can be chosen any more.
    func readSnapshot(_ statements: [PostgresStatement]) throws -> [ResultRows] {
      // Each statement is one snapshot; a transaction that writes has what it has locked.
      guard statements.count > 1, !isInTransaction,
        writing.withLock({ $0[ObjectIdentifier(Thread.current)] }) == nil
      else { return try read(statements) }
      let begin = PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let results = try read([begin] + statements + [PostgresStatement("COMMIT")], isPrimary: true)
      return Array(results.dropFirst().dropLast())
    }

    /// Runs a statement that must not write.
    func readOnly(_ statement: PostgresStatement) throws -> ResultRows {
      if isInTransaction || writing.withLock({ $0[ObjectIdentifier(Thread.current)] }) != nil {
        // The setting ends with the savepoint.
        let results = try read([
          PostgresStatement("SAVEPOINT query"), PostgresStatement("SET LOCAL transaction_read_only = on"), statement,
          PostgresStatement("ROLLBACK TO SAVEPOINT query"), PostgresStatement("RELEASE SAVEPOINT query"),
        ])
        return results[2]
      }
      return try read([PostgresStatement("BEGIN READ ONLY"), statement, PostgresStatement("COMMIT")])[1]
    }

    private static func run(_ statements: [PostgresStatement], _ connection: PostgresConnection) throws(PostgresFailure)
      -> [ResultRows]
    {
      let results = try connection.run(statements)
      guard results.count == statements.count else {
        throw PostgresFailure(code: nil, message: "", isConnectionLost: true)
      }
      return results
    }

    /// Runs `body` with a connection, outside of the store's transactions.
    func with<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
      do {
        let connection = try pool.take()
        defer { pool.give(connection) }
        return try body(connection)
      } catch let failure as PostgresFailure {
        throw PostgresErrors.error(failure)
      }
    }

    /// Runs statements as one transaction, and again if others were in its way, or if the connection was lost while it was
    /// idle. It may be the answer to the commit that was lost: so the statements must be such that may be run twice.
    func transaction(_ statements: [PostgresStatement]) throws {
      for attempt in 1... {
        let failure = try with { connection -> PostgresFailure? in
          do throws(PostgresFailure) {
            let all = beginning + statements + [PostgresStatement(commit)]
            _ = try statistics.reporting(all) { () throws(PostgresFailure) in try connection.run(all) }
            return nil
          } catch {
            if error.isConnectionLost, attempt == 1, !isInTransaction { return error }
            for statement in rollBack { try connection.run(statement) }
            guard PostgresErrors.isTransient(error), attempt < Self.attempts else { throw error }
            return error
          }
        }
        if failure == nil { return place() }
      }
    }

    var beginning: [PostgresStatement] {
      isInTransaction ? [PostgresStatement(begin)] : [Self.begin] + [setting].compactMap { $0 }
    }
    private static let begin = PostgresStatement("BEGIN ISOLATION LEVEL READ COMMITTED")

    var begin: String { isInTransaction ? "SAVEPOINT store" : "BEGIN ISOLATION LEVEL READ COMMITTED" }
    var commit: String { isInTransaction ? "RELEASE SAVEPOINT store" : "COMMIT" }
    var rollBack: [String] {
      isInTransaction ? ["ROLLBACK TO SAVEPOINT store", "RELEASE SAVEPOINT store"] : ["ROLLBACK"]
    }

    /// How often what others were in the way of is tried.
    private static let attempts = 10

    /// Registers the transaction of this thread while `body` runs.
    func during<R>(_ transaction: PostgresTransaction, _ body: () throws -> R) throws -> R {
      let thread = ObjectIdentifier(Thread.current)
      let isNested = writing.withLock { writing in
        if writing[thread] != nil { return true }
        writing[thread] = transaction
        return false
      }
      if isNested {
        throw SwiftDataError(
          .storeIsBusy, "A transaction was started inside another one.",
          advice: "Save one context after the other, not from within a save.")
      }
      defer { writing.withLock { $0[thread] = nil } }
      return try body()
    }
  }
#endif
