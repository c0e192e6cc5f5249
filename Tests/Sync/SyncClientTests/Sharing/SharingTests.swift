// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Synchronization
import Testing

/// A folder with its notes, shared by Ann with Bob.
@Suite struct SharingTests {
  @Test func whatIsSharedIsTheSameForAll() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    for device in shop.devices { try await device.sync.syncNow() }
    let before = try shop.lines(shop.phone)
    let object = try shop.folder(shop.tablet).persistentModelID
    try await shop.shareWithBob()
    // Nothing has changed for the owner, and the objects are the same ones.
    #expect(try shop.lines(shop.phone) == before && shop.lines(shop.tablet) == before)
    #expect(try shop.folder(shop.tablet).persistentModelID == object)
    // Bob has the folder with what hangs on it, and neither the tag nor the cover.
    let bobs = try shop.lines(shop.bob)
    #expect(bobs.map { $0.split(separator: " ").first } == ["Folder", "Job", "Note", "Note"])
    #expect(bobs.contains { $0.hasPrefix("Note f1 one") && $0.hasSuffix("folder f tags [] cover -") })
    // The server has each record once.
    let share = try #require(shop.bob.sync.status.shares.first)
    #expect(share.owner == "ann" && share.title == "Songs" && share.right == .write && share.rootModelName == "Folder")
    #expect(try share.root == shop.folder(shop.bob).persistentModelID)
    let (main, shared) = shop.server.read { server in
      let zones = server.accounts["ann"]?.zones ?? [:]
      func alive(_ name: String) -> [String] {
        (zones[name]?.records ?? [:]).filter { !$0.value.record.isDeleted }.keys.map(\.type).sorted()
      }
      return (alive("main"), alive(share.id))
    }
    #expect(shared == ["Folder", "Job", "Note", "Note"] && main == ["$Link", "$Link", "Cover", "Tag"])
    #expect(shop.server.read { $0.accounts["bob"]?.zones["main"]?.records.isEmpty } == true)
  }

  @Test func editsReachAll() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob()
    try shop.bob.edit { context in
      let note = try #require(try shop.bob.note("f1", context))
      note.title = "Bob's"
      let new = App.Note(uid: "new", title: "added")
      context.insert(new)
      new.folder = note.folder
      context.insert(App.Job(uid: "nj", note: new))
    }
    try shop.tablet.edit { context in try #require(try shop.tablet.note("f2", context)).title = "Ann's" }
    try await shop.settle()
    for device in shop.devices {
      #expect(try shop.title(device, "f1") == "Bob's" && shop.title(device, "f2") == "Ann's")
      #expect(try shop.title(device, "new") == "added" && shop.lines(device).contains("Job nj note new"))
    }
    // Deleted by one, for all; the tag and the cover stay.
    try shop.bob.edit { context in context.delete(try #require(try shop.bob.note("f1", context))) }
    try await shop.settle()
    #expect(try shop.title(shop.phone, "f1") == nil)
    #expect(try shop.lines(shop.tablet).contains("Tag ftag red notes []"))
  }

  /// An object has gone to a share that this device has not asked yet: an edit of one property says nothing of the others.
  @Test func anEditWhileAnObjectIsOnItsWay() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    for device in shop.devices { try await device.sync.syncNow() }
    let share = try await shop.phone.sync.share(try shop.folder(shop.phone), title: "Songs")
    try await shop.bob.sync.accept(shop.phone.sync.invite(to: share, as: .write, account: "bob"))
    try await shop.phone.sync.syncNow()
    try await shop.bob.sync.syncNow()
    try shop.bob.edit { context in try #require(try shop.bob.note("f1", context)).title = "Bob's" }
    try await shop.bob.sync.syncNow()
    // The tablet hears that the note has gone, and no more.
    let answered = Mutex(0)
    shop.server.loses.withLock { loses in
      loses = {
        answered.withLock {
          $0 += 1; return $0 > 1 ? .request : nil
        }
      }
    }
    await #expect(throws: (any Error).self) { try await shop.tablet.sync.syncNow() }
    shop.server.loses.withLock { $0 = { nil } }
    try shop.tablet.edit { context in try #require(try shop.tablet.note("f1", context)).score = 7 }
    try await shop.settle()
    for device in shop.devices {
      let note = try #require(try device.note("f1", ModelContext(device.container)))
      #expect(note.title == "Bob's" && note.score == 7, "device \(device.number)")
    }
  }

  /// A relationship to what is not shared is the account's own.
  @Test func linksAreOnesOwn() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob()
    try shop.bob.edit { context in
      let tag = App.Tag(name: "Bob's tag", color: "blue")
      context.insert(tag)
      try #require(try shop.bob.note("f2", context)).tags = [tag]
    }
    try shop.phone.edit { context in
      let dog = App.Dog(uid: "d", name: "Rex", trick: "-")
      context.insert(dog)
      dog.home = try context.fetch(FetchDescriptor<App.Folder>()).first
    }
    try await shop.settle()
    #expect(try shop.lines(shop.bob).contains("Tag Bob's tag blue notes [\"f2\"]"))
    #expect(try shop.lines(shop.phone).contains { $0.hasPrefix("Note f2") && $0.contains("tags []") })
    #expect(try shop.lines(shop.tablet).contains("Dog d Rex home f -"))
    #expect(try !shop.lines(shop.bob).contains { $0.hasPrefix("Dog") })
    try shop.phone.edit { context in try context.fetch(FetchDescriptor<App.Animal>()).first?.home = nil }
    try shop.bob.edit { context in try #require(try shop.bob.note("f2", context)).tags = [] }
    try await shop.settle()
    #expect(try shop.lines(shop.tablet).contains("Dog d Rex home - -"))
    #expect(try shop.lines(shop.bob).contains("Tag Bob's tag blue notes []"))
  }

  @Test func objectsFollowTheirOwners() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try shop.makeFolder("g")
    try await shop.shareWithBob()
    #expect(try shop.title(shop.bob, "g1") == nil)
    try shop.tablet.edit { context in
      let note = try #require(try shop.tablet.note("g1", context))
      note.folder = try #require(try shop.tablet.note("f1", context)).folder
    }
    try await shop.settle()
    #expect(try shop.title(shop.bob, "g1") == "one" && shop.lines(shop.bob).contains("Job gj note g1"))
    // Its tag is Ann's.
    #expect(try shop.lines(shop.phone).contains("Tag gtag red notes [\"g1\"]"))
    try shop.phone.edit { context in
      let note = try #require(try shop.phone.note("f1", context))
      note.folder = try #require(try shop.phone.note("g2", context)).folder
    }
    try await shop.settle()
    #expect(try shop.title(shop.bob, "f1") == nil && shop.title(shop.phone, "f1") == "one")
    #expect(
      try shop.lines(shop.tablet).contains {
        $0.hasPrefix("Note f1") && $0.hasSuffix("folder g tags [\"ftag\"] cover fc")
      })
    // And back.
    try shop.phone.edit { context in
      let note = try #require(try shop.phone.note("f1", context))
      note.folder = try #require(try shop.phone.note("f2", context)).folder
    }
    try await shop.settle()
    #expect(try shop.title(shop.bob, "f1") == "one" && shop.lines(shop.bob).contains("Job fj note f1"))
  }

  /// A device that was offline while another one shared the object.
  @Test func anEditOfBeforeIsNotLost() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    for device in shop.devices { try await device.sync.syncNow() }
    try shop.tablet.edit { context in
      try #require(try shop.tablet.note("f1", context)).title = "offline"
      let new = App.Note(uid: "new", title: "also")
      context.insert(new)
      new.folder = try #require(try shop.tablet.note("f2", context)).folder
    }
    try await shop.shareWithBob()
    for device in shop.devices {
      #expect(
        try shop.title(device, "f1") == "offline" && shop.title(device, "new") == "also", "device \(device.number)")
    }
    let marks = shop.server.read { server in
      (server.accounts["ann"]?.zones["main"]?.records ?? [:]).filter { !$0.value.record.isDeleted }.map(\.key.type)
        .sorted()
    }
    #expect(marks == ["$Link", "$Link", "Cover", "Tag"])
  }

  @Test func endingAShareBringsItHome() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.phone.sync.syncNow()
    let before = try shop.lines(shop.phone)
    let share = try await shop.shareWithBob()
    try shop.bob.edit { context in try #require(try shop.bob.note("f1", context)).title = "from Bob" }
    try await shop.settle()
    try await shop.phone.sync.stopSharing(share)
    try await shop.settle()
    #expect(try shop.lines(shop.bob).isEmpty && shop.bob.sync.status.shares.isEmpty)
    #expect(shop.phone.sync.status.shares.isEmpty && shop.tablet.sync.status.shares.isEmpty)
    #expect(try shop.lines(shop.phone) == before.map { $0.replacingOccurrences(of: "f1 one", with: "f1 from Bob") })
    #expect(try await shop.tablet.sync.share(of: shop.folder(shop.tablet)) == nil)
    // Shared again: as if it had never been.
    try await shop.shareWithBob()
    #expect(try shop.title(shop.bob, "f1") == "from Bob" && shop.lines(shop.bob).count == 4)
  }

  /// The server comes from a backup of before the object was shared: what has moved into the share is nowhere else.
  @Test func aServerOfBeforeTheShareGetsItBack() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    for device in shop.devices { try await device.sync.syncNow() }
    let before = try shop.lines(shop.phone)
    let backup = shop.server.read { $0 }
    let share = try await shop.shareWithBob()
    shop.server.change { server in
      server = backup
      server.restored(generation: 77_000)
    }
    try await shop.settle()
    #expect(try shop.lines(shop.phone) == before && shop.lines(shop.tablet) == before)
    // Who had accepted an invitation since must be invited again.
    #expect(try shop.lines(shop.bob).isEmpty)
    try await shop.bob.sync.accept(shop.phone.sync.invite(to: share, as: .read))
    #expect(try shop.lines(shop.bob).count == 4)
  }

  /// What moves has not all arrived when the process ends, or the network fails.
  @Test(arguments: SyncStep.allCases) func sharingGoesOnAfterACrash(_ step: SyncStep) async throws {
    for count in 1...4 {
      let shop = try SharingWorkshop()
      try shop.makeFolder()
      for device in shop.devices { try await device.sync.syncNow() }
      let before = try shop.lines(shop.phone)
      shop.phone.crash.arm(step, after: count)
      do { try await shop.phone.sync.share(shop.folder(shop.phone)) } catch {}
      try shop.phone.restart()
      shop.tablet.crash.arm(step, after: count)
      do { try await shop.tablet.sync.syncNow() } catch {}
      try shop.tablet.restart()
      let share = try await shop.phone.sync.share(shop.folder(shop.phone))
      shop.bob.crash.arm(step, after: count)
      let link = try await shop.phone.sync.invite(to: share, as: .write)
      do { try await shop.bob.sync.accept(link) } catch {}
      try shop.bob.restart()
      try await shop.settle("\(step) \(count)")
      let after = try shop.lines(shop.phone)
      #expect(after == before, "\(step) \(count): \(after.filter { !before.contains($0) })")
      #expect(try shop.lines(shop.bob).count == 4, "\(step) \(count)")
    }
  }
}
