// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// `$0.author == author`: captured models stand for their identifiers.
@Suite struct CapturedModelTests {
  @Test(arguments: [false, true]) func comparedWithRelationships(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Library.Author.self, Library.Book.self))
    let author = Library.Author(uid: 1, name: "a")
    let other = Library.Author(uid: 2, name: "b")
    [author, other].forEach { context.insert($0) }
    try context.save()
    for number in 1...3 {
      context.insert(Library.Book(uid: number, title: "t", author: [author, other, nil][number - 1]))
    }
    if isSaved { try context.save() }
    let selected: Library.Author? = other
    let none: Library.Author? = nil

    func books(_ predicate: Predicate<Library.Book>) throws -> [Int] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.uid)])).map(\.uid)
    }
    #expect(try books(#Predicate { $0.author == author }) == [1])
    #expect(try books(#Predicate { $0.author != author }) == [2, 3])
    #expect(try books(#Predicate { $0.author == selected }) == [2])
    #expect(try books(#Predicate { $0.author == none }) == [3])
    #expect(try books(#Predicate { $0.author != none && $0.uid > 0 }) == [1, 2])
    #expect(
      try context.fetch(FetchDescriptor<Library.Author>(predicate: #Predicate { $0 == other })).map(\.uid) == [2])
    #expect(
      try context.fetch(FetchDescriptor<Library.Author>(predicate: #Predicate { $0 != other })).map(\.uid) == [1])
  }

  /// The first save gives a model another identifier. A predicate that has captured the model goes on standing for it:
  /// for rows, and for models with unsaved changes.
  @Test func capturedBeforeTheirFirstSave() throws {
    let container = try memoryContainer(Library.Author.self, Library.Book.self)
    let context = ModelContext(container)
    let author = Library.Author(uid: 1, name: "a")
    context.insert(author)
    let optional: Library.Author? = author
    let predicates: [(Predicate<Library.Book>, [Int])] = [
      (#Predicate { $0.author == author }, [1]), (#Predicate { $0.author == optional }, [1]),
      (#Predicate { $0.author != author }, [2]), (#Predicate { $0.author != optional }, [2]),
    ]
    let authors: [Predicate<Library.Author>] = [
      #Predicate { $0 == author }, #Predicate { !($0 != author) },
    ]
    func check(_ context: ModelContext, _ when: String) throws {
      for (index, (predicate, expected)) in predicates.enumerated() {
        let books = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.uid)]))
        #expect(books.map(\.uid) == expected, "\(index) \(when)")
        #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
      }
      for predicate in authors {
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.uid) == [1], "\(when)")
      }
    }
    let books = [Library.Book(uid: 1, title: "t", author: author), Library.Book(uid: 2, title: "t")]
    books.forEach { context.insert($0) }
    try check(context, "before the save")
    try context.save()
    try check(context, "after the save")
    try check(ModelContext(container), "elsewhere")
    for book in books { book.title = "u" }
    author.name = "b"
    try check(context, "with unsaved changes")
    #expect(try predicates[0].0.evaluate(books[0]) && !predicates[0].0.evaluate(books[1]))
  }

  /// A captured identifier from before the save is that of a row afterwards.
  @Test func identifiersFromBeforeTheFirstSave() throws {
    let context = ModelContext(try memoryContainer(Library.Author.self, Library.Book.self))
    let author = Library.Author(uid: 1, name: "a")
    context.insert(author)
    context.insert(Library.Author(uid: 2, name: "b"))
    context.insert(Library.Book(uid: 1, title: "t", author: author))
    let identifier = author.persistentModelID
    let identifiers = [identifier]
    try context.save()
    #expect(identifier != author.persistentModelID)
    let found = try context.fetch(
      FetchDescriptor<Library.Author>(predicate: #Predicate { identifiers.contains($0.persistentModelID) }))
    #expect(found.map(\.uid) == [1])
    let books = try context.fetch(
      FetchDescriptor<Library.Book>(predicate: #Predicate { $0.author?.persistentModelID == identifier }))
    #expect(books.map(\.uid) == [1])
    // Never saved: no row has it.
    let unsaved = Library.Author(uid: 3, name: "c")
    #expect(try context.fetchCount(FetchDescriptor<Library.Book>(predicate: #Predicate { $0.author == unsaved })) == 0)
  }

  /// A query is fetched again after each save, with the predicate that it has.
  @Test func observersOfANewModel() throws {
    let context = ModelContext(try memoryContainer(Library.Author.self, Library.Book.self))
    let author = Library.Author(uid: 1, name: "a")
    context.insert(author)
    let observer = try ResultsObserver<Library.Book, Never>(
      filterBy: #Predicate { $0.author == author }, sortBy: [SortDescriptor(\.uid)], modelContext: context)
    #expect(observer.results.isEmpty)
    context.insert(Library.Book(uid: 1, title: "t", author: author))
    #expect(observer.results.map(\.uid) == [1])
    try context.save()
    #expect(observer.results.map(\.uid) == [1])
    context.insert(Library.Book(uid: 2, title: "t", author: author))
    #expect(observer.results.map(\.uid) == [1, 2])
    try context.save()
    context.insert(Library.Book(uid: 3, title: "t"))
    try context.save()
    #expect(observer.results.map(\.uid) == [1, 2])
  }
}
