// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SyncConsistency
  import SyncSimulation
  import Testing

  /// What others see of a device that comes back with more changes than an upload usually has.
  @Suite(.serialized) struct BacklogTests {
    /// A writer who was offline, and a reader who looks at everything while the writer's changes arrive.
    private func history(keys: Int, transactions: Int) throws -> ConsistencyCheck {
      let server = try RunningServer("--requests", "1000000")
      func device(_ client: Int) throws -> RegisterDevice {
        try RegisterDevice(client, of: 3, server: server, in: server.folder, keys: keys, seed: 1)
      }
      let (writer, reader) = (try device(1), try device(2))
      try writer.perform("make")
      try reader.perform("sync")
      try writer.network.become(.refused)
      try writer.perform("burst \(transactions)")
      try writer.network.become(.whole)
      writer.say("sync")
      for _ in 0..<20 {
        try reader.perform("sync")
        _ = try reader.readAll()
      }
      try writer.finish()
      try reader.perform("sync")
      let ends = ["writer": try writer.readAll(), "reader": try reader.readAll()]
      return ConsistencyCheck(try writer.history() + reader.history(), ends: ends)
    }

    private func check(keys: Int, transactions: Int) async throws -> ConsistencyCheck {
      try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try history(keys: keys, transactions: transactions) }) }.start()
      }
    }

    @Test func inOneUpload() async throws {
      let check = try await check(keys: 150, transactions: 400)
      print("backlog in one upload: \(check.counts)")
      #expect(check.violations == [])
    }

    /// Each transaction is seen as a whole, and the end is right. But a later one may be seen before an earlier one:
    /// that is not promised of what waits in several uploads.
    @Test func inSeveralUploads() async throws {
      let check = try await check(keys: 700, transactions: 300)
      let kinds = Set(check.violations.map(\.kind))
      print("backlog in several uploads: \(check.counts); \(kinds.map(\.rawValue).sorted())")
      #expect(kinds.subtracting([.monotonicWrites, .writesFollowReads, .causality]) == [])
      #expect(check.counts.exchanged > 500)
    }
  }
#endif
