import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: “Before going live with SwiftData”.
@Suite("realm-to-swiftdata-migration › class MigrationVerifier")
struct RealmVerification {
  typealias Track = RealmModels.Track
  typealias Album = RealmModels.Album

  @MainActor
  class MigrationVerifier {
    // seed: no initializer, and the names down to the next comment without a declaration
    let modelContainer: ModelContainer
    let realm: Realm
    private(set) var printed: [String] = []

    init(modelContainer: ModelContainer, realm: Realm) {
      self.modelContainer = modelContainer
      self.realm = realm
    }
    enum VerificationError: Error { case countMismatch, performanceIssue }
    private func print(_ message: String) { printed.append(message) }
    private func countSwiftDataRecords() async throws -> Int {
      try ModelContext(modelContainer).fetchCount(FetchDescriptor<Track>())
    }
    private func countRealmRecords() -> Int { realm.objects(RealmTrack.self).count }

    func verifyMigration() async throws {
      print("🔍 Running migration verification...")
      // 1. Count verification
      let sdCount = try await countSwiftDataRecords()
      let realmCount = countRealmRecords()
      print("✓ Record count: SD=\(sdCount), Realm=\(realmCount)")
      guard sdCount == realmCount else {
        throw VerificationError.countMismatch
      }
      // 2. Data integrity sampling (spot checks)
      try await verifySampleRecords(count: min(100, sdCount / 10))
      print("✓ Spot checked 100 records - all valid")
      // 3. Relationship integrity
      try await verifyRelationships()
      print("✓ All relationships intact")
      // 4. CloudKit sync test
      try await verifyCloudKitSync()
      print("✓ CloudKit sync working")
      // 5. Performance test
      try await verifyPerformance()
      print("✓ Query performance acceptable")
      print("✅ All verifications passed!")
    }
    private func verifySampleRecords(count: Int) async throws {
      let sdContext = ModelContext(modelContainer)
      let descriptor = FetchDescriptor<Track>()
      let tracks = try sdContext.fetch(descriptor)
      let sample = Array(tracks.prefix(count))
      for track in sample {
        // Verify fields populated
        assert(!track.id.isEmpty, "Track has empty ID")
        assert(!track.title.isEmpty, "Track has empty title")
        assert(track.duration > 0, "Track has invalid duration")
      }
    }
    private func verifyRelationships() async throws {
      let sdContext = ModelContext(modelContainer)
      let albumDescriptor = FetchDescriptor<Album>()
      let albums = try sdContext.fetch(albumDescriptor)
      for album in albums {
        // Verify inverse relationships
        for track in album.tracks {
          assert(track.album?.id == album.id, "Relationship broken")
        }
      }
    }
    private func verifyCloudKitSync() async throws {
      let sdContext = ModelContext(modelContainer)
      // Insert test record
      let testTrack = Track(
        id: "test-" + UUID().uuidString,
        title: "Test Track",
        artist: "Test Artist",
        duration: 240
      )
      sdContext.insert(testTrack)
      try sdContext.save()
      // Verify CloudKit sync initiated
      // (Check iCloud → iPhone → Settings → iCloud for sync status)
      print("ℹ️ Check iCloud app to verify sync initiated")
    }
    private func verifyPerformance() async throws {
      let sdContext = ModelContext(modelContainer)
      let start = Date()
      let descriptor = FetchDescriptor<Track>(
        sortBy: [SortDescriptor(\.title)]
      )
      _ = try sdContext.fetch(descriptor)
      let elapsed = Date().timeIntervalSince(start)
      print("Fetch time: \(String(format: "%.2f", elapsed))s")
      guard elapsed < 2.0 else {
        throw VerificationError.performanceIssue
      }
    }
  }

  /// What the importer of an earlier block makes of a Realm.
  private func migrate(_ realm: Realm, to store: SeedStore, _ container: ModelContainer)
    async throws
  {
    let path = store.directory.appendingPathComponent("realm.json", isDirectory: false)
    try realm.write(to: path)
    try await RealmDirectMigration.SchemaImporter(
      realmPath: path.path, modelContainer: container
    ).migrateFromRealm()
  }

  @MainActor
  @Test("a complete migration is verified")
  func complete() async throws {
    try await RealmModels.withStore { store, container in
      let realm = Realm.sample(120)
      try await migrate(realm, to: store, container)
      let verifier = MigrationVerifier(modelContainer: container, realm: realm)

      try await verifier.verifyMigration()

      #expect(verifier.printed.count == 9)
      #expect(verifier.printed.dropFirst().first == "✓ Record count: SD=120, Realm=120")
      #expect(verifier.printed.last == "✅ All verifications passed!")
      try store.session { modelContext in
        let tests = FetchDescriptor<Track>(predicate: #Predicate { $0.id.hasPrefix("test-") })
        try #expect(modelContext.fetch(tests).map(\.title) == ["Test Track"])
        try #expect(modelContext.fetchCount(FetchDescriptor<Track>()) == 121)
      }
    }
  }

  @MainActor
  @Test("a migration that lacks a track is not")
  func incomplete() async throws {
    try await RealmModels.withStore { store, container in
      try await migrate(Realm.sample(19), to: store, container)
      let verifier = MigrationVerifier(modelContainer: container, realm: Realm.sample(20))
      await #expect(throws: MigrationVerifier.VerificationError.countMismatch) {
        try await verifier.verifyMigration()
      }
      #expect(verifier.printed.last == "✓ Record count: SD=19, Realm=20")
    }
  }
}
