// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The example of the article about migrations, as written.
enum MigrationsArticle {
  enum LibraryV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
      var isbn: String
      var title: String
      init(isbn: String, title: String) {
        self.isbn = isbn
        self.title = title
      }
    }
  }

  enum LibraryV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Book.self] }

    @Model final class Book {
      @Attribute(.unique) var isbn: String
      @Attribute(originalName: "title") var name: String
      var sortName: String = ""
      init(isbn: String, name: String) {
        self.isbn = isbn
        self.name = name
      }
    }
  }

  enum LibraryPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LibraryV1.self, LibraryV2.self] }
    static var stages: [MigrationStage] { [fromV1toV2] }

    static let fromV1toV2 = MigrationStage.custom(
      fromVersion: LibraryV1.self, toVersion: LibraryV2.self,
      willMigrate: { context in
        // Equal numbers would forbid that they become unique.
        var seen: Set<String> = []
        for book in try context.fetch(FetchDescriptor<LibraryV1.Book>())
        where !seen.insert(book.isbn).inserted {
          context.delete(book)
        }
        try context.save()
      },
      didMigrate: { context in
        for book in try context.fetch(FetchDescriptor<LibraryV2.Book>()) {
          book.sortName = book.name.lowercased()
        }
        try context.save()
      })
  }

  typealias Book = LibraryV2.Book

  @Suite struct MigrationsArticleTests {
    @Test func theExample() throws {
      let folder = try TestFolder()
      do {
        let context = ModelContext(try folder.container(LibraryV1.Book.self))
        context.insert(LibraryV1.Book(isbn: "1", title: "Emma"))
        context.insert(LibraryV1.Book(isbn: "1", title: "Emma"))
        context.insert(LibraryV1.Book(isbn: "2", title: "Kim"))
        try context.save()
      }
      let container = try ModelContainer(
        for: Book.self, migrationPlan: LibraryPlan.self,
        configurations: ModelConfiguration(url: folder.file()))
      let books = try ModelContext(container).fetch(
        FetchDescriptor<Book>(sortBy: [SortDescriptor(\.isbn)]))
      #expect(books.map(\.name) == ["Emma", "Kim"])
      #expect(books.map(\.sortName) == ["emma", "kim"])
    }
  }
}
