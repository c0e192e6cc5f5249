// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

/// The blocks of “realm-to-swiftdata-migration” that read a Realm file, each with the importer in place of Realm's
/// SDK; its three scenarios are in `ScenarioTests`, its sources in `RealmSourceConverterTests`.
@Suite("realm-to-swiftdata-migration › blocks with RealmImporter")
struct GuideBlockTests {
  private let folder: TemporaryFolder
  private let realm: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    realm = folder.url.appendingPathComponent("default.realm")
    store = folder.url.appendingPathComponent("default.store")
    try RealmFiles.writeMusic(tracks: 60, to: realm)
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Track.self, Album.self, configurations: ModelConfiguration(url: store))
  }

  // MARK: “For apps with simple schemas”

  /// Tracks, albums and the links between them: what the guide writes three functions for.
  actor SchemaImporter {
    let realmPath: String
    let modelContainer: ModelContainer

    init(realmPath: String, modelContainer: ModelContainer) {
      self.realmPath = realmPath
      self.modelContainer = modelContainer
    }

    func migrateFromRealm() async throws {
      let importer = RealmImporter(url: URL(fileURLWithPath: realmPath))
      for try await _ in try importer.migrate(into: modelContainer) {}
    }
  }

  @Test("SchemaImporter: into an open container")
  func direct() async throws {
    let container = try container()
    let context = ModelContext(container)
    #expect(try context.fetch(FetchDescriptor<Track>()) == [])
    try await SchemaImporter(realmPath: realm.path, modelContainer: container).migrateFromRealm()
    // A context that was there before sees what has come.
    #expect(try context.fetchCount(FetchDescriptor<Track>()) == 60)
    let albums = try context.fetch(FetchDescriptor<Album>())
    #expect(albums.count == 6)
    #expect(albums.allSatisfy { album in album.tracks.allSatisfy { $0.album?.id == album.id } })
  }

  // MARK: “Define transformation layer”

  struct TrackDTO {
    let realmTrack: RealmRow
    var id: String { get throws { try realmTrack.get("id") } }
    var title: String { get throws { try realmTrack.get("title") } }
    var cleanTitle: String { get throws { try title.trimmingCharacters(in: .whitespaces) } }
    var durationFormatted: String {
      get throws {
        let duration: Double = try realmTrack.get("duration")
        return String(format: "%d:%02d", Int(duration) / 60, Int(duration) % 60)
      }
    }
  }

  @Test("ComplexMigrator: through a transformation layer")
  func transformation() async throws {
    var importer = RealmImporter(url: realm)
    importer.mapping.map("RealmTrack", to: Track.self) { row in
      let dto = TrackDTO(realmTrack: row)
      return Track(
        id: try dto.id,
        title: try dto.cleanTitle,  // Cleaned version
        artist: try row.get("artist"),
        duration: try row.get("duration"),
        genre: try dto.durationFormatted
      )
    }
    for try await _ in importer.migrate(to: store, for: Track.self, Album.self) {}
    let context = ModelContext(try container())
    let track = try #require(
      try context.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "t33" })).first)
    #expect(track.title == "Title 33")
    #expect(track.genre == "0:33")
  }

  // MARK: “Before going live with SwiftData”

  /// The five points of the guide's verifier. The first three are in what `verify` returns, for every object and
  /// link rather than for a hundred.
  actor MigrationVerifier {
    enum VerificationError: Error, Equatable { case countMismatch, damaged, notReadyForCloudKit }

    let importer: RealmImporter
    let modelContainer: ModelContainer

    init(realm: URL, modelContainer: ModelContainer) {
      importer = RealmImporter(url: realm)
      self.modelContainer = modelContainer
    }

    func verifyMigration() async throws -> RealmVerification {
      let verification = try importer.verify(modelContainer)
      // 1. Count verification
      guard verification.tables.allSatisfy({ $0.found == $0.objects }) else {
        throw VerificationError.countMismatch
      }
      // 2. Data integrity, 3. Relationship integrity
      guard verification.isClean else { throw VerificationError.damaged }
      // 4. CloudKit: inverses everywhere, and nothing that it refuses
      for entity in modelContainer.schema.entities {
        guard entity.relationships.allSatisfy({ $0.inverseName != nil }) else {
          throw VerificationError.notReadyForCloudKit
        }
      }
      // 5. Performance: an order by a column
      let sdContext = ModelContext(modelContainer)
      _ = try sdContext.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.title)]))
      return verification
    }
  }

  @Test("MigrationVerifier: a complete migration")
  func verification() async throws {
    for try await _ in RealmImporter(url: realm).migrate(to: store, for: Track.self, Album.self) {}
    let container = try container()
    let verification = try await MigrationVerifier(realm: realm, modelContainer: container)
      .verifyMigration()
    // “Record count: SD=…, Realm=…”
    #expect(verification.tables.map(\.objects) == [60, 6])
    // Five values of each track, two of each album, a link for each track.
    #expect(verification.values >= 60 * 5 + 6 * 2)
    #expect(verification.links >= 60)
    #expect(!verification.samples.isEmpty)
    let report = RealmReport(verification)
    #expect(report.markdown.contains("RealmTrack"))
  }

  @Test("MigrationVerifier: a track that is missing, and one that is another")
  func incomplete() async throws {
    for try await _ in RealmImporter(url: realm).migrate(to: store, for: Track.self, Album.self) {}
    let container = try container()
    let context = ModelContext(container)
    let verifier = MigrationVerifier(realm: realm, modelContainer: container)
    let track = try #require(
      try context.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "t7" })).first)
    track.artist = "Somebody else"
    try context.save()
    await #expect(throws: MigrationVerifier.VerificationError.damaged) {
      _ = try await verifier.verifyMigration()
    }
    context.delete(track)
    try context.save()
    await #expect(throws: MigrationVerifier.VerificationError.countMismatch) {
      _ = try await verifier.verifyMigration()
    }
  }

  // MARK: “Memory bloat during import”, “Data loss”

  @Test("Issues: chunks of a thousand, and a copy of the store that was there")
  func issues() async throws {
    try RealmFiles.writeMusic(tracks: 2500, to: realm)
    let before = ModelContext(try container())
    before.insert(Track(id: "mine", title: "", artist: "", duration: 0))
    try before.save()
    var importer = RealmImporter(url: realm)
    importer.batchSize = 1000
    var progress: [Int] = []
    for try await step in importer.migrate(to: store, for: Track.self, Album.self) {
      progress.append(step.done)
    }
    #expect(progress == progress.sorted() && !progress.isEmpty)
    #expect(try ModelContext(container()).fetchCount(FetchDescriptor<Track>()) == 2501)
  }

  // MARK: “Quick commands”

  @Test("Quick commands: count, export, test container")
  func quickCommands() throws {
    // # 2. Count Realm records
    let inspected = try Tool.run("realm", "inspect", realm.path)
    #expect(inspected.code == 0 && inspected.output.contains("60"))
    // # 3. Export Realm database
    let exported = try Tool.run("realm", "export", realm.path)
    #expect(exported.code == 0 && exported.output.contains("\"t59\""))
    // # 4. Test SwiftData models: those that the file asks for
    let models = try Tool.run("realm", "schema", realm.path, "--swift")
    #expect(models.code == 0 && models.output.contains("final class RealmTrack"))
    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(for: Track.self, configurations: config)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Track>()) == 0)
  }
}
