// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// Saves that are sent whole: rows, history and commit in one round trip.
  ///
  /// Statements whose answers are foreseeable wait until the commit, or until one has to be answered. Each of them fails
  /// unless it writes as many rows as it names; then nothing is stored, and the save starts again and asks for each answer,
  /// which finds out what has happened to the rows.
  extension PostgresTransaction {
    func savesAlone() {
      mayWait =
        store.recordsHistory && !layout.isExisting && !store.database.isInTransaction && connection.processBegan != nil
        && connection.cluster?.isStandby == false
        && store.tokens.mayHope()
    }

    /// Lets statements wait that are certain to succeed unless others have written the rows.
    func hold(_ statements: [PostgresStatement]) { waiting += statements }

    /// The statement, as one that fails with 22012 unless it returns as many rows as it has keys.
    static func counted(_ statement: PostgresStatement, isSingle: Bool) -> PostgresStatement {
      PostgresStatement(
        "WITH w AS (\(statement.text)) SELECT 1 / (count(*) = \(isSingle ? "1" : "cardinality($1)"))::integer FROM w",
        statement.parameters)
    }

    /// What waits is sent with what needs an answer.
    func sendWaiting(_ statements: [PostgresStatement], _ entity: _Entity?) throws -> [ResultRows] {
      let held = waiting
      waiting = []
      do {
        return Array(try send(held + statements, entity).dropFirst(held.count))
      } catch {
        throw startCarefully(error)
      }
    }

    /// What has failed with statements that were taken for certain. If others may have been in their way, the save starts
    /// again, and asks; what else there is would fail again.
    func startCarefully(_ error: any Error) -> any Error {
      let known = (error as? TransientFailure)?.error ?? error as? SwiftDataError
      guard let known, let code = (known.underlying as? PostgresFailure)?.code else { return error }
      // A row was not as it was taken for, or rows exchange unique values.
      guard error is TransientFailure || code == "22012" || code == "23505" else { return error }
      store.tokens.wasWrong()
      return TransientFailure(known)
    }

    /// Sends the whole transaction. The number by which the history knows it comes with the answer.
    func commitWhole(_ record: PostgresStatement, _ token: CommitToken) throws {
      let held = waiting
      waiting = []
      // The server has been restarted, or has promoted another one: nothing was sent yet.
      if !connection.isStillOpen() {
        do { _ = try replaceConnection() } catch let failure as PostgresFailure { throw report(failure, nil) }
      }
      guard let mark = TokenMark(token, connection) else {
        store.tokens.wasWrong()
        throw TransientFailure(
          SwiftDataError(.storeFailure, "The server does not tell which it is.", advice: "Save again."))
      }
      let first = store.database.beginning + held
      let statements = first + [record, PostgresStatement(store.database.commit)]
      for _ in statements { store.database.statistics.noteStatement() }
      let results: [ResultRows]
      do {
        results = try store.database.statistics.reporting(statements) { () throws(PostgresFailure) in
          try connection.run(statements)
        }
      } catch {
        guard !error.isConnectionLost else { return try resolve(mark, error) }
        _ = try? connection.run("ROLLBACK")
        throw startCarefully(report(error, nil))
      }
      guard results.count == statements.count else {
        return try resolve(mark, PostgresFailure(code: nil, message: "", isConnectionLost: true))
      }
      note(CommitMark(results[first.count], connection.cluster))
      guard results[statements.count - 1].command == "COMMIT" else { throw rolledBack }
    }

    private func resolve(_ mark: TokenMark, _ failure: PostgresFailure) throws {
      let (outcome, found) = mark.outcome(store) { try replaceConnection() }
      switch outcome {
      case .committed: note(found)
      case .aborted: throw TransientFailure(PostgresErrors.error(failure))
      case .unknown: throw CommitMark.unknown(failure)
      }
    }
  }
#endif
