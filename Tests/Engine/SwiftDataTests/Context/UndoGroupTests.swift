// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// What is undone together, and how long actions live.
@Suite struct UndoGroupTests {
  typealias Author = Library.Author

  private let manager = UndoManager()

  private func makeContext() throws -> (ModelContext, Author) {
    let context = ModelContext(
      try memoryContainer(Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self))
    let author = Author(uid: 1, name: "0")
    context.insert(author)
    try context.save()
    context.undoManager = manager
    return (context, author)
  }

  @Test func pendingChangesAreOneGroup() throws {
    let (context, author) = try makeContext()
    author.name = "1"
    author.age = 1
    context.processPendingChanges()
    author.name = "2"
    try context.save()
    author.name = "3"
    var names: [String] = []
    while manager.canUndo {
      manager.undo()
      names.append(author.name)
    }
    #expect(names == ["2", "1", "0"] && author.age == nil)
    while manager.canRedo {
      manager.redo()
      names.append(author.name)
    }
    #expect(names == ["2", "1", "0", "1", "2", "3"] && author.age == 1)
  }

  @Test func aNewChangeForgetsWhatCouldBeRedone() throws {
    let (context, author) = try makeContext()
    defer { withExtendedLifetime(context) {} }
    author.name = "1"
    manager.undo()
    #expect(manager.canRedo)
    author.name = "2"
    #expect(!manager.canRedo)
    manager.redo()
    #expect(author.name == "2")
    manager.undo()
    #expect(author.name == "0")
  }

  @Test func groupsNest() throws {
    let (context, author) = try makeContext()
    author.age = 1
    manager.beginUndoGrouping()
    author.name = "1"
    manager.beginUndoGrouping()
    author.name = "2"
    context.insert(Author(uid: 2, name: "B"))
    manager.endUndoGrouping()
    try context.save()
    author.name = "3"
    manager.endUndoGrouping()
    author.name = "4"
    manager.undo()
    #expect(author.name == "3")
    manager.undo()
    #expect(author.name == "0" && author.age == 1)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 1)
    manager.undo()
    #expect(author.age == nil && !manager.canUndo)
    for _ in 0..<3 { manager.redo() }
    #expect(author.name == "4" && author.age == 1)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
  }

  @Test func anInnerGroupIsUndoneAlone() throws {
    let (context, author) = try makeContext()
    defer { withExtendedLifetime(context) {} }
    manager.beginUndoGrouping()
    author.name = "1"
    manager.endUndoGrouping()
    author.age = 7
    manager.undoNestedGroup()
    #expect(author.name == "0" && author.age == 7)
    manager.undo()
    #expect(author.age == nil)
  }

  @Test func explicitGroupsOnly() throws {
    let (context, author) = try makeContext()
    defer { withExtendedLifetime(context) {} }
    manager.groupsByEvent = false
    author.name = "1"
    #expect(!manager.canUndo)
    manager.beginUndoGrouping()
    author.name = "2"
    manager.endUndoGrouping()
    manager.undo()
    #expect(author.name == "1")
    manager.redo()
    #expect(author.name == "2")
  }

  @Test func registrationCanBeDisabled() throws {
    let (context, author) = try makeContext()
    manager.disableUndoRegistration()
    author.name = "1"
    context.insert(Author(uid: 2, name: "B"))
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
    author.age = 1
    manager.undo()
    #expect(author.name == "1" && author.age == nil)
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 2)
  }

  @Test func namesAndLevels() throws {
    let (context, author) = try makeContext()
    manager.levelsOfUndo = 2
    for step in 1...4 {
      author.name = "\(step)"
      manager.setActionName("Step \(step)")
      context.processPendingChanges()
    }
    #expect(manager.undoMenuItemTitle == "Undo Step 4" && manager.undoCount == 2)
    manager.undo()
    #expect(manager.redoMenuItemTitle == "Redo Step 4" && manager.undoActionName == "Step 3")
    manager.undo()
    #expect(author.name == "2" && !manager.canUndo)
  }

  @Test func actionsOfTheProgramAreInTheGroup() throws {
    final class Title { var text = "" }
    let title = Title()
    let (context, author) = try makeContext()
    defer { withExtendedLifetime(context) {} }
    author.name = "1"
    manager.registerUndo(withTarget: title) { $0.text = "undone" }
    author.age = 1
    manager.undo()
    #expect(title.text == "undone" && author.name == "0" && author.age == nil)
  }

  @Test func twoContextsShareAManager() throws {
    let (one, author) = try makeContext()
    let two = ModelContext(one.container)
    two.undoManager = manager
    let same = try #require(try two.fetch(FetchDescriptor<Author>()).first)
    author.age = 1
    same.name = "1"
    manager.undo()
    #expect(author.age == nil && same.name == "0")
    manager.redo()
    one.undoManager = nil
    #expect(manager.canUndo)
    manager.undo()
    #expect(author.age == 1 && same.name == "0")
  }

  @Test func anotherManagerStartsAnew() throws {
    let (context, author) = try makeContext()
    author.name = "1"
    let other = UndoManager()
    context.undoManager = other
    #expect(!manager.canUndo && !other.canUndo)
    author.name = "2"
    #expect(!manager.canUndo && other.canUndo)
    other.undo()
    #expect(author.name == "1")
    context.undoManager = nil
    #expect(!other.canRedo)
    author.name = "3"
    #expect(!other.canUndo)
  }

  @Test func actionsKeepNothingAlive() throws {
    weak var engine: ContextCore?
    weak var left: Author?
    do {
      let (context, author) = try makeContext()
      engine = context._core
      left = author
      author.name = "1"
      context.processPendingChanges()
      let other = Author(uid: 2, name: "B")
      other.mentor = author
      author.mentor = other
      context.processPendingChanges()
      context.delete(author)
      manager.undo()
      manager.undo()
    }
    #expect(engine == nil && left == nil)
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test @MainActor func theMainContextGoesWithItsContainer() throws {
    weak var engine: ContextCore?
    do {
      let container = try memoryContainer(
        Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self)
      container.mainContext.undoManager = manager
      container.mainContext.insert(Author(uid: 1, name: "A"))
      engine = container.mainContext._core
      #expect(manager.canUndo)
    }
    #expect(engine == nil && !manager.canUndo)
  }
}
