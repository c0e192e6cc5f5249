// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataSync
  import SyncSimulation
  import SyncStores
  import Testing

  /// The command, and devices that are processes: `kill -9` in whatever they do.
  @Suite(.serialized) struct ProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")

    private func start() throws -> (SecondProcess, String) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let tokens = folder.appendingPathComponent("tokens")
      try Data("ann secret\n".utf8).write(to: tokens)
      let process = try SecondProcess(
        executable: SecondProcess.executable("swiftdata-server"),
        arguments: ["serve"] + ServerStore.words(folder.appendingPathComponent("server.sqlite")) + [
          "--tokens", tokens.path, "--port", "0",
        ])
      return (process, try #require(process.line()))
    }

    @Test func devicesOverHTTP() async throws {
      let (server, address) = try start()
      defer {
        server.kill()
        try? FileManager.default.removeItem(at: folder)
      }
      let (a, b) = (
        try Device(1, HTTPSyncTransport(address) { "secret" }), try Device(2, HTTPSyncTransport(address) { "secret" })
      )
      var users = [RandomUser(seed: 1, name: "a"), RandomUser(seed: 2, name: "b")]
      for round in 0..<6 {
        for (index, device) in [a, b].enumerated() {
          for _ in 0..<3 { try device.edit { try users[index].act($0) } }
          if (round + index) % 2 == 0 { try await device.sync.syncNow() }
        }
      }
      for device in [a, b, a, b] { try await device.sync.syncNow() }
      #expect(try a.dump() == b.dump())
      let stranger = try Device(3, HTTPSyncTransport(address) { "guess" })
      await #expect(throws: SyncError.signInNeeded) { try await stranger.sync.syncNow() }
      #expect(stranger.sync.status.lastError == .signInNeeded)
      server.kill()
      try a.edit { $0.insert(App.Note(uid: "late", title: "t")) }
      await #expect(throws: SyncError.self) { try await a.sync.syncNow() }
      guard case .unreachable? = a.sync.status.lastError else {
        Issue.record("\(String(describing: a.sync.status.lastError))")
        return
      }
      #expect(a.sync.status.pendingUploads > 0)
    }

    /// A device that asks once a day hears of changes from the server.
    @Test(.timeLimit(.minutes(2))) func eventsOverHTTP() async throws {
      let (server, address) = try start()
      defer {
        server.kill()
        try? FileManager.default.removeItem(at: folder)
      }
      var options = SyncOptions()
      options.interval = .seconds(86_400)
      let a = try Device(1, HTTPSyncTransport(address) { "secret" })
      let b = try Device(2, HTTPSyncTransport(address) { "secret" }, options: options)
      b.sync.resume()
      for await status in b.sync.statusUpdates where status.isFirstImportDone && !status.isSyncing { break }
      for round in 1...3 {
        try a.edit { $0.insert(App.Note(uid: "\(round)", title: "t")) }
        try await a.sync.syncNow()
        for await _ in b.sync.statusUpdates { if try b.dump().count == round { break } }
      }
      b.sync.pause()
      let numbers = try #require(try HTTPSyncTransport(address) { "secret" }.changes(inZone: "main"))
      var iterator = numbers.makeAsyncIterator()
      #expect(try await iterator.next() == 3)
      let strangers = try #require(try HTTPSyncTransport(address) { "guess" }.changes(inZone: "main"))
      await #expect(throws: SyncError.signInNeeded) {
        for try await _ in strangers {}
      }
      // It ends although devices listen.
      server.signal(SIGTERM)
      #expect(server.end() == 0)
    }

    @Test(arguments: Seeds.all(2)) func killedProcesses(seed: UInt64) throws {
      let (server, address) = try start()
      defer {
        server.kill()
        try? FileManager.default.removeItem(at: folder)
      }
      var random = SeededRandom(seed)
      var saved: [String: Set<String>] = ["a": [], "b": []]
      for round in 0..<6 {
        let name = round % 2 == 0 ? "a" : "b"
        let process = try SecondProcess(
          "SyncProcess", "work", folder.appendingPathComponent(name).path, address, "\(name)\(round)")
        // It goes on meanwhile: what it does when it is killed is the machine's choice.
        for _ in 0..<(3 + random.below(12)) {
          guard let line = process.line() else { break }
          if line.hasPrefix("saved ") { saved[name]?.insert(String(line.dropFirst(6))) }
        }
        process.kill()
      }
      var dumps: [[String]] = []
      for name in ["a", "b", "a"] {
        let process = try SecondProcess("SyncProcess", "dump", folder.appendingPathComponent(name).path, address, name)
        var lines: [String] = []
        while let line = process.line(), line != "end" { lines.append(line) }
        #expect(process.end() == 0)
        dumps.append(lines)
      }
      #expect(dumps[1] == dumps[2], "seed \(seed)")
      let names = dumps[2].compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(Set(names).count == names.count, "an object is there twice, seed \(seed)")
      for (name, all) in saved { #expect(all.subtracting(names).isEmpty, "\(name) lost something, seed \(seed)") }
    }
  }
#endif
