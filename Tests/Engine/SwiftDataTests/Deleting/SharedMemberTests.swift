// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Members that the deletions of several owners take along: one owner that comes back does not bring them with it.
@Suite struct SharedMemberTests {
  @Model final class Child {
    var name: String
    var mother: Mother?
    var father: Father?
    @Relationship(deleteRule: .cascade, inverse: \Toy.child) var toys: [Toy] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Mother {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Child.mother) var children: [Child] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Father {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Child.father) var children: [Child] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Toy {
    var name: String
    var child: Child?
    init(_ name: String) { self.name = name }
  }

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let mother: Mother
  private let father: Father
  private let shared: Child
  private let own: Child

  init() throws {
    let folder = try TestFolder()
    let container = try folder.container(Child.self, Mother.self, Father.self, Toy.self)
    let first = ModelContext(container)
    let (mother, father) = (Mother("m"), Father("f"))
    first.insert(mother)
    first.insert(father)
    for name in ["own", "shared"] {
      let child = Child(name)
      child.mother = mother
      child.toys = [Toy(name)]
      if name == "shared" { child.father = father }
    }
    try first.save()
    let context = ModelContext(container)
    let children = try context.fetch(FetchDescriptor<Child>(sortBy: [SortDescriptor(\.name)]))
    let mothers = try context.fetch(FetchDescriptor<Mother>())
    let fathers = try context.fetch(FetchDescriptor<Father>())
    (self.folder, self.container, self.context) = (folder, container, context)
    own = try #require(children.first)
    shared = try #require(children.last)
    self.mother = try #require(mothers.first)
    self.father = try #require(fathers.first)
  }

  private func stored() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Child>(sortBy: [SortDescriptor(\.name)])).map {
      "\($0.name) \($0.mother?.name ?? "-") \($0.father?.name ?? "-") \($0.toys.map(\.name))"
    }
  }

  private func deleteBoth(isLoaded: Bool) {
    if isLoaded { _ = (mother.children.count, father.children.count, shared.toys.count) }
    context.delete(mother)
    context.delete(father)
    #expect(shared.isDeleted && own.isDeleted)
  }

  @Test(arguments: [false, true])
  func aMemberStaysDeletedWithItsOtherOwner(isLoaded: Bool) throws {
    deleteBoth(isLoaded: isLoaded)
    context.insert(mother)
    #expect(!mother.isDeleted && !own.isDeleted && shared.isDeleted && father.isDeleted)
    #expect(own.toys.map(\.name) == ["own"])
    try context.save()
    #expect(mother.children.map(\.name) == ["own"])
    #expect(try stored() == ["own m - [\"own\"]"])
    #expect(try ModelContext(container).fetch(FetchDescriptor<Toy>()).map(\.name) == ["own"])
  }

  @Test(arguments: [false, true])
  func itComesBackWithTheLastOfItsOwners(isLoaded: Bool) throws {
    deleteBoth(isLoaded: isLoaded)
    context.insert(mother)
    context.insert(father)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(mother.children.map(\.name).sorted() == ["own", "shared"])
    #expect(father.children.map(\.name) == ["shared"])
    try context.save()
    #expect(try stored() == ["own m - [\"own\"]", "shared m f [\"shared\"]"])
  }

  /// It has left the context with the first of its owners: the second one takes it along all the same.
  @Test(arguments: [false, true], [false, true])
  func aNewMemberStaysDeletedWithItsOtherOwner(isLoaded: Bool, isFatherFirst: Bool) throws {
    if isLoaded { _ = (mother.children.count, father.children.count) }
    let new = Child("new")
    (new.mother, new.father) = (mother, father)
    new.toys = [Toy("new")]
    for owner in isFatherFirst ? [father, mother] as [any PersistentModel] : [mother, father] { context.delete(owner) }
    context.insert(mother)
    #expect(new.modelContext == nil && shared.isDeleted && !own.isDeleted)
    context.insert(father)
    #expect(new.modelContext === context && !shared.isDeleted)
    #expect(new.mother === mother && new.father === father && new.toys.map(\.name) == ["new"])
    try context.save()
    #expect(
      try stored() == ["new m f [\"new\"]", "own m - [\"own\"]", "shared m f [\"shared\"]"])
  }

  @Test func whatWasDeletedByNameDoesNotComeBack() throws {
    context.delete(shared)
    deleteBoth(isLoaded: true)
    context.insert(mother)
    context.insert(father)
    #expect(shared.isDeleted && !own.isDeleted)
    try context.save()
    #expect(try stored() == ["own m - [\"own\"]"])
  }

  /// Another process has changed a member that was moved here, and it is not known what of it.
  @Test func aMovedMemberStaysDeletedWithItsNewOwner() throws {
    context.mergePolicy = .memoryWins
    let new = Mother("new")
    context.insert(new)
    try context.save()
    own.mother = new
    context.delete(new)
    #expect(own.isDeleted)
    let other = ModelContext(try folder.container(Child.self, Mother.self, Father.self, Toy.self))
    let theirs = try other.fetch(FetchDescriptor<Child>(predicate: #Predicate { $0.name == "own" }))
    try #require(theirs.first).name = "renamed"
    try other.save()
    try other.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    context.processPendingChanges()
    #expect(own.isDeleted)
    try context.save()
    #expect(try stored() == ["shared m f [\"shared\"]"])
  }
}
