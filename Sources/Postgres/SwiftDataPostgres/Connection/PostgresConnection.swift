// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  internal import CLibpq

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// One connection to a server; used by one thread at a time.
  ///
  /// Statements are prepared when they are first run, in the same round trip. Several statements go together: they are
  /// sent without waiting for one another's results (libpq's pipeline mode).
  final class PostgresConnection: @unchecked Sendable {
    // Unchecked: lent to one thread at a time.
    private(set) var handle: OpaquePointer?
    /// Whether statements are prepared: poolers in transaction mode mix connections up.
    private let prepares: Bool
    private var prepared: [PreparedKey: String] = [:]
    private var preparedCount = 0
    /// Whether a transaction is open.
    private(set) var isInTransaction = false
    /// Who wants to know when answers have come.
    var statistics: StatisticsCounter?
    /// How many statements were run.
    var statementCount = 0
    /// How far the server was in another one's log when it was last asked; see ``Replicas``.
    var replayed: Int64 = 0
    /// Where the connection leads: the cluster with its timeline, of which a promotion begins a new one. `nil` if the
    /// server does not tell.
    private(set) var cluster: Cluster?
    /// When the server's process of the connection began, in microseconds since 1970; `nil` if there is not one for all
    /// statements, as behind a pooler, or if the server does not tell.
    private(set) var processBegan: Int64?
    /// The number of a transaction that began before any that this connection will begin.
    var number: Int64 = 0

    private struct PreparedKey: Hashable {
      let text: String
      let types: [UInt32]

      init(_ statement: PostgresStatement) {
        text = statement.text
        types = statement.parameters.map(\.type)
      }
    }

    /// Statements that a connection keeps prepared. More are not prepared until it is in no transaction: there, nothing
    /// can be dropped any more once a statement has failed.
    private static let capacity = 256
    /// Whether nothing of what the server has prepared is of use.
    private var mustForget = false

    /// What the server takes as one message; longer ones end the connection.
    private static let longestMessage = 1 << 30 - 1 << 16
    /// From so many bytes on, what is sent is not kept until the statements after it are there, too.
    private static let largeMessage = 1 << 20

    /// - Parameters:
    ///   - settings: What libpq calls keywords, with their values.
    ///   - idleTimeout: After how many seconds the server ends a transaction without statements; `nil` for what it does
    ///     anyway.
    init(settings: [(String, String)], prepares: Bool = true, idleTimeout: Double? = nil) throws(PostgresFailure) {
      self.prepares = prepares
      let keywords = settings.map { strdup($0.0) }
      let values = settings.map { strdup($0.1) }
      // Copies of `strdup`, given back when libpq has read them.
      defer { for string in keywords + values { free(string) } }
      let names: [UnsafePointer<CChar>?] = keywords.map { UnsafePointer($0) } + [nil]
      let texts: [UnsafePointer<CChar>?] = values.map { UnsafePointer($0) } + [nil]
      handle = PQconnectdbParams(names, texts, 0)
      guard let handle, PQstatus(handle) == CONNECTION_OK else {
        let message = handle.map { String(cString: PQerrorMessage($0)) } ?? "out of memory"
        close()
        throw PostgresFailure(code: nil, message: Self.trimmed(message), isConnectionLost: true)
      }
      // Notices would go to the program's standard error.
      PQsetNoticeReceiver(handle, { _, _ in }, nil)
      PQsetnonblocking(handle, 1)
      if let idleTimeout, idleTimeout >= 0, idleTimeout < 2_000_000 {
        try run("SET idle_in_transaction_session_timeout = \(Int(idleTimeout * 1000))")
      }
      cluster = try Cluster(self)
      if prepares { processBegan = try findProcess() }
    }

    private func findProcess() throws(PostgresFailure) -> Int64? {
      do {
        let rows = try run(
          "SELECT pid::bigint, (extract(epoch FROM backend_start) * 1000000)::bigint, "
            + "pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1 FROM pg_stat_activity "
            + "WHERE pid = pg_backend_pid()")
        // A pooler gives the connection a number of its own.
        guard rows.count > 0, !rows.isNull(0, 1), rows.integer(0, 0) == Int64(serverProcess) else { return nil }
        number = rows.integer(0, 2)
        return rows.integer(0, 1)
      } catch {
        if error.isConnectionLost { throw error }
        return nil
      }
    }

    /// Runs a statement that others can do without: where it is refused, nothing happens.
    func prepare(_ statement: String) throws(PostgresFailure) {
      do { try run(statement) } catch { if error.isConnectionLost { throw error } }
    }

    deinit { close() }

    func close() {
      if let handle { PQfinish(handle) }
      handle = nil
    }

    var isUsable: Bool { handle.map { PQstatus($0) == CONNECTION_OK } ?? false }

    /// Whether the other side has closed an idle connection. Costs one look at the socket.
    func isStillOpen() -> Bool {
      guard let handle, isUsable else { return false }
      guard wait(POLLIN, timeout: 0) else { return true }
      return PQconsumeInput(handle) == 1 && PQstatus(handle) == CONNECTION_OK
    }

    func setting(_ name: String) -> String? {
      handle.flatMap { PQparameterStatus($0, name) }.map { String(cString: $0) }
    }

    var database: String { handle.flatMap { PQdb($0) }.map { String(cString: $0) } ?? "" }

    var user: String { handle.flatMap { PQuser($0) }.map { String(cString: $0) } ?? "" }

    /// What the system calls the connection's socket; negative if there is none.
    var socket: Int32 { handle.map { PQsocket($0) } ?? -1 }

    /// The server's process.
    var serverProcess: Int32 { handle.map { PQbackendPID($0) } ?? 0 }

    /// What has been notified since the last call, without waiting.
    ///
    /// - Returns: `nil` if the connection is lost.
    func notifications() -> [(process: Int32, content: String)]? {
      guard let handle, PQconsumeInput(handle) == 1, isUsable else { return nil }
      var all: [(process: Int32, content: String)] = []
      while let notification = PQnotifies(handle) {
        all.append((notification.pointee.be_pid, String(cString: notification.pointee.extra)))
        PQfreemem(notification)
      }
      return all
    }

    private static func trimmed(_ message: String) -> String {
      String(message.reversed().drop { $0.isNewline }.reversed())
    }

    // MARK: Running

    @discardableResult
    func run(_ text: String, _ parameters: [Parameter] = []) throws(PostgresFailure) -> ResultRows {
      try run(PostgresStatement(text, parameters))
    }

    func run(_ statement: PostgresStatement) throws(PostgresFailure) -> ResultRows {
      let results = try run([statement])
      guard let result = results.first else { throw lost() }
      return result
    }

    /// Runs statements one after the other, in one round trip. The first that fails ends it: none after it is run.
    ///
    /// If it was prepared before and no longer fits the table, everything is run again; within a transaction, that is
    /// up to whoever began it.
    func run(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [ResultRows] {
      let isAlone = !isInTransaction
      do { return try attempt(statements) } catch {
        guard error.isOutdated, isAlone, !error.hasCommitted else { throw error }
        if isInTransaction { _ = try attempt([PostgresStatement("ROLLBACK")]) }
        return try attempt(statements)
      }
    }

    private func attempt(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [ResultRows] {
      if !isInTransaction, mustForget || isFull(for: statements) {
        // In a round trip of its own: after any statement, a transaction can choose its isolation no more.
        mustForget = true
        _ = try pipeline([PostgresStatement("DEALLOCATE ALL")])
        prepared.removeAll(keepingCapacity: true)
        mustForget = false
      }
      return try pipeline(statements)
    }

    private func isFull(for statements: [PostgresStatement]) -> Bool {
      prepared.count >= Self.capacity && statements.contains { prepared[PreparedKey($0)] == nil }
    }

    private func pipeline(_ statements: [PostgresStatement]) throws(PostgresFailure) -> [ResultRows] {
      guard let handle else { throw lost() }
      statementCount += statements.count
      for statement in statements where statement.byteCount > Self.longestMessage {
        throw PostgresFailure(code: "54000", message: "The values of the statement have \(statement.byteCount) bytes.")
      }
      guard PQenterPipelineMode(handle) == 1 else { throw lost() }
      defer {
        if self.handle != nil { _ = PQexitPipelineMode(handle) }
        isInTransaction = isUsable && PQtransactionStatus(handle) != PQTRANS_IDLE
      }
      var expected: [Reply] = []
      for statement in statements {
        try send(statement, handle, &expected)
        if statement.byteCount > Self.largeMessage { try flush(handle) }
      }
      guard PQpipelineSync(handle) == 1 else { throw lost() }
      try flush(handle)
      return try collect(handle, expected)
    }

    /// What a result answers.
    private enum Reply {
      /// A statement is prepared.
      case preparation(PreparedKey)
      /// - isKnown: Whether the statement was prepared before.
      case statement(isKnown: Bool)

      var isKnown: Bool {
        if case .statement(isKnown: true) = self { return true }
        return false
      }
    }

    private func send(
      _ statement: PostgresStatement, _ handle: OpaquePointer, _ expected: inout [Reply]
    ) throws(PostgresFailure) {
      let key = PreparedKey(statement)
      let types = key.types
      var name: String?
      var isKnown = false
      if prepares, !mustForget {
        if let known = prepared[key] {
          name = known
          isKnown = true
        } else if prepared.count < Self.capacity {
          preparedCount += 1
          let new = "s\(preparedCount)"
          guard PQsendPrepare(handle, new, statement.text, Int32(types.count), types) == 1 else { throw lost() }
          expected.append(.preparation(key))
          prepared[key] = new
          name = new
        }
      }
      let form: Int32 = statement.answersInText ? 0 : 1
      let sent = statement.withBuffers { values, lengths, formats in
        if let name { return PQsendQueryPrepared(handle, name, Int32(types.count), values, lengths, formats, form) }
        return PQsendQueryParams(handle, statement.text, Int32(types.count), types, values, lengths, formats, form)
      }
      guard sent == 1 else { throw lost() }
      expected.append(.statement(isKnown: isKnown))
    }

    /// Sends what waits, and reads meanwhile: else both sides might wait for the other with full buffers.
    func flush(_ handle: OpaquePointer) throws(PostgresFailure) {
      while true {
        switch PQflush(handle) {
        case 0: return
        case 1:
          _ = wait(POLLIN | POLLOUT, timeout: -1)
          guard PQconsumeInput(handle) == 1 else { throw lost() }
        default: throw lost()
        }
      }
    }

    private func collect(_ handle: OpaquePointer, _ expected: [Reply]) throws(PostgresFailure) -> [ResultRows] {
      var results: [ResultRows] = []
      results.reserveCapacity(expected.count)
      let isMeasured = statistics?.isObserved == true
      var failure: PostgresFailure?
      var unprepared: [PreparedKey] = []
      for reply in expected {
        while let result = PQgetResult(handle) {
          switch PQresultStatus(result) {
          case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            guard case .statement = reply else {
              PQclear(result)
              continue
            }
            let rows = ResultRows(result, of: cluster)
            if isMeasured { rows.arrival = .now }
            results.append(rows)
          case let status:
            if case .preparation(let key) = reply { unprepared.append(key) }
            if status != PGRES_PIPELINE_ABORTED {
              failure = failure ?? PostgresFailure(result, wasPrepared: reply.isKnown)
            }
            PQclear(result)
          }
        }
        if !isUsable { break }
      }
      if isUsable, let end = PQgetResult(handle) { PQclear(end) }
      guard var failure else {
        guard isUsable else { throw lost() }
        return results
      }
      // That the server has closed the connection, libpq may report before its state says so.
      failure.isConnectionLost = failure.isConnectionLost || !isUsable
      failure.hasCommitted = results.contains { $0.command == "COMMIT" }
      // What it has prepared before the failure, the server keeps.
      for key in unprepared { prepared[key] = nil }
      if failure.isOutdated { mustForget = true }
      throw failure
    }

    func lost() -> PostgresFailure {
      let message = handle.map { Self.trimmed(String(cString: PQerrorMessage($0))) } ?? ""
      return PostgresFailure(
        code: nil, message: message.isEmpty ? "The connection is closed." : message, isConnectionLost: true)
    }

    /// - Parameter timeout: In milliseconds; negative forever.
    /// - Returns: Whether something has happened.
    func wait(_ events: Int32, timeout: Int32) -> Bool {
      guard let handle else { return false }
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(truncatingIfNeeded: events), revents: 0)
      return poll(&descriptor, 1, timeout) > 0
    }
  }
#endif
