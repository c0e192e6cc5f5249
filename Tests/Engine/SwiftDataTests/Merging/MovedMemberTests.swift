// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Lists in memory follow what others have moved, and deletions what the store has.
struct MovedMemberTests {
  private func filled(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let (old, new) = (Desk.Folder("old"), Desk.Folder("new"))
    old.files = [Desk.File(1), Desk.File(2)]
    context.insert(old)
    context.insert(new)
    try context.save()
  }

  private func move(_ container: ModelContainer, _ id: Int, to name: String, text: String = "")
    throws
  {
    let context = ModelContext(container)
    let file = try Desk.file(id, in: context)
    file.folder = try Desk.folder(name, in: context)
    if !text.isEmpty { file.text = text }
    try context.save()
  }

  @Test(arguments: [false, true])
  func aMovedChildLeavesTheList(readsNew: Bool) throws {
    let container = try Desk.container()
    try filled(container)
    let context = ModelContext(container)
    let old = try Desk.folder("old", in: context)
    let new = try Desk.folder("new", in: context)
    #expect(old.files.count == 2)
    if readsNew { #expect(new.files.isEmpty) }
    try move(container, 1, to: "new")
    context.processPendingChanges()
    #expect(old.files.map(\.id) == [2])
    #expect(new.files.map(\.id) == [1])
    #expect(try Desk.file(1, in: context).folder === new)
    context.delete(old)
    try context.save()
    #expect(try Desk.stored(container) == ["1→new"])
  }

  /// Moved after the deletion, before its save.
  @Test(arguments: [false, true])
  func aCascadeSparesWhatHasMoved(processes: Bool) throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    try filled(container)
    let context = ModelContext(container)
    let old = try Desk.folder("old", in: context)
    let file = try Desk.file(1, in: context)
    file.notes = [Desk.Note("n")]
    try context.save()
    context.delete(old)
    #expect(file.isDeleted)
    try move(processes ? Desk.container(folder) : container, 1, to: "new", text: "a day's work")
    try context.save()
    #expect(try Desk.stored(container) == ["1→new"])
    #expect(!file.isDeleted && file.text == "a day's work" && file.folder?.name == "new")
    #expect(try Desk.file(1, in: ModelContext(container)).notes.map(\.text) == ["n"])
    #expect(file.notes.map(\.text) == ["n"])
    #expect(!context.hasChanges)
  }

  /// A child that memory has never heard of goes with its owner, and what it
  /// owns goes with it.
  @Test(arguments: [false, true])
  func aCascadeTakesWhatOthersHaveAdded(processes: Bool) throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    try filled(container)
    let context = ModelContext(container)
    // Of what another process has changed, only the row is known.
    if processes { context.mergePolicy = .memoryWins }
    let old = try Desk.folder("old", in: context)
    context.delete(old)
    do {
      let other = ModelContext(processes ? try Desk.container(folder) : container)
      let file = Desk.File(3, try Desk.folder("old", in: other))
      file.notes = [Desk.Note("n")]
      try other.save()
    }
    try context.save()
    #expect(try Desk.stored(container).isEmpty)
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Desk.Note>()) == 0)
  }

  @Test(arguments: [false, true])
  func nullifyingReachesWhatOthersHaveAdded(processes: Bool) throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    let context = ModelContext(container)
    if processes { context.mergePolicy = .memoryWins }
    let shelf = Desk.Shelf("s")
    context.insert(shelf)
    try context.save()
    context.delete(shelf)
    do {
      let other = ModelContext(processes ? try Desk.container(folder) : container)
      let box = Desk.Box("b")
      box.shelf = try other.fetch(FetchDescriptor<Desk.Shelf>())[0]
      other.insert(box)
      try other.save()
    }
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Desk.Box>())
    #expect(stored.map(\.name) == ["b"] && stored[0].shelf == nil)
    let dangling = try ModelContext(container).fetchCount(
      FetchDescriptor<Desk.Box>(predicate: #Predicate { $0.shelf != nil }))
    #expect(dangling == 0)
  }

  /// Another process leads what is known here to an owner that is to be deleted here.
  @Test(arguments: [false, true])
  func nullifyingReachesWhatAnotherProcessHasMoved(isChanged: Bool) throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let (shelf, other, box) = (Desk.Shelf("a"), Desk.Shelf("b"), Desk.Box("x"))
    other.boxes = [box]
    context.insert(shelf)
    context.insert(other)
    try context.save()
    #expect(shelf.boxes.isEmpty)
    context.delete(shelf)
    if isChanged { box.name = "y" }
    do {
      let mover = ModelContext(try Desk.container(folder))
      let moved = try mover.fetch(FetchDescriptor<Desk.Box>())[0]
      moved.shelf = try mover.fetch(FetchDescriptor<Desk.Shelf>(predicate: #Predicate { $0.name == "a" }))[0]
      try mover.save()
    }
    try context.save()
    #expect(box.shelf == nil && other.boxes.isEmpty)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Desk.Box>())
    #expect(stored.map(\.name) == [isChanged ? "y" : "x"] && stored[0].shelf == nil)
    let dangling = try ModelContext(container).fetchCount(
      FetchDescriptor<Desk.Box>(predicate: #Predicate { $0.shelf != nil }))
    #expect(dangling == 0)
  }

  /// The same of a pair: its other end must not lead to a row that is gone.
  @Test func nullifyingReachesThePartnerThatAnotherProcessHasGiven() throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let (person, passport) = (Desk.Person(1), Desk.Passport("p"))
    context.insert(person)
    context.insert(passport)
    try context.save()
    #expect(passport.person == nil)
    context.delete(person)
    do {
      let other = ModelContext(try Desk.container(folder))
      let given = try other.fetch(FetchDescriptor<Desk.Passport>())[0]
      try other.fetch(FetchDescriptor<Desk.Person>())[0].passport = given
      try other.save()
    }
    try context.save()
    #expect(passport.person == nil)
    let fresh = ModelContext(container)
    #expect(try fresh.fetchCount(FetchDescriptor<Desk.Person>()) == 0)
    let dangling = try fresh.fetchCount(
      FetchDescriptor<Desk.Passport>(predicate: #Predicate { $0.person != nil }))
    #expect(dangling == 0)
  }

  /// Let go by a delete rule here, moved by somebody else: it stays where it was moved, under every policy, since the
  /// program has not changed it.
  @Test(arguments: MergePolicy.allCases, [false, true])
  func nullifyingSparesWhatHasMoved(policy: MergePolicy, processes: Bool) throws {
    let folder = try TestFolder()
    let container = try Desk.container(folder)
    let context = ModelContext(container)
    context.mergePolicy = policy
    let (shelf, other) = (Desk.Shelf("a"), Desk.Shelf("b"))
    let (box, left) = (Desk.Box("x"), Desk.Box("y"))
    shelf.boxes = [box, left]
    context.insert(shelf)
    context.insert(other)
    try context.save()
    context.delete(shelf)
    #expect(box.shelf == nil)
    do {
      let mover = ModelContext(processes ? try Desk.container(folder) : container)
      let boxes = try mover.fetch(FetchDescriptor<Desk.Box>(sortBy: [SortDescriptor(\.name)]))
      boxes[0].shelf = try mover.fetch(FetchDescriptor<Desk.Shelf>(predicate: #Predicate { $0.name == "b" }))[0]
      try mover.save()
    }
    try context.save()
    #expect(box.shelf === other && left.shelf == nil)
    let stored = try ModelContext(container).fetch(FetchDescriptor<Desk.Box>(sortBy: [SortDescriptor(\.name)]))
    #expect(stored.map { $0.shelf?.name } == ["b", nil])
    #expect(other.boxes.map(\.name) == ["x"])
  }

  /// What the program has emptied itself conflicts.
  @Test func emptyingByHandConflictsWithAMove() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (shelf, other, box) = (Desk.Shelf("a"), Desk.Shelf("b"), Desk.Box("x"))
    shelf.boxes = [box]
    context.insert(shelf)
    context.insert(other)
    try context.save()
    box.shelf = nil
    context.delete(shelf)
    do {
      let mover = ModelContext(container)
      let moved = try mover.fetch(FetchDescriptor<Desk.Box>())[0]
      moved.shelf = try mover.fetch(FetchDescriptor<Desk.Shelf>(predicate: #Predicate { $0.name == "b" }))[0]
      try mover.save()
    }
    #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
    context.mergePolicy = .memoryWins
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Desk.Box>())[0].shelf == nil)
  }

  @Test func aOneWayListLosesWhatOthersHaveDeleted() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let shelf = Desk.Shelf("s")
    shelf.things = [Desk.Thing("x"), Desk.Thing("y")]
    context.insert(shelf)
    try context.save()
    let other = ModelContext(container)
    let mirror = try other.fetch(FetchDescriptor<Desk.Shelf>())[0]
    #expect(mirror.things.count == 2)
    let x = try context.fetch(
      FetchDescriptor<Desk.Thing>(predicate: #Predicate { $0.name == "x" }))[0]
    context.delete(x)
    try context.save()
    other.processPendingChanges()
    #expect(mirror.things.map(\.name) == ["y"])
  }

  /// The owner has unsaved changes, but none of the list.
  @Test func listsOfAChangedOwnerFollow() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (shelf, file) = (Desk.Shelf("s"), Desk.File(1))
    shelf.things = [Desk.Thing("x"), Desk.Thing("y")]
    file.labels = [Desk.Label("l"), Desk.Label("m")]
    context.insert(shelf)
    context.insert(file)
    try context.save()
    let other = ModelContext(container)
    let mirror = try other.fetch(FetchDescriptor<Desk.Shelf>())[0]
    let copy = try Desk.file(1, in: other)
    #expect(mirror.things.count == 2 && copy.labels.count == 2)
    (mirror.name, copy.text) = ("edited", "edited")
    shelf.things.removeAll { $0.name == "x" }
    file.labels.removeAll { $0.name == "l" }
    try context.save()
    other.processPendingChanges()
    #expect(mirror.things.map(\.name) == ["y"] && copy.labels.map(\.name) == ["m"])
    try other.save()
    #expect(mirror.things.map(\.name) == ["y"] && copy.labels.map(\.name) == ["m"])
  }

  /// A new owner takes a member, and goes before the save.
  @Test func whatWasTakenForNobodyLeavesTheList() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (shelf, other) = (Desk.Shelf("s"), Desk.Shelf("t"))
    shelf.things = [Desk.Thing("x"), Desk.Thing("y")]
    context.insert(shelf)
    context.insert(other)
    try context.save()
    let reader = ModelContext(container)
    let mirror = try reader.fetch(
      FetchDescriptor<Desk.Shelf>(predicate: #Predicate { $0.name == "s" }))[0]
    #expect(mirror.things.count == 2)
    other.things = shelf.things.filter { $0.name == "x" }
    context.delete(other)
    try context.save()
    reader.processPendingChanges()
    let left = try ModelContext(container).fetch(FetchDescriptor<Desk.Shelf>())[0]
    #expect(left.things.map(\.name) == ["y"])
    #expect(mirror.things.map(\.name) == ["y"])
  }

  // MARK: Upserts

  @Test(arguments: [true, false])
  func anUpsertMovesTheRow(isHeld: Bool) throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (old, new) = (Desk.Folder("old"), Desk.Folder("new"))
    context.insert(old)
    context.insert(new)
    var file: Desk.File? = Desk.File(1, old)
    context.insert(file!)
    try context.save()
    if !isHeld { file = nil }
    context.insert(Desk.File(1, new))
    try context.save()
    #expect(old.files.isEmpty && new.files.map(\.id) == [1])
    context.delete(old)
    try context.save()
    #expect(try Desk.stored(container) == ["1→new"])
    withExtendedLifetime(file) {}
  }

  @Test(arguments: [true, false])
  func keepingTheRowKeepsItsOwner(isHeld: Bool) throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (old, new) = (Desk.Folder("old"), Desk.Folder("new"))
    context.insert(old)
    context.insert(new)
    var file: Desk.File? = Desk.File(1, old, text: "first")
    context.insert(file!)
    try context.save()
    if !isHeld { file = nil }
    context.insert(Desk.File(1, new, text: "second"))
    try context.save(onConflict: .keep)
    #expect(old.files.map(\.text) == ["first"] && new.files.isEmpty)
    context.delete(new)
    try context.save()
    #expect(try Desk.stored(container) == ["1→old"])
    withExtendedLifetime(file) {}
  }

  @Test(arguments: [true, false])
  func anUpsertLeavesBothSidesOfAOneToOneEqual(isHeld: Bool) throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let person = Desk.Person(1)
    context.insert(person)
    let passport = Desk.Passport("first")
    person.passport = passport
    try context.save()
    let importing = isHeld ? context : ModelContext(container)
    importing.insert(Desk.Person(1))
    try importing.save()
    context.processPendingChanges()
    #expect(person.passport == nil && passport.person == nil)
    let fresh = ModelContext(container)
    #expect(try fresh.fetch(FetchDescriptor<Desk.Person>())[0].passport == nil)
    #expect(try fresh.fetch(FetchDescriptor<Desk.Passport>())[0].person == nil)
    // With another partner.
    let second = Desk.Person(1)
    second.passport = Desk.Passport("second")
    importing.insert(second)
    try importing.save()
    let third = ModelContext(container)
    #expect(try third.fetch(FetchDescriptor<Desk.Person>())[0].passport?.number == "second")
    let passports = try third.fetch(
      FetchDescriptor<Desk.Passport>(sortBy: [SortDescriptor(\.number)]))
    #expect(passports.map { $0.person?.key } == [nil, 1])
  }
}
