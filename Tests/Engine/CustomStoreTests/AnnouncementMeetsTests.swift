// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// What is announced means what the save of another context means: undo, unsaved changes and other contexts see no
/// difference. Each scenario runs over a store that a server changes, and over SQLite with a context in the server's
/// place.
@Suite struct AnnouncementMeetsTests {
  /// A store and somebody else who changes it.
  final class World {
    let container: ModelContainer
    private let shelf: StampingConfiguration.Shelf?
    /// What was seen, for comparison.
    var log: [String] = []

    init(announces: Bool) throws {
      let configuration = StampingConfiguration()
      configuration.shelf.state.withLock { $0.isPlain = true }
      shelf = announces ? configuration.shelf : nil
      let types: [any PersistentModel.Type] = [Album.self, Song.self, Playlist.self, Note.self]
      container =
        announces
        ? try ModelContainer(for: Schema(types), configurations: [configuration])
        : try ModelContainer(for: Schema(types), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    func say(_ text: String) { log.append(text) }

    func attempt(_ what: String, _ body: () throws -> Void) {
      do {
        try body()
        say("\(what): done")
      } catch let error as SwiftDataError {
        say("\(what): \(error == .optimisticLockFailure ? "conflict" : "\(error)") \(error.property ?? "")")
      } catch {
        say("\(what): \(error)")
      }
    }

    /// The change of somebody else.
    func elsewhere(_ change: (ModelContext) throws -> Void) throws {
      guard let shelf else {
        let context = ModelContext(container)
        context.author = "server"
        try change(context)
        return try context.save()
      }
      // A change through another container over these models reaches the store without an announcement.
      let before = shelf.state.withLock { $0.snapshots }
      let configuration = StampingConfiguration(shelf: shelf)
      let container = try ModelContainer(for: container.schema, configurations: [configuration])
      // Identifiers of models name the store.
      let context = ModelContext(container)
      try change(context)
      try context.save()
      let after = shelf.state.withLock { $0.snapshots }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      try self.container.announceChanges(
        inserted: after.keys.filter { before[$0] == nil },
        updated: after.filter { identifier, snapshot in
          try before[identifier].map { try encoder.encode($0) != encoder.encode(snapshot) } ?? false
        }.map(\.key),
        deleted: before.keys.filter { after[$0] == nil }, author: "server")
    }
  }

  struct Scenario: Sendable {
    let name: String
    let run: @Sendable (World) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (World) throws -> Void) {
      self.name = name
      self.run = run
    }
  }

  static func album(_ context: ModelContext) throws -> Album {
    try #require(try context.fetch(FetchDescriptor<Album>()).first)
  }

  static func filled(_ world: World) throws -> (ModelContext, Album, UndoManager) {
    let context = ModelContext(world.container)
    let album = Album("blue", 1)
    context.insert(album)
    album.songs = [Song("a", 1), Song("b", 2)]
    try context.save()
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    return (context, album, manager)
  }

  static func state(_ world: World, _ context: ModelContext, _ album: Album) {
    context.processPendingChanges()
    if album.isDeleted { return world.say("deleted") }
    world.say("\(album.name) \(album.year) \(album.songs.map(\.title).sorted()) \(context.hasChanges)")
    let stored = try? ModelContext(world.container).fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.name)]))
    world.say("stored: \(stored?.map { "\($0.name) \($0.year) \($0.songs.map(\.title).sorted())" } ?? [])")
  }

  static func group(_ manager: UndoManager, _ body: () throws -> Void) rethrows {
    manager.beginUndoGrouping()
    defer { manager.endUndoGrouping() }
    try body()
  }

  static let scenarios = plain + policies.flatMap { withPolicy($0) }

  private static let plain: [Scenario] = [
    Scenario("undoing what is unsaved leaves what the server has changed beside it") { world in
      let (context, album, manager) = try filled(world)
      group(manager) { album.name = "green" }
      try world.elsewhere { try Self.album($0).year = 7 }
      Self.state(world, context, album)
      manager.undo()
      Self.state(world, context, album)
      manager.redo()
      world.attempt("save") { try context.save() }
      Self.state(world, context, album)
    },
    Scenario("undoing what was saved and then changed by the server") { world in
      let (context, album, manager) = try filled(world)
      group(manager) { album.name = "green" }
      try context.save()
      try world.elsewhere { try Self.album($0).name = "server" }
      context.processPendingChanges()
      manager.undo()
      Self.state(world, context, album)
      world.attempt("save") { try context.save() }
      Self.state(world, context, album)
      manager.redo()
      world.attempt("save") { try context.save() }
      Self.state(world, context, album)
    },
    Scenario("undoing the change of a model that the server has deleted") { world in
      let (context, album, manager) = try filled(world)
      group(manager) { album.name = "green" }
      try context.save()
      try world.elsewhere { $0.delete(try Self.album($0)) }
      context.processPendingChanges()
      world.say("\(album.isDeleted)")
      manager.undo()
      world.attempt("save") { try context.save() }
      context.rollback()
      Self.state(world, context, album)
      context.insert(Note("later"))
      world.attempt("save") { try context.save() }
    },
    Scenario("undoing a deletion, while the server changes what is deleted") { world in
      let (context, album, manager) = try filled(world)
      group(manager) { context.delete(album) }
      try world.elsewhere { try Self.album($0).year = 9 }
      context.processPendingChanges()
      manager.undo()
      Self.state(world, context, album)
      world.attempt("save") { try context.save() }
      Self.state(world, context, album)
    },
    Scenario("undoing members, while the server adds one") { world in
      let (context, album, manager) = try filled(world)
      let song = try #require(album.songs.first { $0.title == "a" })
      group(manager) { album.songs.removeAll { $0 === song } }
      try world.elsewhere { context in
        let album = try Self.album(context)
        let song = Song("server")
        context.insert(song)
        song.album = album
      }
      context.processPendingChanges()
      Self.state(world, context, album)
      manager.undo()
      Self.state(world, context, album)
      world.attempt("save") { try context.save() }
      Self.state(world, context, album)
    },
    Scenario("undoing an insertion beside one of the server's") { world in
      let (context, album, manager) = try filled(world)
      let song = Song("mine")
      group(manager) { album.songs.append(song) }
      try world.elsewhere { $0.insert(Playlist("server")) }
      manager.undo()
      Self.state(world, context, album)
      manager.redo()
      world.attempt("save") { try context.save() }
      Self.state(world, context, album)
      world.say("\(try context.fetch(FetchDescriptor<Playlist>()).map(\.name))")
    },
  ]

  private static func withPolicy(_ policy: MergePolicy) -> [Scenario] {
    [
      Scenario("unsaved changes of two contexts and the server's: \(policy)") { world in
        let (context, album, _) = try filled(world)
        let second = ModelContext(world.container)
        let same = try Self.album(second)
        context.mergePolicy = policy
        second.mergePolicy = policy
        album.name = "first"
        same.year = 2
        let song = try #require(same.songs.first { $0.title == "b" })
        song.title = "second"
        try world.elsewhere { try Self.album($0).year = 3 }
        world.attempt("save") { try context.save() }
        world.attempt("save") { try second.save() }
        second.rollback()
        Self.state(world, context, album)
        Self.state(world, second, same)
        // Both with the server's value.
        album.name = "agreed"
        same.name = "agreed"
        try world.elsewhere { try Self.album($0).name = "agreed" }
        world.attempt("save") { try context.save() }
        world.attempt("save") { try second.save() }
        Self.state(world, second, same)
      },
      Scenario("the server deletes what one context has changed and another is to delete: \(policy)") { world in
        let (context, album, _) = try filled(world)
        let second = ModelContext(world.container)
        let same = try Self.album(second)
        context.mergePolicy = policy
        second.mergePolicy = policy
        album.name = "first"
        second.delete(same)
        try world.elsewhere { $0.delete(try Self.album($0)) }
        world.attempt("save") { try context.save() }
        world.attempt("save") { try second.save() }
        context.rollback()
        second.rollback()
        Self.state(world, context, album)
        Self.state(world, second, same)
        world.say("\(try context.fetchCount(FetchDescriptor<Song>()))")
      },
      Scenario("the server moves and renames what a context moves: \(policy)") { world in
        let (context, album, _) = try filled(world)
        context.mergePolicy = policy
        let (red, gray) = (Album("red", 2), Album("gray", 3))
        context.insert(red)
        context.insert(gray)
        try context.save()
        let song = try #require(album.songs.first { $0.title == "a" })
        song.album = red
        try world.elsewhere { context in
          let song = try #require(
            try context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.title == "a" })).first)
          song.album = try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == "gray" })).first
          song.length = 5
        }
        world.attempt("save") { try context.save() }
        context.rollback()
        world.say("\(song.album?.name ?? "nil") \(song.length)")
        Self.state(world, context, album)
        // Both to the same one.
        let target = song.album === red ? gray : red
        let name = target.name
        song.album = target
        try world.elsewhere { context in
          let song = try #require(
            try context.fetch(FetchDescriptor<Song>(predicate: #Predicate { $0.title == "a" })).first)
          song.album = try context.fetch(FetchDescriptor<Album>(predicate: #Predicate { $0.name == name })).first
        }
        world.attempt("save") { try context.save() }
        world.say("\(song.album?.name ?? "nil") \(target.songs.map(\.title))")
        Self.state(world, context, album)
      },
    ]
  }

  static let policies: [MergePolicy] = [.error, .memoryWins, .storeWins]

  @Test(arguments: scenarios.indices) func asTheSaveOfAContext(_ index: Int) throws {
    let scenario = Self.scenarios[index]
    let (announced, saved) = (try World(announces: true), try World(announces: false))
    try scenario.run(announced)
    try scenario.run(saved)
    #expect(announced.log == saved.log, "\(scenario.name)")
    #expect(!announced.log.isEmpty)
  }

  /// An engine that names more than it has changed does no harm.
  @Test func whatIsAnnouncedAndAsItWasIsNoConflict() throws {
    for policy in Self.policies {
      let world = try World(announces: true)
      let (context, album, _) = try Self.filled(world)
      context.mergePolicy = policy
      album.name = "mine"
      let song = try #require(album.songs.first { $0.title == "a" })
      context.delete(song)
      try world.container.announceChanges(updated: [album.persistentModelID, song.persistentModelID])
      try context.save()
      #expect(album.name == "mine" && album.songs.map(\.title) == ["b"])
      let stored = try Self.album(ModelContext(world.container))
      #expect(stored.name == "mine" && stored.songs.map(\.title) == ["b"])
    }
  }

  /// In words, what the differential test only compares.
  @Test func equalMovesAreNoConflict() throws {
    for announces in [true, false] {
      let world = try World(announces: announces)
      let scenario = try #require(Self.scenarios.first { $0.name.hasPrefix("the server moves") })
      try scenario.run(world)
      #expect(world.log.first == "save: conflict album")
      #expect(world.log.filter { $0 == "save: done " || $0 == "save: done" }.count == 1)
    }
  }
}
