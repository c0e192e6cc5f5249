import Foundation

/// An executable of this package, running beside the test.
final class SecondProcess {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var buffer = Data()

  init(_ arguments: String...) throws {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var places = [tests, Bundle.main.bundleURL]
    places += places.map { $0.deletingLastPathComponent() }
    let files = places.map { $0.appendingPathComponent("StoreProcess") }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    process.executableURL = file
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  var identifier: Int32 { process.processIdentifier }

  /// The next line that it says; `nil` at its end.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[buffer.startIndex..<end], as: UTF8.self)
        buffer = Data(buffer[buffer.index(after: end)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer.append(more)
    }
  }

  func say(_ text: String) { input.fileHandleForWriting.write(Data((text + "\n").utf8)) }

  func terminate(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

  /// How it ended: its exit status, or the signal as a negative number. One that does not end is killed after a minute.
  func end() -> Int32 {
    let watchdog = DispatchWorkItem { [identifier] in _ = Foundation.kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }
}
