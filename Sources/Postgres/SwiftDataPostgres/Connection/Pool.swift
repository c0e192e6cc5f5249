// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Dispatch
  import Foundation
  import SwiftDataCore
  import Synchronization

  /// Connections to one server: as many as there are at work at a time, up to a bound.
  ///
  /// When all are in use, requests wait in their order. A connection that was idle for some time is looked at
  /// before it is lent; one that is broken is replaced.
  final class Pool: @unchecked Sendable {
    // Unchecked: constants, and what lies behind the lock; connections are lent to one thread at a time.
    private let make: @Sendable () throws(PostgresFailure) -> PostgresConnection
    /// How many connections there are at most.
    let limit: Int
    /// How long to wait for a connection, in seconds.
    private let timeout: Double
    private let state: Mutex<State>
    /// Whether its one connection is somebody else's, in a transaction that goes on.
    private let isBorrowed: Bool
    /// Who is told of waits; set before the first.
    var statistics: StatisticsCounter?

    private struct Idle {
      let connection: PostgresConnection
      let since: ContinuousClock.Instant
    }

    private struct State {
      var idle: [Idle] = []
      /// Lent, idle, or being made.
      var count = 0
      var waiting: [Waiter] = []
      var isClosed = false
    }

    /// Somebody who waits, and is handed a connection, or leave to make one.
    private final class Waiter: @unchecked Sendable {
      // Unchecked: written behind the pool's lock, read after the signal.
      let semaphore = DispatchSemaphore(value: 0)
      var connection: PostgresConnection?
      var isServed = false
    }

    /// What has been idle for longer may have been closed by the server or by something in between.
    private static let fresh = Duration.seconds(5)

    init(limit: Int, timeout: Double, _ make: @escaping @Sendable () throws(PostgresFailure) -> PostgresConnection) {
      self.limit = max(1, limit)
      self.timeout = timeout
      self.make = make
      state = Mutex(State())
      isBorrowed = false
    }

    /// Lends one connection that belongs to somebody else, and is in a transaction.
    init(borrowing connection: PostgresConnection) {
      limit = 1
      timeout = 30
      make = { () throws(PostgresFailure) in
        throw PostgresFailure(code: nil, message: "The connection of the transaction is lost.", isConnectionLost: true)
      }
      state = Mutex(State(idle: [Idle(connection: connection, since: .now)], count: 1))
      isBorrowed = true
    }

    private enum Next {
      case use(Idle)
      case make
      case wait(Waiter)
    }

    /// - Throws: ``PostgresFailure``, or a ``SwiftDataError`` if none is free for too long, or the pool was closed.
    func take() throws -> PostgresConnection {
      while true {
        let next: Next = try state.withLock { state in
          if state.isClosed { throw PostgresErrors.closed }
          if let idle = state.idle.popLast() { return .use(idle) }
          if state.count < limit {
            state.count += 1
            return .make
          }
          let waiter = Waiter()
          state.waiting.append(waiter)
          return .wait(waiter)
        }
        switch next {
        case .make: return try makeConnection()
        case .use(let idle):
          if ContinuousClock.now - idle.since < Self.fresh || idle.connection.isStillOpen() { return idle.connection }
          discard(idle.connection)
        case .wait(let waiter):
          if let connection = try reporting({ try wait(waiter) }) { return connection }
          return try makeConnection()
        }
      }
    }

    /// One more connection for somebody who has one: waiting for it might take until others wait for theirs.
    ///
    /// - Returns: `nil` if all are in use, or none is to be had.
    func takeIfFree() -> PostgresConnection? {
      let next = state.withLock { state -> Next? in
        if isBorrowed || state.isClosed { return nil }
        if let idle = state.idle.popLast() { return .use(idle) }
        guard state.count < limit else { return nil }
        state.count += 1
        return .make
      }
      switch next {
      case .use(let idle):
        if ContinuousClock.now - idle.since < Self.fresh || idle.connection.isStillOpen() { return idle.connection }
        discard(idle.connection)
        return nil
      case .make: return try? makeConnection()
      case .wait, nil: return nil
      }
    }

    /// A new connection in the place of one that is lost; nobody waits for it in the queue.
    ///
    /// - Throws: ``PostgresFailure`` if none is to be had: `connection` stays lent, and is given back as it is.
    func replace(_ connection: PostgresConnection) throws -> PostgresConnection {
      if state.withLock({ $0.isClosed }) { throw PostgresErrors.closed }
      guard !isBorrowed else { return try make() }
      connection.close()
      return try made()
    }

    private func made() throws -> PostgresConnection {
      let connection = try make()
      connection.statistics = statistics
      return connection
    }

    private func makeConnection() throws -> PostgresConnection {
      do { return try made() } catch {
        leave()
        throw error
      }
    }

    private func reporting<R>(_ wait: () throws -> R) rethrows -> R {
      guard let statistics, statistics.isObserved else { return try wait() }
      let begin = ContinuousClock.now
      defer { statistics.observer?.didWait(ContinuousClock.now - begin) }
      return try wait()
    }

    /// - Returns: `nil` for leave to make a connection.
    private func wait(_ waiter: Waiter) throws -> PostgresConnection? {
      let isInTime = waiter.semaphore.wait(timeout: .now() + timeout) == .success
      let isServed = state.withLock { state in
        if !waiter.isServed { state.waiting.removeAll { $0 === waiter } }
        return waiter.isServed
      }
      guard isInTime || isServed else {
        throw SwiftDataError(
          .storeIsBusy, "All \(limit) connections to the database have been in use for \(timeout) seconds.",
          advice: "Allow more connections, or keep transactions short.")
      }
      if let connection = waiter.connection { return connection }
      if state.withLock({ $0.isClosed }) { throw PostgresErrors.closed }
      return nil
    }

    func give(_ connection: PostgresConnection) {
      guard connection.isUsable, isBorrowed || !connection.isInTransaction else { return discard(connection) }
      let isKept = state.withLock { state in
        if state.isClosed { return false }
        if state.waiting.isEmpty {
          state.idle.append(Idle(connection: connection, since: .now))
        } else {
          serve(state.waiting.removeFirst(), connection)
        }
        return true
      }
      if !isKept { discard(connection) }
    }

    /// Of no more use.
    func discard(_ connection: PostgresConnection) {
      if !isBorrowed { connection.close() }
      leave()
    }

    private func leave() {
      state.withLock { state in
        if state.isClosed || state.waiting.isEmpty {
          state.count -= 1
        } else {
          serve(state.waiting.removeFirst(), nil)
        }
      }
    }

    private func serve(_ waiter: Waiter, _ connection: PostgresConnection?) {
      waiter.isServed = true
      waiter.connection = connection
      waiter.semaphore.signal()
    }

    func close() {
      let idle = state.withLock { state in
        state.isClosed = true
        for waiter in state.waiting { serve(waiter, nil) }
        state.waiting = []
        defer { state.idle = [] }
        return state.idle
      }
      for item in idle where !isBorrowed { item.connection.close() }
    }
  }
#endif
