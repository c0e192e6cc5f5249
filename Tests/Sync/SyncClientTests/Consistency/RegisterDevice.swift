// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SyncConsistency

  /// Rounds of sync: that have succeeded, that have not since the server could not be reached, and that have given up
  /// since the app saved all the time.
  struct Rounds: Sendable {
    var done = 0
    var failed = 0
    var crowded = 0
  }

  /// A device that is a process of its own, behind a network of its own, with a folder that outlives the process.
  final class RegisterDevice {
    let client: Int
    let network: any DeviceNetwork
    private let folder: URL
    private let words: [String]
    private var process: SecondProcess
    private var isRunning = false
    /// Up to where its history was counted.
    private var counted: UInt64 = 0
    private var lines = 0
    /// Since it was killed the last time.
    private(set) var rounds = Rounds()
    /// What it has complained about.
    private(set) var trouble: [String] = []

    /// - Parameter clients: How many there are.
    init(
      _ client: Int, of clients: Int, server: RunningServer, in folder: URL, keys: Int, seed: UInt64,
      rules: [String] = []
    ) throws {
      self.client = client
      self.folder = folder.appendingPathComponent("device\(client)")
      network =
        NamespaceNetwork.isThere
        ? try NamespaceNetwork(client, to: server.address) : try PartitionProxy(to: server.address)
      let program = network.launcher + [try SecondProcess.executable("RegisterProcess").path]
      words =
        program + [
          self.folder.path, network.address, "\(client)", "\(clients)", "\(keys)", "\(seed &* 100 &+ UInt64(client))",
        ]
        + rules
      process = try Self.start(words)
      try expect("ready")
    }

    private static func start(_ words: [String]) throws -> SecondProcess {
      try SecondProcess(executable: URL(fileURLWithPath: words[0]), arguments: Array(words[1...]))
    }

    deinit {
      process.kill()
      network.stop()
    }

    struct Unexpected: Error {
      var client: Int
      var answer: String?
    }

    /// What it says next, but for its troubles.
    private func answer() throws -> String {
      while let line = process.line() {
        if line.hasPrefix("trouble") {
          trouble.append("\(client): \(line)")
        } else if line.hasPrefix("failed") {
          throw Unexpected(client: client, answer: line)
        } else {
          return line
        }
      }
      throw Unexpected(client: client)
    }

    private func expect(_ text: String) throws {
      let answer = try answer()
      if answer != text { throw Unexpected(client: client, answer: answer) }
    }

    func say(_ command: String) { process.say(command) }

    /// Waits until it has done what it was told.
    func finish() throws { try expect("done") }

    func perform(_ command: String) throws {
      say(command)
      try finish()
    }

    func run() throws {
      try perform("run")
      isRunning = true
    }

    func stop() throws {
      try perform("stop")
      isRunning = false
      say("rounds")
      let numbers = try answer().split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3 else { throw Unexpected(client: client, answer: "\(numbers)") }
      rounds = Rounds(done: numbers[0], failed: numbers[1], crowded: numbers[2])
    }

    func signal(_ signal: Int32) { process.signal(signal) }

    /// `kill -9`, in whatever it does.
    func kill() { process.kill() }

    /// `kill -9` between the line that a save begins and the one that it has ended, if it comes to that soon.
    func killInsideSave() throws {
      for _ in 0..<20_000 {
        guard process.isRunning else { break }
        let file = try FileHandle(forReadingFrom: file)
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: size > 400 ? size - 400 : 0)
        let last =
          String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
          .split(separator: "\n", omittingEmptySubsequences: false).dropLast().last ?? ""
        if last.hasPrefix("begin"), !last.hasSuffix(" -") { break }
      }
      kill()
    }

    /// On the files that were left, and as busy as before.
    func restart() throws {
      process = try Self.start(words)
      try expect("ready")
      if isRunning { try perform("run") }
    }

    /// A transaction that reads everything.
    func readAll() throws -> [String: Int] {
      say("read")
      var values: [String: Int] = [:]
      for pair in try answer().split(separator: " ") {
        let parts = pair.split(separator: "=")
        guard parts.count == 2, let value = Int(parts[1]) else { throw Unexpected(client: client, answer: "\(pair)") }
        values[String(parts[0])] = value
      }
      return values
    }

    private var file: URL { folder.appendingPathComponent("history") }

    /// How many lines its history has.
    func progress() throws -> Int {
      let file = try FileHandle(forReadingFrom: file)
      defer { try? file.close() }
      try file.seek(toOffset: counted)
      let news = try file.readToEnd() ?? Data()
      lines += news.count { $0 == UInt8(ascii: "\n") }
      counted += UInt64(news.count)
      return lines
    }

    func history() throws -> [Transaction] {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      guard let found = HistoryFile.transactions(client: client, text) else {
        throw Unexpected(client: client, answer: "its history cannot be read")
      }
      return found
    }
  }
#endif
