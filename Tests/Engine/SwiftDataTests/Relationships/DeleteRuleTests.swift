// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

enum Rules {
  @Model final class Owner {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Cascaded.owner) var cascaded: [Cascaded] = []
    @Relationship(deleteRule: .nullify, inverse: \Nullified.owner) var nullified: [Nullified] = []
    @Relationship(deleteRule: .deny, inverse: \Denying.owner) var denying: [Denying] = []
    @Relationship(deleteRule: .noAction, inverse: \Ignored.owner) var ignored: [Ignored] = []
    @Relationship(deleteRule: .nullify, inverse: \Required.owner) var required: [Required] = []
    init(name: String) { self.name = name }
  }
  @Model final class Cascaded {
    var owner: Owner?
    @Relationship(deleteRule: .cascade, inverse: \Leaf.parent) var leaves: [Leaf] = []
    init() {}
  }
  @Model final class Leaf {
    var parent: Cascaded?
    init() {}
  }
  @Model final class Nullified {
    var owner: Owner?
    init() {}
  }
  @Model final class Denying {
    var owner: Owner?
    init() {}
  }
  @Model final class Ignored {
    var owner: Owner?
    init() {}
  }
  @Model final class Required {
    var owner: Owner
    init(owner: Owner) { self.owner = owner }
  }
  /// Refers to an owner without a way back.
  @Model final class Watcher {
    var watched: Owner?
    var note: String
    init(note: String) { self.note = note }
  }
}

/// The whole matrix, for single deletions and for deletions by predicate.
@Suite struct DeleteRuleTests {
  enum Way: String, CaseIterable { case single, batch, unloaded }

  private func container() throws -> ModelContainer {
    try memoryContainer(
      Rules.Owner.self, Rules.Cascaded.self, Rules.Leaf.self, Rules.Nullified.self,
      Rules.Denying.self, Rules.Ignored.self, Rules.Required.self, Rules.Watcher.self)
  }

  private func delete(_ owner: Rules.Owner, _ context: ModelContext, _ way: Way) throws {
    switch way {
    case .single: context.delete(owner)
    case .batch:
      let name = owner.name
      try context.delete(model: Rules.Owner.self, where: #Predicate { $0.name == name })
    case .unloaded:
      let fresh = ModelContext(context.container)
      let model = try #require(fresh.model(for: owner.persistentModelID) as? Rules.Owner)
      fresh.delete(model)
      try fresh.save()
    }
    try context.save()
  }

  private func count<T: PersistentModel>(_ type: T.Type, _ container: ModelContainer) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<T>())
  }

  @Test(arguments: Way.allCases)
  func cascadeRecurses(way: Way) throws {
    let container = try container()
    let context = ModelContext(container)
    let owner = Rules.Owner(name: "o")
    let other = Rules.Owner(name: "p")
    owner.cascaded = [Rules.Cascaded(), Rules.Cascaded()]
    owner.cascaded[0].leaves = [Rules.Leaf(), Rules.Leaf(), Rules.Leaf()]
    other.cascaded = [Rules.Cascaded()]
    context.insert(owner)
    context.insert(other)
    try context.save()
    try delete(owner, context, way)
    #expect(try count(Rules.Owner.self, container) == 1)
    #expect(try count(Rules.Cascaded.self, container) == 1)
    #expect(try count(Rules.Leaf.self, container) == 0)
  }

  @Test(arguments: Way.allCases)
  func nullifyEmptiesTheOtherSide(way: Way) throws {
    let container = try container()
    let context = ModelContext(container)
    let owner = Rules.Owner(name: "o")
    let child = Rules.Nullified()
    owner.nullified = [child]
    context.insert(owner)
    try context.save()
    try delete(owner, context, way)
    context.processPendingChanges()
    #expect(child.owner == nil)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Rules.Nullified>())
    #expect(stored.count == 1)
    #expect(stored.first?.owner == nil)
  }

  @Test(arguments: Way.allCases)
  func denyThrowsAtTheSave(way: Way) throws {
    let container = try container()
    let context = ModelContext(container)
    let owner = Rules.Owner(name: "o")
    let child = Rules.Denying()
    owner.denying = [child]
    context.insert(owner)
    try context.save()
    #expect(throws: SwiftDataError.deleteDenied) { try delete(owner, context, way) }
    context.rollback()
    #expect(try count(Rules.Owner.self, container) == 1)
    #expect(owner.denying == [child])
    // Once nobody is left, it goes.
    context.delete(child)
    try context.save()
    try delete(owner, context, way)
    #expect(try count(Rules.Owner.self, container) == 0)
  }

  @Test(arguments: [Way.single, .batch])
  func noActionLeavesTheRest(way: Way) throws {
    let container = try container()
    let context = ModelContext(container)
    let owner = Rules.Owner(name: "o")
    owner.ignored = [Rules.Ignored()]
    context.insert(owner)
    try context.save()
    try delete(owner, context, way)
    #expect(try count(Rules.Owner.self, container) == 0)
    let left = try ModelContext(container).fetch(FetchDescriptor<Rules.Ignored>())
    #expect(left.count == 1)
    // A dangling reference reads as nil.
    #expect(left.first?.owner == nil)
  }

  @Test(arguments: Way.allCases)
  func nullifyingARequiredRelationshipIsRefused(way: Way) throws {
    let container = try container()
    let context = ModelContext(container)
    let owner = Rules.Owner(name: "o")
    let child = Rules.Required(owner: owner)
    context.insert(child)
    try context.save()
    #expect(throws: SwiftDataError.modelValidationFailure) { try delete(owner, context, way) }
    context.rollback()
    #expect(child.owner === owner)
    #expect(try count(Rules.Owner.self, container) == 1)
  }

  @Test(arguments: Way.allCases)
  func aOneWayReferenceNeverDangles(way: Way) throws {
    let container = try container()
    let context = ModelContext(container)
    let owner = Rules.Owner(name: "o")
    let watcher = Rules.Watcher(note: "w")
    context.insert(owner)
    watcher.watched = owner
    context.insert(watcher)
    try context.save()
    try delete(owner, context, way)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Rules.Watcher>())
    #expect(stored.first?.watched == nil)
  }

  @Test func aLongChainOfCascadesIsNoDeepRecursion() throws {
    let container = try memoryContainer(Chain.self)
    let context = ModelContext(container)
    var previous: Chain?
    for index in 0..<20_000 {
      let link = Chain(index: index)
      link.previous = previous
      context.insert(link)
      previous = link
    }
    try context.save()
    let first = try #require(
      try context.fetch(FetchDescriptor<Chain>(predicate: #Predicate { $0.index == 0 })).first)
    context.delete(first)
    try context.save()
    #expect(try count(Chain.self, container) == 0)
  }
}

@Model final class Chain {
  var index: Int
  var previous: Chain?
  @Relationship(deleteRule: .cascade, inverse: \Chain.previous) var next: Chain?
  init(index: Int) { self.index = index }
}
