// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What has been saved is undone by another save.
@Suite struct UndoAcrossSavesTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag

  private let folder: TestFolder
  private let container: ModelContainer
  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    folder = try TestFolder()
    container = try folder.container(
      Author.self, Book.self, Tag.self, Library.Profile.self, Gallery.Wall.self,
      Gallery.Partition.self, Gallery.Frame.self, Gallery.Lamp.self)
    context = ModelContext(container)
    context.undoManager = manager
  }

  private func stored<T: PersistentModel>(_ type: T.Type) throws -> [T] {
    try ModelContext(container).fetch(FetchDescriptor<T>())
  }

  @Test func aSavedChangeIsAChangeAgain() throws {
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    try context.save()
    author.name = "B"
    try context.save()
    #expect(!context.hasChanges)
    manager.undo()
    #expect(author.name == "A" && author.hasChanges && context.hasChanges)
    try context.save()
    #expect(try stored(Author.self).map(\.name) == ["A"])
    manager.redo()
    try context.save()
    #expect(try stored(Author.self).map(\.name) == ["B"])
  }

  @Test func aSavedInsertionIsDeletedWithoutCascades() throws {
    let book = Book(uid: 1, title: "t")
    context.insert(book)
    try context.save()
    let author = Author(uid: 2, name: "A")
    author.books = [book]
    context.insert(author)
    try context.save()
    manager.undo()
    #expect(author.isDeleted && !book.isDeleted && book.author == nil)
    try context.save()
    #expect(try stored(Author.self).isEmpty)
    #expect(try stored(Book.self).map { $0.author == nil } == [true])
    manager.redo()
    try context.save()
    #expect(try stored(Author.self).first?.books.map(\.title) == ["t"])
    #expect(author.modelContext === context && book.author === author)
  }

  @Test func aSavedDeletionIsInsertedAnew() throws {
    let author = Author(uid: 1, name: "A", age: 3)
    let mentee = Author(uid: 2, name: "B")
    mentee.mentor = author
    let books = (0..<3).map { Book(uid: $0, title: "t\($0)", author: author) }
    for uid in 0..<3 {
      let tag = Tag(uid: uid, label: "l\(uid)")
      tag.books = books
    }
    context.insert(mentee)
    try context.save()
    let identifier = author.persistentModelID
    context.delete(author)
    try context.save()
    #expect(author.modelContext == nil)
    for _ in 0..<2 {
      manager.undo()
      #expect(author.modelContext === context && !author.isDeleted && author.age == 3)
      #expect(author.books == books && mentee.mentor === author && books[2].tags.count == 3)
      try context.save()
      let found = try stored(Book.self)
      #expect(found.count == 3 && found.allSatisfy { $0.author?.name == "A" && $0.tags.count == 3 })
      #expect(author.persistentModelID != identifier)
      manager.redo()
      try context.save()
      #expect(try stored(Book.self).isEmpty)
      #expect(try stored(Tag.self).count == 3)
      #expect(try stored(Author.self).map(\.name) == ["B"])
    }
  }

  @Test func relationshipsThatWereNotLoadedComeBack() throws {
    let filling = ModelContext(container)
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 1, title: "t", author: author)
    book.tags = (0..<3).map { Tag(uid: $0, label: "l\($0)") }
    filling.insert(book)
    try filling.save()

    let found = try #require(try context.fetch(FetchDescriptor<Book>()).first)
    context.delete(found)
    try context.save()
    manager.undo()
    #expect(found.author?.uid == 1)
    try context.save()
    let stored = try #require(try stored(Book.self).first)
    #expect(stored.title == "t" && stored.author?.uid == 1 && stored.tags.count == 3)
  }

  @Test func referencesWithoutInverseComeBack() throws {
    let wall = Gallery.Wall(name: "w")
    let other = Gallery.Partition(name: "p")
    let lamps = [Gallery.Lamp(watts: 1), Gallery.Lamp(watts: 2)]
    wall.lamps = lamps
    wall.main = lamps[0]
    context.insert(other)
    context.insert(wall)
    try context.save()
    other.main = lamps[0]
    context.delete(lamps[0])
    try context.save()
    #expect(wall.main == nil && other.main == nil && wall.lamps == [lamps[1]])
    manager.undo()
    #expect(wall.main === lamps[0] && Set(wall.lamps) == Set(lamps))
    try context.save()
    let walls = try stored(Gallery.Wall.self).sorted { $0.name > $1.name }
    #expect(walls[0].lamps.map(\.watts).sorted() == [1, 2] && walls[0].main?.watts == 1)
  }

  @Test func aDestinationThatMustBeThere() throws {
    let wall = Gallery.Partition(name: "w")
    let frames = [Gallery.Frame(title: "1", wall: wall), Gallery.Frame(title: "2", wall: wall)]
    for frame in frames { context.insert(frame) }
    manager.undo()
    #expect(wall.modelContext == nil && frames[0].modelContext == nil)
    manager.redo()
    #expect(frames[0].wall === wall && Set(wall.frames) == Set(frames))
    try context.save()
    context.delete(wall)
    try context.save()
    #expect(try stored(Gallery.Frame.self).isEmpty)
    manager.undo()
    try context.save()
    let found = try stored(Gallery.Frame.self)
    #expect(found.count == 2 && found.allSatisfy { $0.wall.name == "w" && $0.maker == "M" })
    manager.redo()
    try context.save()
    #expect(try stored(Gallery.Frame.self).isEmpty)
    #expect(try stored(Gallery.Wall.self).isEmpty)
  }

  @Test func whatAnotherContextHasSavedIsOverwritten() throws {
    let author = Author(uid: 1, name: "A", age: 1)
    context.insert(author)
    try context.save()
    author.name = "B"
    try context.save()
    let other = ModelContext(container)
    let same = try #require(try other.fetch(FetchDescriptor<Author>()).first)
    same.name = "C"
    same.age = 2
    try other.save()
    manager.undo()
    #expect(author.name == "A" && author.age == 2)
    try context.save()
    #expect(try stored(Author.self).map(\.name) == ["A"])
  }

  @Test func whatHasVanishedIsSkipped() throws {
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 1, title: "t", author: author)
    context.insert(book)
    try context.save()
    book.author = nil
    try context.save()
    author.name = "B"
    book.title = "u"
    try context.save()
    let other = ModelContext(container)
    for found in try other.fetch(FetchDescriptor<Author>()) { other.delete(found) }
    try other.save()
    manager.undo()
    #expect(book.title == "t")
    manager.undo()
    #expect(book.author == nil)
    try context.save()
    manager.undo()
    try context.save()
    #expect(try stored(Book.self).isEmpty)
    #expect(try stored(Author.self).isEmpty)
    for _ in 0..<3 { manager.redo() }
    try context.save()
  }

  @Test func whatCannotBeUndoneForgetsTheActions() throws {
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    try context.save()
    author.name = "B"
    context.rollback()
    #expect(!manager.canUndo && !manager.canRedo)

    author.name = "C"
    try context.save()
    manager.undo()
    #expect(manager.canRedo)
    // A deletion by predicate is no step, and leaves the others alone.
    try context.delete(model: Author.self)
    #expect(manager.canRedo)
    manager.redo()
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Author>()) == 0)
  }

  @Test func anUpsertForgetsTheActions() throws {
    let container = try memoryContainer(Samples.self)
    let context = ModelContext(container)
    context.undoManager = manager
    context.insert(Samples(code: "a", value: 1))
    try context.save()
    #expect(manager.canUndo)
    context.insert(Samples(code: "a", value: 2))
    try context.save()
    #expect(!manager.canUndo)
    #expect(try context.fetch(FetchDescriptor<Samples>()).map(\.value) == [2])
  }

  @Model final class Samples {
    @Attribute(.unique) var code: String
    var value: Int
    init(code: String, value: Int) {
      self.code = code
      self.value = value
    }
  }
}
