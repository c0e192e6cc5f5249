// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncCore
  import SwiftDataSyncWire
  import SyncSimulation

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// The command, on a file of its own.
  final class ServerProcess {
    let folder: URL
    private(set) var address: String
    private var process: SecondProcess

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("SyncServer-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let tokens = "# who may come\n\nann secret\nann second\nbob other\n"
      try Data(tokens.utf8).write(to: folder.appendingPathComponent("tokens"))
      (process, address) = try Self.start(folder, port: 0)
    }

    deinit {
      process.kill()
      try? FileManager.default.removeItem(at: folder)
    }

    private static func start(_ folder: URL, port: Int) throws -> (SecondProcess, String) {
      let process = try SecondProcess(
        "swiftdata-server", "serve", folder.appendingPathComponent("server.sqlite").path, "--tokens",
        folder.appendingPathComponent("tokens").path, "--port", "\(port)")
      guard let address = process.line() else { throw CocoaError(.executableLoad) }
      return (process, address)
    }

    /// Kills it in whatever it does, and starts it again at the same address.
    func killAndRestart() throws {
      process.kill()
      let port = URL(string: address)?.port ?? 0
      (process, address) = try Self.start(folder, port: port)
    }

    /// As who restores a backup: the server is stopped, the copy takes the file's place.
    func replaceFile(by copy: String) throws {
      process.kill()
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("server.sqlite" + suffix))
      }
      try FileManager.default.moveItem(
        at: URL(fileURLWithPath: copy), to: folder.appendingPathComponent("server.sqlite"))
      (process, address) = try Self.start(folder, port: URL(string: address)?.port ?? 0)
    }

    func finish() -> Int32 {
      process.signal(SIGTERM)
      return process.end()
    }

    func send(_ body: [UInt8], token: String?) async throws -> (status: Int, body: [UInt8]) {
      guard let url = URL(string: address + "/v1/sync") else { throw URLError(.badURL) }
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.httpBody = Data(body)
      if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
      let (data, response) = try await URLSession.shared.data(for: request)
      return ((response as? HTTPURLResponse)?.statusCode ?? 0, Array(data))
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
