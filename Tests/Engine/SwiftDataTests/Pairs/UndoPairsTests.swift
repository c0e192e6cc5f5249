// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Undoing meets what else can happen to the same rows: other containers, deletions by predicate, attempts over several
/// stores, and relationships without inverse that a class inherits.
@Suite struct UndoPairsTests {
  typealias Wall = Gallery.Wall
  typealias Partition = Gallery.Partition
  typealias Frame = Gallery.Frame
  typealias Lamp = Gallery.Lamp
  typealias Visitor = Gallery.Visitor

  private let folder: TestFolder
  private let manager = UndoManager()

  init() throws { folder = try TestFolder() }

  private func open() throws -> ModelContainer {
    try folder.container(Wall.self, Partition.self, Frame.self, Lamp.self, Visitor.self)
  }

  private func group(_ body: () throws -> Void) rethrows {
    manager.beginUndoGrouping()
    defer { manager.endUndoGrouping() }
    try body()
  }

  /// Walls with their lamps, as the store has them.
  private func stored(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Wall>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name) \($0.lamps.map(\.watts).sorted())"
    }
  }

  // MARK: Several containers

  /// What another container has saved meanwhile stays; what was undone here is as before.
  @Test(arguments: [false, true]) func anotherContainerChangesTheSameRow(isSaved: Bool) throws {
    let container = try open()
    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let wall = Wall(name: "a")
    let frame = Frame(title: "f", wall: wall)
    let other = Wall(name: "b")
    context.insert(frame)
    context.insert(other)
    try context.save()
    context.undoManager = manager
    group { frame.title = "g" }
    if isSaved { try context.save() }

    let second = ModelContext(try open())
    let theirFrame = try #require(try second.fetch(FetchDescriptor<Frame>()).first)
    theirFrame.wall = try #require(
      try second.fetch(FetchDescriptor<Wall>(predicate: #Predicate { $0.name == "b" })).first)
    try second.save()

    manager.undo()
    try context.save()
    let now = try #require(try ModelContext(container).fetch(FetchDescriptor<Frame>()).first)
    #expect(now.title == "f" && now.wall.name == "b")
    manager.redo()
    try context.save()
    let later = try #require(try ModelContext(container).fetch(FetchDescriptor<Frame>()).first)
    #expect(later.title == "g" && later.wall.name == "b")
  }

  /// A deletion is undone whose row another container has deleted, too: the save says so, or finds nothing to do.
  @Test func anotherContainerDeletesWhatComesBack() throws {
    let container = try open()
    let context = ModelContext(container)
    let lamp = Lamp(watts: 1)
    let wall = Wall(name: "a")
    context.insert(lamp)
    context.insert(wall)
    wall.lamps = [lamp]
    try context.save()
    context.undoManager = manager
    group { context.delete(lamp) }

    let second = ModelContext(try open())
    for lamp in try second.fetch(FetchDescriptor<Lamp>()) { second.delete(lamp) }
    try second.save()

    manager.undo()
    do { try context.save() } catch is SwiftDataError { context.rollback() }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Lamp>()) == 0)
    #expect(try stored(container) == ["a []"])
    #expect(try context.fetch(FetchDescriptor<Lamp>()).isEmpty)
    #expect(!context.hasChanges)
  }

  /// Another container takes a member of a list without inverse, whose former owner comes back here.
  @Test func anotherContainerTakesAMember() throws {
    let container = try open()
    let context = ModelContext(container)
    context.mergePolicy = .storeWins
    let (one, two, lamp) = (Wall(name: "1"), Wall(name: "2"), Lamp(watts: 1))
    for model in [one, two] { context.insert(model) }
    context.insert(lamp)
    one.lamps = [lamp]
    try context.save()
    context.undoManager = manager
    group { context.delete(one) }

    let second = ModelContext(try open())
    let walls = try second.fetch(FetchDescriptor<Wall>(sortBy: [SortDescriptor(\.name)]))
    walls[1].lamps = try second.fetch(FetchDescriptor<Lamp>())
    try second.save()

    manager.undo()
    try context.save()
    let lines = try stored(container)
    #expect(lines.filter { $0.hasSuffix("[1]") }.count == 1, "\(lines)")
    #expect(lines.count == 2)
    manager.redo()
    try context.save()
    #expect(try stored(container).count == 1)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Lamp>()) == 1)
  }

  // MARK: Deletion by predicate

  /// Steps from before are undone; what they say of rows that are gone is left out.
  @Test(arguments: [false, true]) func membersAreDeletedByPredicate(isSaved: Bool) throws {
    let container = try open()
    let context = ModelContext(container)
    let (wall, one, two) = (Wall(name: "a"), Lamp(watts: 1), Lamp(watts: 2))
    context.insert(wall)
    context.insert(one)
    context.insert(two)
    wall.lamps = [one]
    try context.save()
    context.undoManager = manager
    group {
      wall.lamps = [two]
      wall.main = one
    }
    if isSaved { try context.save() }
    try context.delete(model: Lamp.self, where: #Predicate { $0.watts == 1 })
    manager.undo()
    #expect(wall.main == nil)
    #expect(wall.lamps.filter { !$0.isDeleted }.isEmpty)
    try context.save()
    #expect(try stored(container) == ["a []"])
    manager.redo()
    try context.save()
    #expect(try stored(container) == ["a [2]"])
    #expect(try #require(ModelContext(container).fetch(FetchDescriptor<Wall>()).first).main == nil)
  }

  /// The owner's row goes by a predicate: the step that gave it a member undoes what concerns the member.
  @Test func ownersAreDeletedByPredicate() throws {
    let container = try open()
    let context = ModelContext(container)
    let (one, two, lamp) = (Wall(name: "1"), Wall(name: "2"), Lamp(watts: 1))
    context.insert(one)
    context.insert(two)
    context.insert(lamp)
    one.lamps = [lamp]
    try context.save()
    context.undoManager = manager
    group { two.lamps = [lamp] }
    try context.delete(model: Wall.self, where: #Predicate { $0.name == "1" })
    manager.undo()
    try context.save()
    #expect(try stored(container) == ["2 []"])
    manager.redo()
    try context.save()
    #expect(try stored(container) == ["2 [1]"])
  }

  /// A deletion by predicate within a transaction falls with it, and the step from before can be undone.
  @Test func deletionByPredicateFallsWithItsTransaction() throws {
    struct Refusal: Error {}
    let container = try open()
    let context = ModelContext(container)
    let (wall, lamp) = (Wall(name: "a"), Lamp(watts: 1))
    context.insert(wall)
    context.insert(lamp)
    wall.lamps = [lamp]
    try context.save()
    context.undoManager = manager
    group { wall.lamps = [] }
    #expect(throws: Refusal.self) {
      try context.transaction {
        try context.delete(model: Lamp.self)
        throw Refusal()
      }
    }
    manager.undo()
    #expect(wall.lamps.map(\.watts) == [1])
    try context.save()
    #expect(try stored(container) == ["a [1]"])
  }

  // MARK: Attempts over several stores

  /// An attempt that fails leaves nothing of itself in the step that it is a part of; the rest is undone in all stores.
  @Test(arguments: [false, true]) func attemptFailsInAStepOverTwoStores(isTransaction: Bool) throws {
    struct Refusal: Error {}
    let container = try ModelContainer(
      for: Schema([Wall.self, Partition.self, Frame.self, Lamp.self, Visitor.self]),
      configurations: [
        ModelConfiguration(
          "walls", schema: Schema([Wall.self, Partition.self, Frame.self, Lamp.self]), url: folder.file("w.store")),
        ModelConfiguration("visitors", schema: Schema([Visitor.self]), url: folder.file("v.store")),
      ])
    let context = ModelContext(container)
    let (wall, lamp, visitor) = (Wall(name: "a"), Lamp(watts: 1), Visitor(name: "v"))
    context.insert(wall)
    context.insert(lamp)
    context.insert(visitor)
    try context.save()
    context.undoManager = manager
    try group {
      wall.lamps = [lamp]
      visitor.name = "w"
      #expect(throws: Refusal.self) {
        let body = {
          wall.lamps = []
          visitor.friends = [visitor]
          context.delete(lamp)
          context.insert(Visitor(name: "new"))
          throw Refusal()
        }
        if isTransaction { try context.transaction(block: body) } else { try context.attempt(body) }
      }
      #expect(wall.lamps.map(\.watts) == [1] && visitor.name == "w" && visitor.friends.isEmpty && !lamp.isDeleted)
      try context.attempt { visitor.friends = [visitor] }
    }
    #expect(try stored(container) == ["a [1]"])
    while manager.canUndo { manager.undo() }
    #expect(wall.lamps.isEmpty && visitor.name == "v" && visitor.friends.isEmpty)
    try context.save()
    #expect(try stored(container) == ["a []"])
    let visitors = try ModelContext(container).fetch(FetchDescriptor<Visitor>())
    #expect(visitors.map(\.name) == ["v"] && visitors.allSatisfy { $0.friends.isEmpty })
    while manager.canRedo { manager.redo() }
    try context.save()
    #expect(try stored(container) == ["a [1]"])
    #expect(try ModelContext(container).fetch(FetchDescriptor<Visitor>()).map(\.friends.count) == [1])
  }

  // MARK: Lists without inverse that are inherited

  /// Members move between an owner and one of a subclass; either is deleted; each step is undone and redone, with saves
  /// between them or not.
  @Test(arguments: [false, true], [false, true]) func inheritedListsComeBack(saves: Bool, deletesHeir: Bool) throws {
    let container = try open()
    let context = ModelContext(container)
    let (wall, heir) = (Wall(name: "a"), Partition(name: "p"))
    let lamps = (1...3).map(Lamp.init(watts:))
    context.insert(wall)
    context.insert(heir)
    for lamp in lamps { context.insert(lamp) }
    wall.lamps = lamps
    try context.save()
    context.undoManager = manager
    let steps: [() -> Void] = [
      { heir.lamps = [lamps[1], lamps[2]] }, { wall.main = lamps[2] }, { context.delete(lamps[2]) },
      { context.delete(deletesHeir ? heir : wall) },
    ]
    func picture() throws -> [String] {
      try context.fetch(FetchDescriptor<Wall>(sortBy: [SortDescriptor(\.name)])).map { wall in
        let main = wall.main.flatMap { $0.isDeleted || $0.modelContext == nil ? nil : $0.watts }
        return "\(wall.name) \(main ?? 0) \(wall.lamps.filter { !$0.isDeleted }.map(\.watts).sorted())"
      }
    }
    func check(_ expected: [String], _ what: String) throws {
      #expect(try picture() == expected, "\(what)")
      guard saves else { return }
      try context.save()
      #expect(try picture() == expected, "\(what), saved")
      let lamps = try stored(container).map { $0.filter { !$0.isWhitespace } }
      let shown = expected.map { $0.split(separator: " ", maxSplits: 2) }.map { "\($0[0])\($0[2])" }
      #expect(lamps == shown.map { $0.filter { !$0.isWhitespace } }, "\(what), stored")
    }
    var pictures = [try picture()]
    for step in steps {
      group(step)
      pictures.append(try picture())
      if saves { try context.save() }
    }
    for _ in 0..<2 {
      for index in steps.indices.reversed() {
        manager.undo()
        try check(pictures[index], "undo \(index)")
      }
      for index in steps.indices {
        manager.redo()
        try check(pictures[index + 1], "redo \(index)")
      }
    }
  }

  // MARK: Relationships to oneself

  /// Who is a friend of itself is at both ends of a pair: whichever end was loaded, and whichever was changed, both are
  /// as they were when the deletion is undone.
  @Test(arguments: 0..<32) func aFriendOfItselfComesBack(variant: Int) throws {
    func has(_ bit: Int) -> Bool { variant & (1 << bit) != 0 }
    let container = try open()
    let first = ModelContext(container)
    let (made, other) = (Visitor(name: "a"), Visitor(name: "b"))
    first.insert(made)
    first.insert(other)
    made.friends = has(0) ? [made, other] : [made]
    if has(0) { other.friends = [made] }
    try first.save()
    let context = ModelContext(container)
    context.undoManager = manager
    let visitor = try #require(
      try context.fetch(FetchDescriptor<Visitor>(predicate: #Predicate { $0.name == "a" })).first)
    if has(1) { #expect(visitor.friends.contains(visitor)) }
    if has(2) { #expect(visitor.friendOf.contains(visitor)) }
    group {
      if has(3) {
        visitor.friendOf.removeAll { $0 === visitor }
      } else {
        visitor.friends.removeAll { $0 === visitor }
      }
    }
    func names(_ visitor: Visitor) -> [[String]] {
      [visitor.friends, visitor.friendOf].map { $0.map(\.name).sorted() }
    }
    let before = names(visitor)
    #expect(before == (has(0) ? [["b"], ["b"]] : [[], []]))
    group { context.delete(visitor) }
    if has(4) { #expect(names(visitor).count == 2) }
    manager.undo()
    #expect(names(visitor) == before)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Visitor>(predicate: #Predicate { $0.name == "a" }))
    #expect(stored.map(names) == [before])
  }
}
