// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import Testing

  /// The command on a file of its own, which stays at its address when it is killed and started again.
  final class RunningServer {
    let folder: URL
    private(set) var address: String
    private var process: SecondProcess
    private let options: [String]

    var file: URL { folder.appendingPathComponent("server.sqlite") }

    init(_ options: String...) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("ann secret\nbob other\n".utf8).write(to: folder.appendingPathComponent("tokens"))
      self.options = options
      (process, address) = try Self.start(folder, port: 0, options)
    }

    /// Another one on the same file.
    init(besides other: RunningServer) throws {
      (folder, options) = (other.folder, other.options)
      (process, address) = try Self.start(folder, port: 0, options)
    }

    deinit {
      process.kill()
      try? FileManager.default.removeItem(at: folder)
    }

    private static func start(_ folder: URL, port: Int, _ options: [String]) throws -> (SecondProcess, String) {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: [
          "serve", folder.appendingPathComponent("server.sqlite").path, "--tokens",
          folder.appendingPathComponent("tokens").path, "--port", "\(port)",
        ] + options)
      return (process, try #require(process.line()))
    }

    func kill() { process.kill() }

    func restart() throws {
      (process, address) = try Self.start(folder, port: URL(string: address)?.port ?? 0, options)
    }

    func signal(_ signal: Int32) { process.signal(signal) }

    func end() -> Int32 { process.end() }

    /// Runs a command on the server's file, and returns what it says.
    @discardableResult func run(_ words: String..., account: String, _ arguments: String...) throws -> [String] {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"), arguments: words + [file.path, account] + arguments,
        saysErrors: true)
      var lines: [String] = []
      while let line = process.line() { lines.append(line) }
      let status = process.end()
      #expect(status == 0, "\(words) \(arguments): \(lines)")
      return lines
    }
  }
#endif
