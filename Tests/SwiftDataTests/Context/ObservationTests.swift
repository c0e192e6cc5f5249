import Foundation
import SwiftData
import Testing

@Suite struct ObservationTests {
  typealias Author = Library.Author
  typealias Book = Library.Book

  final class Flag: @unchecked Sendable { var isSet = false }

  private func changes(_ read: () -> Void, when change: () throws -> Void) rethrows -> Bool {
    let flag = Flag()
    withObservationTracking(read) { flag.isSet = true }
    try change()
    return flag.isSet
  }

  @Test func attributesAreObserved() throws {
    let author = Author(uid: 1, name: "A")
    #expect(changes({ _ = author.name }, when: { author.name = "B" }))
    #expect(!changes({ _ = author.age }, when: { author.name = "C" }))
  }

  @Test func registeredModelsAndInversesAreObserved() throws {
    let context = ModelContext(
      try memoryContainer(Author.self, Book.self, Library.Tag.self, Library.Profile.self))
    let author = Author(uid: 1, name: "A")
    let book = Book(uid: 2, title: "T")
    context.insert(author)
    context.insert(book)
    try context.save()
    #expect(changes({ _ = author.books }, when: { book.author = author }))
    #expect(changes({ _ = book.author }, when: { author.books = [] }))
    #expect(changes({ _ = author.name }, when: { author.name = "B" }))
    #expect(changes({ _ = author.name }, when: { context.rollback() }))
  }
}
