// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Synchronization
import Testing

/// What a store changes of the models that it is given, on the way.
struct StampingConfiguration: DataStoreConfiguration {
  typealias Store = StampingStore
  var name = "stamping"
  var schema: Schema?
  var shelf = Shelf()

  /// What the store has.
  final class Shelf: Sendable {
    struct State {
      var snapshots: [PersistentIdentifier: DefaultSnapshot] = [:]
      var last = 0
      /// Returns the models as they were sent, rather than with the server's title.
      var isPlain = false
      /// Forgets the identifiers in relationships.
      var keepsTemporaryIdentifiers = false
    }
    let state = Mutex(State())
    /// All containers over the shelf share it.
    let identifier = "stamping-\(UUID().uuidString)"
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}

/// Keeps models as a server would that has the last word about their values, and returns each one that it has saved, as
/// sync engines do.
final class StampingStore: DataStore {
  typealias Configuration = StampingConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: StampingConfiguration
  let schema: Schema
  var identifier: String { configuration.shelf.identifier }

  init(_ configuration: StampingConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    schema = configuration.schema ?? Schema()
  }

  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  {
    if request.descriptor.predicate != nil { throw DataStoreError.preferInMemoryFilter }
    if !request.descriptor.sortBy.isEmpty { throw DataStoreError.preferInMemorySort }
    let all = configuration.shelf.state.withLock { Array($0.snapshots.values) }
    return DataStoreFetchResult(
      descriptor: request.descriptor,
      fetchedSnapshots: all.filter { $0.persistentIdentifier.entityName == Schema.entityName(for: T.self) })
  }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  {
    try configuration.shelf.state.withLock { state in
      var remapped: [PersistentIdentifier: PersistentIdentifier] = [:]
      for snapshot in request.inserted {
        state.last += 1
        remapped[snapshot.persistentIdentifier] = try .identifier(
          for: identifier, entityName: snapshot.persistentIdentifier.entityName, primaryKey: "server-\(state.last)")
      }
      var returned: [PersistentIdentifier: DefaultSnapshot] = [:]
      for snapshot in request.inserted + request.updated {
        let identifier = remapped[snapshot.persistentIdentifier] ?? snapshot.persistentIdentifier
        let sent = snapshot.copy(
          persistentIdentifier: identifier, remappedIdentifiers: state.keepsTemporaryIdentifiers ? nil : remapped)
        let kept = state.isPlain ? sent : try Self.stamped(sent)
        state.snapshots[identifier] = kept
        returned[identifier] = kept
      }
      for snapshot in request.deleted { state.snapshots[snapshot.persistentIdentifier] = nil }
      return DataStoreSaveChangesResult(
        for: identifier, remappedIdentifiers: remapped,
        snapshotsToReregister: state.keepsTemporaryIdentifiers ? [:] : returned)
    }
  }

  /// With the server's form of a text.
  private static func stamped(_ snapshot: DefaultSnapshot) throws -> DefaultSnapshot {
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot)) as? [String: Any])
    for key in ["text", "name"] {
      if let text = object[key] as? String { object[key] = text.uppercased() }
    }
    return try JSONDecoder().decode(DefaultSnapshot.self, from: JSONSerialization.data(withJSONObject: object))
  }
}

/// What a save says in `didSave`, by the plain names.
final class SaveNews: Sendable {
  struct News: Equatable {
    var inserted: Set<PersistentIdentifier> = []
    var updated: Set<PersistentIdentifier> = []
    var deleted: Set<PersistentIdentifier> = []
  }

  private let news = Mutex<[News]>([])
  var all: [News] { news.withLock { $0 } }
  private nonisolated(unsafe) var token: (any NSObjectProtocol)?

  init(_ context: ModelContext) {
    token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: context, queue: nil) {
      [weak self] notification in
      func identifiers(_ name: String) -> [PersistentIdentifier] {
        notification.userInfo?[name] as? [PersistentIdentifier] ?? []
      }
      let listed = [identifiers("inserted"), identifiers("updated"), identifiers("deleted")]
      // Each model once.
      for identifiers in listed { #expect(Set(identifiers).count == identifiers.count) }
      for (name, identifiers) in zip(["insertedIdentifiers", "updatedIdentifiers", "deletedIdentifiers"], listed) {
        #expect(notification.userInfo?[name] as? [PersistentIdentifier] == identifiers)
      }
      self?.news.withLock {
        $0.append(News(inserted: Set(listed[0]), updated: Set(listed[1]), deleted: Set(listed[2])))
      }
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }
}

@Suite struct ReregisteringTests {
  private let configuration = StampingConfiguration()
  private let container: ModelContainer

  init() throws {
    container = try ModelContainer(
      for: Album.self, Song.self, Playlist.self, Note.self, Draft.self, configurations: configuration)
  }

  @Test(arguments: [false, true]) func aReregisteredInsertionIsAnInsertion(isPlain: Bool) throws {
    configuration.shelf.state.withLock { $0.isPlain = isPlain }
    let context = ModelContext(container)
    let news = SaveNews(context)
    let note = Note("first")
    context.insert(note)
    try context.save()
    let identifier = note.persistentModelID
    #expect(news.all == [.init(inserted: [identifier])])
    #expect(note.text == (isPlain ? "first" : "FIRST"))
    #expect(!note.hasChanges && !note.isDeleted)
    #expect(context.model(for: identifier) === note)

    note.text = "second"
    try context.save()
    #expect(note.text == (isPlain ? "second" : "SECOND"))
    #expect(news.all.last == .init(updated: [identifier]))
    context.delete(note)
    try context.save()
    #expect(news.all.last == .init(deleted: [identifier]))
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 0)
  }

  @Test func reregisteredModelsKeepTheirRelationships() throws {
    let context = ModelContext(container)
    let news = SaveNews(context)
    let album = Album("blue")
    context.insert(album)
    album.songs = [Song("a"), Song("b")]
    try context.save()
    #expect(news.all.map(\.inserted.count) == [3] && news.all.map(\.updated.count) == [0])
    #expect(album.name == "BLUE")
    #expect(Set(album.songs.map(\.title)) == ["a", "b"])
    let other = ModelContext(container)
    let read = try #require(try other.fetch(FetchDescriptor<Album>()).first)
    #expect(Set(read.songs.map(\.title)) == ["a", "b"])
    let third = Song("c")
    third.album = album
    try context.save()
    #expect(news.all.last?.inserted == [third.persistentModelID])
    #expect(news.all.last?.updated == [album.persistentModelID])
    other.processPendingChanges()
    #expect(Set(read.songs.map(\.title)) == ["a", "b", "c"])
  }

  /// Other contexts have heard of the insertion as well as its own.
  @Test @MainActor func observersSeeOneNewModel() throws {
    let observer = try ResultsObserver<Note, Never>(
      fetchDescriptor: FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)]), modelContext: container.mainContext)
    let context = ModelContext(container)
    context.insert(Note("b"))
    context.insert(Note("a"))
    try context.save()
    container.mainContext.processPendingChanges()
    #expect(try container.mainContext.fetch(FetchDescriptor<Note>()).count == 2)
    #expect(Set(observer.results.map(\.text)) == ["A", "B"])
  }

  @Test func didSaveHasThePlainNamesForEveryStore() throws {
    let container = try ModelContainer(
      for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let news = SaveNews(context)
    let note = Note("a")
    context.insert(note)
    try context.save()
    note.text = "b"
    try context.save()
    context.delete(note)
    let identifier = note.persistentModelID
    try context.save()
    #expect(
      news.all == [.init(inserted: [identifier]), .init(updated: [identifier]), .init(deleted: [identifier])])
  }

  @Test func theEditingStatesAuthorIsTheContexts() throws {
    let context = ModelContext(container)
    context.editingState.author = "import"
    #expect(context.author == "import")
    context.author = "other"
    #expect(context.editingState.author == "other")
    let identifier = context.editingState.id
    context.editingState = ModelContext(container).editingState
    #expect(context.author == nil && context.editingState.id == identifier)
  }
}
