// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftDataCore
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A connection of its own, by which processes tell each other that something was committed.
  ///
  /// Notifications of many commits are one: `NOTIFY` within a transaction takes a lock over the whole server until the
  /// commit is on the disk. What gets lost is found by asking, see ``HistoryFollower``.
  ///
  /// The thread and the connection are made with the first commit or the first listener.
  final class Channel: @unchecked Sendable {
    // Unchecked: constants, and what lies behind the lock; the connection belongs to the thread.
    typealias Listener = @Sendable (_ number: Int64) -> Void

    private struct State {
      /// The largest number that others have not been told of.
      var untold: Int64?
      var listeners: [Int: Listener] = [:]
      var nextListener = 0
      var isRunning = false
      var isListening = false
      var isClosed = false
    }

    private let state = Mutex(State())
    private let store: String
    private let listens: Bool
    private let connect: @Sendable () throws(PostgresFailure) -> PostgresConnection
    /// Wakes the thread: a pipe's ends.
    private let wake: (read: Int32, write: Int32)

    /// How long commits are collected before others are told of them, in milliseconds.
    private static let collecting: Int32 = 15
    /// The time before the first attempt to connect anew, in milliseconds; it doubles up to the last.
    private static let pauses: (first: Int32, last: Int32) = (100, 5_000)
    private static let name = "swiftdata"

    /// - Parameters:
    ///   - store: The store's identifier, which tells its notifications from those of others.
    ///   - listens: Whether the connection leads to one process of the server.
    init(store: String, listens: Bool, _ connect: @escaping @Sendable () throws(PostgresFailure) -> PostgresConnection)
    {
      self.store = store
      self.listens = listens
      self.connect = connect
      var ends: [Int32] = [-1, -1]
      // Without a pipe nobody is told, and others find out by asking.
      _ = pipe(&ends)
      wake = (ends[0], ends[1])
      for end in ends where end >= 0 {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    deinit { for end in [wake.read, wake.write] where end >= 0 { _ = closeDescriptor(end) } }

    /// Whether others' notifications are heard at the moment.
    var isListening: Bool { state.withLock { $0.isListening } }

    /// Something was committed: others are told within ``collecting``.
    func tell(_ number: Int64) {
      let isNews = state.withLock { state in
        defer { state.untold = max(state.untold ?? 0, number) }
        return state.untold == nil
      }
      if isNews { start() }
    }

    /// - Returns: What ends the listening, for ``stop(_:)``.
    func listen(_ listener: @escaping Listener) -> Int {
      let number = state.withLock { state in
        state.nextListener += 1
        state.listeners[state.nextListener] = listener
        return state.nextListener
      }
      start()
      return number
    }

    func stop(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    func close() {
      state.withLock { $0.isClosed = true }
      signal()
    }

    private func signal() {
      guard wake.write >= 0 else { return }
      var byte: UInt8 = 1
      // A full pipe wakes as well.
      _ = write(wake.write, &byte, 1)
    }

    private func start() {
      guard wake.read >= 0 else { return }
      let isFirst = state.withLock { state in
        guard !state.isClosed else { return false }
        defer { state.isRunning = true }
        return !state.isRunning
      }
      guard isFirst else { return signal() }
      let thread = Thread { [self] in run() }
      thread.name = "SwiftDataPostgres.channel"
      thread.start()
    }

    // MARK: The thread

    private func run() {
      var connection: PostgresConnection?
      var pause = Self.pauses.first
      while !state.withLock({ $0.isClosed }) {
        if connection == nil {
          connection = try? connected()
          guard connection != nil else {
            _ = wait(nil, timeout: pause)
            drain()
            pause = min(pause * 2, Self.pauses.last)
            continue
          }
          pause = Self.pauses.first
        }
        guard let current = connection else { continue }
        if serve(current) { continue }
        state.withLock { $0.isListening = false }
        current.close()
        connection = nil
      }
      let untold = state.withLock { state in
        state.isListening = false
        state.listeners = [:]
        return state.untold
      }
      guard let connection else { return }
      if let untold { _ = tell(untold, connection) }
      connection.close()
    }

    private func connected() throws(PostgresFailure) -> PostgresConnection {
      let connection = try connect()
      guard listens else { return connection }
      try connection.run("LISTEN \(Self.name)")
      // What was notified before is found by asking, once.
      let listeners = state.withLock { state in
        state.isListening = true
        return Array(state.listeners.values)
      }
      for listener in listeners { listener(0) }
      return connection
    }

    /// - Returns: Whether the connection can still be used.
    private func serve(_ connection: PostgresConnection) -> Bool {
      if state.withLock({ $0.untold != nil }) {
        // Later commits go together with this one.
        if wait(nil, timeout: Self.collecting), state.withLock({ $0.isClosed }) { return true }
        drain()
        guard
          let number = state.withLock({ state in
            defer { state.untold = nil }
            return state.untold
          })
        else { return true }
        guard tell(number, connection) else {
          state.withLock { $0.untold = max($0.untold ?? 0, number) }
          return false
        }
      } else {
        _ = wait(connection, timeout: -1)
        drain()
      }
      guard let news = connection.notifications() else { return false }
      var latest: Int64?
      for (process, content) in news where process != connection.serverProcess {
        let parts = content.split(separator: " ")
        guard parts.count == 2, parts[0] == store, let number = Int64(parts[1]) else { continue }
        latest = max(latest ?? 0, number)
      }
      if let latest {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener(latest) }
      }
      return true
    }

    /// - Returns: Whether the connection can still be used. A server that refuses, such as a standby, is not asked again.
    private func tell(_ number: Int64, _ connection: PostgresConnection) -> Bool {
      do {
        try connection.run("SELECT pg_notify('\(Self.name)', $1)", [Parameter("\(store) \(number)")])
        return true
      } catch {
        return !error.isConnectionLost
      }
    }

    /// Waits for the wake-up, and for the server if there is one.
    ///
    /// - Returns: Whether something has come before the time was over.
    private func wait(_ connection: PostgresConnection?, timeout: Int32) -> Bool {
      var descriptors = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
      if let connection, connection.socket >= 0 {
        descriptors.append(pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0))
      }
      return poll(&descriptors, nfds_t(descriptors.count), timeout) > 0
    }

    private func drain() {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wake.read, &bytes, bytes.count) > 0 {}
    }
  }

  /// The system's function, which the method of the same name hides.
  private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
