// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Testing

/// Writes that two features together could lose: what others have saved, what observers write, what is moved out of a
/// deletion.
@Suite struct LostWritePairsTests {
  @Model final class Item {
    var name: String
    var stock: Int
    var note = ""
    init(_ name: String, stock: Int = 0) {
      self.name = name
      self.stock = stock
    }
  }

  @Model final class Box {
    var label = ""
    /// Without an inverse.
    var items: [Item] = []
    init() {}
  }

  /// Refers to an item that does not refer to it.
  @Model final class Watcher {
    var item: Item?
    var title = ""
    var note = ""
    init(_ item: Item) { self.item = item }
  }

  @Model final class Folder {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.folder) var notes: [Note] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Note {
    var text: String
    var folder: Folder?
    @Relationship(deleteRule: .cascade, inverse: \Line.note) var lines: [Line] = []
    init(_ text: String) { self.text = text }
  }

  @Model final class Line {
    var text: String
    var note: Note?
    init(_ text: String) { self.text = text }
  }

  private static let types: [any PersistentModel.Type] = [
    Item.self, Box.self, Watcher.self, Folder.self, Note.self, Line.self,
  ]

  private func container(_ folder: TestFolder) throws -> ModelContainer {
    try ModelContainer(
      for: Schema(Self.types),
      configurations: ModelConfiguration(url: folder.url.appendingPathComponent("store.sqlite")))
  }

  private func one<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> T {
    try #require(try context.fetch(FetchDescriptor<T>()).first)
  }

  // MARK: Rows that others have changed

  /// A fetch of some properties meets a row that another process has changed: the others are not taken for current.
  @Test(arguments: [false, true]) func aPartialFetchOfAChangedRow(merges: Bool) throws {
    let folder = try TestFolder()
    let (container, other) = (try container(folder), try container(folder))
    let context = ModelContext(container)
    let item = Item("n1")
    context.insert(item)
    try context.save()
    let theirs = ModelContext(other)
    let changed = try one(Item.self, theirs)
    (changed.name, changed.stock) = ("n2", 5)
    try theirs.save()
    var descriptor = FetchDescriptor<Item>()
    descriptor.propertiesToFetch = [\.name]
    #expect(try context.fetch(descriptor).first === item)
    if merges { context.processPendingChanges() }
    #expect(item.name == "n2" && item.stock == 5)
    item.stock += 1
    try context.save()
    #expect(try one(Item.self, ModelContext(container)).stock == 6)
  }

  /// A row that gets a one-way owner, after another process has changed it.
  @Test func aTouchedRowThatOthersHaveChanged() throws {
    let folder = try TestFolder()
    let (container, other) = (try container(folder), try container(folder))
    let context = ModelContext(container)
    let (item, box) = (Item("i"), Box())
    context.insert(item)
    context.insert(box)
    try context.save()
    let theirs = ModelContext(other)
    try one(Item.self, theirs).stock = 5
    try theirs.save()
    box.items.append(item)
    try context.save()
    context.processPendingChanges()
    #expect(item.stock == 5)
    item.stock += 1
    try context.save()
    #expect(try one(Item.self, ModelContext(container)).stock == 6)
  }

  /// The same for a row whose one-way reference is emptied, since its target goes.
  @Test func anEmptiedReferenceInARowThatOthersHaveChanged() throws {
    let folder = try TestFolder()
    let (container, other) = (try container(folder), try container(folder))
    let context = ModelContext(container)
    let watcher = Watcher(Item("i"))
    context.insert(watcher)
    try context.save()
    let theirs = ModelContext(other)
    try one(Watcher.self, theirs).title = "theirs"
    try theirs.save()
    context.delete(try one(Item.self, context))
    try context.save()
    context.processPendingChanges()
    #expect(watcher.item == nil && watcher.title == "theirs")
  }

  // MARK: Moved out of a deletion

  /// The owner is deleted first, and the member moved then: as if it had been moved before.
  @Test(arguments: [false, true], [false, true]) func aMemberThatMovesAfterItsOwnersDeletion(
    fromItsList: Bool, isLoaded: Bool
  ) throws {
    let folder = try TestFolder()
    let container = try container(folder)
    do {
      let context = ModelContext(container)
      let (old, new) = (Folder("old"), Folder("new"))
      let (note, left) = (Note("n"), Note("left"))
      note.lines = [Line("l")]
      old.notes = [note, left]
      context.insert(old)
      context.insert(new)
      try context.save()
    }
    let context = ModelContext(container)
    let folders = try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.name)]))
    let (new, old) = (folders[0], folders[1])
    if isLoaded { #expect(new.notes.isEmpty && old.notes.count == 2) }
    let notes = try context.fetch(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text, order: .reverse)]))
    let note = notes[0]
    context.delete(old)
    #expect(note.isDeleted)
    if fromItsList { new.notes.append(note) } else { note.folder = new }
    #expect(!note.isDeleted && new.notes == [note] && note.folder === new)
    try context.save()
    let fresh = ModelContext(container)
    let stored = try fresh.fetch(FetchDescriptor<Note>())
    #expect(stored.map(\.text) == ["n"] && stored.first?.folder?.name == "new")
    #expect(stored.first?.lines.map(\.text) == ["l"])
    #expect(try fresh.fetchCount(FetchDescriptor<Folder>()) == 1)
    #expect(note.lines.map(\.text) == ["l"] && !context.hasChanges)
  }

  /// What the program has deleted by name does not come back by being moved, nor does it stay in a list.
  @Test(arguments: [false, true]) func aDeletedMemberThatMoves(isLoaded: Bool) throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let (new, note) = (Folder("new"), Note("n"))
    context.insert(new)
    context.insert(note)
    try context.save()
    if isLoaded { #expect(new.notes.isEmpty) }
    context.delete(note)
    note.folder = new
    try context.save()
    #expect(new.notes.isEmpty)
    new.notes.append(Note("x"))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Note>()).map(\.text) == ["x"])
  }

  /// To an owner that is deleted too.
  @Test func aMemberThatMovesToWhatIsDeleted() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let (old, new, note) = (Folder("old"), Folder("new"), Note("n"))
    context.insert(new)
    context.insert(old)
    old.notes = [note]
    try context.save()
    context.delete(old)
    context.delete(new)
    note.folder = new
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Note>()) == 0)
  }

  // MARK: Observers

  /// An observer that writes when others' changes come.
  @Test func anObserverWritesDuringAMerge() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let (item, second) = (Item("i"), Item("j"))
    context.insert(item)
    context.insert(second)
    try context.save()
    // Called on this thread.
    nonisolated(unsafe) let written = second
    withObservationTracking {
      _ = item.name
    } onChange: {
      written.note = "seen"
    }
    let theirs = ModelContext(container)
    try #require(try theirs.fetch(FetchDescriptor<Item>()).first { $0.name == "i" }).name = "k"
    try theirs.save()
    context.processPendingChanges()
    #expect(item.name == "k" && second.note == "seen" && context.hasChanges)
    try context.save()
    let notes = try ModelContext(container).fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)])).map(\.note)
    #expect(notes == ["seen", ""])
  }

  /// An observer that writes when a save empties a reference.
  @Test func anObserverWritesAtTheEndOfASave() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    let item = Item("i")
    let watcher = Watcher(item)
    context.insert(watcher)
    try context.save()
    // Called on this thread.
    nonisolated(unsafe) let written = watcher
    withObservationTracking {
      _ = watcher.item
    } onChange: {
      written.note = "gone"
    }
    context.delete(item)
    try context.save()
    #expect(watcher.item == nil && watcher.note == "gone" && context.hasChanges)
    watcher.title = "later"
    try context.save()
    let stored = try one(Watcher.self, ModelContext(container))
    #expect(stored.note == "gone" && stored.title == "later" && stored.item == nil)
  }
}

/// Models with more properties than a mask has bits.
@Suite struct WideWritePairsTests {
  /// The last properties share a bit: to change one of them reads the others first.
  @Test(arguments: [3, 62, 63, 65]) func aPartialObjectIsChanged(fetched: Int) throws {
    let folder = try TestFolder()
    let container = try folder.container(Wide.self)
    do {
      let context = ModelContext(container)
      context.insert(Wide())
      try context.save()
    }
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Wide>()
    descriptor.propertiesToFetch = [Wide.paths[fetched]]
    let wide = try #require(try context.fetch(descriptor).first)
    wide.p65 = 1_000
    try context.save()
    let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Wide>()).first)
    #expect(Wide.paths.map { stored[keyPath: $0] } == (0..<70).map { $0 == 65 ? 1_000 : $0 })
    #expect(Wide.paths.map { wide[keyPath: $0] } == (0..<70).map { $0 == 65 ? 1_000 : $0 })
  }
}

/// Limits of counts, and lists that were not read.
@Suite struct CountLimitPairsTests {
  @Model final class Album {
    var name = ""
    @Relationship(maximumModelCount: 2, inverse: \Song.album) var songs: [Song] = []
    @Relationship(minimumModelCount: 1, inverse: \Singer.albums) var singers: [Singer] = []
    init() {}
  }

  @Model final class Song {
    var album: Album?
    init() {}
  }

  @Model final class Singer {
    var albums: [Album] = []
    init() {}
  }

  private func filled() throws -> ModelContainer {
    let container = try memoryContainer(Album.self, Song.self, Singer.self)
    let context = ModelContext(container)
    let album = Album()
    album.songs = [Song(), Song()]
    album.singers = [Singer()]
    context.insert(album)
    try context.save()
    return container
  }

  @Test(arguments: [false, true]) func oneMoreThanAllowed(isLoaded: Bool) throws {
    let context = ModelContext(try filled())
    let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
    if isLoaded { #expect(album.songs.count == 2) }
    let song = Song()
    context.insert(song)
    song.album = album
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    context.delete(song)
    try context.save()
    #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Song>()) == 2)
  }

  @Test(arguments: [false, true]) func oneLessThanNeeded(isLoaded: Bool) throws {
    let context = ModelContext(try filled())
    let album = try #require(try context.fetch(FetchDescriptor<Album>()).first)
    if isLoaded { #expect(album.singers.count == 1) }
    let singer = try #require(try context.fetch(FetchDescriptor<Singer>()).first)
    context.delete(singer)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    album.singers.append(Singer())
    try context.save()
    #expect(album.singers.count == 1)
  }
}
