// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Containers whose configuration names a database of CloudKit's, with a server in its place.
@Suite struct AutomaticSyncTests {
  private static let database = "iCloud.com.example.app"
  private let folder: URL
  private let server: MemoryServer

  init() throws {
    // Devices have the real time here.
    let clock = TestClock()
    clock.advance(by: Int64(Date().timeIntervalSince1970 * 1_000) - clock.wall)
    server = MemoryServer(clock: clock)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server.change { $0.zones[Self.database] = ServerZone(generation: 1) }
  }

  private func open(_ name: String = "store", in memory: Bool = false) throws -> ModelContainer {
    let schema = Schema(App.all)
    let database = ModelConfiguration.CloudKitDatabase.private(Self.database)
    return try ModelContainer(
      for: schema,
      configurations: memory
        ? ModelConfiguration(schema: schema, isStoredInMemoryOnly: true, cloudKitDatabase: database)
        : ModelConfiguration(
          schema: schema, url: folder.appendingPathComponent(name), cloudKitDatabase: database))
  }

  /// A server for the containers that are opened meanwhile.
  private func connected<R>(
    _ options: SyncOptions = SyncOptions(), isStrict: Bool = false, _ open: () throws -> R
  ) throws -> R {
    let server = StandInServer(account: "ann", zone: nil, options: options, isStrict: isStrict, transport: server)
    return try StandInServer.$ofTask.withValue(server, operation: open)
  }

  private func save(_ uid: String, in container: ModelContainer) throws {
    let context = ModelContext(container)
    context.insert(App.Note(uid: uid, title: "t"))
    try context.save()
  }

  private func end() { try? FileManager.default.removeItem(at: folder) }

  /// No line of these sources names sync; the models break CloudKit's rules, which a server of one's own does not mind.
  @Test(.timeLimit(.minutes(2))) func theConfigurationIsEnough() async throws {
    defer { end() }
    var options = SyncOptions()
    options.interval = .seconds(86_400)
    let (first, second) = try connected(options) { (try open("1"), try open("2")) }
    let sync = try #require(first.sync)
    #expect(!sync.status.isPaused && first.syncError == nil)
    #expect(first.sync(forConfigurationNamed: "default") === sync && first.sync(forConfigurationNamed: "x") == nil)
    try save("1", in: first)
    try await sync.syncNow()
    try await second.sync?.syncNow()
    #expect(try App.dump(ModelContext(second)).count == 1)
    #expect(try App.dump(ModelContext(second)) == App.dump(ModelContext(first)))
    #expect(server.zone.changes(after: 0, limit: 1).isEmpty, "the zone has the name of the database")
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("1.sync").path))
    // A save wakes it: the app's contexts have another handle on the container than sync.
    let pushes = server.pushes
    try save("2", in: first)
    for await _ in sync.statusUpdates where server.pushes > pushes { break }
  }

  @Test func withoutAServerNothingChanges() throws {
    defer { end() }
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try open() }
    let schema = Schema([App.Plain.self])
    let container = try ModelContainer(
      for: schema,
      configurations: ModelConfiguration(
        schema: schema, url: folder.appendingPathComponent("plain"), cloudKitDatabase: .private(Self.database)))
    #expect(container.sync == nil && container.syncError == nil)
    #expect(server.messages == 0)
  }

  @Test func onRequestTheRulesAreStrict() throws {
    defer { end() }
    #expect(throws: SwiftDataError.loadIssueModelContainer) { try connected(isStrict: true) { try open() } }
  }

  @Test func whatIsInMemoryIsNotSynced() throws {
    defer { end() }
    let container = try connected { try open(in: true) }
    #expect(container.sync == nil && container.syncError == nil)
  }

  @Test(.timeLimit(.minutes(2))) func syncEndsWithItsContainer() async throws {
    defer { end() }
    weak var sync: ModelSync?
    do {
      let container = try connected { try open() }
      sync = container.sync
      #expect(sync != nil)
      try await container.sync?.syncNow()
    }
    // A notification may have the container for a moment.
    while sync != nil { try await Task.sleep(for: .milliseconds(5)) }
    // The next one waits for the last round of the former one.
    let again = try connected { try open() }
    let other = try #require(again.sync)
    try await other.syncNow()
    #expect(other.status.lastError == nil)
  }

  /// An app may keep nothing else of its container.
  @MainActor @Test func theMainContextKeepsItSyncing() async throws {
    defer { end() }
    let context = try connected { try open() }.mainContext
    context.insert(App.Note(uid: "1", title: "t"))
    try context.save()
    let sync = try #require(context.container.sync)
    try await sync.syncNow()
    #expect(sync.status.pendingUploads == 0 && server.pushes > 0)
  }

  @Test(arguments: [true, false]) func severalConfigurations(haveOneDatabase: Bool) async throws {
    defer { end() }
    let other = haveOneDatabase ? Self.database : "iCloud.com.example.drafts"
    server.change { server in if !haveOneDatabase { server.zones[other] = ServerZone(generation: 2) } }
    let container = try connected {
      try ModelContainer(
        for: Schema(App.all),
        configurations: ModelConfiguration(
          schema: Schema(App.synced), url: folder.appendingPathComponent("a"),
          cloudKitDatabase: .private(Self.database)),
        ModelConfiguration(
          "drafts", schema: Schema([App.Draft.self]), url: folder.appendingPathComponent("b"),
          cloudKitDatabase: .private(other)))
    }
    #expect(container.sync != nil)
    guard !haveOneDatabase else {
      #expect(container.syncError == .severalStores(["default", "drafts"]))
      return
    }
    #expect(container.syncError == nil)
    let context = ModelContext(container)
    context.insert(App.Draft(text: "d"))
    context.insert(App.Note(uid: "1", title: "t"))
    try context.save()
    for name in ["default", "drafts"] {
      let sync = try #require(container.sync(forConfigurationNamed: name))
      try await sync.syncNow()
      #expect(sync.status.setAside.isEmpty && sync.status.pendingUploads == 0)
    }
    #expect(server.pushes >= 2)
  }

  /// What one of them has loaded says nothing of the other one, whose database the app names later.
  @Test(.timeLimit(.minutes(2))) func aDatabaseIsNamedLater() async throws {
    defer { end() }
    let drafts = "iCloud.com.example.drafts"
    server.change { $0.zones[drafts] = ServerZone(generation: 2) }
    func open(_ name: String, drafts database: ModelConfiguration.CloudKitDatabase) throws -> ModelContainer {
      try connected {
        try ModelContainer(
          for: Schema(App.all),
          configurations: ModelConfiguration(
            schema: Schema(App.synced), url: folder.appendingPathComponent(name),
            cloudKitDatabase: .private(Self.database)),
          ModelConfiguration(
            "drafts", schema: Schema([App.Draft.self]), url: folder.appendingPathComponent(name + "-drafts"),
            cloudKitDatabase: database))
      }
    }
    let other = try open("other", drafts: .private(drafts))
    try save("1", in: other)
    try await other.sync?.syncNow()
    weak var former: ModelSync?
    do {
      let container = try open("own", drafts: .none)
      former = container.sync
      try await container.sync?.syncNow()
      #expect(try App.dump(ModelContext(container)).count == 1)
    }
    while former != nil { try await Task.sleep(for: .milliseconds(5)) }
    let container = try open("own", drafts: .private(drafts))
    try await container.sync?.syncNow()
    try await container.sync(forConfigurationNamed: "drafts")?.syncNow()
    #expect(container.sync(forConfigurationNamed: "drafts")?.status.lastError == nil)
  }

  /// What the store cannot have is said, and the container opens.
  @Test func aMistakeDoesNotCloseTheContainer() throws {
    defer { end() }
    var options = SyncOptions()
    options.localProperties = ["Note": ["nonsense"]]
    let container = try connected(options) { try open() }
    #expect(container.sync == nil)
    guard case .invalidOption? = container.syncError else {
      Issue.record("\(String(describing: container.syncError))")
      return
    }
  }

  /// In a process of its own: the call is for all of it.
  @Test func oneCallAtTheStart() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      func open(_ name: String) throws -> ModelContainer {
        try ModelContainer(
          for: App.Plain.self,
          configurations: ModelConfiguration(
            url: folder.appendingPathComponent(name), cloudKitDatabase: .private("iCloud.com.example.app")))
      }
      let server = MemoryServer()
      ModelSync.connect(account: "ann", zone: "main", transport: server)
      let container = try open("1")
      let context = ModelContext(container)
      context.insert(App.Plain())
      try context.save()
      try await container.sync?.syncNow()
      #expect(!server.zone.changes(after: 0, limit: 1).isEmpty)
      ModelSync.disconnect()
      #expect(container.sync != nil)
      #expect(try open("2").sync == nil)
      #expect(throws: SyncError.invalidAddress("nowhere")) {
        try ModelSync.connect(to: "nowhere", account: "ann") { "t" }
      }
    }
  }

  @Test func theEnvironment() throws {
    #expect(try StandInServer.current([:]) == nil)
    var environment = ["SWIFTDATA_SYNC_SERVER": "https://sync.example.com"]
    #expect(throws: SyncError.incompleteEnvironment(missing: "SWIFTDATA_SYNC_ACCOUNT")) {
      try StandInServer.current(environment)
    }
    environment["SWIFTDATA_SYNC_ACCOUNT"] = "ann"
    #expect(throws: SyncError.incompleteEnvironment(missing: "SWIFTDATA_SYNC_TOKEN")) {
      try StandInServer.current(environment)
    }
    environment["SWIFTDATA_SYNC_TOKEN_FILE"] = "/tmp/token"
    let server = try #require(try StandInServer.current(environment))
    #expect(server.account == "ann" && server.zone == nil && !server.isStrict)
    environment["SWIFTDATA_SYNC_STRICT"] = "1"
    environment["SWIFTDATA_SYNC_ZONE"] = "main"
    let strict = try #require(try StandInServer.current(environment))
    #expect(strict.isStrict && strict.zone == "main")
    environment["SWIFTDATA_SYNC_SERVER"] = "sync.example.com"
    #expect(throws: SyncError.invalidAddress("sync.example.com")) { try StandInServer.current(environment) }
  }
}

extension App {
  /// Obeys CloudKit's rules.
  @Model final class Plain {
    var text: String?

    init() {}
  }
}
