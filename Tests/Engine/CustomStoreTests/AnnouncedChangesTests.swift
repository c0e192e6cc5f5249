// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Synchronization
import Testing

private final class Heard: Sendable {
  let all = Mutex<[SavedChanges]>([])
}

/// Where something is in the history of a store.
private struct Landmark: HistoryToken {
  var tokenValue: Int?
  var id: Int { tokenValue ?? 0 }
  static func < (lhs: Landmark, rhs: Landmark) -> Bool { lhs.id < rhs.id }
}

/// What a sync engine writes behind the contexts' backs, and changes that agree.
@Suite struct AnnouncedChangesTests {
  private let configuration = StampingConfiguration()
  private let container: ModelContainer

  init() throws {
    configuration.shelf.state.withLock { $0.isPlain = true }
    container = try ModelContainer(
      for: Album.self, Song.self, Playlist.self, Note.self, configurations: configuration)
  }

  /// As if it came from a server: a snapshot, changed in its encoded form.
  private func inject(_ snapshot: DefaultSnapshot, as identifier: PersistentIdentifier, _ changes: [String: Any]) throws
  {
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(snapshot.copy(persistentIdentifier: identifier)))
        as? [String: Any])
    object.merge(changes) { $1 }
    let new = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONSerialization.data(withJSONObject: object))
    configuration.shelf.state.withLock { $0.snapshots[identifier] = new }
  }

  @Test @MainActor func contextsHooksAndObserversHearOfIt() throws {
    let context = ModelContext(container)
    let (kept, lost) = (Note("kept"), Note("lost"))
    context.insert(kept)
    context.insert(lost)
    try context.save()
    let observer = try ResultsObserver<Note, Never>(
      fetchDescriptor: FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)]), modelContext: container.mainContext)
    #expect(observer.results.map(\.text) == ["kept", "lost"])
    let heard = Heard()
    let hook = container.afterSave { changes in heard.all.withLock { $0.append(changes) } }
    defer { hook.remove() }

    let snapshot = kept.snapshot()
    let (keptID, lostID) = (kept.persistentModelID, lost.persistentModelID)
    let newID = try PersistentIdentifier.identifier(
      for: try #require(keptID.storeIdentifier), entityName: "Note", primaryKey: "from the server")
    try inject(snapshot, as: keptID, ["text": "changed"])
    try inject(snapshot, as: newID, ["text": "new"])
    configuration.shelf.state.withLock { $0.snapshots[lostID] = nil }
    try container.announceChanges(inserted: [newID], updated: [keptID], deleted: [lostID], author: "server")

    context.processPendingChanges()
    #expect(kept.text == "changed" && lost.isDeleted && !context.hasChanges)
    #expect((context.model(for: newID) as? Note)?.text == "new")
    container.mainContext.processPendingChanges()
    #expect(observer.results.map(\.text) == ["changed", "new"])
    let changes = heard.all.withLock { $0 }
    #expect(changes.map(\.author) == ["server"])
    #expect(changes.first?.inserted == [newID] && changes.first?.updated == [keptID])
    #expect(changes.first?.deleted == [lostID])

    // From here on, all is as after any save.
    kept.text = "mine"
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.text).sorted() == ["mine", "new"])
  }

  /// Models are known by identifiers that are no numbers, and yet those that have changed are told from the rest.
  @Test @MainActor func differencesSayWhichModelsHaveChanged() async throws {
    let context = ModelContext(container)
    let (first, second) = (Album("a"), Album("b"))
    [first, second].forEach { context.insert($0) }
    try context.save()
    let observer = try ResultsObserver<Album, Never>(
      sortBy: [SortDescriptor(\.name)], modelContext: container.mainContext)
    var differences = observer.differences.makeAsyncIterator()
    let found = await differences.next(isolation: MainActor.shared)
    #expect(found?.insertions.count == 2)
    second.name = "c"
    try context.save()
    let next = await differences.next(isolation: MainActor.shared)
    #expect(next?.updates.map(\.offset) == [1])
    #expect(next?.insertions.isEmpty == true)
  }

  @Test func itIsPostedAsASave() throws {
    final class Posts: @unchecked Sendable {
      // Unchecked: posted on the thread that announces.
      var all: [(author: String?, container: ModelContainer, userInfo: [AnyHashable: Any])] = []
    }
    let context = ModelContext(container)
    let (kept, lost) = (Note("kept"), Note("lost"))
    context.insert(kept)
    context.insert(lost)
    try context.save()
    let (keptID, lostID) = (kept.persistentModelID, lost.persistentModelID)
    let store = try #require(keptID.storeIdentifier)
    let newID = try PersistentIdentifier.identifier(for: store, entityName: "Note", primaryKey: "from the server")
    try inject(kept.snapshot(), as: newID, ["text": "new"])
    configuration.shelf.state.withLock { $0.snapshots[lostID] = nil }

    let posts = Posts()
    let identifier = ObjectIdentifier(container)
    let token = NotificationCenter.default.addObserver(forName: ModelContext.didSave, object: nil, queue: nil) {
      notification in
      guard let context = notification.object as? ModelContext, ObjectIdentifier(context.container) == identifier else {
        return
      }
      #expect(!context.hasChanges)
      posts.all.append((context.author, context.container, notification.userInfo ?? [:]))
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let place = Landmark(tokenValue: 12)
    try container.announceChanges(
      inserted: [newID], updated: [keptID], deleted: [lostID], author: "server", historyTokens: [store: place])
    try container.announceChanges(author: "nobody")
    #expect(posts.all.count == 1)
    let post = try #require(posts.all.first)
    #expect(post.author == "server")
    for (name, identifiers) in [("inserted", [newID]), ("updated", [keptID]), ("deleted", [lostID])] {
      #expect(post.userInfo[name] as? [PersistentIdentifier] == identifiers)
      #expect(post.userInfo[name + "Identifiers"] as? [PersistentIdentifier] == identifiers)
    }
    let tokens = post.userInfo[ModelContext.NotificationKey.historyTokens] as? [String: any HistoryToken]
    #expect(tokens?[store] as? Landmark == place)
    // Contexts can be used from within the notification and after it.
    context.processPendingChanges()
    #expect(lost.isDeleted)
  }

  /// A custom store with a history is observed by its saves and announcements.
  @Test func observersOfTheHistoryCountIt() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Schema([Note.self, Draft.self]),
      configurations: [
        DoorConfiguration(name: "door", file: folder.url.appending(path: "a.store"))
      ])
    let all = try HistoryObserver(modelContainer: container)
    let server = try HistoryObserver(observedModels: [Note.self], authors: ["server"], modelContainer: container)
    let context = ModelContext(container)
    let note = Note("a")
    context.insert(note)
    try context.save()
    #expect(all.eventCounter == 1 && server.eventCounter == 0)
    try container.announceChanges(updated: [note.persistentModelID], author: "server")
    #expect(all.eventCounter == 2 && server.eventCounter == 1)
    context.author = "server"
    context.insert(Draft("b"))
    try context.save()
    #expect(all.eventCounter == 3 && server.eventCounter == 1)
    context.delete(note)
    try context.save()
    #expect(all.eventCounter == 4 && server.eventCounter == 2)
    #expect(all.lastError == nil)
    // Without a history there is nothing to observe.
    #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
      try HistoryObserver(modelContainer: self.container)
    }
  }

  @Test func whatNoStoreCanHaveIsRefusedAsAWhole() throws {
    let context = ModelContext(container)
    let note = Note("a")
    context.insert(note)
    #expect(throws: SwiftDataError.unknownEntity) {
      try container.announceChanges(updated: [note.persistentModelID])
    }
    try context.save()
    let identifier = note.persistentModelID
    for (store, entity) in [("elsewhere", "Note"), (try #require(identifier.storeIdentifier), "Ghost")] {
      let foreign = try PersistentIdentifier.identifier(for: store, entityName: entity, primaryKey: "1")
      #expect(throws: SwiftDataError.unknownEntity) {
        try container.announceChanges(updated: [foreign], deleted: [identifier])
      }
    }
    context.processPendingChanges()
    #expect(!note.isDeleted)
  }

  @Test(arguments: [false, true]) func equalChangesAreNoConflict(isCustom: Bool) throws {
    let container =
      isCustom
      ? self.container
      : try ModelContainer(
        for: Album.self, Song.self, Playlist.self, Note.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let (one, two) = (ModelContext(container), ModelContext(container))
    one.mergePolicy = .error
    two.mergePolicy = .error
    one.insert(Album("blue", 1))
    try one.save()
    let mine = try #require(try one.fetch(FetchDescriptor<Album>()).first)
    let theirs = try #require(try two.fetch(FetchDescriptor<Album>()).first)
    mine.name = "green"
    theirs.name = "green"
    try one.save()
    try two.save()
    #expect(theirs.name == "green")
    one.processPendingChanges()
    // One that differs is a conflict, whatever agrees beside it.
    mine.name = "red"
    mine.year = 2
    theirs.name = "red"
    theirs.year = 3
    try one.save()
    let error = #expect(throws: SwiftDataError.self) { try two.save() }
    #expect(error == .optimisticLockFailure && error?.property == "year")
    two.rollback()
    #expect(theirs.name == "red" && theirs.year == 2)
  }

  /// Two that count up from the same number write the same. In a file that would lose one of the increments; a store of
  /// somebody's own sees both saves.
  @Test(arguments: [false, true]) func equalNumbersAreNoneForCustomStoresOnly(isCustom: Bool) throws {
    let container =
      isCustom
      ? self.container
      : try ModelContainer(
        for: Album.self, Song.self, Playlist.self, Note.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let (one, two) = (ModelContext(container), ModelContext(container))
    one.mergePolicy = .error
    two.mergePolicy = .error
    let mine = Album("blue", 1)
    one.insert(mine)
    try one.save()
    let theirs = try #require(try two.fetch(FetchDescriptor<Album>()).first)
    mine.year += 1
    theirs.year += 1
    try one.save()
    if isCustom {
      try two.save()
    } else {
      let error = #expect(throws: SwiftDataError.self) { try two.save() }
      #expect(error == .optimisticLockFailure && error?.property == "year")
    }
  }

  /// Relationships that lead to the same model agree, too; others do not.
  @Test(arguments: [false, true]) func equalTargetsAreNoConflict(isCustom: Bool) throws {
    let container =
      isCustom
      ? self.container
      : try ModelContainer(
        for: Album.self, Song.self, Playlist.self, Note.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let (one, two) = (ModelContext(container), ModelContext(container))
    one.mergePolicy = .error
    two.mergePolicy = .error
    let (blue, red, song) = (Album("blue"), Album("red"), Song("a"))
    for model in [blue, red, song] as [any PersistentModel] { one.insert(model) }
    try one.save()
    let theirs = try #require(try two.fetch(FetchDescriptor<Song>()).first)
    func album(_ name: String) throws -> Album {
      try #require(try two.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == name })).first)
    }
    song.album = blue
    theirs.album = try album("blue")
    try one.save()
    try two.save()
    #expect(theirs.album?.name == "blue" && theirs.album?.songs.count == 1)
    one.processPendingChanges()
    song.album = nil
    theirs.album = nil
    try one.save()
    try two.save()
    one.processPendingChanges()
    song.album = blue
    theirs.album = try album("red")
    try one.save()
    let error = #expect(throws: SwiftDataError.self) { try two.save() }
    #expect(error == .optimisticLockFailure && error?.property == "album")
    two.rollback()
    #expect(theirs.album?.name == "blue")
    #expect(try ModelContext(container).fetch(FetchDescriptor<Album>()).map(\.songs.count).reduce(0, +) == 1)
  }

  /// The store has got the same value from elsewhere.
  @Test func aStoreThatHasTheValueAlreadyIsNoConflict() throws {
    let context = ModelContext(container)
    context.mergePolicy = .error
    let album = Album("blue", 1)
    context.insert(album)
    try context.save()
    try inject(album.snapshot(), as: album.persistentModelID, ["name": "green"])
    album.name = "green"
    try context.save()
    try inject(album.snapshot(), as: album.persistentModelID, ["name": "red"])
    album.name = "mine"
    #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
  }
}
