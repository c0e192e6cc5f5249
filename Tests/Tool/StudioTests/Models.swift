// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What the tests' own stores hold.
@Model final class Library {
  var name: String
  var founded: Date?
  @Relationship(deleteRule: .cascade, inverse: \Book.library) var books: [Book] = []
  @Relationship(deleteRule: .deny, inverse: \Reader.library) var readers: [Reader] = []

  init(name: String, founded: Date? = nil) {
    self.name = name
    self.founded = founded
  }
}

@Model final class Book {
  @Attribute(.unique) var number: Int
  @Attribute(.preserveValueOnDeletion) var title: String
  var price: Double
  var isLent: Bool
  @Attribute(.externalStorage) var cover: Data?
  var library: Library?
  @Relationship(inverse: \Author.books) var authors: [Author] = []

  init(number: Int, title: String, price: Double = 1, isLent: Bool = false) {
    self.number = number
    self.title = title
    self.price = price
    self.isLent = isLent
  }
}

@Model final class Author {
  var name: String
  var books: [Book] = []

  init(name: String) { self.name = name }
}

@Model final class Reader {
  var name: String
  var library: Library?

  init(name: String) { self.name = name }
}

extension StoreFolder {
  static let models: [any PersistentModel.Type] = [Library.self, Book.self, Author.self, Reader.self]

  func container() throws -> ModelContainer {
    try ModelContainer(for: Schema(Self.models), configurations: ModelConfiguration(url: store))
  }

  /// Three books of two authors in one of two libraries; the other one has a reader.
  static func library() throws -> StoreFolder {
    let folder = try StoreFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    let city = Library(name: "City", founded: Date(timeIntervalSinceReferenceDate: 0))
    let school = Library(name: "School")
    context.insert(city)
    context.insert(school)
    let ada = Author(name: "Ada")
    let bob = Author(name: "Bob")
    for number in 1...3 {
      let book = Book(number: number, title: "Book \(number)", price: Double(number) * 1.5)
      context.insert(book)
      book.library = city
      book.authors = number == 2 ? [ada, bob] : [ada]
    }
    let reader = Reader(name: "Rita")
    context.insert(reader)
    reader.library = school
    try context.save()
    return folder
  }
}
