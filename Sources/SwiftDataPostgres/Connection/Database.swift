#if Postgres
  import Foundation
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  /// A database by its connections: each read on one that nobody else uses meanwhile, each transaction on one of its own.
  final class Database: @unchecked Sendable {
    // Unchecked: constants, and what lies behind locks.
    let pool: Pool
    let statistics = _StatisticsCounter()
    /// The connections of the transactions that are open, by thread: reads within them see what they have written.
    private let writing = Mutex<[ObjectIdentifier: PostgresTransaction]>([:])

    init(_ pool: Pool) { self.pool = pool }

    /// Runs one statement. Inside a transaction of this thread, it sees what the transaction has written.
    func read(_ statement: Statement) throws -> ResultRows {
      try read([statement])[0]
    }

    func read(_ statements: [Statement]) throws -> [ResultRows] {
      for _ in statements { statistics.noteStatement() }
      if let transaction = writing.withLock({ $0[ObjectIdentifier(Thread.current)] }) {
        return try transaction.run(statements)
      }
      do {
        return try attempt(statements)
      } catch let failure as Failure where failure.isConnectionLost {
        // What only reads may be asked again; the next connection is a new one, or was looked at.
        do { return try attempt(statements) } catch let failure as Failure { throw StoreErrors.error(failure) }
      } catch let failure as Failure {
        throw StoreErrors.error(failure)
      }
    }

    private func attempt(_ statements: [Statement]) throws -> [ResultRows] {
      let connection = try pool.take()
      defer { pool.give(connection) }
      let results = try connection.run(statements)
      guard results.count == statements.count else { throw Failure(code: nil, message: "", isConnectionLost: true) }
      return results
    }

    /// Runs `body` with a connection, outside of the store's transactions.
    func with<R>(_ body: (Connection) throws -> R) throws -> R {
      do {
        let connection = try pool.take()
        defer { pool.give(connection) }
        return try body(connection)
      } catch let failure as Failure {
        throw StoreErrors.error(failure)
      }
    }

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
