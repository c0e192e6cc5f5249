// SPDX-License-Identifier: Apache-2.0

#if Postgres
  internal import CLibpq
  import Foundation
  import SwiftDataSyncServer

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// One connection to a database; used by one thread at a time.
  ///
  /// Statements whose results nobody needs wait for the next one whose result somebody does, and travel with it (libpq's
  /// pipeline mode): an upload of many records is a few ways to the database and back.
  final class PostgresConnection: @unchecked Sendable {
    // Unchecked: lent to one thread at a time.
    private var handle: OpaquePointer?
    /// Whether statements are prepared on the server: poolers in transaction mode mix connections up.
    private let prepares: Bool
    private var prepared: [PreparedKey: String] = [:]
    private var preparedCount = 0
    private var waiting: [PostgresStatement] = []
    private var waitingBytes = 0
    /// Whether anything was sent since ``hasSent`` was set to false.
    var hasSent = false

    private struct PreparedKey: Hashable {
      let text: String
      let types: [UInt32]
    }

    /// How many statements stay prepared.
    private static let preparedLimit = 256
    /// How much waits at most: statements, and bytes.
    private static let waitingLimit = (count: 1_000, bytes: 4 << 20)

    init(_ settings: ConnectionSettings, prepares: Bool) throws(PostgresFailure) {
      self.prepares = prepares
      let words = settings.all.map { (strdup($0.keyword), strdup($0.value)) }
      // Copies of `strdup`, given back when libpq has read them.
      defer {
        for (keyword, value) in words {
          free(keyword)
          free(value)
        }
      }
      let keywords: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0.0) } + [nil]
      let values: [UnsafePointer<CChar>?] = words.map { UnsafePointer($0.1) } + [nil]
      handle = PQconnectdbParams(keywords, values, 0)
      guard let handle, PQstatus(handle) == CONNECTION_OK else {
        let failure = lost()
        close()
        throw failure
      }
      // Notices would go to standard error.
      PQsetNoticeReceiver(handle, { _, _ in }, nil)
      PQsetnonblocking(handle, 1)
    }

    deinit { close() }

    func close() {
      if let handle { PQfinish(handle) }
      handle = nil
    }

    var isUsable: Bool { handle.map { PQstatus($0) == CONNECTION_OK } ?? false }

    /// Whether no transaction is open on it.
    var isIdle: Bool { handle.map { PQtransactionStatus($0) == PQTRANS_IDLE } ?? false }

    /// Whether the other side has not closed it while nobody used it. One look at the socket.
    var isStillOpen: Bool {
      guard let handle, isUsable else { return false }
      guard wait(POLLIN, timeout: 0) else { return true }
      return PQconsumeInput(handle) == 1 && isUsable
    }

    /// The connection's socket; negative if there is none.
    var socket: Int32 { handle.map { PQsocket($0) } ?? -1 }

    /// What others have notified since the last time, without waiting; nil: the connection is lost.
    func notifications() -> [String]? {
      guard let handle, PQconsumeInput(handle) == 1, isUsable else { return nil }
      var all: [String] = []
      while let notification = PQnotifies(handle) {
        if notification.pointee.be_pid != PQbackendPID(handle) {
          all.append(String(cString: notification.pointee.extra))
        }
        PQfreemem(notification)
      }
      return all
    }

    // MARK: Running

    /// Runs a statement with the next one.
    func enqueue(_ statement: PostgresStatement) throws(PostgresFailure) {
      waiting.append(statement)
      waitingBytes += statement.size
      if waiting.count >= Self.waitingLimit.count || waitingBytes >= Self.waitingLimit.bytes { try flush() }
    }

    /// Runs what waits.
    func flush() throws(PostgresFailure) { if !waiting.isEmpty { _ = try send(nil) } }

    /// Forgets what waits.
    func forget() { (waiting, waitingBytes) = ([], 0) }

    /// Runs what waits, and then a statement. The first that fails ends it: none after it is run.
    @discardableResult
    func run(_ statement: PostgresStatement) throws(PostgresFailure) -> PostgresResult {
      guard let result = try send(statement) else { throw lost() }
      return result
    }

    @discardableResult
    func run(_ text: String) throws(PostgresFailure) -> PostgresResult { try run(PostgresStatement(text)) }

    /// Runs a statement that will not be run again.
    func runOnce(_ text: String) throws(PostgresFailure) {
      try flush()
      guard let handle, let result = PQexec(handle, text) else { throw lost() }
      defer { PQclear(result) }
      guard PQresultStatus(result) != PGRES_COMMAND_OK, PQresultStatus(result) != PGRES_TUPLES_OK else { return }
      var failure = PostgresFailure(result)
      failure.isConnectionLost = failure.isConnectionLost || !isUsable
      throw failure
    }

    private func send(_ last: PostgresStatement?) throws(PostgresFailure) -> PostgresResult? {
      let statements = waiting + (last.map { [$0] } ?? [])
      forget()
      guard let handle, PQenterPipelineMode(handle) == 1 else { throw lost() }
      hasSent = true
      defer { if isUsable { _ = PQexitPipelineMode(handle) } }
      // For each result that comes: whether somebody needs it.
      var expected: [Bool] = []
      var names: [PreparedKey] = []
      for (index, statement) in statements.enumerated() {
        try send(statement, handle, &expected, &names)
        expected[expected.count - 1] = last != nil && index == statements.count - 1
      }
      guard PQpipelineSync(handle) == 1 else { throw lost() }
      try push(handle)
      return try collect(handle, expected, names)
    }

    private func send(
      _ statement: PostgresStatement, _ handle: OpaquePointer, _ expected: inout [Bool], _ names: inout [PreparedKey]
    ) throws(PostgresFailure) {
      var name = ""
      if prepares {
        let key = PreparedKey(text: statement.text, types: statement.types)
        if let known = prepared[key] {
          name = known
        } else {
          if prepared.count >= Self.preparedLimit {
            guard PQsendQueryParams(handle, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
            expected.append(false)
            prepared = [:]
          }
          preparedCount += 1
          name = "s\(preparedCount)"
          let count = Int32(statement.types.count)
          guard PQsendPrepare(handle, name, statement.text, count, statement.types) == 1 else { throw lost() }
          expected.append(false)
          prepared[key] = name
          names.append(key)
        }
      }
      guard Self.send(statement, name, handle) else { throw lost() }
      expected.append(false)
    }

    /// - Parameter name: Of the prepared statement; empty: it is not prepared.
    private static func send(_ statement: PostgresStatement, _ name: String, _ handle: OpaquePointer) -> Bool {
      let count = Int32(statement.values.count)
      // All values behind one another.
      var all: [UInt8] = []
      var places: [Int?] = []
      for value in statement.values {
        places.append(value.map { _ in all.count })
        all += value ?? []
      }
      all.append(0)
      let lengths = statement.values.map { Int32(clamping: $0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: statement.values.count)
      return all.withUnsafeBufferPointer { buffer in
        let base = UnsafeRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
        let values = places.map { place in place.flatMap { place in base.map { $0 + place } } }
        return name.isEmpty
          ? PQsendQueryParams(handle, statement.text, count, statement.types, values, lengths, formats, 1) == 1
          : PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
      }
    }

    /// Hands out rows while they come, each as soon as it is there.
    func stream(_ statement: PostgresStatement, _ body: (SQLRow) throws -> Void) throws {
      try flush()
      // In a pipeline, too: libpq ends the mode of single rows with the next statement of a pipeline, and otherwise keeps it
      // for the first one of the pipeline that follows.
      guard let handle, PQenterPipelineMode(handle) == 1 else { throw lost() }
      hasSent = true
      defer { if isUsable { _ = PQexitPipelineMode(handle) } }
      guard Self.send(statement, "", handle), PQsetSingleRowMode(handle) == 1, PQpipelineSync(handle) == 1 else {
        throw lost()
      }
      do {
        try push(handle)
        var failure: PostgresFailure?
        while let result = PQgetResult(handle) {
          switch PQresultStatus(result) {
          case PGRES_SINGLE_TUPLE: for row in PostgresResult(result).rows { try body(row) }
          case PGRES_TUPLES_OK: PQclear(result)
          default:
            failure = failure ?? PostgresFailure(result)
            PQclear(result)
          }
        }
        if isUsable, let end = PQgetResult(handle) { PQclear(end) }
        if var failure {
          failure.isConnectionLost = failure.isConnectionLost || !isUsable
          throw failure
        }
        guard isUsable else { throw lost() }
      } catch let failure as PostgresFailure {
        throw failure
      } catch {
        // The rest of the rows would come, and nobody wants them.
        close()
        throw error
      }
    }

    /// Sends what libpq has, and reads meanwhile: else both sides might wait for the other with full buffers.
    private func push(_ handle: OpaquePointer) throws(PostgresFailure) {
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

    private func collect(
      _ handle: OpaquePointer, _ expected: [Bool], _ names: [PreparedKey]
    ) throws(PostgresFailure) -> PostgresResult? {
      var found: PostgresResult?
      var failure: PostgresFailure?
      for isWanted in expected where isUsable {
        while let result = PQgetResult(handle) {
          switch PQresultStatus(result) {
          case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            let result = PostgresResult(result)
            if isWanted { found = result }
          case PGRES_PIPELINE_ABORTED: PQclear(result)
          default:
            failure = failure ?? PostgresFailure(result)
            PQclear(result)
          }
        }
      }
      if isUsable, let end = PQgetResult(handle) { PQclear(end) }
      guard var failure else {
        guard isUsable else { throw lost() }
        return found
      }
      failure.isConnectionLost = failure.isConnectionLost || !isUsable
      // Which of them the server has prepared is not known.
      for key in names { prepared[key] = nil }
      throw failure
    }

    private func lost() -> PostgresFailure {
      let message = handle.map { String(cString: PQerrorMessage($0)) } ?? "the connection is closed"
      // libpq ends its messages with a new line.
      return PostgresFailure(lost: message.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// - Parameter timeout: In milliseconds; negative: without an end.
    /// - Returns: Whether something has happened.
    private func wait(_ events: Int32, timeout: Int32) -> Bool {
      var descriptor = pollfd(fd: socket, events: Int16(truncatingIfNeeded: events), revents: 0)
      return poll(&descriptor, 1, timeout) > 0
    }
  }
#endif
