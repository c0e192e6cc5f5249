// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// The writes of one transaction. It begins with its first statement, in the same round trip.
  final class PostgresTransaction: RowTransaction, @unchecked Sendable {
    // Unchecked: used by the thread whose transaction it is.
    let store: PostgresRowStore
    let layout: StoreLayout
    let plans: WriteStatementTexts
    /// The transaction's own, until it ends.
    private(set) var connection: PostgresConnection
    private let author: String?
    var touches = PostgresRowTouches()
    var history: [HistoryEntry] = []
    /// Pairs that wait to be written together.
    var pairs: [PairChange] = []
    /// Rows that wait to be sent together.
    var copying: Copying?
    /// Whether rows may be copied, by the statement that would do it.
    var mayCopy: [String: Bool] = [:]
    var hasBegun = false
    /// How many keys of a table were asked for in one block; more with each.
    var keyBlocks: [Int: Int] = [:]
    var named = NamedRows()
    /// What waits to be sent with the commit, or with what needs an answer.
    var waiting: [PostgresStatement] = []
    /// Whether statements may wait.
    var mayWait = false
    private var isFinished = false
    /// How the transaction is known to the server, once it has begun.
    private var mark: CommitMark?
    /// What the history will know of it: goes to the server with the commit, in one round trip.
    private var record: PostgresStatement?
    private var token: CommitToken?

    /// The number by which the history knows the transaction; `nil` if it has recorded nothing.
    var recordedNumber: Int64? { record == nil ? nil : mark?.number }

    init(_ store: PostgresRowStore, _ connection: PostgresConnection, author: String?) {
      self.store = store
      layout = store.layout
      plans = store.writePlans
      self.connection = connection
      self.author = author
    }

    // MARK: Running

    @discardableResult
    func run(_ statement: PostgresStatement, _ entity: _Entity? = nil) throws -> ResultRows {
      try run([statement], entity)[0]
    }

    /// Runs statements in one round trip.
    ///
    /// - Parameter entity: Is named by errors.
    func run(_ statements: [PostgresStatement], _ entity: _Entity? = nil) throws -> [ResultRows] {
      try flushCopy()
      try flushPairs()
      return waiting.isEmpty ? try send(statements, entity) : try sendWaiting(statements, entity)
    }

    func send(_ statements: [PostgresStatement], _ entity: _Entity? = nil) throws -> [ResultRows] {
      for _ in statements { store.database.statistics.noteStatement() }
      do {
        return counted(try store.database.statistics.reporting(statements) { try answer(statements) })
      } catch let failure as PostgresFailure {
        throw report(failure, entity)
      }
    }

    private func answer(_ statements: [PostgresStatement]) throws -> [ResultRows] {
      if hasBegun { return try checked(connection.run(statements), statements.count) }
      store.database.statistics.noteStatement()
      do {
        return try begin(statements)
      } catch let failure as PostgresFailure where failure.isConnectionLost {
        // It was idle, and nothing has been written by it: what the server has begun ends with the connection.
        hasBegun = false
        connection = try store.database.pool.replace(connection)
        return try begin(statements)
      }
    }

    /// Keys that are no whole numbers are read as the numbers that stand for them.
    private func counted(_ results: [ResultRows]) -> [ResultRows] {
      if let table = store.keyTable { for result in results { result.keyTable = table } }
      return results
    }

    func report(_ failure: PostgresFailure, _ entity: _Entity?) -> any Error {
      let error = PostgresErrors.error(failure, entity: entity, UniqueIndexes(layout))
      return PostgresErrors.isTransient(failure) ? TransientFailure(error) : error
    }

    private func begin(_ statements: [PostgresStatement]) throws -> [ResultRows] {
      hasBegun = true
      let first = store.database.beginning + [CommitMark.question]
      let results = try checked(try connection.run(first + statements), first.count + statements.count)
      mark = CommitMark(results[first.count - 1], connection.cluster)
      return Array(results.dropFirst(first.count))
    }

    /// Takes the answer to the mark's question, if the first one was lost with a statement that failed.
    func answer(_ question: ResultRows) { mark = mark ?? CommitMark(question, connection.cluster) }

    private func checked(_ results: [ResultRows], _ count: Int) throws(PostgresFailure) -> [ResultRows] {
      guard results.count == count else { throw PostgresFailure(code: nil, message: "", isConnectionLost: true) }
      return results
    }

    func commit() throws {
      if !hasBegun, !waiting.isEmpty, let record, let token { return try commitWhole(record, token) }
      if !hasBegun, !waiting.isEmpty { _ = try sendWaiting([], nil) }
      guard hasBegun else { return }
      let held = waiting
      waiting = []
      let statements = held + [record, PostgresStatement(store.database.commit)].compactMap { $0 }
      for _ in statements { store.database.statistics.noteStatement() }
      let result: ResultRows
      do {
        result = try store.database.statistics.reporting(statements) { () throws(PostgresFailure) in
          try checked(connection.run(statements), statements.count)
        }[statements.count - 1]
        hasBegun = false
      } catch {
        if error.isConnectionLost {
          hasBegun = false
          return try resolve(error)
        }
        let failure = report(error, nil)
        throw held.isEmpty ? failure : startCarefully(failure)
      }
      // The server answers so, without an error, if a statement before has failed.
      guard store.database.isInTransaction || result.command == "COMMIT" else { throw rolledBack }
    }

    var rolledBack: SwiftDataError {
      SwiftDataError(
        .storeFailure, "The server has rolled the transaction back, since a part of it had failed.",
        advice: "Save again.")
    }

    /// Of a transaction that was sent whole, its number comes with the answer.
    func note(_ known: CommitMark?) {
      mark = known
      guard let known else { return }
      store.commits.note(known.number)
      connection.number = max(connection.number, known.number)
    }

    /// The connection was lost, and nobody has said whether the transaction was committed: the server knows.
    private func resolve(_ failure: PostgresFailure) throws {
      guard let mark else { throw CommitMark.unknown(failure) }
      let recording = record == nil ? nil : layout
      switch mark.outcome(patience: store.patience, recording: recording, { try replaceConnection() }) {
      case .committed: return
      case .aborted: throw TransientFailure(PostgresErrors.error(failure))
      case .unknown: throw CommitMark.unknown(failure)
      }
    }

    func replaceConnection() throws -> PostgresConnection {
      connection = try store.database.pool.replace(connection)
      return connection
    }

    func rollBack() {
      store.keyTable.map { named.undo($0) }
      guard hasBegun else { return }
      hasBegun = false
      for statement in store.database.rollBack { _ = try? connection.run(statement) }
    }

    // MARK: Tables of others

    var checksReferencesAtOnce: Bool { layout.isExisting }

    func mayChangeRows(of entity: _Entity) -> Bool { layout.table(of: entity).existing?.isChangedByServer == true }

    func versionOfNewRows(_ entity: _Entity) -> Int32 {
      guard layout.table(of: entity).existing?.isCounted == false else { return 1 }
      // `xmin` has the lower half of the number.
      return mark.map { Int32(truncatingIfNeeded: $0.number) } ?? 0
    }

    // MARK: The end

    func note(
      _ kind: HistoryEntry.Kind, _ entity: _Entity, _ key: Int64, _ mask: PropertyMask = .none,
      tombstone: String? = nil
    ) {
      if kind == .delete, layout.isExisting { store.keys.retire(key, entity.root) }
      guard store.recordsHistory else { return }
      history.append(HistoryEntry(kind: kind, entity: entity, key: key, mask: mask, tombstone: tombstone))
    }

    func settle() throws -> [TouchedRow] {
      try flushCopy()
      try flushPairs()
      let settled = try touches.settle(self)
      touches = PostgresRowTouches()
      return settled
    }

    func finish() throws {
      guard !isFinished else { return }
      // Bulk changes have no context that would ask for it.
      _ = try settle()
      isFinished = true
      guard !history.isEmpty else { return }
      if !hasBegun, waiting.isEmpty { _ = try send([]) }
      let token = store.tokens.next()
      self.token = token
      record = HistoryEntry.statement(history, author: author, token, plans.history)
      if let mark { store.commits.note(mark.number) }
    }
  }

  extension PostgresTransaction: HistoryRecording {
    /// A place from which nothing is missed: before everything that is not committed yet, this transaction included.
    func historyNumber() throws -> Int64? {
      guard !history.isEmpty else { return nil }
      // Of what is sent whole, it is known after the commit.
      if !hasBegun, waiting.isEmpty, !isFinished { _ = try send([]) }
      return mark?.horizon
    }
  }

  extension PostgresTransaction {
    var committedHistoryNumber: Int64? { history.isEmpty ? nil : mark?.horizon }
  }

  /// Which properties indexes are about, and whose rows tables have.
  struct UniqueIndexes: UniqueNames {
    let layout: StoreLayout

    init(_ layout: StoreLayout) { self.layout = layout }

    func properties(ofConstraint name: String) -> String? { index(name)?.properties.joined(separator: ", ") }

    /// The class that declares what is unique; else that of the table, whose subclasses lie in the same one.
    func entity(of failure: PostgresFailure) -> _Entity? {
      if let index = failure.constraint.flatMap({ index($0) }) { return index.entity }
      guard let name = failure.table else { return nil }
      return layout.tables.first { PostgresNames.plain($0.name) == name }?.root
        ?? layout.joinTables.first { PostgresNames.plain($0.name) == name }?.owner
    }

    private func index(_ name: String) -> IndexLayout? {
      layout.indexes.first { $0.name == name && !$0.properties.isEmpty }
    }
  }
#endif
