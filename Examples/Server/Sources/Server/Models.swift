// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// The first version of the service's models.
enum LibraryV1: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static let models: [any PersistentModel.Type] = [Author.self, Book.self]

  @Model final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model final class Book {
    #Index<Book>([\.title])
    @Attribute(.unique) var isbn: String
    var title: String
    var author: Author?

    init(isbn: String, title: String) {
      self.isbn = isbn
      self.title = title
    }
  }
}

/// The present one, which knows years.
enum LibraryV2: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static let models: [any PersistentModel.Type] = [Author.self, Book.self]

  @Model final class Author {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []

    init(name: String) { self.name = name }
  }

  @Model final class Book {
    #Index<Book>([\.title])
    @Attribute(.unique) var isbn: String
    var title: String
    /// New: servers of the previous version go on writing rows without it.
    var year: Int?
    var author: Author?

    init(isbn: String, title: String, year: Int?) {
      self.isbn = isbn
      self.title = title
      self.year = year
    }
  }
}

typealias Author = LibraryV2.Author
typealias Book = LibraryV2.Book

/// What happens to a store when the service starts.
enum LibraryMigration: SchemaMigrationPlan {
  static let schemas: [any VersionedSchema.Type] = [LibraryV1.self, LibraryV2.self]
  static let stages: [MigrationStage] = [.lightweight(fromVersion: LibraryV1.self, toVersion: LibraryV2.self)]
}
