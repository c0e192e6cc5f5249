// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import SwiftData
import Synchronization
import Testing

/// Every kind of change is undone and redone.
@Suite struct UndoTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag
  typealias Profile = Library.Profile

  private let context: ModelContext
  private let manager = UndoManager()

  init() throws {
    context = ModelContext(
      try memoryContainer(
        Author.self, Book.self, Tag.self, Profile.self, Gallery.Wall.self, Gallery.Partition.self,
        Gallery.Frame.self, Gallery.Lamp.self, Gallery.Visitor.self, Wide.self))
  }

  private func savedAuthor() throws -> Author {
    let author = Author(uid: 1, name: "A", age: 30)
    context.insert(author)
    try context.save()
    context.undoManager = manager
    return author
  }

  /// Does, undoes, redoes and undoes again, looking each time.
  private func cycle(
    _ change: () throws -> Void, done: () throws -> Void, undone: () throws -> Void
  ) throws {
    try undone()
    try change()
    #expect(manager.canUndo)
    for _ in 0..<2 {
      try done()
      manager.undo()
      #expect(!manager.canUndo && manager.canRedo)
      try undone()
      manager.redo()
      #expect(manager.canUndo && !manager.canRedo)
    }
    try done()
    manager.undo()
    try undone()
  }

  @Test func nothingIsRegisteredWithoutManager() throws {
    #expect(context.undoManager == nil)
    context.insert(Author(uid: 1, name: "A"))
    context.undoManager = manager
    #expect(!manager.canUndo)
  }

  @Test func attributes() throws {
    let author = try savedAuthor()
    try cycle {
      author.name = "B"
      author.name = "C"
      author.age = nil
    } done: {
      #expect(author.name == "C" && author.age == nil)
    } undone: {
      #expect(author.name == "A" && author.age == 30)
    }
  }

  @Test func attributesOfAFaultAndOfAWideModel() throws {
    let wide = Wide()
    context.insert(wide)
    try context.save()
    let other = ModelContext(context.container)
    other.undoManager = manager
    let found = try #require(try other.fetch(FetchDescriptor<Wide>()).first)
    try cycle {
      found.p68 = -1
      found.p69 = -2
      found.p3 = -3
      found.p20 = -4
    } done: {
      #expect(found.p68 == -1 && found.p69 == -2 && found.p3 == -3 && found.p20 == -4)
    } undone: {
      #expect(found.p68 == 68 && found.p69 == 69 && found.p3 == 3 && found.p20 == 20)
    }
    try other.save()
    #expect(try ModelContext(context.container).fetch(FetchDescriptor<Wide>()).first?.p69 == 69)
  }

  @Test func attributesThatWereNotFetched() throws {
    _ = try savedAuthor()
    let other = ModelContext(context.container)
    other.undoManager = manager
    var descriptor = FetchDescriptor<Author>()
    descriptor.propertiesToFetch = [\.uid]
    let author = try #require(try other.fetch(descriptor).first)
    author.name = "B"
    manager.undo()
    #expect(author.name == "A")
  }

  @Test func toOneAndItsInverse() throws {
    let author = try savedAuthor()
    let other = Author(uid: 2, name: "B")
    let books = (0..<4).map { Book(uid: $0, title: "t\($0)", author: author) }
    context.insert(other)
    try context.save()
    manager.removeAllActions()
    try cycle {
      books[1].author = other
      books[2].author = nil
    } done: {
      #expect(author.books == [books[0], books[3]] && other.books == [books[1]])
    } undone: {
      #expect(author.books == books && other.books.isEmpty && books[2].author === author)
    }
  }

  @Test func oneToOne() throws {
    let author = try savedAuthor()
    let other = Author(uid: 2, name: "B")
    let (one, two) = (Profile(uid: 1, text: "1"), Profile(uid: 2, text: "2"))
    author.profile = one
    other.profile = two
    context.insert(other)
    try context.save()
    manager.removeAllActions()
    try cycle {
      one.author = other
    } done: {
      #expect(author.profile == nil && other.profile === one && two.author == nil)
    } undone: {
      #expect(author.profile === one && other.profile === two && one.author === author)
    }
  }

  @Test func toManyKeepsItsOrder() throws {
    let author = try savedAuthor()
    let books = (0..<5).map { Book(uid: $0, title: "t\($0)") }
    author.books = books
    try context.save()
    manager.removeAllActions()
    try cycle {
      author.books = [books[4], books[1]]
      author.books.append(books[0])
    } done: {
      #expect(Set(author.books) == [books[4], books[1], books[0]] && books[2].author == nil)
    } undone: {
      #expect(author.books == books && books.allSatisfy { $0.author === author })
    }
  }

  @Test func manyToMany() throws {
    let book = Book(uid: 1, title: "t")
    let tags = (0..<4).map { Tag(uid: $0, label: "l\($0)") }
    book.tags = [tags[0], tags[1]]
    for tag in tags { context.insert(tag) }
    try context.save()
    context.undoManager = manager
    try cycle {
      book.tags = [tags[1], tags[2]]
      tags[3].books.append(book)
      tags[2].books = []
    } done: {
      #expect(Set(book.tags) == [tags[1], tags[3]] && tags[0].books.isEmpty)
    } undone: {
      #expect(book.tags == [tags[0], tags[1]] && tags[0].books == [book])
      #expect(tags[3].books.isEmpty && tags[2].books.isEmpty)
    }
    try context.save()
    let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Book>()).first)
    #expect(found.tags.map(\.uid).sorted() == [0, 1])
  }

  @Test func pairsOfOneEntity() throws {
    let (a, b) = (Gallery.Visitor(name: "a"), Gallery.Visitor(name: "b"))
    context.insert(a)
    context.insert(b)
    try context.save()
    context.undoManager = manager
    try cycle {
      a.friends = [b, a]
      a.friendOf = []
      b.friends = [a]
    } done: {
      #expect(a.friends == [b] && b.friends == [a] && a.friendOf == [b])
    } undone: {
      #expect(a.friends.isEmpty && b.friends.isEmpty && a.friendOf.isEmpty)
    }
    manager.redo()
    try context.save()
    let found = try ModelContext(context.container).fetch(FetchDescriptor<Gallery.Visitor>())
    #expect(found.map(\.friends.count) == [1, 1])
  }

  @Test func oneWayRelationships() throws {
    let (one, two) = (Gallery.Wall(name: "1"), Gallery.Partition(name: "2"))
    let lamps = (0..<3).map { Gallery.Lamp(watts: $0) }
    one.lamps = lamps
    one.main = lamps[0]
    context.insert(one)
    context.insert(two)
    try context.save()
    context.undoManager = manager
    try cycle {
      two.lamps = [lamps[1]]
      one.lamps.removeFirst()
      one.main = lamps[2]
    } done: {
      #expect(one.lamps == [lamps[2]] && two.lamps == [lamps[1]] && one.main === lamps[2])
    } undone: {
      #expect(one.lamps == lamps && two.lamps.isEmpty && one.main === lamps[0])
    }
    try context.save()
    let other = ModelContext(context.container)
    let found = try other.fetch(FetchDescriptor<Gallery.Wall>(sortBy: [SortDescriptor(\.name)]))
    #expect(found.map { $0.lamps.map(\.watts) } == [[0, 1, 2], []])
  }

  @Test func insertion() throws {
    let author = try savedAuthor()
    let book = Book(uid: 2, title: "t")
    let tag = Tag(uid: 3, label: "l")
    try cycle {
      book.tags = [tag]
      author.books.append(book)
      book.title = "u"
    } done: {
      #expect(book.modelContext === context && tag.modelContext === context)
      #expect(author.books == [book] && book.author === author && tag.books == [book])
      let count = try context.fetchCount(FetchDescriptor<Book>())
      #expect(count == 1)
    } undone: {
      #expect(book.modelContext == nil && tag.modelContext == nil && author.books.isEmpty)
      #expect(context.insertedModelsArray.isEmpty)
      let count = try context.fetchCount(FetchDescriptor<Tag>())
      #expect(count == 0)
    }
    #expect(book.title == "u")
  }

  @Test func deletionWithItsRules() throws {
    let author = try savedAuthor()
    let mentee = Author(uid: 2, name: "B")
    let books = (0..<3).map { Book(uid: $0, title: "t\($0)", author: author) }
    let tag = Tag(uid: 1, label: "l")
    tag.books = books
    mentee.mentor = author
    author.profile = Profile(uid: 1, text: "p")
    try context.save()
    manager.removeAllActions()
    try cycle {
      context.delete(author)
    } done: {
      #expect(author.isDeleted && books.allSatisfy(\.isDeleted) && mentee.mentor == nil)
      #expect(tag.books.allSatisfy(\.isDeleted) && context.deletedModelsArray.count == 4)
    } undone: {
      #expect(!author.isDeleted && context.deletedModelsArray.isEmpty && author.books == books)
      #expect(tag.books == books && books[1].tags == [tag] && mentee.mentor === author)
      #expect(author.profile?.author === author && author.mentees == [mentee])
    }
    try context.save()
    let other = ModelContext(context.container)
    #expect(try other.fetch(FetchDescriptor<Tag>()).first?.books.count == 3)
    #expect(try other.fetch(FetchDescriptor<Profile>()).first?.author?.mentees.count == 1)
  }

  @Test func observersHearOfIt() throws {
    let author = try savedAuthor()
    let book = Book(uid: 1, title: "t")
    context.insert(book)
    try context.save()
    manager.removeAllActions()
    author.name = "B"
    book.author = author
    let heard = Mutex<[String]>([])
    withObservationTracking {
      _ = author.name
    } onChange: {
      heard.withLock { $0.append("name") }
    }
    withObservationTracking {
      _ = author.books
    } onChange: {
      heard.withLock { $0.append("books") }
    }
    withObservationTracking {
      _ = book.author
    } onChange: {
      heard.withLock { $0.append("author") }
    }
    manager.undo()
    #expect(Set(heard.withLock { $0 }) == ["name", "books", "author"])
  }
}
