// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A deletion that is undone before the save, and deletions of models that
/// are not this context's, or not wholly read.
struct TakenBackDeletionTests {
  private func stored(_ container: ModelContainer) throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Desk.File>(sortBy: [SortDescriptor(\.id)]))
      .map {
        "\($0.id) \($0.folder?.name ?? "nil") \($0.labels.map(\.name).sorted()) \($0.notes.map(\.text))"
      }
  }

  @Test(arguments: [true, false])
  func deletedAndInsertedAgain(isLoaded: Bool) throws {
    let container = try Desk.container()
    do {
      let context = ModelContext(container)
      let file = Desk.File(1, Desk.Folder("f"))
      file.labels = [Desk.Label("l")]
      file.notes = [Desk.Note("n")]
      context.insert(file)
      try context.save()
    }
    let context = ModelContext(container)
    let file = try Desk.file(1, in: context)
    let folder = try Desk.folder("f", in: context)
    let label = try context.fetch(FetchDescriptor<Desk.Label>())[0]
    if isLoaded { _ = (folder.files.count, label.files.count, file.labels.count, file.notes.count) }
    context.delete(file)
    #expect(folder.files.allSatisfy(\.isDeleted) && label.files.allSatisfy(\.isDeleted))
    context.insert(file)
    #expect(!file.isDeleted && file.folder === folder)
    #expect(folder.files.map(\.id) == [1] && label.files.map(\.id) == [1])
    #expect(file.labels.map(\.name) == ["l"] && file.notes.map(\.text) == ["n"])
    try context.save()
    #expect(folder.files.map(\.id) == [1] && label.files.map(\.id) == [1])
    #expect(try stored(container) == ["1 f [\"l\"] [\"n\"]"])
    context.delete(folder)
    try context.save()
    #expect(try stored(container).isEmpty)
  }

  /// What had not been saved comes back too, and what was taken away does not.
  @Test func unsavedPairsComeBack() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let file = Desk.File(1)
    let (kept, removed, added) = (Desk.Label("kept"), Desk.Label("removed"), Desk.Label("added"))
    file.labels = [kept, removed]
    context.insert(file)
    context.insert(added)
    try context.save()
    file.labels = [kept, added]
    context.delete(file)
    context.insert(file)
    #expect(Set(file.labels.map(\.name)) == ["kept", "added"])
    try context.save()
    #expect(try stored(container) == ["1 nil [\"added\", \"kept\"] []"])
    #expect(removed.files.isEmpty && added.files.count == 1)
  }

  /// With the owner comes what its deletion took along.
  @Test func aCascadeIsTakenBackWhole() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let folder = Desk.Folder("f")
    folder.files = [Desk.File(1), Desk.File(2)]
    folder.files[0].notes = [Desk.Note("n")]
    context.insert(folder)
    try context.save()
    context.delete(folder)
    #expect(context.deletedModelsArray.count == 4)
    context.insert(folder)
    #expect(context.deletedModelsArray.isEmpty)
    #expect(folder.files.map(\.id).sorted() == [1, 2])
    try context.save()
    #expect(try stored(container) == ["1 f [] [\"n\"]", "2 f [] []"])
  }

  /// What had not been saved when its owner was deleted comes back with it too.
  @Test func unsavedMembersComeBack() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let folder = Desk.Folder("f")
    folder.files = [Desk.File(1)]
    context.insert(folder)
    try context.save()
    let new = Desk.File(2)
    new.notes = [Desk.Note("n")]
    folder.files.append(new)
    context.delete(folder)
    #expect(new.modelContext == nil)
    context.insert(folder)
    #expect(folder.files.map(\.id).sorted() == [1, 2] && new.folder === folder)
    try context.save()
    #expect(try stored(container) == ["1 f [] []", "2 f [] [\"n\"]"])
  }

  @Test func aMemberThatWasMovedMeanwhileStays() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (one, two) = (Desk.Shelf("one"), Desk.Shelf("two"))
    let (a, b) = (Desk.Box("a"), Desk.Box("b"))
    one.boxes = [a, b]
    context.insert(one)
    context.insert(two)
    try context.save()
    context.delete(one)
    #expect(a.shelf == nil)
    a.shelf = two
    context.insert(one)
    #expect(one.boxes.map(\.name) == ["b"] && two.boxes.map(\.name) == ["a"])
    try context.save()
    let fresh = ModelContext(container)
    let shelves = try fresh.fetch(FetchDescriptor<Desk.Shelf>(sortBy: [SortDescriptor(\.name)]))
    #expect(shelves.map { $0.boxes.map(\.name) } == [["b"], ["a"]])
  }

  /// What is as before has not changed: a save does not write it over what others have saved since.
  @Test(arguments: [false, true]) func nothingIsUnsavedAfterwards(isLoaded: Bool) throws {
    let container = try Desk.container()
    do {
      let context = ModelContext(container)
      let (one, two) = (Desk.Shelf("one"), Desk.Shelf("two"))
      one.boxes = [Desk.Box("a"), Desk.Box("b")]
      context.insert(one)
      context.insert(two)
      try context.save()
    }
    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let shelves = try context.fetch(FetchDescriptor<Desk.Shelf>(sortBy: [SortDescriptor(\.name)]))
    let one = try #require(shelves.first)
    if isLoaded { #expect(one.boxes.count == 2) }
    context.delete(one)
    context.insert(one)
    #expect(!context.hasChanges && !one.hasChanges)
    let boxes = one.boxes.sorted { $0.name < $1.name }
    #expect(boxes.map(\.name) == ["a", "b"] && boxes.allSatisfy { !$0.hasChanges && $0.shelf === one })
    do {
      let other = ModelContext(container)
      let box = try #require(try other.fetch(FetchDescriptor<Desk.Box>()).first { $0.name == "a" })
      box.shelf = try other.fetch(FetchDescriptor<Desk.Shelf>()).first { $0.name == "two" }
      try other.save()
    }
    boxes[1].name = "c"
    try context.save()
    #expect(one.boxes.map(\.name) == ["c"])
    let stored = try ModelContext(container).fetch(FetchDescriptor<Desk.Shelf>(sortBy: [SortDescriptor(\.name)]))
    #expect(stored.map { $0.boxes.map(\.name) } == [["c"], ["a"]])
  }

  /// So it is with members that were deleted with their owner.
  @Test(arguments: [false, true]) func nothingIsUnsavedOfACascade(isLoaded: Bool) throws {
    let container = try Desk.container()
    do {
      let context = ModelContext(container)
      let folder = Desk.Folder("f")
      folder.files = [Desk.File(1), Desk.File(2)]
      context.insert(folder)
      context.insert(Desk.Folder("other"))
      try context.save()
    }
    let context = ModelContext(container)
    context.mergePolicy = .memoryWins
    let folder = try Desk.folder("f", in: context)
    let file = try Desk.file(1, in: context)
    if isLoaded { #expect(folder.files.count == 2 && file.folder === folder) }
    context.delete(folder)
    #expect(file.isDeleted)
    context.insert(folder)
    #expect(!context.hasChanges && !file.hasChanges && !file.isDeleted)
    do {
      let other = ModelContext(container)
      try Desk.file(1, in: other).folder = try Desk.folder("other", in: other)
      try other.save()
    }
    file.text = "new"
    try context.save()
    #expect(try stored(container) == ["1 other [] []", "2 f [] []"])
    #expect(file.folder?.name == "other" && folder.files.map(\.id) == [2])
  }

  /// What was unsaved before is so still.
  @Test func whatWasUnsavedBeforeIsUnsavedAfterwards() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    let (one, two) = (Desk.Shelf("one"), Desk.Shelf("two"))
    let (a, b) = (Desk.Box("a"), Desk.Box("b"))
    two.boxes = [a, b]
    context.insert(one)
    context.insert(two)
    try context.save()
    a.shelf = one
    b.name = "c"
    context.delete(two)
    context.delete(one)
    context.insert(one)
    context.insert(two)
    #expect(a.hasChanges && b.hasChanges && a.shelf === one && b.shelf === two)
    try context.save()
    let stored = try ModelContext(container).fetch(FetchDescriptor<Desk.Shelf>(sortBy: [SortDescriptor(\.name)]))
    #expect(stored.map { $0.boxes.map(\.name) } == [["a"], ["c"]])
  }

  @Test func insertedAgainAfterAPartialFetch() throws {
    let container = try Desk.container()
    do {
      let context = ModelContext(container)
      context.insert(Desk.File(1, Desk.Folder("f"), text: "long"))
      try context.save()
    }
    let context = ModelContext(container)
    var descriptor = FetchDescriptor<Desk.File>()
    descriptor.propertiesToFetch = [\.id]
    let file = try context.fetch(descriptor)[0]
    context.delete(file)
    try context.save()
    context.insert(file)
    try context.save()
    let stored = try Desk.file(1, in: ModelContext(container))
    #expect(stored.text == "long" && stored.folder?.name == "f")
  }

  /// A fault whose row went without having been read has no values to insert.
  @Test func whatWasNeverReadIsNotInsertedAgain() throws {
    let container = try Desk.container()
    let context = ModelContext(container)
    context.insert(Desk.File(1, text: "long"))
    try context.save()
    let other = ModelContext(container)
    let id = try other.fetchIdentifiers(FetchDescriptor<Desk.File>())[0]
    let fault = try #require(other.model(for: id) as? Desk.File)
    try other.delete(model: Desk.File.self)
    try other.save()
    other.insert(fault)
    #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
    #expect(try Desk.stored(container).isEmpty)
  }

  // MARK: Models of other contexts

  @Test func aModelOfAnotherContextIsDeleted() throws {
    let container = try Desk.container()
    let (one, two) = (ModelContext(container), ModelContext(container))
    let file = Desk.File(1)
    one.insert(file)
    try one.save()
    two.delete(file)
    #expect(two.hasChanges)
    try two.save()
    #expect(try Desk.stored(container).isEmpty)
    one.processPendingChanges()
    #expect(file.isDeleted)
  }

  @Test func aModelOfAnotherContainerIsNotDeleted() throws {
    let (one, two) = (ModelContext(try Desk.container()), ModelContext(try Desk.container()))
    let file = Desk.File(1)
    one.insert(file)
    try one.save()
    two.delete(file)
    #expect(throws: SwiftDataError.modelValidationFailure) { try two.save() }
    try two.save()
  }

  @Test func aRelationshipToAnotherContainerIsRefusedEachTime() throws {
    let (one, two) = (try Desk.container(), try Desk.container())
    let (here, there) = (ModelContext(one), ModelContext(two))
    for name in ["a", "b"] {
      here.insert(Desk.Folder("mine " + name))
      there.insert(Desk.Folder("theirs " + name))
    }
    try here.save()
    try there.save()
    let file = Desk.File(1)
    here.insert(file)
    file.folder = try Desk.folder("theirs b", in: there)
    for _ in 0..<3 {
      #expect(throws: SwiftDataError.modelValidationFailure) { try here.save() }
      #expect(try Desk.stored(one).isEmpty)
    }
    file.folder = try Desk.folder("mine a", in: here)
    try here.save()
    #expect(try Desk.stored(one) == ["1→mine a"])
  }
}
