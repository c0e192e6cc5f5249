// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

/// The three scenarios of “realm-to-swiftdata-migration”, with the importer in place of Realm's SDK.
@Suite("realm-to-swiftdata-migration › scenarios with RealmImporter")
struct ScenarioTests {
  private let folder: TemporaryFolder
  private let realm: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    realm = folder.url.appendingPathComponent("default.realm")
    store = folder.url.appendingPathComponent("default.store")
  }

  // MARK: Small

  /// Less than 10 MB: all at once, in one transaction, on first launch.
  actor SmallAppMigration {
    let realmPath: URL
    let storePath: URL

    init(realmPath: URL, storePath: URL) {
      self.realmPath = realmPath
      self.storePath = storePath
    }

    func migrateSmallApp() async throws -> ModelContainer {
      var importer = RealmImporter(url: realmPath)
      importer.batchSize = 10_000
      for try await _ in importer.migrate(to: storePath, for: Track.self, Album.self) {}
      return try ModelContainer(
        for: Track.self, Album.self, configurations: ModelConfiguration(url: storePath))
    }
  }

  @Test func small() async throws {
    try RealmFiles.writeMusic(tracks: 60, to: realm)
    let migration = SmallAppMigration(realmPath: realm, storePath: store)
    let context = ModelContext(try await migration.migrateSmallApp())
    #expect(try context.fetchCount(FetchDescriptor<Track>()) == 60)
    #expect(try context.fetch(FetchDescriptor<Album>()).allSatisfy { $0.tracks.count == 10 })
  }

  // MARK: Medium

  /// Up to a gigabyte: in chunks, with progress that a view shows, and a button to cancel.
  @MainActor
  final class MediumAppMigration {
    private(set) var fraction = 0.0
    private(set) var status = ""
    private var task: Task<Void, Never>?

    func startMigration(from realm: URL, to store: URL) {
      task = Task {
        do {
          var importer = RealmImporter(url: realm)
          importer.batchSize = 20
          for try await progress in importer.migrate(to: store, for: Track.self, Album.self) {
            fraction = progress.fraction
            status = "Migrated \(progress.done) of \(progress.total)..."
          }
          status = "✅ Migration complete!"
        } catch is CancellationError {
          status = "Cancelled"
        } catch {
          status = "❌ Migration failed: \(error)"
        }
      }
    }

    func cancel() { task?.cancel() }
    func wait() async { await task?.value }
  }

  @MainActor @Test func medium() async throws {
    try RealmFiles.writeMusic(tracks: 300, to: realm)
    let first = MediumAppMigration()
    first.startMigration(from: realm, to: store)
    first.cancel()
    await first.wait()
    #expect(first.status == "Cancelled")
    // The next launch goes on behind the last chunk.
    let second = MediumAppMigration()
    second.startMigration(from: realm, to: store)
    await second.wait()
    #expect(second.status == "✅ Migration complete!")
    #expect(second.fraction == 1)
    #expect(try RealmImporter(url: realm).verify(store).isClean)
  }

  // MARK: Large

  /// More than a gigabyte: in the background, two stores side by side, staged, with a way back.
  actor EnterpriseGradualMigration {
    enum MigrationError: Error { case notTheSame(RealmReport) }

    let importer: RealmImporter
    let store: URL

    init(realm: URL, store: URL) {
      var importer = RealmImporter(url: realm)
      importer.batchSize = 40
      self.importer = importer
      self.store = store
    }

    // Phase 1: Parallel migration. The app goes on with Realm; each launch goes on with this.
    func startGradualMigration(stopAfter batches: Int = .max) async throws {
      var count = 0
      for try await _ in importer.migrate(to: store, for: Track.self, Album.self) {
        count += 1
        if count >= batches { return }
        // Give others time to breathe
        await Task.yield()
      }
    }

    // Phase 2: Verify all migrated
    func verifyMigrationComplete() throws {
      let verification = try importer.verify(store)
      guard verification.isClean else {
        throw MigrationError.notTheSame(RealmReport(verification))
      }
    }

    // Phase 3: Rollback plan. The Realm file has never been changed.
    func rollbackToRealm() throws { try RealmImporter.rollBack(store) }

    // Phase 4: Two weeks later
    func cutOver() throws { try RealmImporter.finish(store) }
  }

  @Test func large() async throws {
    try RealmFiles.writeMusic(tracks: 500, to: realm)
    try await EnterpriseGradualMigration(realm: realm, store: store)
      .startGradualMigration(stopAfter: 3)
    // Another launch; meanwhile the app has changed its Realm.
    try RealmFiles.writeMusic(tracks: 520, to: realm) { number in
      number == 7 ? nil : number == 8 ? ["genre": .string("Jazz")] : [:]
    }
    let migration = EnterpriseGradualMigration(realm: realm, store: store)
    var attempts = 0
    while true {
      // The first launch's last batch may still be going on.
      do {
        try await migration.startGradualMigration()
        break
      } catch {
        attempts += 1
        try #require(attempts < 20, "\(error)")
        await Task.yield()
      }
    }
    try await migration.verifyMigrationComplete()

    // Something is wrong: back, and once more from the beginning.
    try await migration.rollbackToRealm()
    #expect(!FileManager.default.fileExists(atPath: store.path))
    try await migration.startGradualMigration()
    try await migration.verifyMigrationComplete()
    try await migration.cutOver()
    let context = ModelContext(
      try ModelContainer(
        for: Track.self, Album.self, configurations: ModelConfiguration(url: store)))
    #expect(try context.fetchCount(FetchDescriptor<Track>()) == 519)
    let track = try context.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "t8" }))
    #expect(track.map(\.genre) == ["Jazz"])
  }
}
