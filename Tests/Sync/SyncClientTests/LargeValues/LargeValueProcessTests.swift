// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataSync
  import SyncSimulation
  import Synchronization
  import Testing

  /// Pictures over HTTP, with the command, which is killed while they travel.
  @Suite struct LargeValueProcessTests {
    private func picture(_ size: Int) -> Data {
      var random = SeededRandom(1)
      return Data((0..<size / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } })
    }

    @Test func aServerThatIsKilledBetweenParts() async throws {
      let server = try RunningServer()
      let picture = picture(5 << 20)
      func device(_ number: UInt64) throws -> Device {
        try Device.$sizes.withValue((largeValue: 64 << 10, part: 1 << 20)) {
          try Device(number, HTTPSyncTransport(server.address) { "secret" })
        }
      }
      let (a, b) = (try device(1), try device(2))
      try a.edit { context in
        let note = App.Note(uid: "1", title: "t")
        note.picture = picture
        context.insert(note)
      }
      for (device, step) in [(a, SyncStep.sentPart), (b, .receivedPart)] {
        let end = ServerEnd(server, at: step, count: 2)
        device.crash.visit.withLock { $0 = { end.pass($0) } }
        await #expect(throws: SyncError.self) { try await device.sync.syncNow() }
        try server.restart()
        try await device.sync.syncNow()
        // What had come was not sent again.
        #expect(end.parts == 5)
      }
      #expect(try b.note("1", ModelContext(b.container))?.picture == picture)
      let output = server.folder.appendingPathComponent("ann.jsonl")
      let said = try server.run("export", account: "ann", output.path)
      #expect(said.first?.hasPrefix("1 records, and 1 large values") == true, "\(said)")
      let folder = output.appendingPathExtension("values")
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      #expect(try files.map { try Data(contentsOf: $0) } == [picture])
    }

    /// Kills a server after some parts, and counts all of them.
    private final class ServerEnd: Sendable {
      // The driver calls it while the test waits.
      nonisolated(unsafe) private let server: RunningServer
      nonisolated(unsafe) private(set) var parts = 0
      private let step: SyncStep
      private let count: Int

      init(_ server: RunningServer, at step: SyncStep, count: Int) {
        (self.server, self.step, self.count) = (server, step, count)
      }

      func pass(_ now: SyncStep) {
        guard now == step else { return }
        parts += 1
        if parts == count { server.kill() }
      }
    }

    /// Another account, a wrong token, requests that mean nothing.
    @Test func whatIsRefused() async throws {
      let server = try RunningServer("--max-value-megabytes", "1")
      let name = String(repeating: "0", count: 64)
      func ask(_ query: String, _ body: Data? = nil, token: String = "secret") async throws -> (Int, String) {
        var request = URLRequest(url: try #require(URL(string: "\(server.address)/v1/blobs/\(query)")))
        request.httpMethod = body == nil ? "GET" : "PUT"
        request.httpBody = body
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
      }
      for (query, body, status) in [
        ("\(name)?zone=main&offset=0&count=10", nil, 404), ("\(name)?offset=0&count=10", nil, 400),
        ("\(name)?zone=main", nil, 400), ("abc?zone=main&offset=0&count=10", nil, 400),
        ("\(name)?zone=main&size=10&offset=0", Data(), 200),
        ("\(name)?zone=main&size=10&offset=0", Data(count: 11), 400),
        ("\(name)?zone=main&size=10&offset=0", Data(count: 10), 422), ("\(name)?zone=main&offset=0", Data(), 400),
        ("\(name)?zone=main&size=2000000&offset=0", Data(count: 1), 413),
        ("\(name)?zone=main&size=1000000&offset=0", Data(count: 5 << 20), 413),
        ("\(name)?zone=share-00000000000000000000000000000001&size=10&offset=0", Data(), 403),
      ] as [(String, Data?, Int)] {
        let (answer, text) = try await ask(query, body)
        #expect(answer == status, "\(query): \(text)")
        #expect(status == 200 ? text == #"{"received":0}"# : text.hasPrefix(#"{"error":""#), "\(text)")
      }
      #expect(try await ask("\(name)?zone=main&offset=0&count=10", token: "wrong").0 == 401)
    }
  }

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
#endif
