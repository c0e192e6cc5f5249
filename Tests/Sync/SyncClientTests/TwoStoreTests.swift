// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// A container with two stores, of which one is synced.
@Suite struct TwoStoreTests {
  @Model final class Local {
    var text: String

    init(text: String) { self.text = text }
  }

  @Model final class Synced {
    var text: String

    init(text: String) { self.text = text }
  }

  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("Sync-\(UUID().uuidString)")
  private let clock = TestClock()
  private let server: MemoryServer

  init() throws {
    server = MemoryServer(clock: clock)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func configurations(isInMemory: Bool = false) -> [ModelConfiguration] {
    ["Local", "Synced"].map { name in
      let schema = Schema(name == "Local" ? [Local.self] : [Synced.self])
      return isInMemory
        ? ModelConfiguration(name, schema: schema, isStoredInMemoryOnly: true)
        : ModelConfiguration(name, schema: schema, url: folder.appendingPathComponent("\(name).store"))
    }
  }

  private func container(isInMemory: Bool = false) throws -> ModelContainer {
    let configurations = configurations(isInMemory: isInMemory)
    return try ModelContainer(
      for: Schema([Local.self, Synced.self]), configurations: configurations[0], configurations[1])
  }

  private func sync(_ container: ModelContainer) throws -> ModelSync {
    var environment = SyncEnvironment()
    environment.now = { [clock] in clock.now }
    return try ModelSync(
      container, models: [Synced.self], account: "ann", stateFile: nil, transport: server, options: SyncOptions(),
      environment: environment)
  }

  private func insert(_ model: any PersistentModel, _ container: ModelContainer) throws {
    func insert(_ model: some PersistentModel, _ context: ModelContext) { context.insert(model) }
    let context = ModelContext(container)
    insert(model, context)
    try context.save()
  }

  /// The other store has the larger numbers, before sync knows which one is synced, and after that.
  @Test(arguments: [false, true]) func theOtherStoreSaysNothingOfIt(isKnown: Bool) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try container()
    let sync = try sync(container)
    if isKnown { try insert(Synced(text: "0"), container) }
    for number in 0..<20 { try insert(Local(text: "\(number)"), container) }
    try await sync.syncNow()
    for number in 1...3 {
      try insert(Synced(text: "\(number)"), container)
      try insert(Local(text: "more"), container)
      try await sync.syncNow()
      #expect(server.zone.records.values.filter { !$0.record.isDeleted }.count == (isKnown ? number + 1 : number))
    }
    let context = ModelContext(container)
    for object in try context.fetch(FetchDescriptor<Synced>()) where object.text == "2" { context.delete(object) }
    try context.save()
    try await sync.syncNow()
    #expect(server.zone.records.values.filter { !$0.record.isDeleted }.count == (isKnown ? 3 : 2))
  }

  /// Beside the store with the synced models, whatever the order of the configurations.
  @Test func theStateFileIsBesideTheSyncedStore() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let container = try container()
    let sync = try sync(container)
    try await sync.syncNow()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.contains("Synced.store.sync") && !files.contains("Local.store.sync"))
    let both = try ModelSync(
      container, models: [Local.self, Synced.self], account: "ann", stateFile: folder.appendingPathComponent("both"),
      transport: server)
    withExtendedLifetime(both) {}
    #expect {
      _ = try ModelSync(container, models: [Local.self, Synced.self], account: "ann", transport: server)
    } throws: { error in
      if case .stateFile? = error as? SyncError { true } else { false }
    }
  }

  /// Two stores in memory are not one.
  @Test func storesInMemoryHaveFilesOfTheirOwn() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (a, b) = (try container(isInMemory: true), try container(isInMemory: true))
    let syncs = (try sync(a), try sync(b))
    try insert(Synced(text: "one"), a)
    try await syncs.0.syncNow()
    try await syncs.1.syncNow()
    #expect(try ModelContext(b).fetch(FetchDescriptor<Synced>()).map(\.text) == ["one"])
  }
}
