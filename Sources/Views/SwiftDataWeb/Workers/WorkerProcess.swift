// SPDX-License-Identifier: Apache-2.0

#if Web
  import CDescriptorPassing
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// A worker, as the front knows it: this program, started once more, and again when it has ended.
  final class WorkerProcess {
    enum State {
      /// From when on it may be started.
      case stopped(ContinuousClock.Instant)
      /// It does not answer for connections yet.
      case starting
      case ready
      /// It has closed its socket, and is about to end.
      case ending(since: ContinuousClock.Instant)
    }

    let index: Int
    private(set) var state = State.stopped(.now)
    /// To the worker; negative if there is none.
    private(set) var socket: Int32 = -1
    private var process: pid_t = 0
    private var began = ContinuousClock.now
    /// How many connections it was given for which its main actor had no turn yet: many if an action holds it up.
    private(set) var waiting = 0
    /// How often in a row it has ended soon.
    private var failures = 0

    init(index: Int) { self.index = index }

    var isReady: Bool { if case .ready = state { true } else { false } }
    var isStopped: Bool { if case .stopped = state { true } else { false } }

    // MARK: Starting

    func start(count: Int, cookieName: String, entryToken: String?) throws {
      var ends: [Int32] = [-1, -1]
      #if canImport(Darwin)
        let kind = SOCK_STREAM
      #elseif canImport(Musl)
        let kind = SOCK_STREAM
      #else
        let kind = Int32(SOCK_STREAM.rawValue)
      #endif
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw WorkerFailure(errno, "no socket for a worker") }
      let (own, theirs) = (ends[0], ends[1])
      defer { close(theirs) }
      // Other workers must not hold it: they would hide its end.
      _ = fcntl(own, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(own, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
      let role = WorkerRole(
        index: index, count: count, descriptor: theirs, cookieName: cookieName, entryToken: entryToken)
      do { process = try spawn(role) } catch {
        close(own)
        throw error
      }
      socket = own
      began = .now
      waiting = 0
      state = .starting
    }

    /// It is tried again after a while.
    func failedToStart() { state = .stopped(.now + .seconds(1)) }

    private func spawn(_ role: WorkerRole) throws -> pid_t {
      #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
      #else
        var attributes = posix_spawnattr_t()
        // The program that runs, also if its file has been replaced; under its name if it has not.
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = path.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "/proc/self/exe"
      #endif
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // As any other program is started.
      var (none, all) = (sigset_t(), sigset_t())
      sigemptyset(&none)
      sigfillset(&all)
      posix_spawnattr_setsigmask(&attributes, &none)
      posix_spawnattr_setsigdefault(&attributes, &all)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
      let inherited = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }.filter { !WorkerRole.isAssignment($0) }
      var words = CommandLine.arguments.map { strdup($0) } + [nil]
      var variables = (inherited + [role.assignment]).map { strdup($0) } + [nil]
      defer { for text in words + variables { free(text) } }
      var process: pid_t = 0
      let code = posix_spawn(&process, program, nil, &attributes, &words, &variables)
      guard code == 0 else { throw WorkerFailure(code, "a worker cannot be started") }
      return process
    }

    // MARK: Its life

    /// Reads what the worker says: that it is ready, and that its main actor runs; or that it ends.
    func read() {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count > 0 {
        var turns = count
        if case .starting = state {
          state = .ready
          turns -= 1
        }
        waiting = max(0, waiting - turns)
      } else if count == 0 || ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno) {
        leave()
      }
    }

    /// Hands it a connection.
    ///
    /// - Returns: Whether it has it. Otherwise it is busy, or about to end.
    func take(_ connection: Int32) -> Bool {
      guard isReady, descriptor_send(socket, connection) == 0 else { return false }
      waiting += 1
      return true
    }

    /// Asks it to end: it sees that nothing will come any more.
    func leave() {
      guard socket >= 0 else { return }
      close(socket)
      socket = -1
      state = .ending(since: .now)
    }

    /// Looks whether it has ended.
    ///
    /// - Parameter patience: After this time it is ended by force.
    /// - Returns: Its status, once.
    func reap(patience: Duration) -> WorkerEnd? {
      guard case .ending(let since) = state else { return nil }
      var status: Int32 = 0
      let found = waitpid(process, &status, WNOHANG)
      if found == 0 || found < 0 && errno == EINTR {
        if since.duration(to: .now) > patience { kill(process, SIGKILL) }
        return nil
      }
      let isEarly = began.duration(to: .now) < .seconds(10)
      failures = isEarly ? failures + 1 : 0
      // The first time at once, but for a moment in which the front hears that all are to end.
      let pause = Duration.milliseconds(50) * (1 << min(failures, 7))
      state = .stopped(.now + pause)
      return WorkerEnd(status: found < 0 ? 0 : status)
    }
  }

  /// How a worker has ended.
  struct WorkerEnd: CustomStringConvertible, Equatable {
    let status: Int32

    // As WIFSIGNALED and WEXITSTATUS say, which Swift does not see.
    var signal: Int32? { status & 0x7f == 0 ? nil : status & 0x7f }

    var description: String { signal.map { "signal \($0)" } ?? "status \((status >> 8) & 0xff)" }
  }

  /// Why a worker cannot be started.
  struct WorkerFailure: Error, CustomStringConvertible {
    let description: String

    init(_ code: Int32, _ text: String) { description = "\(text): \(String(cString: strerror(code)))" }
  }
#endif
