// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

enum Taken {
  @Model class Owner {
    var name: String
    @Relationship var items: [Item] = []
    init(name: String) { self.name = name }
  }
  @Model final class SpecialOwner: Owner {
    override init(name: String) { super.init(name: name) }
  }
  @Model final class Item {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// A member of a relationship without inverse has one owner.
@Suite struct TakenMemberTests {
  typealias Owner = Taken.Owner
  typealias Item = Taken.Item

  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try memoryContainer(Owner.self, Taken.SpecialOwner.self, Item.self))
  }

  private func owners() throws -> (one: Owner, two: Owner, items: [Item]) {
    let (one, two) = (Owner(name: "1"), Taken.SpecialOwner(name: "2"))
    let items = ["a", "b", "c"].map { Item(name: $0) }
    one.items = items
    context.insert(one)
    context.insert(two)
    try context.save()
    return (one, two, items)
  }

  private func names(_ owner: String, in context: ModelContext? = nil) throws -> [String] {
    let context = context ?? ModelContext(self.context.container)
    let found = try context.fetch(FetchDescriptor<Owner>(predicate: #Predicate { $0.name == owner }))
    return found.flatMap(\.items).map(\.name).sorted()
  }

  /// Else adding to the list would bring it back, without its owner.
  @Test func aNewMemberThatIsDeletedLeavesItsList() throws {
    let (one, two, items) = try owners()
    let new = Item(name: "new")
    one.items.append(new)
    context.delete(new)
    #expect(one.items == items + [new] && new.isDeleted)
    one.items.append(Item(name: "d"))
    try context.save()
    #expect(try names("1") == ["a", "b", "c", "d"])
    #expect(new.modelContext == nil && !one.items.contains(new))
    #expect(try context.fetchCount(FetchDescriptor<Item>()) == 4)
    // Nor does it come back with a rollback, or by another owner's list.
    two.items = [Item(name: "e")]
    context.delete(two.items[0])
    #expect(!two.items.contains { !$0.isDeleted })
    context.rollback()
    #expect(two.items.isEmpty)
    #expect(try names("2").isEmpty)
  }

  @Test func theFirstOwnerLosesItAtOnce() throws {
    let (one, two, items) = try owners()
    let isTold = Mutex(false)
    withObservationTracking {
      _ = one.items
    } onChange: {
      isTold.withLock { $0 = true }
    }
    two.items = [items[1]]
    #expect(isTold.withLock { $0 })
    #expect(one.items == [items[0], items[2]])
    try context.save()
    #expect(one.items == [items[0], items[2]] && two.items == [items[1]])
    #expect(try names("1") == ["a", "c"])
    #expect(try names("2") == ["b"])
  }

  @Test func newMembersToo() throws {
    let (one, two) = (Owner(name: "1"), Owner(name: "2"))
    let item = Item(name: "a")
    one.items = [item]
    context.insert(one)
    context.insert(two)
    two.items = [item]
    #expect(one.items.isEmpty)
    one.items = [item]
    #expect(two.items.isEmpty)
    try context.save()
    #expect(try names("1") == ["a"])
    #expect(try names("2") == [])
  }

  @Test func aNewOwnerTakesWhatItWasMadeWith() throws {
    let (one, _, items) = try owners()
    let three = Owner(name: "3")
    three.items = [items[0]]
    context.insert(three)
    #expect(one.items == [items[1], items[2]])
    try context.save()
    #expect(try names("1") == ["b", "c"])
    #expect(try names("3") == ["a"])
  }

  @Test func aMemberMayComeBack() throws {
    let (one, two, items) = try owners()
    two.items = [items[0]]
    one.items.append(items[0])
    #expect(two.items.isEmpty && one.items.count == 3)
    try context.save()
    #expect(try names("1") == ["a", "b", "c"])
    two.items = items
    try context.save()
    #expect(one.items.isEmpty)
    one.items = items
    try context.save()
    #expect(two.items.isEmpty)
    #expect(try names("1") == ["a", "b", "c"])
  }

  @Test func aRollbackGivesItBack() throws {
    let (one, two, items) = try owners()
    two.items = [items[0]]
    context.rollback()
    #expect(Set(one.items) == Set(items))
    #expect(two.items.isEmpty)
    one.name = "one"
    try context.save()
    #expect(try names("one") == ["a", "b", "c"])
  }

  /// A relationship that is read between the change and the save.
  @Test func anUnloadedFirstOwner() throws {
    _ = try owners()
    let context = ModelContext(self.context.container)
    let all = try context.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
    let item = try #require(
      try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == "a" })).first)
    let another = ModelContext(self.context.container)
    let fresh = try another.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
    let same = try #require(another.model(for: item.persistentModelID) as? Item)
    fresh[1].items = [same]
    #expect(fresh[0].items.map(\.name).sorted() == ["b", "c"])
    another.rollback()
    #expect(fresh[0].items.count == 3)
    all[1].items = [item]
    try context.save()
    #expect(all[0].items.map(\.name).sorted() == ["b", "c"])
  }

  @Test func otherContextsHearOfIt() throws {
    let (one, two, items) = try owners()
    let other = ModelContext(context.container)
    let seen = try other.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
    #expect(seen.map(\.items.count) == [3, 0])
    // Kept: the other context has loaded them.
    let members = seen[0].items
    let isTold = Mutex(false)
    withObservationTracking {
      _ = seen[0].items
    } onChange: {
      isTold.withLock { $0 = true }
    }
    two.items = [items[2]]
    try context.save()
    other.processPendingChanges()
    #expect(isTold.withLock { $0 })
    #expect(seen[0].items.map(\.name).sorted() == ["a", "b"])
    #expect(seen[1].items.map(\.name) == ["c"])
    #expect(members.count == 3 && !other.hasChanges)
    _ = one
  }

  /// Its own unsaved list wins where the other has taken a member.
  @Test func anotherContextsUnsavedListIsKept() throws {
    let (_, two, items) = try owners()
    let other = ModelContext(context.container)
    let seen = try other.fetch(FetchDescriptor<Owner>(sortBy: [SortDescriptor(\.name)]))
    let new = Item(name: "n")
    seen[0].items.append(new)
    two.items = [items[0]]
    try context.save()
    try other.save()
    #expect(seen[0].items.map(\.name).sorted() == ["b", "c", "n"])
    #expect(try names("1") == ["b", "c", "n"])
    #expect(try names("2") == ["a"])
  }

  private func owner(_ name: String, in context: ModelContext) throws -> Owner {
    try #require(try context.fetch(FetchDescriptor<Owner>(predicate: #Predicate { $0.name == name })).first)
  }

  private func item(_ name: String, in context: ModelContext) throws -> Item {
    try #require(try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.name == name })).first)
  }

  /// Of three owners, one has the items.
  private func twoContexts() throws -> (mine: ModelContext, theirs: ModelContext) {
    _ = try owners()
    context.insert(Owner(name: "3"))
    try context.save()
    return (ModelContext(context.container), ModelContext(context.container))
  }

  /// As two assignments of a to-one relationship: both have changed which owner it has.
  @Test(arguments: MergePolicy.allCases, [false, true])
  func twoContextsGiveItToDifferentOwners(policy: MergePolicy, isLoaded: Bool) throws {
    let (mine, theirs) = try twoContexts()
    mine.mergePolicy = policy
    let (two, three) = (try owner("2", in: mine), try owner("3", in: mine))
    let member = try item("a", in: mine)
    if isLoaded { #expect(two.items.isEmpty && three.items.isEmpty) }
    three.items.append(member)
    let theirTwo = try owner("2", in: theirs)
    theirTwo.items.append(try item("a", in: theirs))
    try theirs.save()
    if policy == .error {
      for _ in 0..<2 {
        let error = #expect(throws: SwiftDataError.optimisticLockFailure) { try mine.save() }
        #expect(error?.property == "items")
      }
      #expect(try names("2") == ["a"] && names("3") == [])
      #expect(three.items == [member])
      mine.rollback()
    } else {
      try mine.save()
    }
    let isMine = policy == .memoryWins
    #expect(three.items == (isMine ? [member] : []) && two.items == (isMine ? [] : [member]))
    #expect(try names("3") == (isMine ? ["a"] : []) && names("2") == (isMine ? [] : ["a"]))
    #expect(!mine.hasChanges)
    // Whoever has seen where it is may move it.
    three.items = [member]
    try mine.save()
    #expect(try names("3") == ["a"] && names("2") == [])
  }

  /// What was merged before the save has been seen, and the same owner is no conflict.
  @Test(arguments: [false, true]) func noConflict(hasSameOwner: Bool) throws {
    let (mine, theirs) = try twoContexts()
    let (myThree, theirOwner) = (try owner("3", in: mine), try owner(hasSameOwner ? "3" : "2", in: theirs))
    myThree.items.append(try item("a", in: mine))
    theirOwner.items.append(try item("a", in: theirs))
    try theirs.save()
    if !hasSameOwner { mine.processPendingChanges() }
    try mine.save()
    #expect(try names("3") == ["a"] && names("2") == [])
  }
}
