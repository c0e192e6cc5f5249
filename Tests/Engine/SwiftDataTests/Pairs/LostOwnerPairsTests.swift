// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Owners whose rows others have deleted, while they had taken members, and lists that were read with that.
@Suite struct LostOwnerPairsTests {
  @Model final class Box {
    var name: String
    /// Without an inverse.
    @Relationship(deleteRule: .nullify) var things: [Thing] = []
    @Relationship(deleteRule: .cascade, inverse: \Label.box) var labels: [Label] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Thing {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  @Model final class Label {
    var number: Int
    var box: Box?
    init(_ number: Int) { self.number = number }
  }

  private static func box(_ name: String, _ context: ModelContext) throws -> Box {
    try #require(try context.fetch(FetchDescriptor<Box>(predicate: #Predicate { $0.name == name })).first)
  }

  /// The save that writes new members of a list reads it again, once the new objects are those of their rows.
  @Test(arguments: [false, true], [false, true])
  func newMembersStayThemselves(byPredicate: Bool, isOther: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(Box.self, Thing.self, Label.self)
    let first = ModelContext(container)
    let stored = Box("stays")
    first.insert(stored)
    first.insert(Box("goes"))
    stored.things = [Thing(1)]
    stored.labels = [Label(1)]
    try first.save()

    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let boxes = try context.fetch(FetchDescriptor<Box>(sortBy: [SortDescriptor(\.name)]))
    let (goes, stays) = (boxes[0], boxes[1])
    goes.things.append(try #require(try context.fetch(FetchDescriptor<Thing>()).first))
    #expect(stays.things.isEmpty && stays.labels.map(\.number) == [1])
    let (thing, label) = (Thing(2), Label(2))
    stays.things.append(thing)
    stays.labels.append(label)
    let other = ModelContext(isOther ? try folder.container(Box.self, Thing.self, Label.self) : container)
    if byPredicate {
      try other.delete(model: Box.self, where: #Predicate { $0.name == "goes" })
    } else {
      other.delete(try Self.box("goes", other))
      try other.save()
    }
    try context.save()
    #expect(goes.isDeleted && !context.hasChanges)
    #expect(stays.things.map(\.number) == [2] && stays.things.first === thing)
    #expect(stays.labels.map(\.number) == [1, 2] && stays.labels.last === label)
    let now = try Self.box("stays", ModelContext(container))
    #expect(now.things.map(\.number) == [2] && now.labels.map(\.number) == [1, 2])
  }

  /// The same of an owner that has lost its member, and that the actions of an undo manager keep.
  @Test func newMembersStayThemselvesWithAnUndoManager() throws {
    let container = try memoryContainer(Box.self, Thing.self, Label.self)
    let context = ModelContext(container)
    context.mergePolicy = .storeWins
    context.undoManager = UndoManager()
    let (old, mine, label) = (Box("old"), Box("kept"), Label(1))
    context.insert(old)
    context.insert(mine)
    old.labels = [label]
    context.insert(Thing(1))
    try context.save()

    mine.labels.append(label)
    #expect(old.labels.isEmpty && mine.things.isEmpty)
    let thing = Thing(2)
    mine.things.append(thing)
    let second = ModelContext(container)
    second.delete(try Self.box("old", second))
    try second.save()
    let third = ModelContext(container)
    try Self.box("kept", third).things.append(try #require(try third.fetch(FetchDescriptor<Thing>()).first))
    try third.save()
    try context.save()
    #expect(mine.labels.isEmpty)
    #expect(mine.things.map(\.number).sorted() == [1, 2])
    #expect(mine.things.contains { $0 === thing })
  }
}
