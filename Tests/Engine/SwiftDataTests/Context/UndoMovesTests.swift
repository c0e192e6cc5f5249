// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Undoing what became of members of relationships without inverse, which have one owner each: causes that the random
/// trial has found, each by itself.
@Suite struct UndoMovesTests {
  typealias Wall = Gallery.Wall
  typealias Lamp = Gallery.Lamp

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()
  private let one = Wall(name: "one")
  private let two = Wall(name: "two")
  private let lamp = Lamp(watts: 1)

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Wall.self, Gallery.Partition.self, Gallery.Frame.self, Lamp.self)
    context = ModelContext(container)
    context.insert(one)
    context.insert(two)
    context.insert(lamp)
    try context.save()
    context.undoManager = manager
  }

  private func group(_ body: () throws -> Void) rethrows {
    manager.beginUndoGrouping()
    try body()
    manager.endUndoGrouping()
  }

  /// Whose lamp it is in memory; that the store says the same is found by saving.
  private func owners() throws -> [String] {
    let shown = [one, two].filter { $0.modelContext != nil && !$0.isDeleted && $0.lamps.contains(lamp) }.map(\.name)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Wall>(sortBy: [SortDescriptor(\.name)]))
    #expect(stored.filter { $0.lamps.count == 1 }.map(\.name) == shown)
    return shown
  }

  @Test func ownerAndMemberAreDeletedTogether() throws {
    group { one.lamps = [lamp] }
    group {
      context.delete(one)
      context.delete(lamp)
    }
    manager.undo()
    #expect(try owners() == ["one"])
  }

  @Test func ownerAndMemberAreDeletedOneAfterTheOther() throws {
    group { one.lamps = [lamp] }
    group { context.delete(one) }
    group { context.delete(lamp) }
    manager.undo()
    manager.undo()
    #expect(try owners() == ["one"])
  }

  @Test func memberIsTakenFromADeletedOwner() throws {
    one.lamps = [lamp]
    try context.save()
    group {
      context.delete(one)
      two.lamps = [lamp]
    }
    group { two.lamps = [] }
    manager.undo()
    manager.undo()
    #expect(try owners() == ["one"])
    manager.redo()
    #expect(try owners() == ["two"])
    manager.undo()
    #expect(try owners() == ["one"])
  }

  @Test func unsavedOwnerComesBackAndGoes() throws {
    group { one.lamps = [lamp] }
    manager.undo()
    manager.redo()
    try context.save()
    manager.undo()
    #expect(try owners() == [])
    manager.redo()
    #expect(try owners() == ["one"])
  }

  @Test func redoneMoveIsUndoneAfterASave() throws {
    one.lamps = [lamp]
    try context.save()
    group { two.lamps = [lamp] }
    manager.undo()
    manager.redo()
    try context.save()
    manager.undo()
    #expect(try owners() == ["one"])
  }

  @Test func memberJoinsAndIsDeletedInOneStep() throws {
    group {
      one.lamps = [lamp]
      context.delete(lamp)
    }
    manager.undo()
    #expect(try owners() == [])
  }

  @Test func newMemberJoinsAndItsOwnerIsDeletedInOneStep() throws {
    group {
      one.lamps = [lamp]
      context.delete(one)
    }
    manager.undo()
    #expect(try owners() == [])
  }

  @Test func newOwnerTakesMemberAcrossSaves() throws {
    one.lamps = [lamp]
    let new = Wall(name: "three")
    group {
      context.insert(new)
      new.lamps = [lamp]
    }
    try context.save()
    manager.undo()
    manager.redo()
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Wall>())
    #expect(stored.filter { !$0.lamps.isEmpty }.map(\.name) == ["three"])
  }

  /// Undoing brings the owner back with the member that it had got, then takes that from it: redoing must not say later
  /// that it was there.
  @Test func ownerThatGotAMemberAndWasDeletedComesBackAcrossSaves() throws {
    let new = Lamp(watts: 2)
    context.insert(new)
    one.lamps = [lamp]
    try context.save()
    group {
      one.lamps = [lamp, new]
      context.delete(one)
    }
    manager.undo()
    #expect(one.lamps.map(\.watts) == [1])
    try context.save()
    manager.redo()
    manager.undo()
    #expect(one.lamps.map(\.watts) == [1])
    #expect(try owners() == ["one"])
  }
}
