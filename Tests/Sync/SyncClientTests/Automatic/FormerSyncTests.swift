// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// A sync that is gone while a round is on its way, and the next one with the same state file.
@Suite struct FormerSyncTests {
  /// A server that answers nothing until it is opened.
  private final class HeldServer: SyncTransport {
    private let server = MemoryServer()
    private let gate: AsyncStream<Void>
    private let asking: AsyncStream<Void>.Continuation
    let open: AsyncStream<Void>.Continuation
    /// Has an element for each message.
    let questions: AsyncStream<Void>

    init() {
      (gate, open) = AsyncStream.makeStream(of: Void.self)
      (questions, asking) = AsyncStream.makeStream(of: Void.self)
    }

    func send(_ message: Data) async throws(SyncError) -> Data {
      asking.yield()
      for await _ in gate {}
      return try await server.send(message)
    }
  }

  @Test(.timeLimit(.minutes(2))) func theNextOneWaits() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try ModelContainer(
      for: Schema(App.all), configurations: ModelConfiguration(url: folder.appendingPathComponent("store")))
    let server = HeldServer()
    func sync() throws -> ModelSync {
      try ModelSync(
        container, models: App.synced, account: "ann", stateFile: folder.appendingPathComponent("state"),
        transport: server)
    }
    var former: ModelSync? = try sync()
    former?.resume()
    for await _ in server.questions { break }
    former = nil
    let next = try sync()
    async let round: Void = next.syncNow()
    server.open.finish()
    try await round
    #expect(next.status.lastError == nil)
  }
}
