// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization

/// Five versions of a library, and the plan that leads from each to the next.
enum Shelf {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

    @Model final class Book {
      var isbn: String
      var title: String
      var author: String
      var pages: Int
      @Attribute(.externalStorage) var scan: Data?
      init(isbn: String, title: String, author: String, pages: Int) {
        self.isbn = isbn
        self.title = title
        self.author = author
        self.pages = pages
      }
    }

    @Model final class Memo {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  /// `isbn` is unique now.
  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

    @Model final class Book {
      @Attribute(.unique) var isbn: String
      var title: String
      var author: String
      var pages: Int
      @Attribute(.externalStorage) var scan: Data?
      init(isbn: String, title: String, author: String, pages: Int) {
        self.isbn = isbn
        self.title = title
        self.author = author
        self.pages = pages
      }
    }

    @Model final class Memo {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  /// `title` is `name`, and `sortName` comes from it.
  enum V3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

    @Model final class Book {
      @Attribute(.unique) var isbn: String
      @Attribute(originalName: "title") var name: String
      var sortName: String = ""
      var author: String
      var pages: Int
      @Attribute(.externalStorage) var scan: Data?
      init(isbn: String, name: String, author: String, pages: Int) {
        self.isbn = isbn
        self.name = name
        self.author = author
        self.pages = pages
      }
    }

    @Model final class Memo {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  /// Without `pages`, with `stars`.
  enum V4: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

    @Model final class Book {
      @Attribute(.unique) var isbn: String
      var name: String
      var sortName: String = ""
      var author: String
      var stars: Int = 3
      @Attribute(.externalStorage) var scan: Data?
      init(isbn: String, name: String, author: String) {
        self.isbn = isbn
        self.name = name
        self.author = author
      }
    }

    @Model final class Memo {
      var text: String
      init(text: String) { self.text = text }
    }
  }

  /// An author is an object, a memo is not; `pages` is there again, as text.
  enum V5: VersionedSchema {
    static let versionIdentifier = Schema.Version(5, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self, Author.self] }

    @Model final class Book {
      @Attribute(.unique) var isbn: String
      var name: String
      var sortName: String = ""
      var stars: Int = 3
      var pages: String = "?"
      var memo: String?
      var writer: Author?
      @Attribute(.externalStorage) var scan: Data?
      init(isbn: String, name: String) {
        self.isbn = isbn
        self.name = name
      }
    }

    @Model final class Author {
      @Attribute(.unique) var name: String
      @Relationship(inverse: \Book.writer) var books: [Book] = []
      init(name: String) { self.name = name }
    }
  }

  static let versions: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self, V4.self, V5.self]

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { versions }
    static var stages: [MigrationStage] { [unique, renamed, lighter, split] }
  }

  static let unique = MigrationStage.custom(
    fromVersion: V1.self, toVersion: V2.self,
    willMigrate: { context in
      var seen: Set<String> = []
      let books = try context.fetch(FetchDescriptor<V1.Book>(sortBy: [SortDescriptor(\.title)]))
      for book in books where !seen.insert(book.isbn).inserted { context.delete(book) }
      try context.save()
    }, didMigrate: nil)

  static let renamed = MigrationStage.custom(
    fromVersion: V2.self, toVersion: V3.self, willMigrate: nil,
    didMigrate: { context in
      for book in try context.fetch(FetchDescriptor<V3.Book>()) {
        book.sortName = book.name.lowercased()
      }
      try context.save()
    })

  static let lighter = MigrationStage.lightweight(fromVersion: V3.self, toVersion: V4.self)

  /// What the new version has no place for, by store.
  static let aside = Mutex<[String: (authors: [String: String], memos: [String])]>([:])

  static func place(_ context: ModelContext) -> String {
    context.container.configurations.first?.url.path ?? ""
  }

  static let split = MigrationStage.custom(
    fromVersion: V4.self, toVersion: V5.self,
    willMigrate: { context in
      var authors: [String: String] = [:]
      for book in try context.fetch(FetchDescriptor<V4.Book>()) { authors[book.isbn] = book.author }
      let memos = try context.fetch(FetchDescriptor<V4.Memo>()).map(\.text)
      aside.withLock { $0[place(context)] = (authors, memos) }
    },
    didMigrate: { context in
      guard let found = aside.withLock({ $0.removeValue(forKey: place(context)) }) else { return }
      var known: [String: V5.Author] = [:]
      let books = try context.fetch(FetchDescriptor<V5.Book>(sortBy: [SortDescriptor(\.isbn)]))
      for book in books {
        guard let name = found.authors[book.isbn] else { continue }
        let author = known[name] ?? V5.Author(name: name)
        known[name] = author
        book.writer = author
      }
      books.first?.memo = found.memos.sorted().joined(separator: ", ")
      try context.save()
    })

  static func container(
    _ version: any VersionedSchema.Type, _ file: URL,
    _ plan: (any SchemaMigrationPlan.Type)? = Plan.self, allowsSave: Bool = true
  ) throws -> ModelContainer {
    let schema = Schema(versionedSchema: version)
    return try ModelContainer(
      for: schema, migrationPlan: plan,
      configurations: [ModelConfiguration(schema: schema, url: file, allowsSave: allowsSave)])
  }

  static let scan = Data(repeating: 7, count: 150_000)

  /// A store of the first version, with two books of one number.
  static func makeStore(_ file: URL) throws {
    let context = ModelContext(try container(V1.self, file, nil))
    for (number, title) in ["Emma", "Persuasion", "Kim", "Kim again"].enumerated() {
      let book = V1.Book(
        isbn: "\(min(number, 2))", title: title, author: number < 2 ? "Austen" : "Kipling",
        pages: 100 + number)
      book.scan = number == 0 ? scan : Data([1])
      context.insert(book)
    }
    context.insert(V1.Memo(text: "lent"))
    context.insert(V1.Memo(text: "bought"))
    try context.save()
  }
}
