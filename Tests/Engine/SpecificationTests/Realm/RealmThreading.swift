import SwiftData
import Testing

/// “realm-to-swiftdata-migration”: the actor that takes the place of
/// `RealmDataManager`. Its usage in a view controller belongs to UIKit.
@Suite("realm-to-swiftdata-migration › actor SwiftDataManager")
struct RealmThreading {
  typealias Track = RealmModels.Track

  actor SwiftDataManager {
    let modelContainer: ModelContainer

    // seed: no initializer
    init(modelContainer: ModelContainer) { self.modelContainer = modelContainer }

    func fetchTracks() async -> [Track] {
      let context = ModelContext(modelContainer)
      let descriptor = FetchDescriptor<Track>()
      return (try? context.fetch(descriptor)) ?? []
    }
    func saveTrack(_ track: Track) async {
      let context = ModelContext(modelContainer)
      context.insert(track)
      try? context.save()
    }

    /// Models cannot leave the actor in Swift 6, so what they say does.
    func titles() async -> [String] {
      // The context of these models is gone by now; they still answer.
      await fetchTracks().map { "\($0.title), \($0.artist), \($0.genre ?? "-")" }.sorted()
    }

    func albumTitles() async -> [String?] { await fetchTracks().map { $0.album?.title } }
  }

  @Test("saveTrack: a new model is handed to the actor")
  func saveTrack() async throws {
    try await RealmModels.withStore { store, container in
      let manager = SwiftDataManager(modelContainer: container)
      await manager.saveTrack(Track(id: "1", title: "Song", artist: "Artist", duration: 240))
      await manager.saveTrack(Track(id: "2", title: "Other", artist: "Artist", duration: 180))
      await manager.saveTrack(Track(id: "1", title: "Again", artist: "Artist", duration: 1))
      try store.session { modelContext in
        let tracks = try modelContext.fetch(FetchDescriptor<Track>(sortBy: [SortDescriptor(\.id)]))
        #expect(tracks.map(\.title) == ["Again", "Other"])
      }
    }
  }

  @Test("fetchTracks: the models outlive the context that fetched them")
  func fetchTracks() async throws {
    try await RealmModels.withStore { store, container in
      let manager = SwiftDataManager(modelContainer: container)
      #expect(await manager.titles() == [])
      let context = ModelContext(container)
      for index in 0..<3 {
        context.insert(
          Track(
            id: "\(index)", title: "Title \(index)", artist: "Artist", duration: 1, genre: "Rock"))
      }
      try context.save()
      #expect(
        await manager.titles() == [
          "Title 0, Artist, Rock", "Title 1, Artist, Rock", "Title 2, Artist, Rock",
        ])
      // A relationship that was not loaded has nowhere to come from: nil, and no trap.
      #expect(await manager.albumTitles() == [nil, nil, nil])
    }
  }

  @Test("“Usage (automatic thread handling)”: many calls at once")
  func manyCalls() async throws {
    try await RealmModels.withStore { store, container in
      let manager = SwiftDataManager(modelContainer: container)
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<20 {
          group.addTask {
            await manager.saveTrack(
              Track(id: "\(index)", title: "Title", artist: "Artist", duration: 1))
            _ = await manager.titles()
          }
        }
      }
      #expect(await manager.titles().count == 20)
      try store.session { try #expect($0.fetchCount(FetchDescriptor<Track>()) == 20) }
    }
  }
}
