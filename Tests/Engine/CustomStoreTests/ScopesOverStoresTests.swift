// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// Attempts, transactions, deletions by predicate and deleted members, where some of the stores are somebody's own and fail.
@Suite struct ScopesOverStoresTests {
  private struct Refusal: Error {}

  private let folder: TemporaryFolder
  private let notes = MemoryStorage()
  private let drafts = MemoryStorage()
  private let container: ModelContainer
  private let context: ModelContext

  /// Of the custom stores, drafts are saved first, and notes second.
  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Schema([Album.self, Song.self, Playlist.self, Note.self, Draft.self]),
      configurations: [
        MemoryStoreConfiguration("notes", schema: Schema([Note.self]), storage: notes),
        ModelConfiguration(
          "music", schema: Schema([Album.self, Song.self, Playlist.self]), url: folder.url.appending(path: "a.store")),
        MemoryStoreConfiguration("drafts", schema: Schema([Draft.self]), storage: drafts),
      ])
    context = ModelContext(container)
  }

  private func texts() throws -> [[String]] {
    let context = ModelContext(container)
    return try [
      context.fetch(FetchDescriptor<Note>()).map(\.text).sorted(),
      context.fetch(FetchDescriptor<Album>()).map(\.name).sorted(),
      context.fetch(FetchDescriptor<Draft>()).map(\.text).sorted(),
    ]
  }

  private func insertAll(_ text: String) -> (Note, Album, Draft) {
    let (note, album, draft) = (Note(text), Album(text), Draft(text))
    context.insert(note)
    context.insert(album)
    context.insert(draft)
    return (note, album, draft)
  }

  private func refuse(_ storage: MemoryStorage) { storage.fail = { if $0 == .save { throw Refusal() } } }

  // MARK: Attempts

  @Test func anAttemptReachesAll() throws {
    let (note, album, draft) = try context.attempt { insertAll("a") }
    #expect(try texts() == [["a"], ["a"], ["a"]])
    #expect([note.persistentModelID, album.persistentModelID, draft.persistentModelID].allSatisfy { !$0.isTemporary })
    try context.attempt {
      note.text = "b"
      album.name = "b"
      context.delete(draft)
    }
    #expect(try texts() == [["b"], ["b"], []])
  }

  /// The store that is asked first refuses: nothing is left of the attempt, with or without unsaved work before it.
  @Test(arguments: [false, true]) func anAttemptThatTheFirstRefusesLeavesNothing(hasUnsaved: Bool) throws {
    let (note, album, draft) = insertAll("a")
    try context.save()
    if hasUnsaved { note.text = "before" }
    refuse(drafts)
    #expect(throws: SwiftDataError.self) {
      try context.attempt {
        note.text = "in"
        album.name = "in"
        context.delete(draft)
        context.insert(Draft("new"))
        context.insert(Note("new"))
      }
    }
    #expect(context.hasChanges == hasUnsaved)
    #expect(note.text == (hasUnsaved ? "before" : "a") && album.name == "a" && !draft.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Draft>()) == 1)
    #expect(try texts() == [["a"], ["a"], ["a"]])
    drafts.fail = nil
    try context.save()
    #expect(try texts() == [[hasUnsaved ? "before" : "a"], ["a"], ["a"]])
  }

  /// The second one refuses: what the first has saved is saved, here and there; the rest is undone.
  @Test(arguments: [false, true]) func anAttemptThatTheSecondRefusesKeepsWhatIsSaved(hasUnsaved: Bool) throws {
    let (note, album, draft) = insertAll("a")
    try context.save()
    if hasUnsaved { note.text = "before" }
    refuse(notes)
    let error = #expect(throws: SwiftDataError.self) {
      try context.attempt {
        note.text = "in"
        album.name = "in"
        draft.text = "in"
        context.insert(Draft("new"))
        context.insert(Note("new"))
      }
    }
    #expect("\(error as Any)".contains("Saved already: drafts"))
    #expect(try texts() == [["a"], ["a"], ["in", "new"]])
    #expect(draft.text == "in" && !draft.hasChanges)
    #expect(note.text == (hasUnsaved ? "before" : "a") && album.name == "a")
    #expect(context.hasChanges == hasUnsaved)
    #expect(try context.fetch(FetchDescriptor<Draft>()).map(\.text).sorted() == ["in", "new"])
    #expect(try context.fetch(FetchDescriptor<Note>()).map(\.text) == [hasUnsaved ? "before" : "a"])
    notes.fail = nil
    try context.save()
    #expect(try texts() == [[hasUnsaved ? "before" : "a"], ["a"], ["in", "new"]])
    // And nothing comes twice.
    draft.text = "out"
    try context.save()
    #expect(try texts() == [[hasUnsaved ? "before" : "a"], ["a"], ["new", "out"]])
  }

  /// What an attempt has deleted in one store stays deleted.
  @Test(arguments: [false, true]) func deletionsOfAnAttemptThatTheSecondRefuses(hasUnsaved: Bool) throws {
    let (note, album, draft) = insertAll("a")
    try context.save()
    if hasUnsaved { context.insert(Note("before")) }
    refuse(notes)
    #expect(throws: SwiftDataError.self) {
      try context.attempt {
        context.delete(note)
        context.delete(album)
        context.delete(draft)
      }
    }
    #expect(try texts() == [["a"], ["a"], []])
    #expect(!note.isDeleted && !album.isDeleted)
    #expect(try context.fetchCount(FetchDescriptor<Draft>()) == 0)
    #expect(context.hasChanges == hasUnsaved)
    notes.fail = nil
    try context.save()
    #expect(try texts() == [hasUnsaved ? ["a", "before"] : ["a"], ["a"], []])
  }

  // MARK: Transactions

  @Test func aTransactionThatThrowsReachesNoStore() throws {
    let (note, album, draft) = insertAll("a")
    try context.save()
    let saves = drafts.operations.count { $0 == .save }
    album.name = "before"
    #expect(throws: Refusal.self) {
      try context.transaction {
        note.text = "in"
        album.name = "in"
        context.delete(draft)
        try context.delete(model: Note.self)
        throw Refusal()
      }
    }
    #expect(drafts.operations.count { $0 == .save } == saves)
    #expect(note.text == "a" && album.name == "before" && !draft.isDeleted && !note.isDeleted)
    #expect(try texts() == [["a"], ["a"], ["a"]])
    try context.save()
    #expect(try texts() == [["a"], ["before"], ["a"]])
  }

  /// If the save fails, the changes stay, and the next save brings them.
  @Test func aTransactionWhoseSaveIsRefusedStaysUnsaved() throws {
    let (note, album, draft) = insertAll("a")
    try context.save()
    refuse(drafts)
    #expect(throws: SwiftDataError.self) {
      try context.transaction {
        note.text = "in"
        context.delete(album)
        draft.text = "in"
      }
    }
    #expect(try texts() == [["a"], ["a"], ["a"]])
    #expect(context.hasChanges && note.text == "in")
    drafts.fail = nil
    try context.save()
    #expect(try texts() == [["in"], [], ["in"]])
  }

  // MARK: Deleting by predicate

  @Test func aDeletionThatTheStoreRefusesIsNone() throws {
    let (note, album, draft) = insertAll("a")
    context.insert(Note("b"))
    try context.save()
    album.name = "unsaved"
    draft.text = "unsaved"
    refuse(notes)
    #expect(throws: SwiftDataError.self) { try context.delete(model: Note.self, where: #Predicate { $0.text == "a" }) }
    #expect(!note.isDeleted && note.text == "a")
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 2)
    #expect(try texts() == [["a", "b"], ["a"], ["a"]])
    #expect(album.name == "unsaved" && draft.text == "unsaved" && context.hasChanges)
    notes.fail = nil
    try context.delete(model: Note.self, where: #Predicate { $0.text == "a" })
    // At once, and nothing else.
    #expect(try texts() == [["b"], ["a"], ["a"]])
    #expect(note.isDeleted && album.name == "unsaved")
    try context.save()
    #expect(try texts() == [["b"], ["unsaved"], ["unsaved"]])
  }

  @Test func aDeletionThatCannotBeReadIsNone() throws {
    let (note, _, _) = insertAll("a")
    try context.save()
    notes.fail = { if case .fetch = $0 { throw Refusal() } }
    #expect(throws: SwiftDataError.self) { try context.delete(model: Note.self, where: #Predicate { $0.text == "a" }) }
    notes.fail = nil
    #expect(!note.isDeleted)
    #expect(try texts() == [["a"], ["a"], ["a"]])
  }

  /// In an attempt it is a part of the save.
  @Test func aDeletionInAnAttemptFallsWithIt() throws {
    let (note, album, draft) = insertAll("a")
    try context.save()
    refuse(drafts)
    #expect(throws: SwiftDataError.self) {
      try context.attempt {
        try context.delete(model: Note.self)
        try context.delete(model: Album.self)
        draft.text = "in"
      }
    }
    #expect(!note.isDeleted && !album.isDeleted && draft.text == "a" && !context.hasChanges)
    #expect(try texts() == [["a"], ["a"], ["a"]])
    drafts.fail = nil
    try context.attempt {
      try context.delete(model: Note.self)
      try context.delete(model: Album.self)
      draft.text = "in"
    }
    #expect(try texts() == [[], [], ["in"]])
    #expect(note.isDeleted && album.isDeleted)
  }

  /// A store that deletes by itself fails in the middle of it.
  @Test func aStoreThatDeletesByItselfAndFails() throws {
    let shelf = BatchShelf()
    let container = try ModelContainer(
      for: Schema([Note.self, Draft.self]), configurations: [BatchConfiguration(shelf: shelf)])
    let context = ModelContext(container)
    let (note, draft) = (Note("a"), Draft("a"))
    context.insert(note)
    context.insert(draft)
    try context.save()
    draft.text = "unsaved"
    shelf.refusal = Refusal()
    let error = #expect(throws: SwiftDataError.self) { try context.delete(model: Note.self) }
    #expect(error == .storeFailure && error?.underlying is Refusal)
    #expect(!note.isDeleted && draft.text == "unsaved")
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 1)
    shelf.refusal = nil
    try context.delete(model: Note.self)
    #expect(shelf.deletions == ["Note", "Note"] && note.isDeleted)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 0)
    // What it leaves to the context goes by identifiers.
    try context.delete(model: Draft.self, where: #Predicate { $0.text == "a" })
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Draft>()) == 0)
  }
}

final class BatchShelf: @unchecked Sendable {
  // Unchecked: used by one test.
  let storage = MemoryStorage()
  var refusal: (any Error)?
  var deletions: [String] = []
}

struct BatchConfiguration: DataStoreConfiguration {
  typealias Store = BatchStore
  var name = "batch"
  var schema: Schema?
  var shelf: BatchShelf
  static func == (lhs: Self, rhs: Self) -> Bool { lhs.shelf === rhs.shelf }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(shelf)) }
}

/// Deletes all models of a class by itself, and leaves conditions to the context.
final class BatchStore: DataStore, DataStoreBatching {
  typealias Configuration = BatchConfiguration
  typealias Snapshot = DefaultSnapshot

  let configuration: BatchConfiguration
  private let store: MemoryStore
  var schema: Schema { store.schema }
  var identifier: String { store.identifier }

  init(_ configuration: BatchConfiguration, migrationPlan: (any SchemaMigrationPlan.Type)?) throws {
    self.configuration = configuration
    store = try MemoryStore(
      MemoryStoreConfiguration("memory", schema: configuration.schema, storage: configuration.shelf.storage),
      migrationPlan: migrationPlan)
  }

  func fetch<T: PersistentModel>(_ request: DataStoreFetchRequest<T>) throws
    -> DataStoreFetchResult<T, DefaultSnapshot>
  { try store.fetch(request) }

  func save(_ request: DataStoreSaveChangesRequest<DefaultSnapshot>) throws
    -> DataStoreSaveChangesResult<DefaultSnapshot>
  { try store.save(request) }

  func delete<T: PersistentModel>(_ request: DataStoreBatchDeleteRequest<T>) throws {
    guard request.predicate == nil else { throw DataStoreError.unsupportedFeature }
    let name = Schema.entityName(for: T.self)
    configuration.shelf.deletions.append(name)
    if let refusal = configuration.shelf.refusal { throw refusal }
    configuration.shelf.storage.snapshots.removeAll { $0.persistentIdentifier.entityName == name }
  }
}

/// Deleted members stay in the lists that hold them until the save, also where a custom store keeps the lists.
@Suite struct LingeringMembersTests {
  private struct Refusal: Error {}
  private let storage = MemoryStorage()
  private let container: ModelContainer
  private let context: ModelContext
  private let album = Album("blue")
  private let playlist = Playlist("list")

  init() throws {
    container = try ModelContainer(
      for: Album.self, Song.self, Playlist.self, configurations: MemoryStoreConfiguration("music", storage: storage))
    context = ModelContext(container)
    context.insert(album)
    context.insert(playlist)
    album.songs = [Song("a", 1), Song("b", 2), Song("c", 3)]
    playlist.songs = album.songs
    try context.save()
  }

  private func song(_ title: String, _ context: ModelContext) throws -> Song {
    try #require(try context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.title == title })).first)
  }

  private func stored() throws -> [[String]] {
    let context = ModelContext(container)
    return [
      try #require(try context.fetch(FetchDescriptor<Album>()).first).songs.map(\.title).sorted(),
      try #require(try context.fetch(FetchDescriptor<Playlist>()).first).songs.map(\.title).sorted(),
    ]
  }

  @Test func untilTheSave() throws {
    let song = try song("b", context)
    let place = try #require(album.songs.firstIndex { $0 === song })
    context.delete(song)
    #expect(album.songs.count == 3 && playlist.songs.count == 3)
    #expect(album.songs[place] === song && song.isDeleted)
    // Conditions see what will be.
    #expect(try context.fetchCount(FetchDescriptor<Album>(predicate: #Predicate { $0.songs.count == 2 })) == 1)
    #expect(
      try context.fetchCount(FetchDescriptor<Playlist>(predicate: #Predicate { $0.songs.contains { $0.title == "b" } }))
        == 0)
    #expect(try stored() == [["a", "b", "c"], ["a", "b", "c"]])
    try context.save()
    #expect(album.songs.map(\.title).sorted() == ["a", "c"] && playlist.songs.map(\.title).sorted() == ["a", "c"])
    #expect(try stored() == [["a", "c"], ["a", "c"]])
    #expect(!context.hasChanges)
  }

  @Test func aSaveThatIsRefusedAndARollback() throws {
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Album>()).first)
    #expect(same.songs.count == 3)
    let song = try song("b", context)
    context.delete(song)
    storage.fail = { if $0 == .save { throw Refusal() } }
    #expect(throws: SwiftDataError.self) { try context.save() }
    other.processPendingChanges()
    #expect(same.songs.count == 3)
    #expect(try stored() == [["a", "b", "c"], ["a", "b", "c"]])
    context.rollback()
    #expect(!song.isDeleted)
    #expect(
      album.songs.map(\.title).sorted() == ["a", "b", "c"] && playlist.songs.map(\.title).sorted() == ["a", "b", "c"])
    storage.fail = nil
    context.delete(song)
    try context.save()
    other.processPendingChanges()
    #expect(same.songs.map(\.title).sorted() == ["a", "c"])
    #expect(try stored() == [["a", "c"], ["a", "c"]])
  }

  @Test func anAttemptThatIsRefused() throws {
    let song = try song("b", context)
    storage.fail = { if $0 == .save { throw Refusal() } }
    #expect(throws: SwiftDataError.self) { try context.attempt { context.delete(song) } }
    #expect(!song.isDeleted && !context.hasChanges)
    #expect(
      album.songs.map(\.title).sorted() == ["a", "b", "c"] && playlist.songs.map(\.title).sorted() == ["a", "b", "c"])
    storage.fail = nil
    // A list that is changed beside the deletion.
    try context.attempt {
      context.delete(song)
      album.songs.append(Song("d", 4))
    }
    #expect(try stored() == [["a", "c", "d"], ["a", "c"]])
  }

  /// Members that a deletion by predicate takes away leave at once, since they are gone.
  @Test func membersDeletedByPredicate() throws {
    #expect(album.songs.count == 3)
    try context.delete(model: Song.self, where: #Predicate { $0.title == "b" })
    #expect(album.songs.map(\.title).sorted() == ["a", "c"] && playlist.songs.map(\.title).sorted() == ["a", "c"])
    #expect(try stored() == [["a", "c"], ["a", "c"]])
    storage.fail = { if $0 == .save { throw Refusal() } }
    #expect(throws: SwiftDataError.self) {
      try context.delete(model: Song.self, where: #Predicate { $0.title == "a" })
    }
    #expect(album.songs.map(\.title).sorted() == ["a", "c"] && playlist.songs.map(\.title).sorted() == ["a", "c"])
    #expect(try stored() == [["a", "c"], ["a", "c"]])
  }

  /// The server deletes a member that is to be deleted here, too.
  @Test func anAnnouncedDeletionOfALingeringMember() throws {
    let song = try song("b", context)
    let identifier = song.persistentModelID
    context.delete(song)
    #expect(album.songs.count == 3)
    let other = ModelContext(container)
    other.delete(try self.song("b", other))
    try other.save()
    try container.announceChanges(deleted: [identifier])
    #expect(throws: Never.self) { try context.save() }
    #expect(album.songs.map(\.title).sorted() == ["a", "c"])
    #expect(try stored() == [["a", "c"], ["a", "c"]])
  }
}
