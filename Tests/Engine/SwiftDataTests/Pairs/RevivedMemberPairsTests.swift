// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Deletions that a merge takes back, since others have moved what they are about.
@Suite struct RevivedMemberPairsTests {
  @Model final class Rack {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Slot.rack) var slots: [Slot] = []
    /// Without an inverse, both.
    @Relationship(deleteRule: .cascade) var tapes: [Tape] = []
    @Relationship(deleteRule: .cascade) var current: Tape?
    init(_ name: String) { self.name = name }
  }

  @Model final class Slot {
    var number: Int
    var rack: Rack?
    init(_ number: Int) { self.number = number }
  }

  @Model final class Tape {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private static func slots(_ context: ModelContext) throws -> [[Int]] {
    try context.fetch(FetchDescriptor<Rack>(sortBy: [SortDescriptor(\.name)])).map { rack in
      rack.slots.filter { !$0.isDeleted }.map(\.number)
    }
  }

  /// Undoing the deletion, which the policy may have taken back before, leaves the slot where the other context has put
  /// it. The merge itself is nothing to undo.
  @Test(arguments: [MergePolicy.storeWins, .memoryWins], [(false, false), (false, true), (true, false), (true, true)])
  func anUndoneDeletionLeavesTheMoveOfAnother(policy: MergePolicy, way: (groups: Bool, processes: Bool)) throws {
    let container = try memoryContainer(Rack.self, Slot.self, Tape.self)
    let other = ModelContext(container)
    let (a, b, slot) = (Rack("a"), Rack("b"), Slot(1))
    other.insert(a)
    other.insert(b)
    a.slots = [slot]
    try other.save()

    let context = ModelContext(container)
    context.mergePolicy = policy
    let manager = UndoManager()
    context.undoManager = manager
    #expect(try Self.slots(context) == [[1], []])
    let mine = try #require(try context.fetch(FetchDescriptor<Slot>()).first)
    if way.groups { manager.beginUndoGrouping() }
    context.delete(mine)
    if way.groups { manager.endUndoGrouping() }
    slot.rack = b
    try other.save()
    if way.processes { context.processPendingChanges() }
    manager.undo()
    #expect(!manager.canUndo && !mine.isDeleted && mine.rack?.name == "b")
    #expect(try Self.slots(context) == [[], [1]])
    try context.save()
    #expect(try Self.slots(ModelContext(container)) == [[], [1]])
  }

  /// Two relationships of one owner lead to the same tape, which is given to another owner and leaves both.
  @Test(arguments: [false, true], [false, true])
  func aTapeThatLeavesBothRelationshipsStays(leavesBoth: Bool, processes: Bool) throws {
    let container = try memoryContainer(Rack.self, Slot.self, Tape.self)
    let other = ModelContext(container)
    let (a, b, tape) = (Rack("a"), Rack("b"), Tape(1))
    other.insert(a)
    other.insert(b)
    a.tapes = [tape]
    a.current = tape
    try other.save()

    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    context.delete(
      try #require(try context.fetch(FetchDescriptor<Rack>(predicate: #Predicate { $0.name == "a" })).first))
    b.tapes.append(tape)
    if leavesBoth { a.current = nil }
    try other.save()
    if processes { context.processPendingChanges() }
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Tape>()) == (leavesBoth ? 1 : 0))
    #expect(try fresh.fetch(FetchDescriptor<Rack>()).map(\.tapes.count) == [leavesBoth ? 1 : 0])
  }
}
