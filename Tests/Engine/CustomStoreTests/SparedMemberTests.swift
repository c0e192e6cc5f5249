// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Testing

@Model final class Crate {
  var name: String
  /// Without an inverse: only the crates say where a tool is.
  @Relationship(deleteRule: .cascade) var tools: [Tool] = []
  init(_ name: String) { self.name = name }
}

@Model final class Tool {
  var name: String
  init(_ name: String) { self.name = name }
}

/// Deletions of owners, and what others have moved out of their lists meanwhile, where rows have their lists.
@Suite struct SparedMemberTests {
  private static func crate(_ name: String, _ context: ModelContext) throws -> Crate {
    try #require(try context.fetch(FetchDescriptor<Crate>(predicate: #Predicate { $0.name == name })).first)
  }

  /// Whether the context hears of it before its save or in it, the member stays, and with it where it is.
  @Test(arguments: [MergePolicy.error, .memoryWins, .storeWins], [false, true])
  func aCascadeSparesWhatOthersHaveMoved(policy: MergePolicy, processes: Bool) throws {
    let schema = Schema([Crate.self, Tool.self])
    let container = try ModelContainer(for: schema, configurations: [MemoryStoreConfiguration(schema: schema)])
    let context = ModelContext(container)
    let (old, new) = (Crate("old"), Crate("new"))
    context.insert(old)
    context.insert(new)
    old.tools = [Tool("moved"), Tool("left"), Tool("removed")]
    try context.save()

    let other = ModelContext(container)
    other.mergePolicy = policy
    other.delete(try Self.crate("old", other))
    #expect(try other.fetchCount(FetchDescriptor<Tool>()) == 0)
    let moved = try #require(old.tools.first { $0.name == "moved" })
    new.tools.append(moved)
    old.tools.removeAll { $0.name == "removed" }
    try context.save()
    if processes {
      other.processPendingChanges()
      #expect(try Self.crate("new", other).tools.map(\.name) == ["moved"])
      #expect(Set(try other.fetch(FetchDescriptor<Tool>()).map(\.name)) == ["moved", "removed"])
    }
    try other.save()
    let fresh = ModelContext(container)
    #expect(Set(try fresh.fetch(FetchDescriptor<Tool>()).map(\.name)) == ["moved", "removed"])
    #expect(try fresh.fetch(FetchDescriptor<Crate>()).map(\.name) == ["new"])
    #expect(try Self.crate("new", fresh).tools.map(\.name) == ["moved"])
  }

  /// The deletion is undone: the crate comes back without what others have moved.
  @Test(arguments: [false, true]) func anUndoneDeletionLeavesWhatOthersHaveMoved(processes: Bool) throws {
    let schema = Schema([Crate.self, Tool.self])
    let container = try ModelContainer(for: schema, configurations: [MemoryStoreConfiguration(schema: schema)])
    let context = ModelContext(container)
    let (old, new) = (Crate("old"), Crate("new"))
    context.insert(old)
    context.insert(new)
    old.tools = [Tool("moved"), Tool("left")]
    try context.save()

    let other = ModelContext(container)
    let manager = UndoManager()
    other.undoManager = manager
    let theirs = try Self.crate("old", other)
    other.delete(theirs)
    new.tools.append(try #require(old.tools.first { $0.name == "moved" }))
    try context.save()
    if processes { other.processPendingChanges() }
    manager.undo()
    #expect(theirs.tools.map(\.name) == ["left"])
    theirs.tools.append(Tool("new"))
    try other.save()
    let fresh = ModelContext(container)
    #expect(Set(try Self.crate("old", fresh).tools.map(\.name)) == ["left", "new"])
    #expect(try Self.crate("new", fresh).tools.map(\.name) == ["moved"])
  }
}
