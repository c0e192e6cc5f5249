// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Synchronization
import Testing

/// A server that demands a later version of the app: an older one goes on by itself, and loses nothing.
@Suite struct UpdateNeededTests {
  private static let (old, new) = (Schema.Version(1, 9, 0), Schema.Version(1, 10, 0))

  private func options(_ version: Schema.Version?, interval: Duration = .seconds(60)) -> SyncOptions {
    var options = SyncOptions()
    options.schemaVersion = version
    options.interval = interval
    return options
  }

  @Test func anOldDeviceKeepsAllUntilItIsUpdated() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let transport = DemandingServer(server)
    let a = try Device(1, transport, clock: clock, options: options(Self.old))
    let b = try Device(2, transport, clock: clock, options: options(Self.old))
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await settle([a, b], server)
    transport.door.demand(Self.new)
    let messages = server.messages
    try a.edit { context in
      try a.note("1", context)?.title = "offline"
      let note = App.Note(uid: "2", title: "new")
      // Large, so that it travels beside its record.
      note.picture = Data(repeating: 7, count: 2_000)
      context.insert(note)
    }
    await #expect(throws: SyncError.updateNeeded(least: Self.new)) { try await a.sync.syncNow() }
    #expect(a.sync.status.isUpdateNeeded && !a.sync.status.isSyncing)
    #expect(a.sync.status.lastError == .updateNeeded(least: Self.new) && a.sync.status.pendingUploads == 2)
    #expect(a.sync.status.setAside.isEmpty && server.messages == messages)
    // It is so as long as nobody has said otherwise.
    transport.door.setUnreachable(true)
    await #expect(throws: SyncError.unreachable(reason: "away")) { try await a.sync.syncNow() }
    #expect(a.sync.status.isUpdateNeeded && a.sync.status.lastError == .unreachable(reason: "away"))
    transport.door.setUnreachable(false)
    // Another device is updated, and edits the same object meanwhile.
    try b.restart(options: options(Self.new))
    try b.edit { context in try b.note("1", context)?.score = 5 }
    try await b.sync.syncNow()
    try a.restart()
    try a.edit { $0.insert(App.Note(uid: "3", title: "later")) }
    await #expect(throws: SyncError.updateNeeded(least: Self.new)) { try await a.sync.syncNow() }
    #expect(a.sync.status.pendingUploads == 3)
    try a.restart(options: options(Self.new))
    try await settle([a, b], server)
    #expect(!a.sync.status.isUpdateNeeded && a.sync.status.lastError == nil && a.sync.status.pendingUploads == 0)
    let context = ModelContext(b.container)
    let note = try #require(try b.note("1", context))
    #expect(note.title == "offline" && note.score == 5)
    #expect(try b.note("2", context)?.picture?.count == 2_000)
    #expect(try b.dump().count == 3)
  }

  /// An upload that was on its way is asked about again, under its number.
  @Test func anUploadWithoutAnAnswerIsThereOnce() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let transport = DemandingServer(server)
    let a = try Device(1, transport, clock: clock, options: options(Self.old))
    let b = try Device(2, transport, clock: clock, options: options(Self.new))
    try await settle([a, b], server)
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    let pushes = server.pushes
    for count in 1...5 where server.pushes == pushes {
      a.crash.arm(.hasAnswer, after: count)
      _ = try? await a.sync.syncNow()
    }
    try #require(server.pushes == pushes + 1)
    transport.door.demand(Self.new)
    try a.restart()
    try a.edit { context in try a.note("1", context)?.title = "u" }
    await #expect(throws: SyncError.updateNeeded(least: Self.new)) { try await a.sync.syncNow() }
    try a.restart(options: options(Self.new))
    try await settle([a, b], server)
    #expect(try b.dump().count == 1)
    #expect(try b.note("1", ModelContext(b.container))?.title == "u")
  }

  /// A new device with an old version has nothing, says why, and inserts no defaults of its own.
  @Test func aFirstImportWaitsForTheUpdate() async throws {
    let clock = TestClock()
    let server = MemoryServer(clock: clock)
    let transport = DemandingServer(server)
    let a = try Device(1, transport, clock: clock, options: options(Self.new))
    try a.edit { $0.insert(App.Note(uid: "1", title: "t")) }
    try await a.sync.syncNow()
    transport.door.demand(Self.new)
    let b = try Device(2, transport, clock: clock, options: options(Self.old))
    await #expect(throws: SyncError.updateNeeded(least: Self.new)) { try await b.sync.syncNow() }
    #expect(b.sync.status.isUpdateNeeded && !b.sync.status.isFirstImportDone)
    try b.restart(options: options(Self.new))
    try await settle([a, b], server)
    #expect(b.sync.status.isFirstImportDone)
  }

  /// Neither saves nor the timer ask again soon; who is resumed does.
  @Test(.timeLimit(.minutes(2))) func theLoopWaits() async throws {
    for (failures, fraction) in [(1, 0.5), (30, 1)] {
      let error = SyncError.updateNeeded(least: Self.new)
      #expect(SyncLoop.pause(after: error, failures: failures, fraction: fraction) == .seconds(300 * fraction))
    }
    let clock = TestClock()
    let transport = DemandingServer(MemoryServer(clock: clock))
    transport.door.demand(Self.new)
    let a = try Device(1, transport, clock: clock, options: options(Self.old, interval: .seconds(1)))
    let door = transport.door
    for round in 1...3 {
      a.sync.resume()
      for await status in a.sync.statusUpdates
      where status.isUpdateNeeded && !status.isSyncing && door.refused >= round { break }
      for number in 1...5 { try a.edit { $0.insert(App.Note(uid: "\(round) \(number)", title: "t")) } }
      a.sync.pause()
      #expect(door.refused == round)
    }
    #expect(a.sync.status.isUpdateNeeded && a.sync.status.isPaused)
    // Whoever asks is told at once that it is over.
    door.demand(nil)
    try await a.sync.syncNow()
    #expect(!a.sync.status.isUpdateNeeded && a.sync.status.pendingUploads == 0)
  }

  /// A device that only listens hears of it, too, and does not come back at once.
  @Test(.timeLimit(.minutes(2))) func whoListensIsTold() async throws {
    let clock = TestClock()
    let transport = DemandingServer(MemoryServer(clock: clock))
    let a = try Device(1, transport, clock: clock, options: options(Self.old, interval: .seconds(86_400)))
    a.sync.resume()
    for await status in a.sync.statusUpdates where status.isFirstImportDone && !status.isSyncing { break }
    transport.door.demand(Self.new)
    transport.door.endConnections()
    for await status in a.sync.statusUpdates where status.isUpdateNeeded && !status.isSyncing { break }
    a.sync.pause()
    // One message. Nobody has tried to listen again.
    #expect(transport.door.refused == 1)
  }

  /// What the transport is asked to state.
  private final class Listener: SyncTransport {
    let versions = Mutex<[Schema.Version]>([])

    func stating(schemaVersion: Schema.Version) -> any SyncTransport {
      versions.withLock { $0.append(schemaVersion) }
      return self
    }

    func send(_ message: Data) async throws(SyncError) -> Data { throw .unreachable(reason: "") }
  }

  private enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { App.synced }
  }

  private enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 3, 4) }
    static var models: [any PersistentModel.Type] { App.all }
  }

  private enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: First.self, toVersion: Second.self)] }
  }

  @Test func theVersionIsThatOfTheContainer() throws {
    let listener = Listener()
    func state(_ schema: Schema, plan: (any SchemaMigrationPlan.Type)? = nil, _ own: Schema.Version? = nil) throws {
      let container = try ModelContainer(
        for: schema, migrationPlan: plan, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
      _ = try ModelSync(
        container, models: App.synced, account: "ann", stateFile: file, transport: listener, options: options(own))
    }
    try state(Schema(App.all))
    try state(Schema(App.all, version: Schema.Version(3, 1, 0)))
    try state(Schema(versionedSchema: Second.self))
    try state(Schema(App.all), plan: Plan.self)
    try state(Schema(App.all, version: Schema.Version(3, 1, 0)), Self.new)
    #expect(listener.versions.withLock { $0.map(\.description) } == ["1.0.0", "3.1.0", "2.3.4", "2.3.4", "1.10.0"])
  }
}
