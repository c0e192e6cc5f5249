// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Both sides of a relationship agree at once, in memory.
@Suite struct InverseTests {
  typealias Author = Library.Author
  typealias Book = Library.Book
  typealias Tag = Library.Tag
  typealias Profile = Library.Profile

  private func context() throws -> ModelContext {
    ModelContext(try memoryContainer(Author.self, Book.self, Tag.self, Profile.self))
  }

  @Test func setFromEitherSide() throws {
    let context = try context()
    let author = Author(uid: 1, name: "A")
    context.insert(author)
    let book = Book(uid: 2, title: "T")
    book.author = author
    #expect(author.books == [book])
    #expect(book.modelContext === context)
    author.books.append(book)
    #expect(author.books.count == 1)
    author.books.removeAll()
    #expect(book.author == nil)
    author.books = [book, book]
    #expect(author.books.count == 1)
    #expect(book.author === author)
  }

  @Test func aGraphIsInsertedByItsRoot() throws {
    let context = try context()
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 2, title: "T", author: author)
    book.tags = [Tag(uid: 3, label: "t")]
    context.insert(book)
    #expect(context.insertedModelsArray.count == 3)
    #expect(author.books == [book])
    #expect(book.tags.first?.books == [book])
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Tag>()) == 1)
  }

  @Test func movingLeavesTheOldOwner() throws {
    let context = try context()
    let one = Author(uid: 1, name: "A")
    let two = Author(uid: 2, name: "B")
    let book = Book(uid: 3, title: "T", author: one)
    context.insert(book)
    context.insert(two)
    try context.save()
    two.books.append(book)
    #expect(one.books.isEmpty)
    #expect(book.author === two)
    book.author = one
    #expect(two.books.isEmpty)
    #expect(one.books == [book])
  }

  @Test func oneToOnePartnersAreExclusive() throws {
    let context = try context()
    let one = Author(uid: 1, name: "A")
    let two = Author(uid: 2, name: "B")
    let profile = Profile(uid: 3, text: "p")
    context.insert(one)
    context.insert(two)
    one.profile = profile
    #expect(profile.author === one)
    try context.save()
    two.profile = profile
    #expect(one.profile == nil)
    #expect(profile.author === two)
    try context.save()
    let again = ModelContext(context.container)
    let authors = try again.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.uid)]))
    #expect(authors.map { $0.profile?.uid } == [nil, 3])
  }

  @Test func manyToManyAndSelfReference() throws {
    let context = try context()
    let books = (0..<3).map { Book(uid: $0, title: "b") }
    let tags = (10..<13).map { Tag(uid: $0, label: "t") }
    books.forEach { context.insert($0) }
    tags.forEach { context.insert($0) }
    for book in books { book.tags = tags }
    #expect(tags.allSatisfy { $0.books.count == 3 })
    try context.save()
    tags[0].books.removeAll { $0 === books[1] }
    #expect(books[1].tags.map(\.uid) == [11, 12])
    try context.save()
    let again = ModelContext(context.container)
    let uid = 1
    let book = try #require(
      try again.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.uid == uid })).first)
    #expect(book.tags.map(\.uid).sorted() == [11, 12])

    let author = Author(uid: 1, name: "A")
    context.insert(author)
    author.mentor = author
    #expect(author.mentees == [author])
    try context.save()
    context.delete(author)
    try context.save()
  }

  @Test func detachedModelsKeepBothSides() throws {
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 2, title: "T")
    book.author = author
    #expect(author.books == [book])
    author.books = []
    #expect(book.author == nil)
  }

  @Test func joiningAFaultLoadsNothingAndIsSeenLater() throws {
    let folder = try TestFolder()
    let types: [any PersistentModel.Type] = [Author.self, Book.self, Tag.self, Profile.self]
    func open() throws -> ModelContext {
      let schema = Schema(types)
      return ModelContext(
        try ModelContainer(
          for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())]))
    }
    let setup = try open()
    let author = Author(uid: 1, name: "A")
    author.books = (0..<5).map { Book(uid: $0, title: "b") }
    setup.insert(author)
    try setup.save()

    let context = try open()
    let fetched = try #require(try context.fetch(FetchDescriptor<Author>()).first)
    let new = Book(uid: 9, title: "new")
    new.author = fetched
    #expect(Set(fetched.books.map(\.uid)) == [0, 1, 2, 3, 4, 9])
    #expect(fetched.books.count == 6)
  }
}
