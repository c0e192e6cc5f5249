// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Synchronization
import Testing

/// Who may do what, and what happens to who may not.
@Suite struct RightsTests {
  @Test func forbiddenEditsAreTakenBack() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob(.read)
    let before = try shop.lines(shop.bob)
    try shop.bob.edit { context in
      try #require(try shop.bob.note("f1", context)).title = "mine"
      context.delete(try #require(try shop.bob.note("f2", context)))
    }
    try shop.bob.edit { context in try context.fetch(FetchDescriptor<App.Job>()).forEach { context.delete($0) } }
    try await shop.settle()
    #expect(try shop.lines(shop.bob) == before && shop.title(shop.phone, "f1") == "one")
    let reverted = shop.bob.sync.status.reverted
    #expect(Set(reverted.map(\.modelName)) == ["Note", "Job"] && reverted.allSatisfy { $0.cause == .notAllowed })
    #expect(shop.bob.sync.status.setAside.isEmpty && shop.bob.sync.status.pendingUploads == 0)
    try await shop.bob.sync.dismissReverted()
    #expect(shop.bob.sync.status.reverted.isEmpty)
  }

  /// What somebody adds to a share that may only be read stays with them.
  @Test func additionsToWhatMayOnlyBeReadArePrivate() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob(.read)
    try shop.bob.edit { context in
      let note = App.Note(uid: "own", title: "private")
      context.insert(note)
      note.folder = try #require(try shop.bob.note("f1", context)).folder
    }
    try await shop.settle()
    #expect(try shop.title(shop.bob, "own") == "private" && shop.title(shop.phone, "own") == nil)
    #expect(try shop.lines(shop.bob).contains { $0.hasPrefix("Note own") && $0.contains("folder f") })
    #expect(shop.bob.sync.status.reverted.isEmpty)
    // It stays when the share is taken away.
    let share = try #require(shop.phone.sync.status.shares.first)
    try await shop.phone.sync.remove("bob", from: share)
    try await shop.settle()
    #expect(try shop.lines(shop.bob).count == 1 && shop.title(shop.bob, "own") == "private")
  }

  /// A delete rule takes objects of the account's own along with an owner that it may not delete. They come back with that.
  @Test func whatBelongsToAReadOnlyRootStaysWithIt() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob(.read)
    try shop.bob.edit { context in
      let note = App.Note(uid: "own", title: "private")
      context.insert(note)
      note.folder = try #require(try shop.bob.note("f1", context)).folder
      context.insert(App.Job(uid: "ownj", note: note))
    }
    try await shop.settle()
    let (before, shared) = (try shop.lines(shop.bob), try shop.lines(shop.phone))
    try shop.bob.edit { context in
      try context.fetch(FetchDescriptor<App.Folder>()).forEach { context.delete($0) }
    }
    #expect(try shop.title(shop.bob, "own") == nil)
    try await shop.settle()
    #expect(try shop.lines(shop.bob) == before && shop.lines(shop.phone) == shared)
    #expect(shop.bob.sync.status.reverted.contains { $0.modelName == "Folder" })
    #expect(shop.bob.sync.status.setAside.isEmpty && shop.bob.sync.status.pendingUploads == 0)
    // What the user deletes alone is deleted.
    try shop.bob.edit { context in context.delete(try #require(try shop.bob.note("own", context))) }
    try await shop.settle()
    #expect(try shop.title(shop.bob, "own") == nil && shop.lines(shop.phone) == shared)
  }

  @Test func aRightChangesMidway() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    let share = try await shop.shareWithBob(.write)
    try shop.bob.edit { context in try #require(try shop.bob.note("f1", context)).title = "too late" }
    try await shop.phone.sync.setRight(of: "bob", in: share, to: .read)
    try await shop.settle()
    #expect(try shop.title(shop.bob, "f1") == "one" && shop.title(shop.phone, "f1") == "one")
    #expect(shop.bob.sync.status.shares.first?.right == .read && shop.bob.sync.status.reverted.count == 1)
    try await shop.phone.sync.setRight(of: "bob", in: share, to: .write)
    try shop.bob.edit { context in try #require(try shop.bob.note("f1", context)).title = "again" }
    try await shop.settle()
    #expect(try shop.title(shop.phone, "f1") == "again")
  }

  /// A version of the app that follows no shares leaves alone what waits for one.
  @Test func sharingIsSwitchedOffWhileAnEditWaits() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob(.write)
    try shop.bob.edit { context in try #require(try shop.bob.note("f1", context)).title = "waits" }
    let options = shop.bob.options
    try shop.bob.restart(options: SyncOptions())
    try shop.bob.edit { $0.insert(App.Note(uid: "own", title: "private")) }
    for _ in 0..<2 { try await shop.bob.sync.syncNow() }
    #expect(try shop.bob.sync.status.lastError == nil && shop.title(shop.phone, "f1") == "one")
    try shop.bob.restart(options: options)
    try await shop.settle()
    #expect(try shop.title(shop.phone, "f1") == "waits" && shop.title(shop.bob, "own") == "private")
  }

  /// The right is taken and given back between two looks at the shares, with a refusal in between.
  @Test func aRightThatIsGivenBackBeforeTheDeviceHearsOfIt() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    let share = try await shop.shareWithBob(.write)
    let (server, clock, crash) = (shop.server, shop.clock, shop.bob.crash)
    @Sendable func give(_ right: ShareRight) {
      let request = SyncRequest(
        account: "ann", token: "ann", zone: share.id, body: .share(.setRight(account: "bob", right)))
      server.change { _ = $0.handle(request, now: clock.wall) }
    }
    try shop.bob.edit { context in try #require(try shop.bob.note("f1", context)).title = "refused" }
    // When the share itself is asked, it was looked already which there are.
    let questions = Mutex(0)
    crash.visit.withLock { visit in
      visit = { step in
        guard step == .willSend else { return }
        let count = questions.withLock { count in
          count += 1
          return count
        }
        if count == 2 { give(.read) }
      }
    }
    try await shop.bob.sync.syncNow()
    crash.visit.withLock { $0 = nil }
    #expect(shop.bob.sync.status.reverted.map(\.modelName) == ["Note"])
    give(.write)
    try shop.bob.edit { context in
      let note = App.Note(uid: "new", title: "of bob")
      context.insert(note)
      note.folder = try #require(try shop.bob.note("f1", context)).folder
    }
    try await shop.settle()
    #expect(try shop.title(shop.phone, "new") == "of bob")
  }

  @Test func whoIsRemovedHasNothingMore() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    let share = try await shop.shareWithBob()
    try shop.bob.edit { context in
      context.insert(App.Folder(uid: "b", name: "Bob's own"))
      try #require(try shop.bob.note("f1", context)).title = "unsent"
    }
    try await shop.phone.sync.remove("bob", from: share)
    var events = shop.bob.sync.events.makeAsyncIterator()
    try await shop.settle()
    #expect(try shop.lines(shop.bob) == ["Folder b Bob's own notes []"])
    guard case .left(let left, let unsent)? = await events.next() else {
      Issue.record("nothing was told of the share's end")
      return
    }
    #expect(left.id == share.id && unsent == 1)
    #expect(try shop.title(shop.phone, "f1") == "one")
    // Other participants are told by name.
    #expect(shop.phone.sync.status.shares.first?.participants.map(\.account) == ["ann"])
  }

  @Test func aParticipantLeaves() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob()
    let share = try #require(shop.bob.sync.status.shares.first)
    try await shop.bob.sync.leave(share)
    #expect(try shop.lines(shop.bob).isEmpty)
    // Once more, as after a lost answer.
    try await shop.bob.sync.leave(share)
    try await shop.settle()
    #expect(try shop.lines(shop.phone).count == 7 - 1)
    await #expect(throws: SyncError.noShare) { try await shop.bob.sync.invite(to: share, as: .read) }
  }

  @Test func onlyTheOwnerInvites() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob()
    let share = try #require(shop.bob.sync.status.shares.first)
    await #expect(throws: SyncError.notShareOwner) { try await shop.bob.sync.invite(to: share, as: .read) }
    await #expect(throws: SyncError.notShareOwner) { try await shop.bob.sync.stopSharing(share) }
    await #expect(throws: SyncError.notShareOwner) { try await shop.bob.sync.remove("ann", from: share) }
    await #expect(throws: SyncError.noParticipant) {
      try await shop.phone.sync.setRight(of: "cho", in: share, to: .read)
    }
  }

  @Test func invitations() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.phone.sync.syncNow()
    let share = try await shop.phone.sync.share(shop.folder(shop.phone), title: "Songs")
    let (phone, bob) = (shop.phone.sync, shop.bob.sync)
    let cho = try SharingWorkshop.device(9, "cho", shop.server)
    // For another account.
    let forCho = try await phone.invite(to: share, as: .write, account: "cho")
    await #expect(throws: SyncError.invitationForAnotherAccount) { try await bob.accept(forCho) }
    await #expect(throws: SyncError.invitationForAnotherAccount) { try await bob.offer(of: forCho) }
    #expect(try await cho.sync.offer(of: forCho).title == "Songs")
    // Declined.
    try await cho.sync.decline(forCho)
    await #expect(throws: SyncError.noInvitation) { try await cho.sync.accept(forCho) }
    // Expired.
    let soon = try await phone.invite(to: share, as: .read, expires: shop.clock.now.addingTimeInterval(60))
    #expect(try await bob.offer(of: soon).right == .read)
    shop.clock.advance(by: 61_000)
    await #expect(throws: SyncError.invitationExpired) { try await bob.accept(soon) }
    // For one.
    let single = try await phone.invite(to: share, as: .write)
    try await bob.accept(single)
    // As after a lost answer.
    try await bob.accept(single)
    await #expect(throws: SyncError.noInvitation) { try await cho.sync.accept(single) }
    // For all who have it, until it is withdrawn.
    let link = try await phone.invite(to: share, as: .read, isPublic: true)
    try await cho.sync.accept(link)
    #expect(try cho.dump().count == 4)
    let open = try #require(phone.status.shares.first?.invitations.first { $0.isPublic })
    try await phone.withdraw(open, from: share)
    try await cho.sync.leave(share)
    await #expect(throws: SyncError.noInvitation) { try await cho.sync.accept(link) }
    #expect(throws: SyncError.noInvitation) { try SyncInvitation("https://example.com") }
    await #expect(throws: SyncError.self) { try await phone.invite(to: share, as: .owner) }
    await #expect(throws: SyncError.self) {
      try await phone.invite(to: share, as: .read, account: "bob", isPublic: true)
    }
    #expect(bob.status.shares.first?.invitations.isEmpty == true)
  }

  /// What cannot be shared is refused before anything is done.
  @Test func refusals() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob()
    let (phone, context) = (shop.phone, ModelContext(shop.phone.container))
    let tag = try #require(try phone.tag("ftag", context))
    await #expect(throws: SyncError.sharedUnique(model: "Tag", property: "name")) { try await phone.sync.share(tag) }
    let job = try #require(try context.fetch(FetchDescriptor<App.Job>()).first)
    await #expect(throws: SyncError.shareNeedsOutside(model: "Job", property: "note", destination: "Note")) {
      try await phone.sync.share(job)
    }
    let note = try #require(try phone.note("f1", context))
    let error = await #expect(throws: SyncError.self) { try await phone.sync.share(note) }
    guard case .alreadyShared("Note", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    await #expect(throws: SyncError.notSynced(model: "Folder")) {
      try await phone.sync.share(App.Folder(uid: "x", name: "unsaved"))
    }
    let again = try await phone.sync.share(shop.folder(phone), title: "another")
    #expect(again.title == "Songs")
    let plain = try Device(5, shop.server.transport("cho"), clock: shop.clock, account: "cho")
    try plain.edit { $0.insert(App.Folder(uid: "x", name: "x")) }
    let folder = try #require(try ModelContext(plain.container).fetch(FetchDescriptor<App.Folder>()).first)
    await #expect(throws: SyncError.sharingIsOff) { try await plain.sync.share(folder) }
    #expect(shop.server.read { $0.shares.count } == 1)
  }

  @Test(arguments: [Double.infinity, .nan, 1e300]) func anInvitationThatExpiresAtNoTime(_ seconds: Double) async throws
  {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    let share = try await shop.shareWithBob()
    await #expect(throws: SyncError.self) {
      _ = try await shop.phone.sync.invite(
        to: share, as: .read, account: "cho", expires: Date(timeIntervalSince1970: seconds))
    }
  }

  /// What comes back since it may not be deleted has the private links that it had.
  @Test func aForbiddenDeletionTakesNoPrivateLinks() async throws {
    let shop = try SharingWorkshop()
    try shop.makeFolder()
    try await shop.shareWithBob(.read)
    try shop.bob.edit { context in
      let (tag, dog) = (App.Tag(name: "mine", color: "red"), App.Dog(uid: "d", name: "Rex", trick: "-"))
      context.insert(tag)
      context.insert(dog)
      let note = try #require(try shop.bob.note("f2", context))
      note.tags = [tag]
      dog.home = note.folder
    }
    try await shop.settle()
    let before = try shop.lines(shop.bob)
    #expect(before.contains("Dog d Rex home f -"))
    #expect(before.contains { $0.hasPrefix("Note f2") && $0.contains("tags [\"mine\"]") })
    try shop.bob.edit { context in try context.fetch(FetchDescriptor<App.Folder>()).forEach { context.delete($0) } }
    try await shop.settle()
    #expect(try shop.lines(shop.bob) == before)
  }
}
