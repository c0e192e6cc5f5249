// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// New objects that meet rows, and lists to which no column of a property leads back.
@Suite struct UpsertedMemberPairsTests {
  @Model final class Item {
    @Attribute(.unique) var code: Int
    init(_ code: Int) { self.code = code }
  }

  @Model final class Box {
    var name: String
    /// Without an inverse.
    @Relationship(deleteRule: .cascade) var items: [Item] = []
    init(_ name: String) { self.name = name }
  }

  /// The row leaves the list of its former owner, whose deletion would take it along.
  @Test(arguments: [UniqueConflictPolicy.upsert, .keep], [false, true])
  func aRowGetsAnotherOwner(policy: UniqueConflictPolicy, processes: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(Item.self, Box.self)
    let context = ModelContext(container)
    let (old, new) = (Box("old"), Box("new"))
    old.items = [Item(1)]
    context.insert(old)
    context.insert(new)
    try context.save()
    let other = ModelContext(processes ? try folder.container(Item.self, Box.self) : container)
    let descriptor = FetchDescriptor<Box>(predicate: #Predicate { $0.name == "old" })
    let theirs = try #require(try other.fetch(descriptor).first)
    #expect(theirs.items.count == 1)
    new.items.append(Item(1))
    try context.save(onConflict: policy)
    #expect(old.items.isEmpty && new.items.map(\.code) == [1])
    other.processPendingChanges()
    #expect(theirs.items.isEmpty)
    context.delete(old)
    try context.save()
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Item>()).map(\.code) == [1])
    let boxes = try fresh.fetch(FetchDescriptor<Box>())
    #expect(boxes.map(\.name) == ["new"] && boxes.first?.items.map(\.code) == [1])
  }
}
