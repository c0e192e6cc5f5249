import SwiftData
import Testing

/// “axiom-swiftdata”: *CloudKit Integration*, as far as it concerns models and
/// containers. Whether anything is synchronized is not the matter of these tests.
@Suite("axiom-swiftdata › CloudKit Integration")
struct AxiomCloudKit {
  /// *CloudKit Constraints (CRITICAL)*, the first block.
  enum Constraints {
    @Model
    final class Track {
      @Attribute(.unique) var id: String = UUID().uuidString  // ✅ Has default
      var title: String = ""  // ✅ Has default
      var duration: TimeInterval = 0  // ✅ Has default
      var genre: String? = nil  // ✅ Optional

      // ❌ These don't work with CloudKit:
      // var requiredField: String  // No default, not optional
    }
  }

  /// *CloudKit Constraints (CRITICAL)*, “All relationships must be optional”.
  enum RelationshipConstraint {
    @Model
    final class Track {
      @Relationship(deleteRule: .cascade, inverse: \Album.tracks)
      var album: Album?  // ✅ Must be optional for CloudKit
    }

    /// The seed takes it from an earlier block.
    @Model
    final class Album {
      var tracks: [Track]? = []
      init() {}
    }
  }

  /// *Resolving "Property must be optional or have default value" Error*: one
  /// block with three classes of one name.
  enum Resolving {
    enum Wrong {
      // ❌ Wrong - required property
      @Model
      final class Track {
        var title: String
        init(title: String) { self.title = title }  // seed: no initializer
      }
    }

    enum Default {
      // ✅ Correct - has default
      @Model
      final class Track {
        var title: String = ""
      }
    }

    enum OptionalProperty {
      // ✅ Also correct - optional
      @Model
      final class Track {
        var title: String?
      }
    }
  }

  @Test("Enable CloudKit Sync")
  func enable() async {
    await #expect(processExitsWith: .success) {
      typealias Track = Constraints.Track
      try withDefaultStores { home in
        let schema = Schema([Track.self])

        let config = ModelConfiguration(
          schema: schema,
          cloudKitDatabase: .private("iCloud.com.example.MusicApp")
        )

        // The unique identifier is marked as right in the seed; CloudKit takes none.
        let error = #expect(throws: SwiftDataError.self) {
          let container = try ModelContainer(
            for: schema,
            configurations: config
          )
          _ = container
        }
        #expect(
          error?.explanation.hasSuffix(
            "\nTrack: Unique constraint on 'id' is not supported for CloudKit synchronization")
            == true)

        #expect(config.cloudKitContainerIdentifier == "iCloud.com.example.MusicApp")
        let container = try ModelContainer(
          for: Resolving.Default.Track.self,
          configurations: ModelConfiguration(cloudKitDatabase: config.cloudKitDatabase))
        let context = ModelContext(container)
        context.insert(Resolving.Default.Track())
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Resolving.Default.Track>()) == 1)
        #expect(try storeFiles(in: home).count == 1)
        #expect(config.url.path.hasPrefix(home.path))
      }
    }
  }

  @Test("Resolving \"Property must be optional or have default value\" Error: the error")
  func resolvingError() {
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Resolving.Wrong.Track.self,
        configurations: ModelConfiguration(
          isStoredInMemoryOnly: true, cloudKitDatabase: .private("iCloud.com.example.MusicApp")))
    }
    let text =
      "Property 'title' must be optional or have a default value for CloudKit synchronization"
    #expect(error?.explanation.contains(text) == true)
  }

  @Test("CloudKit Constraints (CRITICAL): the defaults")
  func defaults() throws {
    typealias Track = Constraints.Track
    try withSeedStore(for: Track.self) { store in
      try store.session { modelContext in
        modelContext.insert(Track())
        modelContext.insert(Track())
        try modelContext.save()
      }
      try store.session { modelContext in
        let tracks = try modelContext.fetch(FetchDescriptor<Track>())
        #expect(Set(tracks.map(\.id)).count == 2)
        #expect(tracks.allSatisfy { UUID(uuidString: $0.id) != nil })
        #expect(tracks.allSatisfy { $0.title == "" && $0.duration == 0 && $0.genre == nil })
      }
    }
  }

  @Test("CloudKit Constraints (CRITICAL): optional relationships")
  func optionalRelationships() throws {
    typealias Track = RelationshipConstraint.Track
    typealias Album = RelationshipConstraint.Album
    try withSeedStore(for: Track.self, Album.self) { store in
      try store.session { modelContext in
        let track = Track()
        modelContext.insert(track)
        #expect(track.album == nil)
        let album = Album()
        track.album = album
        try modelContext.save()
        #expect(album.tracks?.count == 1)
      }
      try store.session { modelContext in
        let track = try #require(try modelContext.fetch(FetchDescriptor<Track>()).first)
        #expect(track.album?.tracks?.first === track)
        modelContext.delete(track)  // “deleteRule: .cascade”
        try modelContext.save()
        #expect(try modelContext.fetchCount(FetchDescriptor<Album>()) == 0)
      }
    }
  }

  @Test("Resolving \"Property must be optional or have default value\" Error")
  func resolving() throws {
    func title(_ model: any PersistentModel.Type) -> Schema.Attribute? {
      Schema([model]).entitiesByName["Track"]?.attributesByName["title"]
    }
    let required = try #require(title(Resolving.Wrong.Track.self))
    #expect(!required.isOptional && required.defaultValue == nil)
    let withDefault = try #require(title(Resolving.Default.Track.self))
    #expect(!withDefault.isOptional && withDefault.defaultValue as? String == "")
    let optional = try #require(title(Resolving.OptionalProperty.Track.self))
    #expect(optional.isOptional)

    // All of them are fine without CloudKit.
    for model in [
      Resolving.Wrong.Track(title: "") as any PersistentModel, Resolving.Default.Track(),
      Resolving.OptionalProperty.Track(),
    ] {
      let context = try inMemoryContext(for: type(of: model))
      context.insert(model)
      try context.save()
      #expect(!model.hasChanges && model.modelContext == context)
    }
  }

  @Test("Testing CloudKit Sync (Without iCloud)")
  func withoutCloud() throws {
    typealias Track = Constraints.Track
    let schema = Schema([Track.self])

    // Test configuration (no CloudKit sync)
    let testConfig = ModelConfiguration(isStoredInMemoryOnly: true)

    let container = try ModelContainer(for: schema, configurations: testConfig)

    #expect(testConfig.cloudKitContainerIdentifier == nil)
    let context = ModelContext(container)
    context.insert(Track())
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Track>()) == 1)
  }
}
