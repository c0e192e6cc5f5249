// SPDX-License-Identifier: Apache-2.0

#if SyncServer
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataSync
  import Testing

  /// What devices that listen hear of, whoever has changed the server's file. They ask by themselves once a day only.
  @Suite(.serialized) struct EventTests {
    private func device(
      _ number: UInt64, _ server: RunningServer, zone: String = "main", token: String = "secret"
    ) throws -> Device {
      var options = SyncOptions()
      options.interval = .seconds(86_400)
      options.zone = zone
      return try Device(number, HTTPSyncTransport(server.address) { token }, options: options)
    }

    private func listen(_ device: Device) async {
      device.sync.resume()
      for await status in device.sync.statusUpdates where status.isFirstImportDone && !status.isSyncing { break }
    }

    private func wait(_ device: Device, until isReached: () throws -> Bool) async throws {
      for await _ in device.sync.statusUpdates { if try isReached() { break } }
    }

    /// What a command writes into the file while the server works with it.
    @Test(.timeLimit(.minutes(5))) func devicesHearOfCommands() async throws {
      let server = try RunningServer()
      let (a, b) = (try device(1, server), try device(2, server))
      try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
      try await a.sync.syncNow()
      await listen(b)
      try await wait(b) { try b.dump().count == 1 }
      try a.edit { context in try a.note("1", context).map(context.delete) }
      try await a.sync.syncNow()
      try await wait(b) { try b.dump().isEmpty }
      let deleted = try server.run("deleted", account: "ann")
      let id = try #require(deleted.first?.split(separator: " ").last.map(String.init))
      try server.run("undelete", account: "ann", id)
      try await wait(b) { try b.dump().count == 1 }
      b.sync.pause()
    }

    /// Two servers on one file: a device of one hears of what comes to the other.
    @Test(.timeLimit(.minutes(5)))
    func devicesOfTwoServers() async throws {
      let first = try RunningServer()
      let second = try RunningServer(besides: first)
      let (a, b) = (try device(1, first), try device(2, second))
      await listen(b)
      for round in 1...4 {
        try a.edit { $0.insert(App.Note(uid: "\(round)", title: "t")) }
        try await a.sync.syncNow()
        try await wait(b) { try b.dump().count == round }
      }
      try b.edit { context in try b.note("1", context).map(context.delete) }
      try await b.sync.syncNow()
      b.sync.pause()
      try await a.sync.syncNow()
      #expect(try a.dump() == b.dump() && a.dump().count == 3)
    }

    /// What is erased begins anew, with smaller numbers than the devices know.
    @Test(.timeLimit(.minutes(5))) func devicesThatListenWhileAllIsErased() async throws {
      let server = try RunningServer()
      let (a, b) = (try device(1, server), try device(2, server))
      for index in 0..<30 {
        try a.edit { context in
          if let note = try a.note("1", context) {
            note.score = index
          } else {
            context.insert(App.Note(uid: "1", title: "t"))
          }
        }
        try await a.sync.syncNow()
      }
      await listen(b)
      try await wait(b) { try b.note("1", ModelContext(b.container))?.score == 29 }
      try server.run("erase", account: "ann")
      try a.edit { $0.insert(App.Note(uid: "2", title: "t")) }
      try await a.sync.syncNow()
      // Only what the server tells can bring it here.
      try await wait(b) { try b.dump().count == 2 }
      for round in 3...5 {
        try a.edit { $0.insert(App.Note(uid: "\(round)", title: "t")) }
        try await a.sync.syncNow()
        try await wait(b) { try b.dump().count == round }
      }
      b.sync.pause()
      try await a.sync.syncNow()
      #expect(try a.dump() == b.dump())
    }

    /// Each zone of an account is told of on its own.
    @Test(.timeLimit(.minutes(5))) func manyZonesOfAnAccount() async throws {
      let server = try RunningServer()
      let transport = try HTTPSyncTransport(server.address) { "secret" }
      let zones = (0..<12).map { "zone \($0) é" }
      var (devices, listeners) = ([Device](), [AsyncThrowingStream<UInt64, any Error>.Iterator]())
      for (index, zone) in zones.enumerated() {
        devices.append(try device(UInt64(index + 1), server, zone: zone))
        listeners.append(try #require(transport.changes(inZone: zone)).makeAsyncIterator())
        #expect(try await listeners[index].next() == 0)
      }
      for (index, device) in devices.enumerated() {
        for count in 0...index {
          try device.edit { $0.insert(App.Note(uid: "\(count)", title: "t")) }
          try await device.sync.syncNow()
        }
      }
      for index in devices.indices {
        // Several changes may be one event.
        var last: UInt64 = 0
        while last < UInt64(index + 1) { last = try #require(try await listeners[index].next()) }
        #expect(last == UInt64(index + 1), "\(zones[index])")
      }
      try server.run("erase", account: "ann")
      for (index, zone) in zones.enumerated() where index % 4 == 0 {
        var last: UInt64 = 1
        while last > 0 { last = try #require(try await listeners[index].next(), "\(zone)") }
      }
    }

    /// A device that only listens hears that it is signed out, and so does the app.
    @Test(.timeLimit(.minutes(5))) func aDeviceThatIsSignedOutWhileItListens() async throws {
      let server = try RunningServer()
      try server.run("user", "add", account: "ann")
      let token = try #require(try server.run("token", "issue", account: "ann", "--device", "phone").first)
      let device = try device(1, server, token: token)
      await listen(device)
      let numbers = try #require(try HTTPSyncTransport(server.address) { token }.changes(inZone: "main"))
      var iterator = numbers.makeAsyncIterator()
      #expect(try await iterator.next() == 0)
      try server.run("token", "revoke", account: "ann", "1")
      for await status in device.sync.statusUpdates where status.lastError == .signInNeeded { break }
      await #expect(throws: SyncError.signInNeeded) { while try await iterator.next() != nil {} }
      device.sync.pause()
    }

    /// What does not fit is shown, the rest goes on; deletions make room, and more room is used when the app asks for it.
    @Test func anAccountThatIsFull() async throws {
      let server = try RunningServer("--max-records", "3")
      let (a, b) = (try device(1, server), try device(2, server))
      for index in 1...5 { try a.edit { $0.insert(App.Note(uid: "\(index)", title: "t")) } }
      try await a.sync.syncNow()
      #expect(a.sync.status.setAside.map(\.cause) == [.accountIsFull, .accountIsFull])
      #expect(a.sync.status.setAside.allSatisfy { $0.reason == "the account has 3 of 3 records" })
      #expect(a.sync.status.lastError == nil)
      try await b.sync.syncNow()
      #expect(try b.dump().count == 3)
      // What others do still comes, and what is there can be edited.
      let shown = try b.edit { context in try context.fetch(FetchDescriptor<App.Note>()).map(\.uid).sorted() }
      try b.edit { context in try b.note(shown[0], context).map(context.delete) }
      try b.edit { context in try b.note(shown[1], context)?.title = "edited" }
      try await b.sync.syncNow()
      try await a.sync.syncNow()
      #expect(try a.dump().count == 4 && a.note(shown[1], ModelContext(a.container))?.title == "edited")
      try await a.sync.retrySetAside()
      try await a.sync.syncNow()
      #expect(a.sync.status.setAside.count == 1)
      try server.run("quota", account: "ann", "--records", "0")
      try await a.sync.retrySetAside()
      try await a.sync.syncNow()
      #expect(a.sync.status.setAside.isEmpty)
      try await b.sync.syncNow()
      #expect(try a.dump() == b.dump() && a.dump().count == 4)
    }

    /// A message and a connection that come too often say when to come again.
    @Test func aDeviceThatComesTooOften() async throws {
      let server = try RunningServer("--requests", "1", "--listeners", "1")
      let transport = try HTTPSyncTransport(server.address) { "secret" }
      var first = try #require(transport.changes(inZone: "main")).makeAsyncIterator()
      #expect(try await first.next() == 0)
      await #expect(throws: SyncError.tryLater(seconds: 60)) {
        for try await _ in try #require(transport.changes(inZone: "main")) {}
      }
      let device = try device(1, server)
      await #expect(throws: SyncError.tryLater(seconds: 1)) {
        for _ in 0..<1_000 { try await device.sync.syncNow() }
      }
      #expect(device.sync.status.lastError == .tryLater(seconds: 1))
    }
  }
#endif
