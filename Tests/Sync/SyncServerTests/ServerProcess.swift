// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncWire
  import SyncSimulation
  import SyncStores

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The command, on a file of its own.
  final class ServerProcess {
    let folder: URL
    private(set) var address: String
    private var process: SecondProcess
    private let options: [String]

    var file: String { folder.appendingPathComponent("server.sqlite").path }
    var tokens: URL { folder.appendingPathComponent("tokens") }

    /// - Parameter prepare: Writes files that the options name; `FOLDER` in an option is the server's folder.
    init(_ options: String..., prepare: (URL) throws -> Void = { _ in }) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("SyncServer-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let tokens = "# who may come\n\nann secret\nann second\nbob other\n"
      try Data(tokens.utf8).write(to: folder.appendingPathComponent("tokens"))
      try prepare(folder)
      self.options = options.map { [folder] in $0.replacingOccurrences(of: "FOLDER", with: folder.path) }
      (process, address) = try Self.start(folder, port: 0, self.options)
    }

    deinit {
      process.kill()
      try? FileManager.default.removeItem(at: folder)
    }

    private static func start(_ folder: URL, port: Int, _ options: [String]) throws -> (SecondProcess, String) {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: ["serve"] + ServerStore.words(folder.appendingPathComponent("server.sqlite")) + [
          "--tokens", folder.appendingPathComponent("tokens").path, "--port", "\(port)",
        ] + options)
      guard let address = process.line() else { throw CocoaError(.executableLoad) }
      return (process, address)
    }

    /// Kills it in whatever it does, and starts it again at the same address.
    func killAndRestart() throws {
      process.kill()
      let port = URL(string: address)?.port ?? 0
      (process, address) = try Self.start(folder, port: port, options)
    }

    /// As who restores a backup: the server is stopped, the copy takes the file's place.
    func replaceFile(by copy: String) throws {
      process.kill()
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("server.sqlite" + suffix))
      }
      try FileManager.default.moveItem(
        at: URL(fileURLWithPath: copy), to: folder.appendingPathComponent("server.sqlite"))
      (process, address) = try Self.start(folder, port: URL(string: address)?.port ?? 0, options)
    }

    func finish() -> Int32 {
      process.signal(SIGTERM)
      return process.end()
    }

    func send(_ body: [UInt8], token: String?) async throws -> (status: Int, body: [UInt8]) {
      let answer = try await ask("/v1/sync", token: token, body: body)
      return (answer.status, answer.body)
    }

    struct Answer {
      var status: Int
      var body: [UInt8]
      var retryAfter: Int?

      var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// - Parameter body: nil: a question with `GET`.
    func ask(
      _ path: String, token: String?, body: [UInt8]? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
      guard let url = URL(string: address + path) else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      if let body {
        request.httpMethod = "POST"
        request.httpBody = Data(body)
      }
      if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      let (data, response) = try await URLSession.shared.data(for: request)
      let http = response as? HTTPURLResponse
      return Answer(
        status: http?.statusCode ?? 0, body: Array(data),
        retryAfter: http?.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) })
    }

    /// Runs a command on the server's data, and returns what it says; it must succeed.
    @discardableResult func run(_ words: String...) throws -> [String] { try run(words) }

    @discardableResult func run(_ words: [String]) throws -> [String] {
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: words.flatMap { $0 == "FILE" ? ServerStore.words(URL(fileURLWithPath: file)) : [$0] },
        saysErrors: true)
      var lines: [String] = []
      while let line = process.line() { lines.append(line) }
      guard process.end() == 0 else { throw CommandFailure(words: words, lines: lines) }
      return lines
    }

    struct CommandFailure: Error {
      var words: [String]
      var lines: [String]
    }
  }

  /// A device with our client, over HTTP.
  struct Device {
    let client = SyncClient(schema: SimulatedApp.schema(version: 2, disabled: []))
    var state: ClientState
    var random: SeededRandom

    init(node: UInt64) {
      state = ClientState(account: "ann", token: "secret", node: node, zones: ["main"])
      random = SeededRandom(node)
    }

    var zone: ZoneReplica { state.zones["main"] ?? ZoneReplica() }

    private var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

    mutating func edit(_ edits: LocalEdit...) throws {
      _ = try client.handle(.edit(zone: "main", edits), &state, now: now, using: &random)
    }

    mutating func sync(_ server: ServerProcess) async throws {
      var effects = try client.handle(.sync(zone: "main"), &state, now: now, using: &random)
      while let effect = effects.popLast() {
        guard case .send(let request) = effect else { continue }
        let (status, body) = try await server.send(Wire.encode(request), token: request.token)
        guard status == 200 else { throw URLError(.badServerResponse) }
        effects += try client.handle(.answer(Wire.answer(body)), &state, now: now, using: &random)
      }
    }

    /// What the app sees, as `sync_client.py` shows it.
    func dump() throws -> NSDictionary {
      var records: [String: Any] = [:]
      for (id, row) in zone.rows where row.isAlive {
        guard let local = row.local else { continue }
        let message = try JSONSerialization.jsonObject(
          with: Data(Wire.encode(StoredRecord(id: id, version: row.version, record: local))))
        let fields = (message as? [String: Any])?["fields"] as? [String: [String: Any]] ?? [:]
        var links: [String: [[String]]] = [:]
        for (name, set) in local.links where !set.members.isEmpty {
          links[name] = set.targets.sorted().map { [$0.type, $0.name] }
        }
        records["\(id)"] = ["fields": fields.mapValues { $0["value"] ?? NSNull() }, "links": links]
      }
      let checksum = String(zone.checksum, radix: 16)
      return [
        "records": records, "checksum": String(repeating: "0", count: 16 - checksum.count) + checksum,
      ]
    }
  }
#endif
