// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataSync
  import Synchronization
  import Testing

  /// Sharing over the command: two accounts, devices that listen, and an administrator. The devices ask by themselves once a day
  /// only.
  @Suite(.serialized) struct SharingProcessTests {
    private func device(_ number: UInt64, _ account: String, _ server: RunningServer) throws -> Device {
      var options = SyncOptions()
      options.interval = .seconds(86_400)
      options.sharing = true
      let token = account == "ann" ? "secret" : "other"
      return try Device(
        number, HTTPSyncTransport(server.address) { token }, options: options, account: account)
    }

    private func wait(_ device: Device, until isReached: () throws -> Bool) async throws {
      for await status in device.sync.statusUpdates where !status.isSyncing { if try isReached() { break } }
    }

    private func makeFolder(_ device: Device) throws {
      try device.edit { context in
        let (folder, note) = (App.Folder(uid: "f", name: "Songs"), App.Note(uid: "1", title: "one"))
        context.insert(folder)
        context.insert(note)
        note.folder = folder
        context.insert(App.Note(uid: "private", title: "mine"))
      }
    }

    private func folder(_ device: Device) throws -> App.Folder {
      try #require(try ModelContext(device.container).fetch(FetchDescriptor<App.Folder>()).first)
    }

    @Test(.timeLimit(.minutes(5))) func membersHearOfEachOther() async throws {
      let server = try RunningServer()
      let (ann, bob) = (try device(1, "ann", server), try device(2, "bob", server))
      try makeFolder(ann)
      let share = try await ann.sync.share(folder(ann), title: "Songs")
      let link = try await ann.sync.invite(to: share, as: .write, account: "bob")
      ann.sync.resume()
      try await bob.sync.accept(link)
      bob.sync.resume()
      #expect(try bob.dump().count == 2)
      // Each hears of the other's edits in the share.
      try bob.edit { context in try bob.note("1", context)?.title = "Bob's" }
      try await wait(ann) { try ann.note("1", ModelContext(ann.container))?.title == "Bob's" }
      try ann.edit { context in try ann.note("1", context)?.score = 7 }
      try await wait(bob) { try bob.note("1", ModelContext(bob.container))?.score == 7 }
      // An administrator takes the right.
      let list = try server.run("share", "list", account: "bob")
      #expect(list.first?.contains("'Songs' of ann") == true && list.contains("  bob may write"))
      try server.run("share", "right", account: share.id, "bob", "read")
      try bob.edit { context in try bob.note("1", context)?.title = "forbidden" }
      try await wait(bob) { !bob.sync.status.reverted.isEmpty }
      #expect(try bob.note("1", ModelContext(bob.container))?.title == "Bob's")
      try server.run("share", "remove", account: share.id, "bob")
      try await bob.sync.syncNow()
      #expect(try bob.dump().isEmpty && bob.sync.status.shares.isEmpty)
      try await ann.sync.syncNow()
      #expect(try ann.dump().count == 3)
      ann.sync.pause()
      bob.sync.pause()
    }

    /// The server is killed wherever it is; what it had acknowledged is there.
    @Test(.timeLimit(.minutes(5))) func sharingSurvivesTheServersEnd() async throws {
      let server = try RunningServer()
      let (ann, tablet, bob) = (
        try device(1, "ann", server), try device(3, "ann", server), try device(2, "bob", server)
      )
      try makeFolder(ann)
      try await ann.sync.syncNow()
      try await tablet.sync.syncNow()
      // One thread at a time: the driver calls it while the test waits.
      nonisolated(unsafe) let running = server
      for attempt in 1...40 {
        let left = Mutex(attempt)
        ann.crash.visit.withLock { visit in
          visit = { step in
            guard step == .hasAnswer else { return }
            let isEnd = left.withLock { left in
              left -= 1
              return left == 0
            }
            if isEnd { running.kill() }
          }
        }
        do {
          let share = try await ann.sync.share(folder(ann), title: "Songs")
          try await bob.sync.accept(ann.sync.invite(to: share, as: .write))
          break
        } catch {
          try server.restart()
        }
      }
      ann.crash.visit.withLock { $0 = nil }
      for _ in 0..<4 { for device in [ann, tablet, bob] { try await device.sync.syncNow() } }
      #expect(try ann.dump() == tablet.dump() && ann.dump().count == 3 && bob.dump().count == 2)
      #expect(try server.run("share", "list", account: "ann").last == "1 shares")
    }
  }
#endif
