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

  private let process: ChildProcess
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
    process = try ChildProcess(
      executable, arguments, input: input.fileHandleForReading, output: output.fileHandleForWriting,
      errors: saysErrors ? output.fileHandleForWriting : nil)
    // Of the child alone, so that its end is seen.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
  }

  deinit { if isRunning { kill() } }

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
  public var identifier: Int32 { process.identifier }

  public var isRunning: Bool { process.isRunning }

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
  public func signal(_ signal: Int32) { process.signal(signal) }

  /// As `kill -9`: it cannot clean up.
  public func kill() {
    signal(SIGKILL)
    process.wait()
  }

  /// Waits until it ends.
  ///
  /// - Returns: How it ended: its exit status, or the signal as a negative number.
  @discardableResult
  public func end() -> Int32 {
    watched("did not end") { process.wait() }
  }

  /// Tells it that nothing more will be said, and waits until it ends.
  @discardableResult
  public func finish() -> Int32 {
    try? input.fileHandleForWriting.close()
    return end()
  }

  private func watched<R>(_ complaint: String, _ wait: () -> R) -> R {
    process.watched(limit: Self.patience, complaint, wait)
  }
}
