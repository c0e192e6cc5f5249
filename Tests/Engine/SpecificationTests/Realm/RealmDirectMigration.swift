import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: “direct migration” of a simple schema, with
/// a stand-in for Realm.
@Suite("realm-to-swiftdata-migration › actor SchemaImporter")
struct RealmDirectMigration {
  typealias Track = RealmModels.Track
  typealias Album = RealmModels.Album

  actor SchemaImporter {
    let realmPath: String
    let modelContainer: ModelContainer

    // seed: no initializer
    init(realmPath: String, modelContainer: ModelContainer) {
      self.realmPath = realmPath
      self.modelContainer = modelContainer
    }

    // The seed uses both without a declaration or an effect.
    private func migrateAllPlaylists(from realm: Realm, to context: ModelContext) throws {}
    private func print(_ message: String) { messages.append(message) }
    private(set) var messages: [String] = []

    func migrateFromRealm() async throws {
      // 1. Open Realm database
      let realmConfig = Realm.Configuration(fileURL: URL(fileURLWithPath: realmPath))
      let realm = try await Realm(configuration: realmConfig)
      // 2. Create SwiftData context
      let context = ModelContext(modelContainer)
      // 3. Migrate each model type
      try migrateAllTracks(from: realm, to: context)
      try migrateAllAlbums(from: realm, to: context)
      try migrateAllPlaylists(from: realm, to: context)
      // 4. Save all at once
      try context.save()
      print("Migration complete!")
    }
    private func migrateAllTracks(from realm: Realm, to context: ModelContext) throws {
      let realmTracks = realm.objects(RealmTrack.self)
      for realmTrack in realmTracks {
        let sdTrack = Track(
          id: realmTrack.id,
          title: realmTrack.title,
          artist: realmTrack.artist,
          duration: realmTrack.duration,
          genre: realmTrack.genre
        )
        context.insert(sdTrack)
      }
    }
    private func migrateAllAlbums(from realm: Realm, to context: ModelContext) throws {
      let realmAlbums = realm.objects(RealmAlbum.self)
      for realmAlbum in realmAlbums {
        let sdAlbum = Album(
          id: realmAlbum.id,
          title: realmAlbum.title
        )
        context.insert(sdAlbum)
        // Connect relationships after creating all records
        for realmTrack in realmAlbum.tracks {
          if let sdTrack = findTrack(id: realmTrack.id, in: context) {
            sdAlbum.tracks.append(sdTrack)
          }
        }
      }
    }
    private func findTrack(id: String, in context: ModelContext) -> Track? {
      let descriptor = FetchDescriptor<Track>(
        predicate: #Predicate { $0.id == id }
      )
      return try? context.fetch(descriptor).first
    }

    /// What `findTrack` finds in a context without unsaved tracks.
    func title(ofTrack id: String) -> String? {
      findTrack(id: id, in: ModelContext(modelContainer))?.title
    }
  }

  @Test("tracks, then albums that find their unsaved tracks by predicate, in one save")
  func migrate() async throws {
    try await RealmModels.withStore { store, container in
      let path = store.directory.appendingPathComponent("realm.json", isDirectory: false)
      let realm = Realm.sample(45)
      try realm.write(to: path)
      let importer = SchemaImporter(realmPath: path.path, modelContainer: container)

      try await importer.migrateFromRealm()

      #expect(await importer.messages == ["Migration complete!"])
      try store.session { modelContext in
        let tracks = try modelContext.fetch(
          FetchDescriptor<Track>(sortBy: [SortDescriptor(\.duration)]))
        let expected = realm.objects(RealmTrack.self)
        #expect(tracks.map(\.id) == expected.map(\.id))
        #expect(tracks.map(\.title) == expected.map(\.title))
        #expect(tracks.map(\.genre) == expected.map(\.genre))
        #expect(tracks.allSatisfy { $0.album != nil })

        let albums = try modelContext.fetch(FetchDescriptor<Album>())
        #expect(albums.count == 5)
        for realmAlbum in realm.objects(RealmAlbum.self) {
          let album = try #require(albums.first { $0.id == realmAlbum.id })
          #expect(album.title == realmAlbum.title)
          #expect(Set(album.tracks.map(\.id)) == Set(realmAlbum.tracks.map(\.id)))
        }
      }
      #expect(await importer.title(ofTrack: "7") == "  Title 7 ")
      #expect(await importer.title(ofTrack: "none") == nil)
    }
  }

  @Test("a second run overwrites the first")
  func twice() async throws {
    try await RealmModels.withStore { store, container in
      let path = store.directory.appendingPathComponent("realm.json", isDirectory: false)
      try Realm.sample(20).write(to: path)
      let importer = SchemaImporter(realmPath: path.path, modelContainer: container)
      try await importer.migrateFromRealm()
      try await importer.migrateFromRealm()
      try store.session { modelContext in
        #expect(try modelContext.fetchCount(FetchDescriptor<Track>()) == 20)
        let albums = try modelContext.fetch(FetchDescriptor<Album>())
        #expect(albums.map(\.tracks.count) == [10, 10])
      }
    }
  }
}
