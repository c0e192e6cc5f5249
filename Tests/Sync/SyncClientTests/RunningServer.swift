// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SyncStores
  import Testing

  /// The command on a file of its own, which stays at its address when it is killed and started again.
  final class RunningServer {
    let folder: URL
    private(set) var address: String
    private var process: SecondProcess
    private var options: [String]
    private let engine: ServerStore.Engine

    var file: URL { folder.appendingPathComponent("server.sqlite") }

    init(_ options: String..., engine: ServerStore.Engine = ServerStore.engine) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("ann secret\nbob other\n".utf8).write(to: folder.appendingPathComponent("tokens"))
      (self.options, self.engine) = (options, engine)
      (process, address) = try Self.start(folder, port: 0, options, engine)
    }

    /// Another one on the same file, or over the same database.
    init(besides other: RunningServer) throws {
      (folder, options, engine) = (other.folder, other.options, other.engine)
      (process, address) = try Self.start(folder, port: 0, options, engine)
    }

    deinit {
      process.kill()
      try? FileManager.default.removeItem(at: folder)
    }

    private static func start(
      _ folder: URL, port: Int, _ options: [String], _ engine: ServerStore.Engine
    ) throws -> (SecondProcess, String) {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: ["serve"] + ServerStore.words(folder.appendingPathComponent("server.sqlite"), engine) + [
          "--tokens", folder.appendingPathComponent("tokens").path, "--port", "\(port)",
        ] + options)
      return (process, try #require(process.line()))
    }

    func kill() { process.kill() }

    /// - Parameter new: Options in the place of those that it had; nil: the same ones.
    func restart(with new: [String]? = nil) throws {
      if let new { options = new }
      (process, address) = try Self.start(folder, port: URL(string: address)?.port ?? 0, options, engine)
    }

    func signal(_ signal: Int32) { process.signal(signal) }

    func end() -> Int32 { process.end() }

    /// Runs a command on the server's data, and returns what it says.
    @discardableResult func run(_ words: String..., account: String, _ arguments: String...) throws -> [String] {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: words + ServerStore.words(file, engine) + [account] + arguments,
        saysErrors: true)
      var lines: [String] = []
      while let line = process.line() { lines.append(line) }
      let status = process.end()
      #expect(status == 0, "\(words) \(arguments): \(lines)")
      return lines
    }
  }
#endif
