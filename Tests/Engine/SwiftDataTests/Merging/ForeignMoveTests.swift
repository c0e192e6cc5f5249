// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A member of a list without inverse that this program and another process give to different owners: a conflict, as
/// between contexts of one container.
@Suite struct ForeignMoveTests {
  private struct Setting {
    let folder: TestFolder
    let container: ModelContainer
    let other: ModelContainer
    let context: ModelContext

    init(processes: Bool) throws {
      folder = try TestFolder()
      container = try Desk.container(folder)
      other = processes ? try Desk.container(folder) : container
      context = ModelContext(container)
      let first = ModelContext(container)
      for name in ["a", "b", "c"] { first.insert(Desk.Shelf(name)) }
      try first.save()
      let thing = Desk.Thing("x")
      try ForeignMoveTests.shelf("a", first).things = [thing, Desk.Thing("y")]
      try first.save()
    }

    func stored() throws -> [String] {
      try ModelContext(container).fetch(FetchDescriptor<Desk.Shelf>(sortBy: [SortDescriptor(\.name)])).map {
        "\($0.name)\($0.things.map(\.name).sorted())"
      }
    }
  }

  private static func shelf(_ name: String, _ context: ModelContext) throws -> Desk.Shelf {
    try #require(try context.fetch(FetchDescriptor<Desk.Shelf>(predicate: #Predicate { $0.name == name })).first)
  }

  private static func thing(_ context: ModelContext) throws -> Desk.Thing {
    try #require(try context.fetch(FetchDescriptor<Desk.Thing>(predicate: #Predicate { $0.name == "x" })).first)
  }

  /// - Parameter knows: Whether the context has read the list that the member leaves.
  @Test(arguments: MergePolicy.allCases, [false, true])
  func twoOwners(policy: MergePolicy, knows: Bool) throws {
    for processes in [false, true] {
      let setting = try Setting(processes: processes)
      let context = setting.context
      context.mergePolicy = policy
      let (a, b, x) = (try Self.shelf("a", context), try Self.shelf("b", context), try Self.thing(context))
      if knows { #expect(a.things.count == 2) }
      b.things.append(x)
      let theirs = ModelContext(setting.other)
      try Self.shelf("c", theirs).things.append(try Self.thing(theirs))
      try theirs.save()
      switch policy {
      case .error:
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .optimisticLockFailure && error?.property == "things")
        #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
        #expect(try setting.stored() == ["a[\"y\"]", "b[]", "c[\"x\"]"])
        context.rollback()
        #expect(b.things.isEmpty && a.things.map(\.name) == ["y"])
        #expect(try Self.shelf("c", context).things.map(\.name) == ["x"])
        b.things.append(x)
        try context.save()
        #expect(try setting.stored() == ["a[\"y\"]", "b[\"x\"]", "c[]"])
      case .memoryWins:
        try context.save()
        #expect(try setting.stored() == ["a[\"y\"]", "b[\"x\"]", "c[]"])
        #expect(b.things.map(\.name) == ["x"])
      case .storeWins:
        try context.save()
        #expect(try setting.stored() == ["a[\"y\"]", "b[]", "c[\"x\"]"])
        #expect(b.things.isEmpty)
        #expect(try Self.shelf("c", context).things.map(\.name) == ["x"])
      }
      #expect(a.things.map(\.name) == ["y"])
    }
  }

  /// Both give it to the same owner.
  @Test(arguments: [false, true]) func theSameOwner(processes: Bool) throws {
    let setting = try Setting(processes: processes)
    let context = setting.context
    let b = try Self.shelf("b", context)
    b.things.append(try Self.thing(context))
    let theirs = ModelContext(setting.other)
    try Self.shelf("b", theirs).things.append(try Self.thing(theirs))
    try theirs.save()
    try context.save()
    #expect(try setting.stored() == ["a[\"y\"]", "b[\"x\"]", "c[]"])
    #expect(b.things.map(\.name) == ["x"])
  }

  /// Others have changed the member, and not its owner, which is known here.
  @Test(arguments: MergePolicy.allCases, [false, true]) func anotherChange(policy: MergePolicy, processes: Bool) throws
  {
    let setting = try Setting(processes: processes)
    let context = setting.context
    context.mergePolicy = policy
    let (a, b, x) = (try Self.shelf("a", context), try Self.shelf("b", context), try Self.thing(context))
    #expect(a.things.count == 2)
    b.things.append(x)
    let theirs = ModelContext(setting.other)
    try Self.thing(theirs).name = "z"
    try theirs.save()
    try context.save()
    #expect(x.name == "z" && b.things.map(\.name) == ["z"] && a.things.map(\.name) == ["y"])
    #expect(try setting.stored() == ["a[\"y\"]", "b[\"z\"]", "c[]"])
  }

  /// It leaves here, and gets another owner there: it stays with that one.
  @Test(arguments: MergePolicy.allCases, [false, true]) func leaving(policy: MergePolicy, processes: Bool) throws {
    let setting = try Setting(processes: processes)
    let context = setting.context
    context.mergePolicy = policy
    let (a, b, x) = (try Self.shelf("a", context), try Self.shelf("b", context), try Self.thing(context))
    b.things.append(x)
    b.things = []
    let theirs = ModelContext(setting.other)
    try Self.shelf("c", theirs).things.append(try Self.thing(theirs))
    try theirs.save()
    try context.save()
    #expect(try setting.stored() == ["a[\"y\"]", "b[]", "c[\"x\"]"])
    #expect(b.things.isEmpty && a.things.map(\.name) == ["y"])
  }
}
