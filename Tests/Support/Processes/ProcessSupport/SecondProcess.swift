// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// An executable of this package, running beside the test.
///
/// Tests talk to it by lines. A process that neither speaks nor ends while a test waits for it is killed by a watchdog,
/// so that the test fails instead of hanging.
public final class SecondProcess {
  /// How long a test waits for a line, or for the end. It only ends tests that would hang.
  private static let patience: TimeInterval = 600

  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var buffer = Data()

  /// - Parameters:
  ///   - name: The target's name.
  ///   - arguments: Its arguments.
  ///   - saysErrors: Whether its lines are those of its standard error stream as well.
  public convenience init(_ name: String, _ arguments: String..., saysErrors: Bool = false) throws {
    try self.init(executable: Self.executable(name), arguments: arguments, saysErrors: saysErrors)
  }

  /// Another program, such as an interpreter.
  public init(executable: URL, arguments: [String], saysErrors: Bool = false) throws {
    process.executableURL = executable
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    if saysErrors { process.standardError = output }
    try process.run()
  }

  deinit { if process.isRunning { kill() } }

  /// It is built next to the tests.
  public static func executable(_ name: String) throws -> URL {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var places = [tests, Bundle.main.bundleURL]
    places += places.map { $0.deletingLastPathComponent() }
    for place in places {
      let url = place.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSDebugDescriptionErrorKey: "\(name) is not beside \(tests.path)"])
  }

  /// The number that the system gave it.
  public var identifier: Int32 { process.processIdentifier }

  public var isRunning: Bool { endedStatus(waiting: false) == nil }

  // MARK: Talking

  /// The next line that it says; `nil` at its end.
  public func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[buffer.index(after: end)...])
        return line
      }
      let more = watched("said nothing") { output.fileHandleForReading.availableData }
      if more.isEmpty { return nil }
      buffer.append(more)
    }
  }

  public func say(_ text: String) { input.fileHandleForWriting.write(Data((text + "\n").utf8)) }

  /// Says something, and waits for the answer.
  @discardableResult
  public func ask(_ text: String) -> String? {
    say(text)
    return line()
  }

  // MARK: Ending

  /// Sends a signal.
  public func signal(_ signal: Int32) { _ = Foundation.kill(identifier, signal) }

  /// As `kill -9`: it cannot clean up.
  public func kill() {
    signal(SIGKILL)
    _ = endedStatus(waiting: true)
  }

  /// Waits until it ends.
  ///
  /// - Returns: How it ended: its exit status, or the signal as a negative number.
  @discardableResult
  public func end() -> Int32 {
    watched("did not end") { endedStatus(waiting: true) } ?? 0
  }

  /// How the process has ended; nil: it has not.
  ///
  /// On Linux it does not rely on Foundation, which waits for ever for a process whose end it has missed: seen with one of
  /// some dozens that were killed. The system is asked, and Foundation may still reap the process.
  private func endedStatus(waiting: Bool) -> Int32? {
    #if canImport(Glibc)
      while true {
        var info = siginfo_t()
        let options = WEXITED | WNOWAIT | (waiting ? 0 : WNOHANG)
        if waitid(P_PID, id_t(identifier), &info, options) == 0 {
          guard info._sifields._sigchld.si_pid == identifier else { return nil }
          let status = info._sifields._sigchld.si_status
          return info.si_code == Int32(CLD_EXITED) ? status : -status
        }
        // Reaped already, or never started.
        if errno != EINTR { break }
      }
    #endif
    if waiting { process.waitUntilExit() } else if process.isRunning { return nil }
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }

  /// Tells it that nothing more will be said, and waits until it ends.
  @discardableResult
  public func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    return end()
  }

  /// Kills the process if `wait` takes too long, which ends the wait.
  private func watched<R>(_ complaint: String, _ wait: () -> R) -> R {
    let (identifier, name) = (identifier, process.executableURL?.lastPathComponent ?? "")
    let watchdog = DispatchWorkItem {
      FileHandle.standardError.write(Data("\(name) (\(identifier)) \(complaint) and is killed.\n".utf8))
      _ = Foundation.kill(identifier, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: watchdog)
    defer { watchdog.cancel() }
    return wait()
  }
}
