// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Synchronization
import Testing

/// The guide's models.
@Model final class Track {
  @Attribute(.unique) var id: String
  var title: String
  var artist: String
  var duration: TimeInterval
  var genre: String?
  var album: Album?

  init(id: String, title: String, artist: String, duration: TimeInterval, genre: String? = nil) {
    self.id = id
    self.title = title
    self.artist = artist
    self.duration = duration
    self.genre = genre
  }
}

@Model final class Album {
  @Attribute(.unique) var id: String
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Track.album) var tracks: [Track] = []

  init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

enum Mood: String, Codable { case calm, wild }

/// What a split makes of the guide's track.
@Model final class Song {
  @Attribute(.unique) var key: String
  var name: String
  var minutes: Int
  var mood: Mood
  var words: [String]
  @Attribute(.externalStorage) var cover: Data?
  var credit: Credit?

  init(key: String, name: String, minutes: Int, mood: Mood, words: [String], cover: Data?) {
    self.key = key
    self.name = name
    self.minutes = minutes
    self.mood = mood
    self.words = words
    self.cover = cover
  }
}

@Model final class Credit {
  var artist: String = ""
  @Relationship(inverse: \Song.credit) var songs: [Song] = []

  init() {}
}

/// Migration into the stores of model classes.
@Suite struct ModelMigrationTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("music.realm")
    store = folder.url.appendingPathComponent("default.store")
  }

  private func finish(_ migration: RealmMigration) async throws -> RealmSummary {
    for try await _ in migration {}
    return try #require(migration.summary)
  }

  private func music() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: Track.self, Album.self, configurations: ModelConfiguration(url: store)))
  }

  /// Classes and properties by their names; a list becomes a relationship of the model's own.
  @Test func byName() async throws {
    try RealmFiles.writeMusic(tracks: 45, to: source)
    let importer = RealmImporter(url: source)
    let summary = try await finish(importer.migrate(to: store, for: Track.self, Album.self))
    #expect(summary.inserted == 50)
    #expect(summary.losses.map(\.reason) == [.lostOrder])
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    let context = try music()
    let albums = try context.fetch(FetchDescriptor<Album>(sortBy: [.init(\.id)]))
    #expect(albums.map(\.tracks.count) == [10, 10, 10, 10, 5])
    #expect(Set(albums[1].tracks.map(\.id)) == Set((10..<20).map { "t\($0)" }))
    let track = try #require(
      try context.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "t12" })).first)
    #expect(track.duration == 12.5 && track.genre == nil && track.album === albums[1])
    // Unique values are found, and keys go on.
    context.insert(Track(id: "t12", title: "upserted", artist: "", duration: 0))
    context.insert(Track(id: "new", title: "", artist: "", duration: 0))
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Track>()) == 46)
  }

  /// The guide's transformation layer: a closure from an object to a model.
  @Test func byClosure() async throws {
    try RealmFiles.writeMusic(tracks: 30, to: source)
    var importer = RealmImporter(url: source)
    importer.mapping.map("RealmTrack", to: Track.self) { row in
      let title: String = try row.get("title")
      return Track(
        id: try row.get("id"), title: title.trimmingCharacters(in: .whitespaces),
        artist: try row.get("artist"), duration: try row.get("duration"),
        genre: try row.get("genre") ?? "unknown")
    }
    _ = try await finish(importer.migrate(to: store, for: Track.self, Album.self))
    #expect(try importer.verify(store).isClean)
    let context = try music()
    let tracks = try context.fetch(FetchDescriptor<Track>())
    #expect(tracks.count == 30)
    #expect(Set(tracks.map(\.title)).contains("Title 3"))
    #expect(tracks.allSatisfy { $0.genre != nil })
    #expect(tracks.allSatisfy { $0.album != nil })
    // What such a closure gives is compared as well.
    tracks[3].title = "changed"
    try context.save()
    #expect(try importer.verify(store).differences.map(\.property) == ["title"])
  }

  /// Renamed, computed, skipped; one object becomes two, related to each other.
  @Test func splitAndComputed() async throws {
    try RealmFiles.writeMusic(tracks: 20, to: source)
    var importer = RealmImporter(url: source)
    importer.mapping.skip("RealmAlbum")
    importer.mapping.map("RealmTrack", to: Song.self) {
      $0.rename("id", to: \.key).skip("genre", "artist")
        .transform("title", to: \.name) { value in
          guard case .string(let text) = value else { return value }
          return .string(text.trimmingCharacters(in: .whitespaces))
        }
        .set(\.minutes) { Int(try $0.get("duration", as: Double.self)) / 60 }
        .set(\.mood) { try $0.get("duration", as: Double.self) > 10 ? .wild : .calm }
        .set(\.words) { try $0.get("title", as: String.self).split(separator: " ").map(String.init) }
        .set(\.cover) { _ in Data(count: 200_000) }
        .link(\.credit).skip("duration")
    }
    importer.mapping.map("RealmTrack", to: Credit.self) {
      $0.skip("id", "title", "duration", "genre")
    }
    let summary = try await finish(importer.migrate(to: store, for: Song.self, Credit.self))
    #expect(summary.inserted == 40)
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.omissions.contains { $0.className == "RealmAlbum" && $0.objects == 2 })
    let context = ModelContext(
      try ModelContainer(
        for: Song.self, Credit.self, configurations: ModelConfiguration(url: store)))
    let song = try #require(
      try context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.key == "t15" })).first)
    #expect(song.name == "Title 15" && song.mood == .wild && song.words == ["Title", "15"])
    #expect(song.cover?.count == 200_000)
    #expect(song.credit?.artist == "Artist 1")
    #expect(song.credit?.songs.count == 1)
  }

  /// One of the two would be lost without a word.
  @Test func twoPropertiesForOneNameAreRefused() async throws {
    try RealmFiles.writeMusic(tracks: 4, to: source)
    var importer = RealmImporter(url: source)
    importer.mapping.skip("RealmAlbum")
    importer.mapping.map("RealmTrack", to: Track.self) { $0.rename("artist", to: \.title) }
    let migration = importer.migrate(to: store, for: Track.self, Album.self)
    let error = await #expect(throws: RealmTransferError.self) { for try await _ in migration {} }
    #expect(error?.code == .unmatched)
    #expect(error?.what.contains("RealmTrack.title") == true)
    #expect(error?.what.contains("made of artist") == true)
  }

  @Test func ofTwoPropertiesForOneNameTheOtherIsOmitted() async throws {
    try RealmFiles.writeMusic(tracks: 4, to: source)
    var importer = RealmImporter(url: source)
    importer.mapping.skip("RealmAlbum")
    importer.mapping.skipsUnmatched = true
    importer.mapping.map("RealmTrack", to: Track.self) { $0.rename("artist", to: \.title).set(\.artist) { _ in "x" } }
    let summary = try await finish(importer.migrate(to: store, for: Track.self, Album.self))
    let omitted = summary.omissions.filter { $0.className == "RealmTrack" }
    #expect(omitted.map(\.property) == ["title"])
    #expect(omitted.first?.reason.contains("artist") == true)
    #expect(try importer.verify(store).isClean)
  }

  /// Each object goes to one of two models.
  @Test func byCondition() async throws {
    try RealmFiles.writeMusic(tracks: 20, to: source)
    var importer = RealmImporter(url: source)
    importer.mapping.skip("RealmAlbum")
    importer.mapping.map("RealmTrack", to: Track.self) {
      $0.when { try $0.get("duration", as: Double.self) < 5 }
    }
    importer.mapping.map("RealmTrack", to: Credit.self) {
      $0.when { try $0.get("duration", as: Double.self) >= 5 }
        .skip("id", "title", "duration", "genre")
    }
    let summary = try await finish(
      importer.migrate(to: store, for: Track.self, Album.self, Song.self, Credit.self))
    #expect(summary.inserted == 20)
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.tables.map(\.objects) == [5, 15])
  }

  /// Objects that are there already, by their primary key.
  @Test func intoAStoreWithObjects() async throws {
    try RealmFiles.writeMusic(tracks: 12, to: source)
    let container = try ModelContainer(
      for: Track.self, Album.self, configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    context.insert(Track(id: "t4", title: "old", artist: "old", duration: 1))
    context.insert(Track(id: "mine", title: "mine", artist: "mine", duration: 1))
    try context.save()
    let importer = RealmImporter(url: source)
    let summary = try await finish(try importer.migrate(into: container))
    #expect(summary.inserted == 13 && summary.updated == 1)
    let verification = try importer.verify(container)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.tables.first?.others == 1)
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Track>()) == 13)
    let four = try fresh.fetch(FetchDescriptor<Track>(predicate: #Predicate { $0.id == "t4" }))
    #expect(four.map(\.title) == [" Title 4 "])
    // Two lists that have the same track: the relationship has room for one owner.
    let memory = try ModelContainer(
      for: Track.self, Album.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    #expect(throws: RealmTransferError.self) { try importer.migrate(into: memory) }
  }

  @Test func listsThatShareAndRepeat() async throws {
    try RealmFiles.write(
      RealmFiles.music,
      [
        "RealmTrack": (0..<3).map { (Int64($0), ["id": .string("t\($0)")]) },
        "RealmAlbum": [
          (0, ["id": .string("a"), "tracks": .list([0, 1, 0].map { RealmFiles.link(0, $0) })]),
          (1, ["id": .string("b"), "tracks": .list([1, 2].map { RealmFiles.link(0, $0) })]),
        ],
      ], to: source)
    let importer = RealmImporter(url: source)
    let summary = try await finish(importer.migrate(to: store, for: Track.self, Album.self))
    let verification = try importer.verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    let reasons = Set(verification.losses.map(\.reason))
    #expect(reasons == [.repeatedElement, .severalOwners, .lostOrder])
    #expect(Set(summary.losses.map(\.reason)) == reasons)
    let albums = try music().fetch(FetchDescriptor<Album>(sortBy: [.init(\.id)]))
    #expect(albums.map { Set($0.tracks.map(\.id)) } == [["t0", "t1"], ["t2"]])
  }

  @Test func equalUniqueValuesAreRefused() async throws {
    try RealmFiles.writeMusic(tracks: 5, to: source)
    var importer = RealmImporter(url: source)
    importer.mapping.skip("RealmAlbum")
    importer.mapping.map("RealmTrack", to: Track.self) { $0.set(\.id) { _ in "same" } }
    let migration = importer.migrate(to: store, for: Track.self, Album.self)
    let error = await #expect(throws: RealmTransferError.self) { for try await _ in migration {} }
    #expect(error?.code == .duplicate)
    #expect(error?.object == RealmObjectKey(1))
  }

  /// What a closure waits at until it may go on.
  private final class Gate: Sendable {
    private let state = Mutex((isReached: false, isOpen: false))

    var isReached: Bool { state.withLock { $0.isReached } }
    func open() { state.withLock { $0.isOpen = true } }

    func pass() {
      state.withLock { $0.isReached = true }
      while !state.withLock({ $0.isOpen }) { usleep(500) }
    }
  }

  /// The task's end stops the work after its batch.
  @Test func aTaskIsCancelled() async throws {
    try RealmFiles.writeMusic(tracks: 300, to: source)
    let gate = Gate()
    var importer = RealmImporter(url: source)
    importer.batchSize = 10
    importer.mapping.map("RealmTrack", to: Track.self) {
      $0.set(\.artist) { row in
        if row.key.rawValue == 105 { gate.pass() }
        return try row.get("artist")
      }
    }
    let migration = importer.migrate(to: store, for: Track.self, Album.self)
    let task = Task { for try await _ in migration {} }
    while !gate.isReached { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try Store(reading: store).count(of: "Track") == 110)
    let summary = try await finish(importer.migrate(to: store, for: Track.self, Album.self))
    #expect(summary.inserted == 330)
    #expect(try importer.verify(store).isClean)
  }
}
