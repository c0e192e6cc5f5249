// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftDataSyncServer
  import SyncSimulation
  import SyncStores
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

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
    private func wait(_ process: SecondProcess, until isReached: () throws -> Bool) throws {
      while process.isRunning, try !isReached() { usleep(1_000) }
    }

    private struct Outcome: Sendable {
      var kills: [String] = []
      var insideUploads = 0
      var downKills = 0
      /// What the first device has, after its upload and at the end, and the second one.
      var lines: [String]?
      var after: [String]?
      var second: [String]?
      /// Of the server after the upload.
      var head = 0
      var records: [Int] = []
    }

    /// On a thread of its own: what polls for the moment to kill must not wait for the threads of other tests.
    @Test(.enabled(if: ServerStore.isFile), arguments: Seeds.all(2)) func uploadsOfManyParts(seed: UInt64) async throws
    {
      let outcome = try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try kill(seed) }) }.start()
      }
      let kills = outcome.kills
      print("seed \(seed): \(kills.count) kills, \(outcome.insideUploads) of them before a part was in")
      try #require(kills.count < 60, "seed \(seed): \(kills)")
      #expect(kills.count > 1, "seed \(seed): nothing was killed")
      let lines = try #require(outcome.lines)
      #expect(Set(lines).count == Self.count && lines.count == Self.count, "seed \(seed): \(kills)")
      // Each record was written once: an upload that was sent again is not applied again.
      #expect(outcome.head == Self.count && outcome.records == [Self.count], "seed \(seed): \(kills)")
      #expect(outcome.downKills > 0, "seed \(seed): the device was never killed")
      #expect(outcome.second == lines, "seed \(seed)")
      #expect(outcome.after == lines, "seed \(seed)")
    }

    private func kill(_ seed: UInt64) throws -> Outcome {
      var outcome = Outcome()
      let server = try RunningServer()
      var random = SeededRandom(seed)
      let database = try SyncDatabase(file: server.file)
      func head() throws -> Int { Int(try database.position(account: "ann", zone: "main").head) }
      let log = URL(fileURLWithPath: server.file.path + "-wal")
      let first = try device("fill", "a", server, "\(Self.count)")
      try wait(first) { try head() > 0 }
      first.kill()
      while try head() < Self.count, outcome.kills.count < 60 {
        let process = try device("sync", "a", server)
        let (start, target) = (try head(), try head() + 1 + random.below(1_500))
        let isServer = random.chance(60)
        if random.chance(50) {
          // Between two parts: one has come.
          try wait(process) { try head() >= target }
        } else {
          // Inside: the log of the server's file grows before the part is in it.
          let bytes = size(log) + 1 + random.below(400_000)
          try wait(process) { size(log) >= bytes || size(log) < bytes - 400_001 }
          if try head() == start { outcome.insideUploads += 1 }
        }
        outcome.kills.append("\(isServer ? "server" : "device") at \(try head())")
        if isServer {
          server.kill()
          try server.restart()
        }
        process.kill()
      }
      outcome.lines = try dump("a", server)
      outcome.head = try head()
      outcome.records = try database.summaries().map(\.records)
      // The way down, with kills whenever the device's state has grown.
      let state = server.folder.appendingPathComponent("b/store.sqlite.sync")
      for _ in 0..<6 {
        let process = try device("sync", "b", server)
        let bytes = size(state) + random.below(300_000)
        try wait(process) { size(state) > bytes }
        guard process.isRunning else { break }
        outcome.downKills += 1
        if random.chance(50) {
          server.kill()
          try server.restart()
        }
        process.kill()
      }
      outcome.second = try dump("b", server)
      outcome.after = try dump("a", server)
      try database.close()
      return outcome
    }
  }
#endif
