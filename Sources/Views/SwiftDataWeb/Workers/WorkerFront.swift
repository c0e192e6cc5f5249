// SPDX-License-Identifier: Apache-2.0

#if Web
  import Foundation
  import Logging
  import NIOCore
  import ServiceLifecycle
  import Synchronization

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The process that listens where pages are evaluated by others.
  ///
  /// It looks at the first request of a connection and hands the connection to the worker that has the browser's pages;
  /// from then on it has nothing to do with it. It runs no code of the app. Workers that end are started again.
  struct WorkerFront: Service {
    let configuration: WebConfiguration
    let logger: Logger
    let started: @Sendable (_ address: String) async -> Void

    func run() async throws {
      let loop = try FrontLoop(configuration, logger)
      try await withGracefulShutdownHandler {
        for await event in loop.run() {
          switch event {
          case .ready: await started(configuration.url(port: loop.port))
          case .failed(let error): throw error
          }
        }
      } onGracefulShutdown: {
        loop.end()
      }
    }
  }

  /// What the front does, on a thread of its own.
  final class FrontLoop: @unchecked Sendable {
    // Unchecked: after `run()`, all but `end()` and what never changes is the thread's.
    enum Event: Sendable {
      case ready
      case failed(any Error)
    }

    let port: Int
    private let configuration: WebConfiguration
    private let logger: Logger
    private let cookieName: String
    private let listener: Int32
    /// What `end()` writes to, and the loop reads.
    private let wake: (reader: Int32, writer: Int32)
    private let workers: [WorkerProcess]
    private var waiting: [WaitingConnection] = []
    private var turn = 0
    private var buffer: [UInt8] = []
    private var isEnding = false
    private var wasReady = false
    /// Until when no connections are accepted: there are too many open files.
    private var pausedUntil: ContinuousClock.Instant?

    /// How long a worker may take to end, once it is asked to: an action may hold it up.
    private static let patience = Duration.seconds(10)

    init(_ configuration: WebConfiguration, _ logger: Logger) throws {
      self.configuration = configuration
      self.logger = logger
      cookieName = configuration.makeCookieName()
      (listener, port) = try Self.listen(configuration)
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let code = errno
        close(listener)
        throw WorkerFailure(code, "no pipe for the workers' front")
      }
      wake = (ends[0], ends[1])
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      workers = (0..<configuration.workers).map(WorkerProcess.init)
    }

    deinit {
      for descriptor in [listener, wake.reader, wake.writer] { close(descriptor) }
    }

    private static func listen(_ configuration: WebConfiguration) throws -> (descriptor: Int32, port: Int) {
      func failure(_ reason: String) -> WebHostError {
        .cannotListen(address: configuration.address, port: configuration.port, reason: reason)
      }
      let address: SocketAddress
      do {
        address = try SocketAddress.makeAddressResolvingHost(configuration.address, port: configuration.port)
      } catch { throw failure("\(error)") }
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      let descriptor = socket(Int32(address.protocol.rawValue), kind, 0)
      guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      var yes: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      let code = address.withSockAddr { pointer, size in
        bind(descriptor, pointer, socklen_t(size)) == 0 && Self.systemListen(descriptor) == 0 ? 0 : errno
      }
      guard code == 0 else {
        close(descriptor)
        throw failure(String(cString: strerror(code)))
      }
      return (descriptor, boundPort(descriptor) ?? configuration.port)
    }

    private static func systemListen(_ descriptor: Int32) -> Int32 {
      #if canImport(Glibc)
        Glibc.listen(descriptor, 512)
      #elseif canImport(Musl)
        Musl.listen(descriptor, 512)
      #else
        Darwin.listen(descriptor, 512)
      #endif
    }

    private static func boundPort(_ descriptor: Int32) -> Int? {
      var storage = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      return withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          guard getsockname(descriptor, address, &size) == 0 else { return nil }
          // In both families the port follows the family.
          return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            Int(UInt16(bigEndian: $0.pointee.sin_port))
          }
        }
      }
    }

    // MARK: From outside

    /// Starts the thread. The sequence ends when the loop has.
    func run() -> AsyncStream<Event> {
      AsyncStream { continuation in
        let thread = Thread {
          do { try self.loop { continuation.yield($0) } } catch { continuation.yield(.failed(error)) }
          self.clear()
          continuation.finish()
        }
        thread.name = "workers' front"
        thread.start()
      }
    }

    /// Asks the loop to end, and the workers with it.
    func end() {
      var byte: UInt8 = 0
      _ = write(wake.writer, &byte, 1)
    }

    // MARK: The loop

    private func loop(_ say: (Event) -> Void) throws {
      while true {
        try startWorkers()
        if !wasReady, workers.allSatisfy(\.isReady) {
          wasReady = true
          say(.ready)
        }
        let isStuck = deliver()
        wait(isStuck ? .milliseconds(5) : nil)
        for worker in workers {
          guard let end = worker.reap(patience: Self.patience), !isEnding else { continue }
          guard wasReady else { throw WebHostError.workerEnded("\(end)") }
          logger.error("A worker has ended (\(end)). It is started again; its pages begin anew.")
        }
        if isEnding, workers.allSatisfy(\.isStopped) { return }
      }
    }

    private func startWorkers() throws {
      guard !isEnding else { return }
      for worker in workers {
        guard case .stopped(let earliest) = worker.state, earliest <= .now else { continue }
        do {
          try worker.start(count: workers.count, cookieName: cookieName, entryToken: configuration.entryToken)
        } catch {
          guard wasReady else { throw error }
          logger.error("\(error)")
          worker.failedToStart()
        }
        // The first one makes or migrates the store alone.
        if !wasReady, !worker.isReady, worker.index == 0 { break }
      }
    }

    /// Hands over what is known; lets go of what has taken too long.
    ///
    /// - Returns: Whether some worker could not take a connection at once.
    private func deliver() -> Bool {
      let now = ContinuousClock.now
      var isStuck = false
      waiting.removeAll { connection in
        switch connection.request {
        case .complete(let browser):
          if let worker = worker(of: browser), worker.isReady {
            if worker.take(connection.descriptor) { break }
            isStuck = true
          }
          if connection.deadline > now, !isEnding { return false }
        case .incomplete:
          if connection.deadline > now, !isEnding { return false }
        case .gone: break
        }
        close(connection.descriptor)
        return true
      }
      return isStuck
    }

    private func worker(of browser: String?) -> WorkerProcess? {
      if let browser { return workers[WorkerRole.index(ofBrowser: browser, count: workers.count)] }
      // To the next one in turn, unless it is held up.
      turn = (turn + 1) % workers.count
      return (workers[turn...] + workers[..<turn]).filter(\.isReady).min { $0.waiting < $1.waiting }
    }

    /// Waits until something happens, and notes it.
    private func wait(_ most: Duration?) {
      let now = ContinuousClock.now
      var events: [pollfd] = [pollfd(fd: wake.reader, events: Int16(POLLIN), revents: 0)]
      let isAccepting =
        wasReady && !isEnding && waiting.count < configuration.limits.connections && (pausedUntil ?? now) <= now
      // Negative: not looked at.
      events.append(pollfd(fd: isAccepting ? listener : -1, events: Int16(POLLIN), revents: 0))
      for worker in workers { events.append(pollfd(fd: worker.socket, events: Int16(POLLIN), revents: 0)) }
      for connection in waiting {
        let isLookedAt = connection.request == .incomplete
        events.append(
          pollfd(fd: isLookedAt ? connection.descriptor : -1, events: WaitingConnection.events, revents: 0))
      }
      let count = poll(&events, nfds_t(events.count), Int32((most ?? timeout(now)) / .milliseconds(1)))
      guard count > 0 else { return }
      if events[0].revents != 0 { beginToEnd() }
      for (worker, event) in zip(workers, events[2...]) where event.revents != 0 { worker.read() }
      for (index, event) in events[(2 + workers.count)...].enumerated() where event.revents != 0 {
        waiting[index].look(cookieName: cookieName, &buffer, events: event.revents)
      }
      if events[1].revents != 0, !isEnding { accept() }
    }

    /// Until the next thing that is to be done at a certain time.
    private func timeout(_ now: ContinuousClock.Instant) -> Duration {
      var next = Duration.seconds(60)
      for worker in workers {
        switch worker.state {
        case .stopped(let earliest): if !isEnding { next = min(next, now.duration(to: earliest)) }
        case .ending: next = min(next, .milliseconds(20))
        case .starting, .ready: break
        }
      }
      for connection in waiting { next = min(next, now.duration(to: connection.deadline)) }
      if let pausedUntil { next = min(next, max(.milliseconds(1), now.duration(to: pausedUntil))) }
      // Rounded up, so that the time has come when it is over.
      return max(.zero, next) + .milliseconds(1)
    }

    private func accept() {
      pausedUntil = nil
      let deadline = ContinuousClock.now + configuration.limits.patience
      while waiting.count < configuration.limits.connections {
        let descriptor = Self.systemAccept(listener)
        guard descriptor >= 0 else {
          // Others are closed meanwhile.
          if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { pausedUntil = .now + .milliseconds(100) }
          return
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var connection = WaitingConnection(descriptor: descriptor, deadline: deadline)
        connection.look(cookieName: cookieName, &buffer)
        waiting.append(connection)
      }
    }

    private static func systemAccept(_ descriptor: Int32) -> Int32 {
      #if canImport(Glibc)
        Glibc.accept(descriptor, nil, nil)
      #elseif canImport(Musl)
        Musl.accept(descriptor, nil, nil)
      #else
        Darwin.accept(descriptor, nil, nil)
      #endif
    }

    private func beginToEnd() {
      isEnding = true
      for worker in workers { worker.leave() }
    }

    /// Nothing is left open, and no worker behind.
    private func clear() {
      for connection in waiting { close(connection.descriptor) }
      waiting = []
      beginToEnd()
      while !workers.allSatisfy(\.isStopped) {
        for worker in workers { _ = worker.reap(patience: Self.patience) }
        poll(nil, 0, 20)
      }
    }
  }
#endif
