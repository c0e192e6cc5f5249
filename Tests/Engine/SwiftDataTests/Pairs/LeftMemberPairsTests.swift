// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

private protocol Holder: PersistentModel {
  associatedtype Member: HeldMember
  var name: String { get set }
  var members: [Member] { get set }
  init(_ name: String)
  static func isNamed(_ name: String) -> Predicate<Self>
}

private protocol HeldMember: PersistentModel {
  var name: String { get set }
  init(_ name: String)
}

@Model private final class Thing: HeldMember {
  var name: String
  init(_ name: String) { self.name = name }
}

@Model private final class Box: Holder {
  var name: String
  @Relationship(deleteRule: .cascade) var members: [Thing] = []
  init(_ name: String) { self.name = name }
  static func isNamed(_ name: String) -> Predicate<Box> { #Predicate { $0.name == name } }
}

@Model private final class Rack: Holder {
  var name: String
  @Relationship(deleteRule: .deny) var members: [Thing] = []
  init(_ name: String) { self.name = name }
  static func isNamed(_ name: String) -> Predicate<Rack> { #Predicate { $0.name == name } }
}

@Model private final class Sailor: HeldMember {
  var name: String
  var crews: [Crew] = []
  init(_ name: String) { self.name = name }
}

@Model private final class Crew: Holder {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Sailor.crews) var members: [Sailor] = []
  init(_ name: String) { self.name = name }
  static func isNamed(_ name: String) -> Predicate<Crew> { #Predicate { $0.name == name } }
}

@Model private final class Fan: HeldMember {
  var name: String
  var clubs: [Club] = []
  init(_ name: String) { self.name = name }
}

@Model private final class Club: Holder {
  var name: String
  @Relationship(deleteRule: .deny, inverse: \Fan.clubs) var members: [Fan] = []
  init(_ name: String) { self.name = name }
  static func isNamed(_ name: String) -> Predicate<Club> { #Predicate { $0.name == name } }
}

/// Members that have left an owner, which is then deleted before anything was saved: its rule says nothing about them,
/// although they are with it in the store.
@Suite struct LeftMemberPairsTests {
  enum List: CaseIterable { case oneWayCascade, oneWayDeny, pairsCascade, pairsDeny }
  enum Way: CaseIterable { case removed, moved }
  enum Deletion: CaseIterable { case ofTheModel, byPredicate }

  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try memoryContainer(
      Thing.self, Box.self, Rack.self, Sailor.self, Crew.self, Fan.self, Club.self)
    context = ModelContext(container)
  }

  private func owner<H: Holder>(_: H.Type, _ name: String) throws -> H {
    try #require(try context.fetch(FetchDescriptor<H>(predicate: H.isNamed(name))).first)
  }

  private func names<H: Holder>(_: H.Type) throws -> (owners: [String], members: [String]) {
    let fresh = ModelContext(container)
    return (
      try fresh.fetch(FetchDescriptor<H>()).map(\.name).sorted(),
      try fresh.fetch(FetchDescriptor<H.Member>()).map(\.name).sorted()
    )
  }

  private func store<H: Holder>(_: H.Type, members: [String]) throws {
    let setup = ModelContext(container)
    let (old, new) = (H("old"), H("new"))
    setup.insert(old)
    setup.insert(new)
    old.members = members.map { H.Member($0) }
    try setup.save()
  }

  private func delete<H: Holder>(_ owner: H, _ deletion: Deletion, after change: () -> Void) throws {
    switch deletion {
    case .ofTheModel:
      change()
      context.delete(owner)
      try context.save()
    case .byPredicate:
      try context.transaction {
        change()
        try context.delete(model: H.self, where: H.isNamed("old"))
      }
    }
  }

  private func check<H: Holder>(_: H.Type, _ way: Way, _ deletion: Deletion, others: [String]) throws {
    try store(H.self, members: ["leaves"] + others)
    let (old, new) = (try owner(H.self, "old"), try owner(H.self, "new"))
    let member = try #require(old.members.first { $0.name == "leaves" })
    try delete(old, deletion) {
      old.members.removeAll { $0 === member }
      if way == .moved { new.members.append(member) }
    }
    #expect(!member.isDeleted && member.modelContext === context)
    let (owners, members) = try names(H.self)
    #expect(owners == ["new"] && members == ["leaves"])
    let stored = try ModelContext(container).fetch(FetchDescriptor<H>()).first?.members.map(\.name)
    #expect(stored == (way == .moved ? ["leaves"] : []))
    #expect(new.members.map(\.name) == stored)
  }

  @Test(arguments: List.allCases, Way.allCases) func theyStay(list: List, way: Way) throws {
    for deletion in Deletion.allCases {
      let suite = try LeftMemberPairsTests()
      switch list {
      case .oneWayCascade: try suite.check(Box.self, way, deletion, others: ["goes"])
      case .oneWayDeny: try suite.check(Rack.self, way, deletion, others: [])
      case .pairsCascade: try suite.check(Crew.self, way, deletion, others: ["goes"])
      case .pairsDeny: try suite.check(Club.self, way, deletion, others: [])
      }
    }
  }

  /// What stays in the list is what the rule is about still.
  @Test(arguments: Deletion.allCases) func whatHasNotLeftDenies(deletion: Deletion) throws {
    try store(Club.self, members: ["leaves", "stays"])
    let old = try owner(Club.self, "old")
    #expect(throws: SwiftDataError.deleteDenied) {
      try delete(old, deletion) { old.members.removeAll { $0.name == "leaves" } }
    }
    let (owners, members) = try names(Club.self)
    #expect(owners == ["new", "old"] && members == ["leaves", "stays"])
  }

  /// The list of the owner has never been read.
  @Test(arguments: Deletion.allCases) func theyLeaveFromTheOtherEnd(deletion: Deletion) throws {
    try store(Club.self, members: ["leaves"])
    let fan = try #require(try context.fetch(FetchDescriptor<Fan>()).first)
    let old = try owner(Club.self, "old")
    try delete(old, deletion) { fan.clubs = [] }
    let (owners, members) = try names(Club.self)
    #expect(owners == ["new"] && members == ["leaves"])
    #expect(!fan.isDeleted && fan.clubs.isEmpty)
  }

  /// A pair that is taken apart says nothing about another owner that has the member.
  @Test func anotherOwnerTakesThemAlong() throws {
    try store(Crew.self, members: ["leaves"])
    let (old, new) = (try owner(Crew.self, "old"), try owner(Crew.self, "new"))
    new.members = old.members
    try context.save()
    try context.transaction {
      old.members = []
      try context.delete(model: Crew.self)
    }
    let (owners, members) = try names(Crew.self)
    #expect(owners.isEmpty && members.isEmpty)
  }

  @Test func theyGoWithTheirNewOwner() throws {
    try store(Box.self, members: ["moves", "leaves"])
    let (old, new) = (try owner(Box.self, "old"), try owner(Box.self, "new"))
    try context.transaction {
      let moving = old.members.filter { $0.name == "moves" }
      old.members = []
      new.members = moving
      try context.delete(model: Box.self)
    }
    let (owners, members) = try names(Box.self)
    #expect(owners.isEmpty && members == ["leaves"])
  }

  /// Also if their former owner stays.
  @Test func theyGoWithTheirNewOwnerAlone() throws {
    try store(Box.self, members: ["moves", "stays"])
    let (old, new) = (try owner(Box.self, "old"), try owner(Box.self, "new"))
    try context.transaction {
      new.members = old.members.filter { $0.name == "moves" }
      try context.delete(model: Box.self, where: Box.isNamed("new"))
    }
    let (owners, members) = try names(Box.self)
    #expect(owners == ["old"] && members == ["stays"])
    #expect(old.members.map(\.name) == ["stays"])
  }

  /// What came back with its owner, and stays there, goes with it later.
  @Test(arguments: [false, true]) func aDeletionThatIsTakenBack(joinsAgain: Bool) throws {
    try store(Box.self, members: ["leaves"])
    let old = try owner(Box.self, "old")
    let member = try #require(old.members.first)
    old.members = []
    context.delete(old)
    context.insert(old)
    #expect(!old.isDeleted && old.members.isEmpty)
    if joinsAgain { old.members = [member] }
    context.delete(old)
    try context.save()
    let (owners, members) = try names(Box.self)
    #expect(owners == ["new"] && members == (joinsAgain ? [] : ["leaves"]))
  }

  /// Undoing a saved insertion follows no delete rule: what has joined the new owner is as before.
  @Test func undoingTheInsertionOfTheirOwner() throws {
    let thing = Thing("stays")
    context.insert(thing)
    try context.save()
    let manager = UndoManager()
    context.undoManager = manager
    let box = Box("undone")
    context.insert(box)
    box.members = [thing]
    try context.save()
    manager.undo()
    #expect(box.isDeleted && !thing.isDeleted)
    try context.save()
    let (owners, members) = try names(Box.self)
    #expect(owners.isEmpty && members == ["stays"])
    #expect(!thing.isDeleted)
  }
}
