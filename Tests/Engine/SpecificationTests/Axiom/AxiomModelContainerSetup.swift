import SwiftData
import Testing

/// “axiom-swiftdata”: *ModelContainer Setup*.
///
/// *SwiftUI App* is a scene of SwiftUI and not part of these tests.
@Suite("axiom-swiftdata › ModelContainer Setup")
struct AxiomModelContainerSetup {
  @Model
  final class Track {
    @Attribute(.unique) var id: String
    var title: String
    var album: Album?
    init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  @Model
  final class Album {
    @Attribute(.unique) var id: String
    var tracks: [Track] = []
    init(id: String) { self.id = id }
  }

  @Test("Custom Configuration: the configuration as written")
  func customConfiguration() {
    let schema = Schema([Track.self, Album.self])

    let config = ModelConfiguration(
      schema: schema,
      url: URL(fileURLWithPath: "/path/to/database.sqlite"),
      cloudKitDatabase: .private("iCloud.com.example.app")
    )

    #expect(config.url.path == "/path/to/database.sqlite")
    #expect(config.schema == schema)
    #expect(config.cloudKitContainerIdentifier == "iCloud.com.example.app")
    #expect(config.allowsSave)
    #expect(!config.isStoredInMemoryOnly)
  }

  /// The block's own models break the rules that the seed states later on.
  @Test("Custom Configuration: the container")
  func customContainer() throws {
    try withTemporaryDirectory { directory in
      let url = directory.appendingPathComponent("path/to/database.sqlite", isDirectory: false)
      let schema = Schema([Track.self, Album.self])

      let config = ModelConfiguration(
        schema: schema,
        url: url,  // seed: a placeholder that would be in the root of the file system
        cloudKitDatabase: .private("iCloud.com.example.app")
      )

      let error = #expect(throws: SwiftDataError.self) {
        let container = try ModelContainer(
          for: schema,
          configurations: config
        )
        _ = container
      }
      let text =
        "Property 'title' must be optional or have a default value for CloudKit synchronization"
      #expect(error?.explanation.contains(text) == true)
      #expect(!FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test("Custom Configuration: the container, with models that CloudKit takes")
  func customContainerOfSyncedModels() throws {
    try withTemporaryDirectory { directory in
      let url = directory.appendingPathComponent("path/to/database.sqlite", isDirectory: false)
      for expected in 1...2 {
        let schema = Schema([SyncedTrack.self])
        let config = ModelConfiguration(
          schema: schema, url: url, cloudKitDatabase: .private("iCloud.com.example.app"))
        let container = try ModelContainer(for: schema, configurations: config)

        #expect(container.schema == schema)
        #expect(container.configurations == [config])
        let context = ModelContext(container)
        context.insert(SyncedTrack())
        try context.save()
        // The second container finds what the first has saved.
        #expect(try context.fetchCount(FetchDescriptor<SyncedTrack>()) == expected)
      }
      #expect(FileManager.default.fileExists(atPath: url.path))
    }
  }

  @Test("In-Memory (Tests)")
  func inMemory() throws {
    let schema = Schema([Track.self, Album.self])

    let config = ModelConfiguration(isStoredInMemoryOnly: true)
    let container = try ModelContainer(
      for: schema,
      configurations: config
    )

    #expect(container.configurations.allSatisfy { $0.isStoredInMemoryOnly })
    let modelContext = ModelContext(container)
    modelContext.insert(Track(id: "1", title: "Song"))
    try modelContext.save()
    // Other contexts of the container see it …
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Track>()) == 1)
    // … other containers have a store of their own.
    let other = try ModelContainer(
      for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(try ModelContext(other).fetchCount(FetchDescriptor<Track>()) == 0)
  }

  @Test("In-Memory (Tests): nothing is written to a file")
  func inMemoryWritesNothing() async {
    await #expect(processExitsWith: .success) {
      try withDefaultStores { home in
        let schema = Schema([Track.self, Album.self])
        let config = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(
          for: schema,
          configurations: config
        )
        let modelContext = ModelContext(container)
        modelContext.insert(Track(id: "1", title: "Song"))
        try modelContext.save()
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home.path) == [])
      }
    }
  }
}
