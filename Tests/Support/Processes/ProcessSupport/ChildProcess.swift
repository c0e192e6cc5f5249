// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that a test starts, by the system's own calls.
///
/// `Foundation.Process` does not carry tests that run beside hundreds of others. On Linux it reads past the end of a
/// buffer when the process has more than some 1,300 open files (`Process.run()` looks for the highest of them in
/// `/proc/self/fd`), and it misses the end of one child among many. A child whose end is missed stays a zombie, and a
/// zombie that nobody reaps keeps Swift Testing from seeing the end of any exit test: its thread asks for the first
/// child that has ended, gets the same one over and over, and the whole run hangs, at full load.
///
/// Each child has a thread that waits for it and reaps it at once, so there are no zombies.
public final class ChildProcess: @unchecked Sendable {
  /// What a program has left.
  public struct Result: Sendable {
    /// The exit status, or the signal that ended the program as a negative number.
    public let status: Int32
    public let output: String
    public let errors: String
  }

  /// The number that the system gave it.
  public let identifier: pid_t

  private let name: String
  private let condition = NSCondition()
  /// Guarded by `condition`.
  private var status: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: nil: that of this process.
  ///   - input: What it reads; nil: nothing.
  ///   - output: Where it writes; nil: where this process does.
  ///   - errors: nil: where this process writes its own.
  /// - Throws: `POSIXError` if the program cannot be started.
  public init(
    _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil, input: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, (input ?? .nullDevice).fileDescriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, output?.fileDescriptor ?? 1, 1)
    posix_spawn_file_actions_adddup2(&actions, errors?.fileDescriptor ?? 2, 2)
    // Signals that this process ignores or blocks end the child as they end any other program.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      _ = Self.closeOthers?(&actions, 3)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let variables = environment ?? ProcessInfo.processInfo.environment
    var words = ([executable.path] + arguments).map { strdup($0) } + [nil]
    var values = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + values).forEach { free($0) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, executable.path, &actions, &attributes, &words, &values)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    self.identifier = identifier
    name = executable.lastPathComponent
    let thread = Thread { self.reap() }
    thread.stackSize = 256 << 10
    thread.start()
  }

  #if !canImport(Darwin)
    private typealias CloseOthers = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Closes in the child what this process has open. In glibc since 2.34; without it a child inherits what is not marked to
    /// be closed.
    private static let closeOthers = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
      unsafeBitCast($0, to: CloseOthers.self)
    }
  #endif

  /// Waits for the end, and reaps. The number stays the child's own until it is reaped, so no signal hits another process.
  private func reap() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(identifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    condition.lock()
    defer { condition.unlock() }
    var found: Int32 = 0
    while waitpid(identifier, &found, 0) < 0, errno == EINTR {}
    // As WIFSIGNALED and WEXITSTATUS say, which Swift does not see.
    status = found & 0x7f == 0 ? (found >> 8) & 0xff : -(found & 0x7f)
    condition.broadcast()
  }

  /// How it has ended: its exit status, or the signal as a negative number; nil: it has not.
  public var endedStatus: Int32? { condition.withLock { status } }

  public var isRunning: Bool { endedStatus == nil }

  /// Waits for the end.
  ///
  /// - Returns: Its exit status, or the signal as a negative number.
  @discardableResult
  public func wait() -> Int32 {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let status { return status }
      condition.wait()
    }
  }

  /// Kills the program if `wait` takes too long, which ends the wait: the test fails instead of stopping the run.
  ///
  /// - Parameters:
  ///   - limit: In seconds.
  ///   - complaint: What is said then, after the name of the program.
  public func watched<R>(limit: TimeInterval, _ complaint: String, _ wait: () -> R) -> R {
    let watchdog = DispatchWorkItem { [self] in
      FileHandle.standardError.write(Data("\(name) (\(identifier)) \(complaint) and is killed.\n".utf8))
      signal(SIGKILL)
    }
    // A queue of its own gets a thread even if tests that wait have all the others.
    DispatchQueue(label: "watchdog of \(name)").asyncAfter(deadline: .now() + limit, execute: watchdog)
    defer { watchdog.cancel() }
    return wait()
  }

  /// Sends a signal, unless it has ended.
  public func signal(_ signal: Int32) {
    condition.withLock { if status == nil { _ = kill(identifier, signal) } }
  }

  /// Runs a program to its end, and returns what it wrote.
  ///
  /// - Parameter limit: Seconds after which it is killed.
  /// - Throws: `POSIXError` if it cannot be started.
  public static func run(
    _ executable: URL, _ arguments: [String] = [], environment: [String: String]? = nil, input: FileHandle? = nil,
    limit: TimeInterval = 1_800
  ) throws -> Result {
    // Files, as a pipe that nobody empties would stop the program.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let urls = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for url in urls { try Data().write(to: url) }
    let handles = try urls.map { try FileHandle(forWritingTo: $0) }
    let child = try ChildProcess(
      executable, arguments, environment: environment, input: input, output: handles[0], errors: handles[1])
    let status = child.watched(limit: limit, "did not end") { child.wait() }
    for handle in handles { try handle.close() }
    let texts = try urls.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return Result(status: status, output: texts[0], errors: texts[1])
  }
}
