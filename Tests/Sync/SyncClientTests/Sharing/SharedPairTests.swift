// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// What one device does with objects that another device of the account shares meanwhile, and with references to them.
@Suite struct SharedPairTests {
  private let shop: SharingWorkshop

  init() throws { shop = try SharingWorkshop() }

  private func note(_ uid: String, _ context: ModelContext) throws -> App.Note {
    try #require(try shop.phone.note(uid, context))
  }

  private func folder(_ uid: String, _ context: ModelContext) throws -> App.Folder {
    try #require(try context.fetch(FetchDescriptor<App.Folder>(predicate: #Predicate { $0.uid == uid })).first)
  }

  private func dog(_ context: ModelContext) throws -> App.Dog {
    try #require(try context.fetch(FetchDescriptor<App.Dog>()).first)
  }

  /// Two folders, `f` shared with Bob, and a dog that lives in `f`.
  private func prepare() async throws {
    for uid in ["f", "g"] { try shop.makeFolder(uid) }
    try shop.phone.edit { context in
      let dog = App.Dog(uid: "d", name: "Rex", trick: "-")
      context.insert(dog)
      dog.home = try folder("f", context)
    }
    try await shop.shareWithBob()
  }

  /// A link to a shared object that leads to another one from now on outlives the former one.
  @Test func aReferenceFromOutsideMovesBeforeItsFormerTargetIsDeleted() async throws {
    try await prepare()
    try await shop.shareWithBob(.write, "g")
    try shop.phone.edit { context in
      try dog(context).home = try folder("g", context)
      context.delete(try folder("f", context))
    }
    try await shop.settle()
    #expect(try shop.lines(shop.tablet).contains("Dog d Rex home g -"))
    #expect(try shop.lines(shop.phone).contains("Dog d Rex home g -"))
  }

  /// What has gone to a share looks the same to the app: an edit right after that is one of what the app sees.
  @Test func aRelationshipIsClearedAfterItsObjectWasShared() async throws {
    try await prepare()
    let share = try await shop.phone.sync.share(try shop.folder(shop.phone, "g"), title: "G")
    try await shop.phone.sync.syncNow()
    // The process ends with all of that in its state, and the user goes on before the next round.
    try shop.phone.restart()
    try shop.phone.edit { context in
      let shared = try note("g1", context)
      shared.tags = []
      shared.folder = nil
    }
    try shop.phone.edit { context in try note("g2", context).title = "edited" }
    try await shop.settle("share \(share.id)")
    for device in [shop.phone, shop.tablet] {
      let lines = try shop.lines(device)
      #expect(lines.contains { $0.hasPrefix("Note g1") && $0.contains("folder - tags []") })
      #expect(lines.contains { $0.hasPrefix("Note g2 edited") && $0.contains("folder g") })
    }
  }

  /// Two devices of the account send a note to two shares. The later decision counts, and nobody keeps the other copy.
  @Test func aNoteGoesToTwoShares() async throws {
    try await prepare()
    try shop.phone.edit { context in
      let folder = App.Folder(uid: "h", name: "Private")
      let note = App.Note(uid: "h1", title: "once")
      context.insert(folder)
      context.insert(note)
      note.folder = folder
    }
    try await shop.settle()
    // The tablet has moved the note to the folder that is shared, and says so late.
    shop.clock.advance()
    let share = try await shop.phone.sync.share(try shop.folder(shop.phone, "h"), title: "H")
    try await shop.bob.sync.accept(shop.phone.sync.invite(to: share, as: .write, account: "bob"))
    try await shop.phone.sync.syncNow()
    try await shop.bob.sync.syncNow()
    #expect(try shop.lines(shop.bob).contains { $0.hasPrefix("Note h1") && $0.contains("folder h") })
    shop.clock.advance()
    try shop.tablet.edit { context in try note("h1", context).folder = try folder("f", context) }
    try await shop.settle()
    for device in shop.devices {
      let lines = try shop.lines(device).filter { $0.hasPrefix("Note h1") }
      #expect(lines.count == 1 && lines.allSatisfy { $0.contains("folder f") }, "device \(device.number)")
      #expect(try shop.lines(device).contains { $0.hasPrefix("Folder h") && $0.hasSuffix("notes []") })
    }
  }

  /// One device clears a reference to what is shared, while another one takes that home, where it becomes a reference again.
  @Test func aReferenceIsClearedWhileItsTargetComesHome() async throws {
    try await prepare()
    try await shop.settle()
    shop.clock.advance()
    try shop.tablet.edit { context in try dog(context).home = nil }
    let share = try #require(shop.phone.sync.status.shares.first)
    try await shop.phone.sync.stopSharing(share)
    try await shop.phone.sync.syncNow()
    try await shop.phone.sync.syncNow()
    try await shop.settle()
    for device in [shop.phone, shop.tablet] {
      #expect(try shop.lines(device).contains("Dog d Rex home - -"), "device \(device.number)")
      #expect(try shop.lines(device).contains { $0.hasPrefix("Folder f Songs") })
    }
  }

  private func job(_ uid: String, _ context: ModelContext) throws -> App.Job {
    try #require(try context.fetch(FetchDescriptor<App.Job>(predicate: #Predicate { $0.uid == uid })).first)
  }

  /// A folder `f` that is shared with Bob, and a note of Ann's own.
  private func prepareNote() async throws {
    try shop.makeFolder()
    try await shop.shareWithBob()
    try shop.phone.edit { context in context.insert(App.Note(uid: "own", title: "Ann's")) }
    try await shop.settle()
  }

  /// One device deletes what another one gives to a shared object, which cannot be without it: as in one zone, it comes back.
  @Test func aNoteIsDeletedWhileASharedJobGetsIt() async throws {
    try await prepareNote()
    shop.clock.advance()
    try shop.tablet.edit { context in context.delete(try note("own", context)) }
    try await shop.tablet.sync.syncNow()
    shop.clock.advance()
    try shop.phone.edit { context in try job("fj", context).note = try note("own", context) }
    try await shop.settle()
    for device in [shop.phone, shop.tablet] {
      let lines = try shop.lines(device)
      #expect(lines.contains("Job fj note own"), "device \(device.number)")
      #expect(device.sync.status.setAside.isEmpty, "device \(device.number)")
    }
    #expect(try !shop.lines(shop.bob).contains { $0.hasPrefix("Job fj") })
  }

  /// Ann takes a job out of a share; Bob, later, takes it with a note to a share of his own, which Ann does not know. That its
  /// note has left is nothing that Ann's device decides.
  @Test func aJobIsTakenToTwoPlaces() async throws {
    try await prepareNote()
    try shop.bob.edit { context in context.insert(App.Folder(uid: "b", name: "Bob's")) }
    _ = try await shop.bob.sync.share(try shop.folder(shop.bob, "b"), title: "B")
    try await shop.settle()
    shop.clock.advance()
    try shop.phone.edit { context in try job("fj", context).note = try note("own", context) }
    // It is decided then, and told later.
    shop.server.loses.withLock { $0 = { .request } }
    await #expect(throws: SyncError.self) { try await shop.phone.sync.syncNow() }
    shop.server.loses.withLock { $0 = { nil } }
    shop.clock.advance()
    try shop.bob.edit { context in
      try note("f2", context).folder = try folder("b", context)
      try job("fj", context).note = try note("f2", context)
    }
    for _ in 0..<3 { try await shop.bob.sync.syncNow() }
    try await shop.settle()
    #expect(try shop.lines(shop.bob).contains("Job fj note f2"))
    // It shows what the record has, not what it had last.
    #expect(shop.bob.sync.status.setAside.isEmpty)
    for device in [shop.phone, shop.tablet] {
      #expect(try !shop.lines(device).contains { $0.hasPrefix("Job fj") }, "device \(device.number)")
    }
  }

  /// Who may only read cannot take an object out of what is shared, before or after hearing that.
  @Test(arguments: [false, true]) func aReaderTakesANoteOut(hasHeard: Bool) async throws {
    try shop.makeFolder()
    let share = try await shop.shareWithBob(hasHeard ? .read : .write)
    try shop.bob.edit { context in context.insert(App.Folder(uid: "own", name: "Bob's")) }
    try await shop.settle()
    if !hasHeard { try await shop.phone.sync.setRight(of: "bob", in: share, to: .read) }
    try shop.bob.edit { context in try note("f1", context).folder = try folder("own", context) }
    try await shop.settle()
    for device in shop.devices {
      #expect(try shop.lines(device).contains { $0.hasPrefix("Note f1") && $0.contains("folder f") })
    }
    #expect(try shop.lines(shop.bob).contains("Folder own Bob's notes []"))
  }
}
