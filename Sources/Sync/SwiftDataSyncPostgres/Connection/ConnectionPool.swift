// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Dispatch
  import Synchronization

  /// Connections to one database: as many as there are at work at a time, up to a bound. Who finds none waits in line.
  final class ConnectionPool: Sendable {
    private let make: @Sendable () throws -> PostgresConnection
    private let limit: Int
    /// How long to wait for one, in seconds.
    private let timeout: Double
    private let free: DispatchSemaphore
    private let state = Mutex(State())

    private struct State {
      var idle: [(connection: PostgresConnection, since: ContinuousClock.Instant)] = []
      var isClosed = false
    }

    /// What was idle for longer may have been closed by the server, or by something in between.
    private static let fresh = Duration.seconds(5)

    init(limit: Int, timeout: Double, _ make: @escaping @Sendable () throws -> PostgresConnection) {
      (self.limit, self.timeout, self.make) = (limit, timeout, make)
      free = DispatchSemaphore(value: limit)
    }

    /// - Throws: ``ServerDatabaseError``, or what making one throws.
    func take() throws -> PostgresConnection {
      guard free.wait(timeout: .now() + timeout) == .success else {
        throw ServerDatabaseError(
          .busy,
          "all \(limit) connections to the database have been in use for \(Int(timeout)) seconds; allow more with "
            + "--connections")
      }
      do {
        while true {
          let next = try state.withLock { state in
            if state.isClosed { throw ServerDatabaseError.closed }
            return state.idle.popLast()
          }
          guard let next else { return try make() }
          if ContinuousClock.now - next.since < Self.fresh || next.connection.isStillOpen { return next.connection }
          next.connection.close()
        }
      } catch {
        free.signal()
        throw error
      }
    }

    /// Takes one back. What is broken, or in a transaction, is of no more use.
    func give(_ connection: PostgresConnection) {
      let isKept = state.withLock { state in
        guard !state.isClosed, connection.isUsable, connection.isIdle else { return false }
        state.idle.append((connection, .now))
        return true
      }
      if !isKept { connection.close() }
      free.signal()
    }

    /// After a connection was lost: others may have gone with it.
    func sift() {
      let idle = state.withLock { state in
        defer { state.idle = [] }
        return state.idle
      }
      let kept = idle.filter(\.connection.isStillOpen)
      for (connection, _) in idle where !connection.isUsable { connection.close() }
      state.withLock { $0.idle += kept }
    }

    /// Those that are lent are closed when they come back.
    func close() {
      let idle = state.withLock { state in
        defer { state.idle = [] }
        state.isClosed = true
        return state.idle
      }
      for (connection, _) in idle { connection.close() }
    }
  }
#endif
