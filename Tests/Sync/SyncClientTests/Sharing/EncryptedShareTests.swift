// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Encryption and shares: what is shared already when an update encrypts it, and values that only look encrypted.
@Suite struct EncryptedShareTests {
  enum Old {
    @Model final class Trip {
      var title: String
      var notes: String = ""
      init(title: String, notes: String) {
        self.title = title
        self.notes = notes
      }
    }
  }

  enum New {
    @Model final class Trip {
      var title: String
      @Attribute(.allowsCloudEncryption) var notes: String = ""
      init(title: String, notes: String) {
        self.title = title
        self.notes = notes
      }
    }
  }

  private static let models: [any PersistentModel.Type] = [Old.Trip.self]
  private static let newModels: [any PersistentModel.Type] = [New.Trip.self]
  private let clock = TestClock()
  private let server: SharingMemoryServer
  private let ann: Device
  private let bob: Device

  init() throws {
    server = SharingMemoryServer(clock)
    ann = try Self.device(1, "ann", server)
    bob = try Self.device(2, "bob", server)
  }

  private static func device(_ number: UInt64, _ account: String, _ server: SharingMemoryServer) throws -> Device {
    var options = SyncOptions()
    options.sharing = true
    return try Device(
      number, server.transport(account), clock: server.clock, options: options, account: account, synced: models,
      all: models)
  }

  private func sync() async throws { for device in [ann, bob, ann, bob, ann] { try await device.sync.syncNow() } }

  /// Ann's trip, which Bob may change.
  private func share() async throws -> SyncShare {
    try ann.edit { $0.insert(Old.Trip(title: "old", notes: "first")) }
    try await ann.sync.syncNow()
    let trip = try #require(try ModelContext(ann.container).fetch(FetchDescriptor<Old.Trip>()).first)
    let share = try await ann.sync.share(trip, title: "Trip")
    try await bob.sync.accept(ann.sync.invite(to: share, as: .write, account: "bob"))
    try await sync()
    return share
  }

  private func values(_ field: String, in zone: String) -> [SyncValue] {
    server.read { server in
      server.accounts["ann"]?.zones[zone]?.records.values.filter { !$0.record.isDeleted && $0.id.type == "Trip" }
        .compactMap { $0.record.fields[field]?.value } ?? []
    }
  }

  private var annsNotes: String? {
    get throws { try ModelContext(ann.container).fetch(FetchDescriptor<New.Trip>()).first?.notes }
  }

  private var bobsTrip: Old.Trip {
    get throws { try #require(try ModelContext(bob.container).fetch(FetchDescriptor<Old.Trip>()).first) }
  }

  private func edit(_ body: (New.Trip) -> Void) throws {
    try ann.edit { context in body(try #require(try context.fetch(FetchDescriptor<New.Trip>()).first)) }
  }

  /// An update encrypts an attribute of what is shared. Its new values go nowhere, which the status says; the rest goes on.
  @Test(arguments: [false, true]) func anUpdateThatEncryptsWhatIsShared(hasKeys: Bool) async throws {
    let share = try await share()
    try ann.restart(synced: Self.newModels, all: Self.newModels)
    try await ann.sync.syncNow()
    if hasKeys {
      _ = try await ann.sync.setUpEncryption()
      try await sync()
    }
    #expect(ann.sync.status.setAside.isEmpty)
    try edit { trip in
      trip.title = "new"
      trip.notes = "secret"
    }
    try await sync()
    #expect(try bobsTrip.title == "new" && bobsTrip.notes == "first" && annsNotes == "secret")
    #expect(values("notes", in: share.id) == [.text("first")])
    let items = ann.sync.status.setAside
    #expect(items.map(\.modelName) == ["Trip"] && items.first?.reason.contains("Trip.notes") == true)
    #expect(ann.sync.status.lastError == nil)
    // What others write is shown, if it is later.
    clock.advance()
    try bob.edit { context in try context.fetch(FetchDescriptor<Old.Trip>()).first?.notes = "of bob" }
    try await sync()
    #expect(try annsNotes == "of bob")
    #expect(ann.sync.status.setAside.isEmpty)
    let pushes = server.pushes
    try await sync()
    #expect(server.pushes == pushes)
  }

  /// At home again, such a value is uploaded encrypted.
  @Test func theShareEnds() async throws {
    let share = try await share()
    try ann.restart(synced: Self.newModels, all: Self.newModels)
    try await ann.sync.syncNow()
    _ = try await ann.sync.setUpEncryption()
    try edit { $0.notes = "secret" }
    try await sync()
    #expect(ann.sync.status.setAside.count == 1)
    try await ann.sync.stopSharing(share)
    for _ in 0..<4 { try await ann.sync.syncNow() }
    #expect(values("notes", in: "main").map(\.isSealed) == [true])
    #expect(values("notes", in: share.id).allSatisfy { $0 == .text("first") })
    #expect(try annsNotes == "secret")
    #expect(ann.sync.status.setAside.isEmpty && ann.sync.status.pendingUploads == 0)
  }

  /// Bytes that begin as an encrypted value does, under a key that nobody has.
  private static let forged = SealedValue(
    key: UniqueNumber(high: 6, low: 6), nonce: Data(count: SealedValue.nonceLength),
    body: Data(count: SealedValue.tagLength + 8)
  ).value

  /// What a participant makes up keeps nobody from writing the attribute.
  @Test(arguments: [false, true]) func aParticipantMakesUpAnEncryptedValue(isEncrypted: Bool) async throws {
    let share = try await share()
    if isEncrypted {
      try ann.restart(synced: Self.newModels, all: Self.newModels)
      try await ann.sync.syncNow()
    }
    let zone = try #require(server.read { $0.accounts["ann"]?.zones[share.id] })
    let stored = try #require(zone.records.values.first { $0.id.type == "Trip" })
    clock.advance()
    var change = RecordChange(id: stored.id, base: stored.version, created: stored.record.created)
    change.fields["notes"] = Register(Self.forged, Stamp(wall: clock.wall, node: 666))
    let push = Push(
      id: UniqueNumber(high: 1, low: 1), generation: zone.lineage.generation, seen: zone.head, changes: [change])
    server.change { server in
      let request = SyncRequest(account: "bob", token: "bob", zone: share.id, body: .push(push))
      guard case .pushed(let result) = server.handle(request, now: clock.wall).body, case .applied = result.outcome
      else {
        Issue.record("the server has not taken it")
        return
      }
    }
    try await ann.sync.syncNow()
    if isEncrypted {
      // It shows what it had, and the value of an edit.
      #expect(try annsNotes == "first")
      #expect(ann.sync.status.setAside.contains { $0.cause == .alteredValue })
      try edit { $0.notes = "again" }
      try await sync()
      #expect(try annsNotes == "again")
      #expect(ann.sync.status.setAside.contains { $0.reason.contains("Trip.notes") })
    } else {
      #expect(try ModelContext(ann.container).fetch(FetchDescriptor<Old.Trip>()).map(\.notes) == ["first"])
      try ann.edit { context in try context.fetch(FetchDescriptor<Old.Trip>()).first?.notes = "again" }
      try await sync()
      #expect(values("notes", in: share.id) == [.text("again")])
      #expect(try bobsTrip.notes == "again")
    }
  }
}
