import Foundation
import Testing

/// An executable of this package, running beside the test.
final class SecondProcess {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var buffer = Data()

  /// - Parameter saysErrors: Whether its lines are those of its log as well.
  init(
    executable name: String = "StoreProcess", saysErrors: Bool = false, _ arguments: String...
  ) throws {
    process.executableURL = try Self.executable(name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    if saysErrors { process.standardError = output }
    try process.run()
  }

  deinit { if process.isRunning { kill() } }

  /// It is built next to the tests.
  private static func executable(_ name: String) throws -> URL {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var places = [tests, Bundle.main.bundleURL]
    places += places.map { $0.deletingLastPathComponent() }
    for place in places {
      let url = place.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw CocoaError(
      .fileNoSuchFile,
      userInfo: [NSDebugDescriptionErrorKey: "\(name) is not beside \(tests.path)"])
  }

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

  var isRunning: Bool { process.isRunning }

  /// As `kill -9`: it cannot clean up.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func wait() { process.waitUntilExit() }
}
