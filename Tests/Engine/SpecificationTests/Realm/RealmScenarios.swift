import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: the three scenarios (small, medium,
/// enterprise), with a stand-in for Realm. The progress view controller
/// belongs to UIKit.
@Suite("realm-to-swiftdata-migration › scenarios")
struct RealmScenarios {
  typealias Track = RealmModels.Track

  actor SmallAppMigration {
    let modelContainer: ModelContainer
    // seed: a constant outside of the actor, and no initializer
    let realmPath: URL
    private(set) var printed: [String] = []
    private func print(_ message: String) { printed.append(message) }
    init(modelContainer: ModelContainer, realmPath: URL) {
      self.modelContainer = modelContainer
      self.realmPath = realmPath
    }

    func migrateSmallApp() async throws {
      let realmConfig = Realm.Configuration(fileURL: realmPath)
      let realm = try await Realm(configuration: realmConfig)
      let context = ModelContext(modelContainer)
      // All-at-once migration (safe for < 10k records)
      let allTracks = realm.objects(RealmTrack.self)
      for realmTrack in allTracks {
        let track = Track(from: realmTrack)
        context.insert(track)
      }
      try context.save()
      print("✅ Migrated \(allTracks.count) tracks")
    }
  }

  actor MediumAppMigration {
    let modelContainer: ModelContainer
    let realmPath: String
    // seed: without `@MainActor`, which it writes before the alias, where Swift does not allow it
    typealias ProgressCallback = @MainActor (Int, Int) -> Void

    // seed: no initializer
    init(modelContainer: ModelContainer, realmPath: String) {
      self.modelContainer = modelContainer
      self.realmPath = realmPath
    }

    func migrateMediumApp(onProgress: ProgressCallback) async throws {
      let realmConfig = Realm.Configuration(fileURL: URL(fileURLWithPath: realmPath))
      let realm = try await Realm(configuration: realmConfig)
      let context = ModelContext(modelContainer)
      let allTracks = realm.objects(RealmTrack.self)
      let totalCount = allTracks.count
      // Chunk-based migration for memory efficiency
      var count = 0
      for chunk in Array(allTracks).chunked(into: 5000) {
        for realmTrack in chunk {
          let track = Track(from: realmTrack)
          context.insert(track)
        }
        // Save periodically
        try context.save()
        count += chunk.count
        await onProgress(count, totalCount)
        // Check for cancellation
        if Task.isCancelled {
          throw CancellationError()
        }
      }
    }
  }

  class EnterpriseGradualMigration {
    let coreDataStack: CoreDataStack  // Existing Realm
    let modelContainer: ModelContainer
    let batchSize = 10000

    // seed: no initializer, and the names below without a declaration
    init(coreDataStack: CoreDataStack, modelContainer: ModelContainer) {
      self.coreDataStack = coreDataStack
      self.modelContainer = modelContainer
    }
    typealias CoreDataStack = Realm
    enum MigrationError: Error { case countMismatch(sd: Int, realm: Int) }
    private(set) var printed: [String] = []
    private(set) var progress: [[Int]] = []
    private func print(_ message: String) { printed.append(message) }
    private func countAllRecords() -> Int { coreDataStack.objects(RealmTrack.self).count }
    private func countAllRealmRecords() -> Int { countAllRecords() }
    private func fetchRealmBatch(limit: Int, offset: Int) -> [RealmTrack] {
      Array(coreDataStack.objects(RealmTrack.self).dropFirst(offset).prefix(limit))
    }
    private func reportProgress(_ done: Int, _ total: Int) async { progress.append([done, total]) }

    // Phase 1: Parallel migration
    func startGradualMigration() async {
      var offset = 0
      let totalRecords = countAllRecords()
      while offset < totalRecords {
        let batch = fetchRealmBatch(limit: batchSize, offset: offset)
        try? await migrateBatch(batch)
        offset += batchSize
        await reportProgress(offset, totalRecords)
      }
    }
    private func migrateBatch(_ batch: [RealmTrack]) async throws {
      let context = ModelContext(modelContainer)
      for realmTrack in batch {
        let track = Track(from: realmTrack)
        context.insert(track)
        track.migrationStatus = .completedPhase1
      }
      try context.save()
      // Give main thread time to breathe
      try await Task.sleep(nanoseconds: 100_000_000)  // 100ms
    }
    // Phase 2: Verify all migrated
    func verifyMigrationComplete() async throws {
      let sdContext = ModelContext(modelContainer)
      let sdCount = try sdContext.fetch(FetchDescriptor<Track>())
      let realmCount = countAllRealmRecords()
      guard sdCount.count == realmCount else {
        throw MigrationError.countMismatch(sd: sdCount.count, realm: realmCount)
      }
      print("✅ Verified: \(sdCount.count) records migrated")
    }
    // Phase 3: Rollback plan
    func rollbackToRealm() {
      // Keep Realm database intact until 100% confident
      // Only delete Realm after running stable on SwiftData for 2+ weeks
    }
  }

  private func withRealm(
    _ count: Int, _ body: (SeedStore, ModelContainer, URL) async throws -> Void
  ) async throws {
    try await RealmModels.withStore { store, container in
      let path = store.directory.appendingPathComponent("realm.json", isDirectory: false)
      try Realm.sample(count).write(to: path)
      try await body(store, container, path)
    }
  }

  @Test("SmallAppMigration: all at once")
  func small() async throws {
    try await withRealm(200) { store, container, path in
      let migration = SmallAppMigration(modelContainer: container, realmPath: path)
      try await migration.migrateSmallApp()
      #expect(await migration.printed == ["✅ Migrated 200 tracks"])
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Track>()) == 200) }
    }
  }

  @MainActor
  @Test("MediumAppMigration: in chunks, with progress on the main actor")
  func medium() async throws {
    try await RealmModels.withStore { store, container in
      let path = store.directory.appendingPathComponent("realm.json", isDirectory: false)
      try Realm.sample(5001).write(to: path)
      let migrator = MediumAppMigration(modelContainer: container, realmPath: path.path)
      var progress: [[Int]] = []
      try await migrator.migrateMediumApp { current, total in
        progress.append([current, total])
      }
      #expect(progress == [[5000, 5001], [5001, 5001]])
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Track>()) == 5001) }
    }
  }

  @Test("EnterpriseGradualMigration: migrate, then verify")
  func enterprise() async throws {
    try await RealmModels.withStore { store, container in
      let migration = EnterpriseGradualMigration(
        coreDataStack: Realm.sample(100), modelContainer: container)
      await #expect(throws: EnterpriseGradualMigration.MigrationError.self) {
        try await migration.verifyMigrationComplete()
      }
      await migration.startGradualMigration()
      #expect(migration.progress == [[10000, 100]])
      try await migration.verifyMigrationComplete()
      #expect(migration.printed == ["✅ Verified: 100 records migrated"])
      try store.session { modelContext in
        let tracks = try modelContext.fetch(FetchDescriptor<Track>())
        #expect(tracks.count == 100)
        #expect(tracks.allSatisfy { $0.migrationStatus == .completedPhase1 })
      }
    }
  }
}
