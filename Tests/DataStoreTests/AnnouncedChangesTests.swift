import Foundation
import SwiftData
import SwiftDataTesting
import Synchronization
import Testing

private final class Heard: Sendable {
  let all = Mutex<[SavedChanges]>([])
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
