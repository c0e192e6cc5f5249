// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

enum Gone {
  @Model final class Target {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Part.whole) var parts: [Part] = []
    @Relationship(deleteRule: .noAction, inverse: \Loose.target) var loose: [Loose] = []
    @Relationship(inverse: \Child.parent) var children: [Child] = []
    var groups: [Group] = []
    init(name: String) { self.name = name }
  }
  @Model final class Part {
    var whole: Target?
    init() {}
  }
  @Model final class Loose {
    var target: Target?
    init() {}
  }
  @Model final class Child {
    var parent: Target?
    init() {}
  }
  @Model final class Group {
    @Relationship(inverse: \Target.groups) var members: [Target] = []
    init() {}
  }
  /// Refers to the others without a way back.
  @Model final class Watcher {
    var note: String
    var owner: Target?
    var part: Part?
    @Relationship var members: [Target] = []
    init(note: String) { self.note = note }
  }
  @Model final class Strict {
    var owner: Target
    init(owner: Target) { self.owner = owner }
  }
}

/// No row gets the key of a row that the same save deletes.
@Suite struct GoneTargetTests {
  enum Order: CaseIterable { case assignFirst, deleteFirst }
  enum Way: CaseIterable { case object, batch }

  private let folder: TestFolder
  private let context: ModelContext

  init() throws {
    folder = try TestFolder()
    context = ModelContext(
      try folder.container(
        Gone.Target.self, Gone.Part.self, Gone.Loose.self, Gone.Child.self, Gone.Group.self,
        Gone.Watcher.self, Gone.Strict.self))
  }

  private func target(isSaved: Bool = true) throws -> Gone.Target {
    let target = Gone.Target(name: "t")
    context.insert(target)
    if isSaved { try context.save() }
    return target
  }

  private func delete(_ target: Gone.Target, _ way: Way = .object) throws {
    switch way {
    case .object: context.delete(target)
    case .batch: try context.delete(model: Gone.Target.self, where: #Predicate { $0.name == "t" })
    }
  }

  private func run(
    _ order: Order, _ assign: () throws -> Void, _ delete: () throws -> Void
  ) throws {
    if order == .assignFirst { try assign() }
    try delete()
    if order == .deleteFirst { try assign() }
  }

  private func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for finding in try StoreChecker.check(folder.file()) {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
  }

  private func count<T: PersistentModel>(_: T.Type) throws -> Int {
    try ModelContext(context.container).fetchCount(FetchDescriptor<T>())
  }

  @Test(arguments: Order.allCases, Way.allCases)
  func aOneWayReference(order: Order, way: Way) throws {
    let target = try target()
    let old = Gone.Watcher(note: "old")
    context.insert(old)
    try context.save()
    let new = Gone.Watcher(note: "new")
    try run(order) {
      old.owner = target
      new.owner = target
      context.insert(new)
    } _: {
      try delete(target, way)
    }
    try context.save()
    #expect(old.owner == nil && new.owner == nil)
    #expect(!context.hasChanges)
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Gone.Watcher>())
    #expect(stored.count == 2 && stored.allSatisfy { $0.owner == nil })
    #expect(try count(Gone.Target.self) == 0)
    try expectSound()
    // Its counter is as the row's.
    old.note = "later"
    try context.save()
  }

  /// It never had a row: it is discarded, or comes back.
  @Test(arguments: Order.allCases)
  func aNewTarget(order: Order) throws {
    let watcher = Gone.Watcher(note: "w")
    context.insert(watcher)
    try context.save()
    let target = try target(isSaved: false)
    try run(order) {
      watcher.owner = target
    } _: {
      context.delete(target)
    }
    try context.save()
    #expect((watcher.owner == nil) == (order == .assignFirst))
    #expect(try count(Gone.Target.self) == (order == .assignFirst ? 0 : 1))
    try expectSound()
  }

  @Test(arguments: Order.allCases, Way.allCases)
  func aReferenceThatMustLeadSomewhere(order: Order, way: Way) throws {
    let target = try target()
    let kept = Gone.Target(name: "kept")
    let strict = Gone.Strict(owner: kept)
    context.insert(strict)
    try context.save()
    try run(order) {
      strict.owner = target
    } _: {
      try delete(target, way)
    }
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    #expect(strict.owner === target)
    // A deletion by predicate has reached the store already.
    #expect(try count(Gone.Target.self) == (way == .batch ? 1 : 2))
    strict.owner = kept
    try context.save()
    #expect(try count(Gone.Target.self) == 1)
    try expectSound()
  }

  @Test func aNewTargetOfAReferenceThatMustLeadSomewhere() throws {
    let target = try target(isSaved: false)
    context.insert(Gone.Strict(owner: target))
    context.delete(target)
    #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
  }

  /// What a cascade in the store takes is known only then.
  @Test(arguments: Order.allCases)
  func aRowThatABatchTakesWithIt(order: Order) throws {
    let target = try target()
    let part = Gone.Part()
    target.parts = [part]
    let watcher = Gone.Watcher(note: "w")
    context.insert(watcher)
    try context.save()
    try run(order) {
      watcher.part = part
      part.whole = target
    } _: {
      try delete(target, .batch)
    }
    try context.save()
    #expect(watcher.part == nil)
    #expect(try count(Gone.Part.self) == 0)
    try expectSound()
  }

  /// What was not assigned dangles, as asked; what is written does not.
  @Test(arguments: Order.allCases, Way.allCases)
  func withoutAnAction(order: Order, way: Way) throws {
    let target = try target()
    let loose = Gone.Loose()
    context.insert(loose)
    try context.save()
    try run(order) {
      loose.target = target
    } _: {
      try delete(target, way)
    }
    try context.save()
    #expect(loose.target == nil)
    try expectSound()
  }

  @Test(arguments: Order.allCases, Way.allCases)
  func aChild(order: Order, way: Way) throws {
    let target = try target()
    let child = Gone.Child()
    context.insert(child)
    try context.save()
    try run(order) {
      child.parent = target
    } _: {
      try delete(target, way)
    }
    try context.save()
    #expect(child.parent == nil)
    try expectSound()
  }

  @Test(arguments: Order.allCases, Way.allCases)
  func aMemberOfAOneWayRelationship(order: Order, way: Way) throws {
    let target = try target()
    let watcher = Gone.Watcher(note: "w")
    let kept = Gone.Target(name: "kept")
    watcher.members = [kept]
    context.insert(watcher)
    try context.save()
    try run(order) {
      watcher.members.append(target)
    } _: {
      try delete(target, way)
    }
    try context.save()
    #expect(watcher.members == [kept])
    #expect(try count(Gone.Target.self) == 1)
    try expectSound()
  }

  @Test(arguments: Order.allCases, Way.allCases)
  func theOwnerOfAOneWayRelationship(order: Order, way: Way) throws {
    let target = try target()
    let watcher = Gone.Watcher(note: "w")
    context.insert(watcher)
    try context.save()
    try run(order) {
      watcher.members = [target]
    } _: {
      switch way {
      case .object: context.delete(watcher)
      case .batch: try context.delete(model: Gone.Watcher.self)
      }
    }
    try context.save()
    #expect(try count(Gone.Watcher.self) == 0)
    try expectSound()
  }

  @Test(arguments: Order.allCases, Way.allCases)
  func anEndOfAPair(order: Order, way: Way) throws {
    let target = try target()
    let group = Gone.Group()
    let kept = Gone.Target(name: "kept")
    group.members = [kept]
    context.insert(group)
    try context.save()
    try run(order) {
      group.members.append(target)
    } _: {
      try delete(target, way)
    }
    try context.save()
    #expect(group.members == [kept])
    try expectSound()
  }

  /// What the save has let go is there again if it fails.
  @Test func aSaveThatFailsChangesNothing() throws {
    let target = try target()
    let watcher = Gone.Watcher(note: "w")
    watcher.owner = target
    context.insert(watcher)
    let (other, kept) = (Gone.Target(name: "o"), Gone.Target(name: "k"))
    let strict = Gone.Strict(owner: kept)
    context.insert(strict)
    let part = Gone.Part()
    other.parts = [part]
    try context.save()
    let another = ModelContext(context.container)
    let same = try #require(another.model(for: kept.persistentModelID) as? Gone.Target)
    watcher.owner = other
    context.delete(other)
    strict.owner = same
    #expect(throws: (any Error).self) { try context.save() }
    #expect(watcher.owner === other)
    context.rollback()
    #expect(watcher.owner === target && !other.isDeleted)
    try context.save()
    try expectSound()
  }
}
