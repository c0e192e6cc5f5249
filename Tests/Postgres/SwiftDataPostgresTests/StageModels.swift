// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import Synchronization

  /// Five versions of a library, and the plan that leads from each to the next: in a file, and in a database.
  enum Library {
    enum V1: VersionedSchema {
      static let versionIdentifier = Schema.Version(1, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

      @Model final class Book {
        var isbn: String
        var title: String
        var author: String
        var pages: Int16
        var memos: [Memo] = []
        init(_ isbn: String, _ title: String, _ author: String, _ pages: Int16) {
          self.isbn = isbn
          self.title = title
          self.author = author
          self.pages = pages
        }
      }

      @Model final class Memo {
        var text: String
        @Relationship(inverse: \Book.memos) var book: Book?
        init(_ text: String, _ book: Book?) {
          self.text = text
          self.book = book
        }
      }
    }

    /// `isbn` is unique, and `title` has an index.
    enum V2: VersionedSchema {
      static let versionIdentifier = Schema.Version(2, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

      @Model final class Book {
        #Index<Book>([\.title])
        @Attribute(.unique) var isbn: String
        var title: String
        var author: String
        var pages: Int16
        var memos: [Memo] = []
        init(_ isbn: String, _ title: String) {
          self.isbn = isbn
          self.title = title
          author = ""
          pages = 0
        }
      }

      @Model final class Memo {
        var text: String
        @Relationship(inverse: \Book.memos) var book: Book?
        init(_ text: String) { self.text = text }
      }
    }

    /// `title` is `name`, `isbn` is `code`, `sortName` is to be given, and `pages` is wider.
    enum V3: VersionedSchema {
      static let versionIdentifier = Schema.Version(3, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, Memo.self] }

      @Model final class Book {
        #Index<Book>([\.name])
        @Attribute(.unique, originalName: "isbn") var code: String
        @Attribute(originalName: "title") var name: String
        var sortName: String
        var author: String
        var pages: Int
        var memos: [Memo] = []
        init(_ code: String, _ name: String) {
          self.code = code
          self.name = name
          sortName = name
          author = ""
          pages = 0
        }
      }

      @Model final class Memo {
        var text: String
        @Relationship(inverse: \Book.memos) var book: Book?
        init(_ text: String) { self.text = text }
      }
    }

    /// Without memos and `pages`; `code` may be there twice.
    enum V4: VersionedSchema {
      static let versionIdentifier = Schema.Version(4, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self] }

      @Model final class Book {
        var code: String
        var name: String
        var sortName: String
        var author: String
        var stars: Int = 3
        init(_ code: String, _ name: String) {
          self.code = code
          self.name = name
          sortName = name
          author = ""
        }
      }
    }

    /// An author is an object; `pages` is there again, as text, and so are memos, of another kind.
    enum V5: VersionedSchema {
      static let versionIdentifier = Schema.Version(5, 0, 0)
      static var models: [any PersistentModel.Type] { [Book.self, Writer.self, Memo.self] }

      @Model final class Book {
        var code: String
        var name: String
        var sortName: String
        var stars: Int = 3
        var pages: String = "?"
        var writer: Writer?
        var author: String?
        init(_ code: String, _ name: String) {
          self.code = code
          self.name = name
          sortName = name
        }
      }

      @Model final class Writer {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.writer) var books: [Book] = []
        init(_ name: String) { self.name = name }
      }

      @Model final class Memo {
        var number: Int
        init(_ number: Int) { self.number = number }
      }
    }

    enum Plan: SchemaMigrationPlan {
      static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self, V4.self, V5.self] }
      static var stages: [MigrationStage] { [unique, names, fewer, writers] }

      static let unique = MigrationStage.custom(
        fromVersion: V1.self, toVersion: V2.self,
        willMigrate: { context in
          runs.withLock { $0 += 1 }
          var met: Set<String> = []
          let books = try context.fetch(FetchDescriptor<V1.Book>(sortBy: [SortDescriptor(\.title)]))
          for book in books where !met.insert(book.isbn).inserted {
            for memo in book.memos { memo.text += " of another one" }
            context.delete(book)
          }
          try context.save()
        }, didMigrate: nil)
      static let names = MigrationStage.custom(
        fromVersion: V2.self, toVersion: V3.self, willMigrate: nil,
        didMigrate: { context in
          for book in try context.fetch(FetchDescriptor<V3.Book>()) { book.sortName = book.name.lowercased() }
          try context.save()
          // A save after a save, and an upsert.
          let upserted = V3.Book("2", "Emma, again")
          context.insert(upserted)
          try context.save()
        })
      static let fewer = MigrationStage.lightweight(fromVersion: V3.self, toVersion: V4.self)
      static let writers = MigrationStage.custom(
        fromVersion: V4.self, toVersion: V5.self, willMigrate: nil,
        didMigrate: { context in
          var writers: [String: V5.Writer] = [:]
          for book in try context.fetch(FetchDescriptor<V5.Book>(sortBy: [SortDescriptor(\.code)])) {
            guard let name = book.author else { continue }
            let writer = writers[name] ?? V5.Writer(name)
            writers[name] = writer
            context.insert(writer)
            book.writer = writer
            book.author = nil
          }
          context.insert(V5.Memo(7))
          try context.save()
        })

      /// How often the first stage's code has run.
      static let runs = Mutex(0)
    }
  }
#endif
