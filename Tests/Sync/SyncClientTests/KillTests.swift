// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncServer
  import SyncSimulation
  import Testing

  /// The first sync of thousands of objects goes up in many parts. `kill -9` of the server and of the device, between the
  /// parts and in the middle of one, neither loses nor doubles anything, nor does it on the way down.
  @Suite(.serialized) struct KillTests {
    private static let count = 6_000

    private func device(_ command: String, _ name: String, _ server: RunningServer, _ argument: String = "")
      throws -> SecondProcess
    {
      try SecondProcess(
        "SyncProcess", command, server.folder.appendingPathComponent(name).path, server.address,
        argument.isEmpty ? name : argument)
    }

    /// The lines of a device that has synced; nil: it has not, since it or the server was killed.
    private func dump(_ name: String, _ server: RunningServer) throws -> [String]? {
      let process = try device("dump", name, server)
      var lines: [String] = []
      while let line = process.line(), line != "end" { lines.append(line) }
      return process.end() == 0 ? lines : nil
    }

    private func size(_ url: URL) -> Int {
      (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
    }

    /// Waits until something has come so far, or the process has ended.
    private func wait(_ process: SecondProcess, until isReached: () throws -> Bool) async throws {
      while process.isRunning, try !isReached() { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test(.timeLimit(.minutes(10)), arguments: Seeds.all(2)) func uploadsOfManyParts(seed: UInt64) async throws {
      let server = try RunningServer()
      var random = SeededRandom(seed)
      let database = try SyncDatabase(file: server.file)
      func head() throws -> Int { Int(try database.position(account: "ann", zone: "main").head) }
      let log = URL(fileURLWithPath: server.file.path + "-wal")
      let first = try device("fill", "a", server, "\(Self.count)")
      try await wait(first) { try head() > 0 }
      first.kill()
      var (kills, insideUploads) = ([String](), 0)
      while try head() < Self.count {
        try #require(kills.count < 60, "seed \(seed): \(kills)")
        let process = try device("sync", "a", server)
        let (start, target) = (try head(), try head() + 1 + random.below(1_500))
        let isServer = random.chance(60)
        if random.chance(50) {
          // Between two parts: one has come.
          try await wait(process) { try head() >= target }
        } else {
          // Inside: the log of the server's file grows before the part is in it.
          let bytes = size(log) + 1 + random.below(400_000)
          try await wait(process) { size(log) >= bytes || size(log) < bytes - 400_001 }
          if try head() == start { insideUploads += 1 }
        }
        kills.append("\(isServer ? "server" : "device") at \(try head())")
        if isServer {
          server.kill()
          try server.restart()
        }
        process.kill()
      }
      let lines = try #require(try dump("a", server))
      #expect(Set(lines).count == Self.count && lines.count == Self.count, "seed \(seed): \(kills)")
      // Each record was written once: an upload that was sent again is not applied again.
      #expect(try head() == Self.count, "seed \(seed): \(kills)")
      #expect(try database.summaries().map(\.records) == [Self.count])
      #expect(kills.count > 1, "seed \(seed): nothing was killed")
      print("seed \(seed): \(kills.count) kills, \(insideUploads) of them before a part was in")
      // The way down, with kills whenever the device's state has grown.
      let state = server.folder.appendingPathComponent("b/store.sqlite.sync")
      var downKills = 0
      for _ in 0..<6 {
        let process = try device("sync", "b", server)
        let bytes = size(state) + random.below(300_000)
        try await wait(process) { size(state) > bytes }
        guard process.isRunning else { break }
        downKills += 1
        if random.chance(50) {
          server.kill()
          try server.restart()
        }
        process.kill()
      }
      #expect(downKills > 0, "seed \(seed): the device was never killed")
      #expect(try dump("b", server) == lines, "seed \(seed)")
      #expect(try dump("a", server) == lines, "seed \(seed)")
      try database.close()
    }
  }
#endif
