// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import SwiftData
  import SwiftDataSync
  import Testing

  /// Devices and the command that demands a least version, over HTTP.
  @Suite(.serialized) struct LeastSchemaTests {
    private static let (old, new) = (Schema.Version(1, 9, 0), Schema.Version(1, 10, 0))

    private func options(_ version: Schema.Version) -> SyncOptions {
      var options = SyncOptions()
      options.schemaVersion = version
      options.interval = .seconds(86_400)
      return options
    }

    @Test(.timeLimit(.minutes(5))) func whatAnOldDeviceHasArrivesWithTheUpdate() async throws {
      let server = try RunningServer()
      let transport = try HTTPSyncTransport(server.address) { "secret" }
      let a = try Device(1, transport, options: options(Self.old))
      let b = try Device(2, transport, options: options(Self.new))
      try await a.sync.syncNow()
      server.kill()
      try server.restart(with: ["--least-schema", "1.10"])
      try a.edit { context in
        let note = App.Note(uid: "1", title: "t")
        note.picture = Data(repeating: 7, count: 2_000)
        context.insert(note)
      }
      await #expect(throws: SyncError.updateNeeded(least: Self.new)) { try await a.sync.syncNow() }
      #expect(a.sync.status.isUpdateNeeded && a.sync.status.pendingUploads == 1)
      try await b.sync.syncNow()
      #expect(try b.dump().isEmpty)
      try a.restart(options: options(Self.new))
      try await a.sync.syncNow()
      try await b.sync.syncNow()
      #expect(try b.dump() == a.dump())
      #expect(try b.note("1", ModelContext(b.container))?.picture?.count == 2_000)
      #expect(!a.sync.status.isUpdateNeeded)
    }

    /// It asks by itself once a day only.
    @Test(.timeLimit(.minutes(5))) func aDeviceThatListensIsTold() async throws {
      let server = try RunningServer()
      let a = try Device(
        1, HTTPSyncTransport(server.address) { "secret" }, options: options(Self.old))
      a.sync.resume()
      for await status in a.sync.statusUpdates where status.isFirstImportDone && !status.isSyncing { break }
      server.kill()
      try server.restart(with: ["--least-schema", "1.10"])
      for await status in a.sync.statusUpdates where status.isUpdateNeeded && !status.isSyncing { break }
      #expect(a.sync.status.lastError == .updateNeeded(least: Self.new))
      a.sync.pause()
    }

    /// All that a transport does is refused in the same words.
    @Test func messagesValuesAndEvents() async throws {
      let server = try RunningServer("--least-schema", "1.10.0")
      let silent = try HTTPSyncTransport(server.address) { "secret" }
      let refused: [any SyncTransport] = [silent, silent.stating(schemaVersion: Self.old)]
      for transport in refused {
        await #expect(throws: SyncError.updateNeeded(least: Self.new)) { try await transport.send(Data("{}".utf8)) }
        let changes = try #require(transport.changes(inZone: "main"))
        await #expect(throws: SyncError.updateNeeded(least: Self.new)) { for try await _ in changes {} }
      }
      let transport = silent.stating(schemaVersion: Self.new)
      await #expect(throws: SyncError.self) { try await transport.send(Data("{}".utf8)) }
      let changes = try #require(transport.changes(inZone: "main"))
      for try await number in changes {
        #expect(number == 0)
        break
      }
      // Who signs in wrongly is told that first.
      let stranger = try HTTPSyncTransport(server.address) { "guess" }
      await #expect(throws: SyncError.signInNeeded) { try await stranger.send(Data("{}".utf8)) }
    }
  }
#endif
