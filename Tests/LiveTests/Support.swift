import Foundation
import LiveModels
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// A folder for one test's files, removed when the test lets go of it.
final class LiveFolder: Sendable {
  let url: URL

  init(_ test: String = #function) throws {
    let name = test.prefix { $0.isLetter || $0.isNumber }
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftdata-live-\(name)-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "test.store") -> URL { url.appendingPathComponent(name) }
  func container() throws -> ModelContainer { try Live.container(file()) }
}

/// An executable of this package, running beside the test.
final class Peer {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()
  private var buffer = Data()

  init(_ arguments: String...) throws {
    process.executableURL = try Self.executable("LiveProcess")
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  deinit { if process.isRunning { kill() } }

  private static func executable(_ name: String) throws -> URL {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    var places = [tests, Bundle.main.bundleURL]
    places += places.map { $0.deletingLastPathComponent() }
    for place in places {
      let url = place.appendingPathComponent(name)
      if FileManager.default.isExecutableFile(atPath: url.path) { return url }
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSDebugDescriptionErrorKey: "\(name) is not beside \(tests.path)"])
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

  /// Says something, and waits for the answer.
  @discardableResult
  func ask(_ text: String) -> String? {
    say(text)
    return line()
  }

  /// Lets it end.
  func finish() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  var isRunning: Bool { process.isRunning }

  /// As `kill -9`: it cannot clean up.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// Waits for something that another thread or process brings about. A limit only ends a test that would hang: it counts
/// turns, not time, as a test among many may wait long for a thread.
func eventually(
  _ what: String, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ isSo: () throws -> Bool
) async throws {
  for _ in 0..<30_000 {
    if try isSo() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  Issue.record("Never: \(what)", sourceLocation: sourceLocation)
  throw CancellationError()
}

extension ModelContainer {
  var sqliteStore: SQLiteRowStore? { _stores.first?.store as? SQLiteRowStore }
}

func books(_ context: ModelContext) throws -> [Int] {
  try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.number)])).map(\.number)
}
