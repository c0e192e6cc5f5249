// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A connection of its own, by which servers tell each other which zones have changed.
  ///
  /// What was committed within a moment is told at once: `NOTIFY` within the transaction of an upload would keep all others of
  /// the database waiting until it is on the disk. What gets lost, servers find when they look.
  final class ChangeChannel: @unchecked Sendable {
    // Unchecked: constants, and what lies behind the lock; the connection belongs to the thread.
    private struct State {
      var untold: Set<Int64> = []
      var news: Set<Int64> = []
      var listener: AsyncStream<Void>.Continuation?
      var isRunning = false
      var isClosed = false
    }

    private let state = Mutex(State())
    private let name: String
    private let connect: @Sendable () throws -> PostgresConnection
    /// Wakes the thread: a pipe's ends.
    private let wake: (read: Int32, write: Int32)

    /// How long commits are collected before others are told of them, in milliseconds.
    private static let collecting: Int32 = 15
    /// The time before the first attempt to connect anew, in milliseconds; it doubles up to the last.
    private static let pauses: (first: Int32, last: Int32) = (100, 5_000)
    /// A notification has less than 8,000 bytes.
    private static let numbersEach = 350

    /// - Parameter name: Of those who hear each other.
    init(name: String, _ connect: @escaping @Sendable () throws -> PostgresConnection) {
      (self.name, self.connect) = (name, connect)
      var ends: [Int32] = [-1, -1]
      // Without a pipe nobody is told, and others find out by looking.
      _ = pipe(&ends)
      wake = (ends[0], ends[1])
      for end in ends where end >= 0 {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }

    deinit { for end in [wake.read, wake.write] where end >= 0 { _ = closeDescriptor(end) } }

    /// A zone has changed: others are told, if somebody listens here. A command that ends now leaves it to them to look.
    func tell(_ zone: Int64) {
      let isFirst = state.withLock { state in
        guard state.isRunning else { return false }
        defer { state.untold.insert(zone) }
        return state.untold.isEmpty
      }
      if isFirst { signal() }
    }

    /// Something comes whenever there is news.
    func listen() -> AsyncStream<Void> {
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      let isFirst = state.withLock { state in
        state.listener?.finish()
        state.listener = continuation
        guard !state.isClosed, wake.read >= 0 else { return false }
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if isFirst {
        let thread = Thread { [self] in run() }
        thread.name = "SwiftDataSync.changes"
        thread.start()
      }
      return stream
    }

    /// The zones that others have told of since the last time.
    func news() -> [Int64] {
      state.withLock { state in
        defer { state.news = [] }
        return state.news.sorted()
      }
    }

    func close() {
      let listener = state.withLock { state in
        state.isClosed = true
        return state.listener
      }
      listener?.finish()
      signal()
    }

    private func signal() {
      guard wake.write >= 0 else { return }
      var byte: UInt8 = 1
      // A full pipe wakes as well.
      _ = write(wake.write, &byte, 1)
    }

    // MARK: The thread

    private func run() {
      var connection: PostgresConnection?
      var pause = Self.pauses.first
      while !state.withLock({ $0.isClosed }) {
        if connection == nil {
          connection = try? listening()
          guard connection != nil else {
            wait(nil, timeout: pause)
            pause = min(pause * 2, Self.pauses.last)
            continue
          }
          pause = Self.pauses.first
        }
        guard let current = connection, !serve(current) else { continue }
        current.close()
        connection = nil
      }
      if let connection { _ = tellOthers(connection) }
      connection?.close()
    }

    private func listening() throws -> PostgresConnection {
      let connection = try connect()
      try connection.run("LISTEN \(PostgresDatabase.quoted(name: name))")
      return connection
    }

    /// - Returns: Whether the connection can still be used.
    private func serve(_ connection: PostgresConnection) -> Bool {
      if state.withLock({ $0.untold.isEmpty }) {
        wait(connection, timeout: -1)
      } else {
        // Later commits go together with this one.
        usleep(useconds_t(Self.collecting) * 1_000)
      }
      guard tellOthers(connection), let told = connection.notifications() else { return false }
      let zones = told.flatMap { $0.split(separator: " ").compactMap { Int64($0) } }
      guard !zones.isEmpty else { return true }
      let listener = state.withLock { state in
        state.news.formUnion(zones)
        return state.listener
      }
      listener?.yield()
      return true
    }

    private func tellOthers(_ connection: PostgresConnection) -> Bool {
      let zones = state.withLock { state in
        defer { state.untold = [] }
        return state.untold.sorted()
      }
      for start in stride(from: 0, to: zones.count, by: Self.numbersEach) {
        let part = zones[start..<min(start + Self.numbersEach, zones.count)].map(String.init).joined(separator: " ")
        let name = PostgresDatabase.quoted(name: name)
        do { try connection.runOnce("NOTIFY \(name), '\(part)'") } catch {
          // Others look, or are told with the next change.
          return false
        }
      }
      return true
    }

    /// Until something comes, or somebody wakes the thread.
    ///
    /// - Parameter timeout: In milliseconds; negative: without an end.
    private func wait(_ connection: PostgresConnection?, timeout: Int32) {
      var descriptors = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
      if let connection { descriptors.append(pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)) }
      _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(wake.read, &bytes, bytes.count) > 0 {}
    }
  }

  /// `close` of the system's, beside a method of that name.
  private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif
