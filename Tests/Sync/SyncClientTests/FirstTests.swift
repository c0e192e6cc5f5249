// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// Two devices and a server: what one saves, the other has.
@Suite struct FirstTests {
  private func pair() throws -> (Device, Device, MemoryServer) {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    return (try Device(1, server, clock: clock), try Device(2, server, clock: clock), server)
  }

  @Test func anObjectComesToTheOtherDevice() async throws {
    let (a, b, server) = try pair()
    #expect(a.sync.status.isPaused)
    try a.edit { $0.insert(App.Note(uid: "1", title: "Hello")) }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    #expect(try b.dump() == a.dump())
    #expect(try b.dump().count == 1)
    try b.edit { context in try b.note("1", context)?.title = "Bye" }
    try await settle([b, a], server)
    #expect(try a.dump().first?.contains("Bye") == true)
    try a.edit { context in try a.note("1", context).map { context.delete($0) } }
    try await settle([a, b], server)
    #expect(try b.dump().isEmpty)
    #expect(a.sync.status.isFirstImportDone && a.sync.status.lastError == nil && !a.sync.status.isSyncing)
  }

  /// Each call is a round of its own, and none waits for ever.
  @Test(.timeLimit(.minutes(5))) func callsThatComeTogether() async throws {
    let (a, _, server) = try pair()
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await a.sync.syncNow()
    let (before, sync) = (server.messages, a.sync)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { for _ in 0..<25 { try await sync.syncNow() } }
      }
      try await group.waitForAll()
    }
    #expect(server.messages - before >= 16 * 25)
    #expect(!sync.status.isSyncing && sync.status.lastError == nil)
  }

  @Test func allTypesOfValuesAndLinksArrive() async throws {
    let (a, b, server) = try pair()
    try a.edit { context in
      let note = App.Note(uid: "1", title: "é\u{0}\n\"")
      note.score = .min
      note.weight = -0.0
      note.day = Date(timeIntervalSinceReferenceDate: 0.1)
      note.link = URL(string: "https://example.com/a?b=c")
      note.price = Decimal(string: "12.34")
      note.mood = .wild
      note.place = App.Place(name: "Rome", latitude: 41.9)
      note.words = ["a", "b"]
      note.picture = Data(repeating: 7, count: 200_000)
      context.insert(note)
      let folder = App.Folder(uid: "f", name: "Inbox")
      context.insert(folder)
      note.folder = folder
      let (red, blue) = (App.Tag(name: "red", color: "r"), App.Tag(name: "blue", color: "b"))
      context.insert(red)
      context.insert(blue)
      note.tags = [red, blue]
      let cover = App.Cover(uid: "c")
      context.insert(cover)
      note.cover = cover
      context.insert(App.Job(uid: "t", note: note))
      context.insert(App.Dog(uid: "d", name: "Rex", trick: "sit"))
      let animal = App.Animal(uid: "e", name: "Cat")
      animal.home = folder
      context.insert(animal)
      context.insert(App.Draft(text: "mine"))
    }
    try await settle([a, b], server)
    #expect(try b.dump().count == 8)
    #expect(try ModelContext(b.container).fetchCount(FetchDescriptor<App.Draft>()) == 0)
    // From the other end of each relationship.
    try b.edit { context in
      let note = try #require(try b.note("1", context))
      try b.tag("red", context)?.notes = []
      note.cover?.note = nil
      note.folder?.notes = []
    }
    try await settle([b, a], server)
    #expect(try a.dump().contains { $0.hasPrefix("Note") && $0.contains("folder - tags [\"blue\"] cover -") })
  }

  @Test func uniqueValuesThatCollideBecomeOneObject() async throws {
    let (a, b, server) = try pair()
    for (device, uid) in [(a, "1"), (b, "2")] {
      try device.edit { context in
        let note = App.Note(uid: uid, title: "n")
        context.insert(note)
        let tag = App.Tag(name: "red", color: "of \(uid)")
        context.insert(tag)
        note.tags = [tag]
      }
    }
    let kept = try b.tag("red", ModelContext(b.container))?.persistentModelID
    try await settle([a, b], server)
    let tags = try ModelContext(b.container).fetch(FetchDescriptor<App.Tag>())
    #expect(tags.count == 1 && tags.first?.notes.count == 2)
    // The object that the second device had is still the one.
    #expect(tags.first?.persistentModelID == kept)
  }
}
