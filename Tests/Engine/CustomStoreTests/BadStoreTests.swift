// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// Stores that answer nonsense: an error says which store and what, and the context is as before.
@Suite struct BadStoreTests {
  private let mischief = Mischief()
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Album.self, Song.self, Playlist.self, configurations: MischiefConfiguration(mischief: mischief))
    let context = ModelContext(container)
    for number in 0..<3 {
      let album = Album("\(number)", number)
      context.insert(album)
      album.songs = [Song("\(number) A"), Song("\(number) B")]
    }
    try context.save()
  }

  private func failure(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    do {
      try body()
      Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
    } catch let error as SwiftDataError {
      #expect(error == .storeFailure, sourceLocation: sourceLocation)
      for word in words + ["mischief"] {
        #expect("\(error)".contains(word), "\(error)", sourceLocation: sourceLocation)
      }
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }

  private func foreign(_ identifier: PersistentIdentifier, store: String? = nil, entity: String? = nil) throws
    -> PersistentIdentifier
  {
    try .identifier(
      for: store ?? identifier.storeIdentifier ?? "", entityName: entity ?? identifier.entityName, primaryKey: "x1")
  }

  // MARK: Fetches

  @Test func doubledRows() {
    mischief.set { $0.snapshots = { $0 + $0.prefix(1) } }
    failure("twice", "Album") { _ = try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  @Test func foreignIdentifiers() {
    mischief.set { state in
      state.snapshots = { snapshots in
        try snapshots.map {
          $0.copy(
            persistentIdentifier: try .identifier(for: "elsewhere", entityName: "Album", primaryKey: "1"),
            remappedIdentifiers: [:])
        }
      }
    }
    failure("another store", "elsewhere") { _ = try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  @Test func snapshotsOfAnotherEntity() {
    mischief.set { state in
      state.snapshots = { [storage = mischief.storage] _ in
        storage.snapshots.filter { $0.persistentIdentifier.entityName == "Song" }
      }
    }
    failure("Song", "Album") { _ = try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  @Test func entitiesThatAreNotInTheSchema() {
    mischief.set { state in
      state.snapshots = { snapshots in
        try snapshots.map {
          $0.copy(
            persistentIdentifier: try .identifier(
              for: $0.persistentIdentifier.storeIdentifier ?? "", entityName: "Ghost", primaryKey: "1"),
            remappedIdentifiers: [:])
        }
      }
    }
    failure("Ghost") { _ = try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  @Test func moreThanWasAskedFor() throws {
    let storage = mischief.storage
    mischief.set { state in
      state.snapshots = { _ in storage.snapshots.filter { $0.persistentIdentifier.entityName == "Album" } }
      state.identifiers = { _ in
        storage.snapshots.map(\.persistentIdentifier).filter { $0.entityName == "Album" }
      }
      state.count = 3
    }
    for (limit, offset, expected) in [(2, nil, 2), (2, 2, 1), (nil, 1, 2), (5, 3, 0), (0, nil, 0)]
      as [(Int?, Int?, Int)]
    {
      var descriptor = FetchDescriptor<Album>()
      descriptor.fetchLimit = limit
      descriptor.fetchOffset = offset
      let context = ModelContext(container)
      #expect(try context.fetch(descriptor).count == expected)
      #expect(try context.fetchCount(descriptor) == expected)
      #expect(try context.fetchIdentifiers(descriptor).count == expected)
    }
  }

  @Test func negativeCountsAndDoubledIdentifiers() {
    mischief.set {
      $0.count = -1
      $0.identifiers = { $0 + $0 }
    }
    failure("-1") { _ = try ModelContext(container).fetchCount(FetchDescriptor<Album>()) }
    failure("twice") { _ = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Album>()) }
  }

  @Test func faultsThatBringSomethingElse() throws {
    let context = ModelContext(container)
    let song = try #require(try context.fetch(FetchDescriptor<Song>()).first)
    let storage = mischief.storage
    mischief.set { state in
      state.snapshots = { _ in storage.snapshots.filter { $0.persistentIdentifier.entityName == "Album" } }
    }
    // Reading cannot throw: the next save does.
    _ = song.album
    song.title = "changed"
    failure("not asked for") { try context.save() }
    mischief.set { $0.snapshots = nil }
    try context.save()
    #expect(song.album != nil)
  }

  /// No value that a rollback has dropped passes for one that is stored.
  @Test func aRollbackThatCannotRead() throws {
    struct Offline: Error {}
    let context = ModelContext(container)
    let songs = try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.title)]))
    let album = try #require(songs[0].album)
    songs[0].title = "edited"
    songs[0].album = nil
    songs[1].title = "edited, too"
    album.name = "edited"
    mischief.set { $0.snapshots = { _ in throw Offline() } }
    context.rollback()
    #expect(!context.hasChanges)
    #expect(songs[0].title != "edited" && songs[1].title != "edited, too" && album.name != "edited")
    // They are read when they can be.
    mischief.set { $0.snapshots = nil }
    #expect(songs[0].title == "0 A" && songs[1].title == "0 B" && album.name == "0")
    #expect(songs[0].album === album && album.songs.map(\.title).sorted() == ["0 A", "0 B"])
    songs[1].title = "saved"
    try context.save()
    let titles = try ModelContext(container).fetch(FetchDescriptor<Song>()).map(\.title)
    #expect(titles.contains("0 A") && titles.contains("saved") && titles.count == 6)
  }

  /// What could be read at last is no reason to refuse a save.
  @Test func readingThatSucceedsLaterIsForgiven() throws {
    struct Offline: Error {}
    let context = ModelContext(container)
    let song = try #require(try context.fetch(FetchDescriptor<Song>()).first)
    let album = try #require(ModelContext(container).fetch(FetchDescriptor<Album>()).first)
    let known = try #require(context.model(for: album.persistentModelID) as? Album)
    let reads: [() -> Void] = [{ _ = song.album?.name }, { _ = known.name }, { _ = known.songs.count }]
    for (index, read) in reads.enumerated() {
      mischief.set { $0.snapshots = { _ in throw Offline() } }
      read()
      mischief.set { $0.snapshots = nil }
      read()
      song.title += "!"
      #expect(throws: Never.self, "\(index)") { try context.save() }
    }
    #expect(known.name == album.name)
    // What could not be read is not what was stored.
    mischief.set { $0.snapshots = { _ in throw Offline() } }
    let late = ModelContext(container)
    let fault = try #require(late.model(for: album.persistentModelID) as? Album)
    _ = fault.name
    mischief.set { $0.snapshots = nil }
    fault.year += 1
    try late.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Album>()).map(\.name).sorted() == ["0", "1", "2"])
    let other = ModelContext(container)
    let unread = try #require(try other.fetch(FetchDescriptor<Song>()).first)
    mischief.set { $0.snapshots = { _ in throw Offline() } }
    #expect(unread.album == nil)
    mischief.set { $0.snapshots = nil }
    unread.title = "changed"
    #expect(throws: SwiftDataError.self) { try other.save() }
    #expect(unread.album != nil)
    try other.save()
  }

  @Test func missingSnapshots() throws {
    let context = ModelContext(container)
    let song = try #require(
      try context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.title == "0 A" })).first)
    mischief.storage.snapshots.removeAll { $0.persistentIdentifier.entityName == "Album" }
    #expect(song.album == nil)
    let other = ModelContext(container)
    mischief.storage.snapshots.removeAll { $0.persistentIdentifier == song.persistentModelID }
    let ghost = try #require(other.model(for: song.persistentModelID) as? Song)
    _ = ghost.title
    #expect(ghost.isDeleted)
  }

  @Test func cachedSnapshotsOfSomethingElse() throws {
    let context = ModelContext(container)
    let song = try #require(try context.fetch(FetchDescriptor<Song>()).first)
    let snapshot = try #require(mischief.storage.snapshots.first)
    mischief.set { $0.cached = { _ in [snapshot.persistentIdentifier: snapshot] } }
    song.title = "changed"
    failure("cached") { try context.save() }
    mischief.set { state in
      state.cached = { wanted in Dictionary(wanted.map { ($0, snapshot) }) { first, _ in first } }
    }
    failure("another identifier") { try context.save() }
    #expect(context.hasChanges)
    mischief.set { $0.cached = nil }
    try context.save()
  }

  @Test func valuesOfAnotherType() throws {
    let text = #"{"persistentIdentifier": ID, "name": 5, "year": "none", "songs": []}"#
    let identifier = try #require(mischief.storage.snapshots.first?.persistentIdentifier)
    let encoded = String(decoding: try JSONEncoder().encode(identifier), as: UTF8.self)
    let snapshot = try JSONDecoder().decode(
      DefaultSnapshot.self, from: Data(text.replacing("ID", with: encoded).utf8))
    mischief.set { $0.snapshots = { _ in [snapshot] } }
    failure("Album", "name") { _ = try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  @Test func leavesToTheContextWhatItWasNotAskedFor() {
    mischief.set { $0.snapshots = { _ in throw DataStoreError.preferInMemorySort } }
    failure("preferInMemorySort") { _ = try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  @Test func errorsOfItsOwnAreUnderlying() throws {
    struct Offline: Error {}
    mischief.set { $0.snapshots = { _ in throw Offline() } }
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContext(container).fetch(FetchDescriptor<Album>())
    }
    #expect(error.underlying is Offline)
    mischief.set { $0.snapshots = { _ in throw DataStoreError.invalidPredicate } }
    #expect(throws: DataStoreError.invalidPredicate) { try ModelContext(container).fetch(FetchDescriptor<Album>()) }
  }

  // MARK: Saves

  /// A store that replaces the identifiers of models, and not those in their relationships.
  @Test func temporaryIdentifiersInRelationshipsAreRefusedByTheSave() throws {
    let configuration = StampingConfiguration(name: "mischief")
    configuration.shelf.state.withLock {
      $0.isPlain = true
      $0.keepsTemporaryIdentifiers = true
    }
    let container = try ModelContainer(for: Album.self, Song.self, Playlist.self, configurations: configuration)
    let context = ModelContext(container)
    let song = Song("a")
    context.insert(song)
    try context.save()
    song.title = "b"
    let album = Album("new")
    song.album = album
    failure("temporary", "Song", "album") { try context.save() }
    #expect(context.hasChanges && album.persistentModelID.isTemporary)
  }

  /// Nothing of it is in memory, and the same context can save when the store is well again.
  private func refused(_ word: String, _ change: (inout sending Mischief.State) -> Void) throws {
    let context = ModelContext(container)
    let album = Album("new", 99)
    context.insert(album)
    album.songs = [Song("new A")]
    let first = try #require(try context.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.year)])).first)
    first.name = "changed"
    let identifier = album.persistentModelID
    mischief.set {
      $0.savesNothing = true
      change(&$0)
    }
    failure(word) { try context.save() }
    #expect(context.insertedModelsArray.count == 2 && context.changedModelsArray.count == 1)
    #expect(album.persistentModelID == identifier && identifier.isTemporary)
    #expect(first.name == "changed" && album.songs.map(\.title) == ["new A"])
    mischief.set {
      $0 = Mischief.State()
    }
    try context.save()
    #expect(!album.persistentModelID.isTemporary && !context.hasChanges)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.year)]))
    #expect(stored.map(\.name) == ["changed", "1", "2", "new"])
    #expect(stored.last?.songs.map(\.title) == ["new A"])
  }

  @Test func missingRemappedIdentifiers() throws {
    try refused("no permanent identifier") { $0.remapped = { _ in [:] } }
  }

  @Test func remappedToTemporaryIdentifiers() throws {
    try refused("temporary") { $0.remapped = { all in all.merging(all.keys.map { ($0, $0) }) { _, own in own } } }
  }

  @Test func remappedToAnotherStore() throws {
    let elsewhere = try PersistentIdentifier.identifier(for: "elsewhere", entityName: "Album", primaryKey: "1")
    try refused("elsewhere") { $0.remapped = { $0.mapValues { _ in elsewhere } } }
  }

  @Test func remappedToAnotherEntity() throws {
    let song = try #require(
      mischief.storage.snapshots.map(\.persistentIdentifier).first { $0.entityName == "Song" })
    try refused("Song") { $0.remapped = { $0.mapValues { _ in song } } }
  }

  /// Believed, the second model would vanish into the first one.
  @Test func oneIdentifierForTwoModels() throws {
    let context = ModelContext(container)
    let songs = [Song("first"), Song("second")]
    for song in songs { context.insert(song) }
    mischief.set {
      $0.savesNothing = true
      $0.remapped = { all in
        let one = all.values.first
        return all.mapValues { one ?? $0 }
      }
    }
    failure("one identifier", "Song") { try context.save() }
    #expect(context.insertedModelsArray.count == 2 && songs.allSatisfy { $0.persistentModelID.isTemporary })
    mischief.set { $0 = Mischief.State() }
    try context.save()
    #expect(Set(songs.map(\.persistentModelID)).count == 2)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Song>()).map(\.title)
    #expect(stored.filter { ["first", "second"].contains($0) }.sorted() == ["first", "second"])
  }

  @Test func remappedWhatWasNotInserted() throws {
    let known = try #require(mischief.storage.snapshots.first?.persistentIdentifier)
    try refused("not inserted") { $0.remapped = { $0.merging([known: known]) { first, _ in first } } }
  }

  @Test func savesInAnotherName() throws { try refused("elsewhere") { $0.storeIdentifier = "elsewhere" } }

  @Test func reregistersUnderAnotherIdentifier() throws {
    let two = Array(mischief.storage.snapshots.prefix(2))
    try refused("another identifier") { $0.reregistered = [two[0].persistentIdentifier: two[1]] }
  }

  // MARK: What a store may do

  @Test func snapshotsToReregisterReachTheirModels() throws {
    let context = ModelContext(container)
    let album = try #require(
      try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.year == 1 })).first)
    let other = ModelContext(container)
    let seen = try #require(other.model(for: album.persistentModelID) as? Album)
    #expect(seen.name == "1")
    // The store has the names in its own way.
    let storage = mischief.storage
    let stored = try #require(storage.snapshots.first { $0.persistentIdentifier == album.persistentModelID })
    var values = try #require(
      JSONSerialization.jsonObject(with: JSONEncoder().encode(stored)) as? [String: Any])
    values["name"] = "ONE"
    let changed = try JSONDecoder().decode(
      DefaultSnapshot.self, from: JSONSerialization.data(withJSONObject: values))
    mischief.set { $0.reregistered = [changed.persistentIdentifier: changed] }
    album.name = "one"
    storage.fail = { operation in
      if operation == .saved {
        storage.snapshots = storage.snapshots.map {
          $0.persistentIdentifier == changed.persistentIdentifier ? changed : $0
        }
      }
    }
    try context.save()
    #expect(album.name == "ONE" && !context.hasChanges)
    other.processPendingChanges()
    #expect(seen.name == "ONE")
  }

  @Test func relatedAndCachedSnapshotsSaveFetches() throws {
    let context = ModelContext(container)
    let songs = mischief.storage.snapshots.filter { $0.persistentIdentifier.entityName == "Song" }
    mischief.set { state in
      state.related = Dictionary(uniqueKeysWithValues: songs.map { ($0.persistentIdentifier, $0) })
    }
    let albums = try context.fetch(FetchDescriptor<Album>())
    mischief.set { $0.related = [:] }
    let before = mischief.storage.operations.filter { $0 == .fetch(entity: "Song") }.count
    #expect(albums.flatMap(\.songs).count == 6)
    #expect(mischief.storage.operations.filter { $0 == .fetch(entity: "Song") }.count == before)
  }

  @Test func editingStatesBracketContexts() throws {
    mischief.set { $0.events = [] }
    do {
      let context = ModelContext(container)
      context.author = "me"
      _ = try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.year > 0 }))
      #expect(mischief.state.withLock { $0.events } == ["begin me"])
    }
    #expect(mischief.state.withLock { $0.events } == ["begin me", "end me"])
  }

  @Test func whatOnlySQLiteHasSaysSo() throws {
    let context = ModelContext(container)
    failure("SQL", "a custom one") {
      _ = try context.query("SELECT count(*) FROM \(Album.self)", as: Int.self)
    }
    failure("SQL") { _ = try context.explain(FetchDescriptor<Album>()) }
  }
}
