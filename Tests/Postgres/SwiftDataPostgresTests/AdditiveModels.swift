// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData

  /// Two versions of a shop's models; the second only adds.
  enum Expanding {
    enum One {
      @Model final class Book {
        @Attribute(.unique) var isbn: String
        var title: String
        @Relationship(deleteRule: .cascade, inverse: \Page.book) var pages: [Page] = []
        init(_ isbn: String, _ title: String) {
          self.isbn = isbn
          self.title = title
        }
      }

      @Model final class Page {
        var text: String
        var book: Book?
        init(_ text: String) { self.text = text }
      }
    }

    enum Two {
      @Model final class Book {
        #Index<Book>([\.title])
        @Attribute(.unique) var isbn: String
        var title: String
        var stars: Int = 3
        var subtitle: String?
        var shelf: Shelf?
        @Relationship(deleteRule: .cascade, inverse: \Page.book) var pages: [Page] = []
        @Relationship(inverse: \Tag.books) var tags: [Tag] = []
        init(_ isbn: String, _ title: String) {
          self.isbn = isbn
          self.title = title
        }
      }

      @Model final class Page {
        var text: String
        var number: Int = 1
        var book: Book?
        init(_ text: String) { self.text = text }
      }

      @Model final class Shelf {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Book.shelf) var books: [Book] = []
        init(_ name: String) { self.name = name }
      }

      @Model final class Tag {
        var name: String
        var books: [Book] = []
        init(_ name: String) { self.name = name }
      }
    }
  }

  /// An account, and what becomes of it that the former version cannot go on with.
  enum Contracting {
    enum Base {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var name: String
        var amount: Int16
        var note: String?
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
        }
      }
    }

    enum Renamed {
      @Model final class Account {
        @Attribute(.unique) var code: String
        @Attribute(originalName: "name") var title: String
        var amount: Int16
        var note: String?
        init(_ code: String) {
          self.code = code
          title = code
          amount = 1
        }
      }
    }

    enum Retyped {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var name: String
        var amount: Int
        var note: String?
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
        }
      }
    }

    enum Required {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var name: String
        var amount: Int16
        var note: String = ""
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
        }
      }
    }

    enum Loosened {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var name: String?
        var amount: Int16
        var note: String?
        init(_ code: String) {
          self.code = code
          amount = 1
        }
      }
    }

    enum Removed {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var amount: Int16
        init(_ code: String) {
          self.code = code
          amount = 1
        }
      }
    }

    enum Unique {
      @Model final class Account {
        @Attribute(.unique) var code: String
        @Attribute(.unique) var name: String
        var amount: Int16
        var note: String?
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
        }
      }
    }

    enum Repeatable {
      @Model final class Account {
        var code: String
        var name: String
        var amount: Int16
        var note: String?
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
        }
      }
    }

    enum Lacking {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var name: String
        var amount: Int16
        var note: String?
        var owner: String
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
          owner = code
        }
      }
    }

    /// Without what may be nil: nobody misses it.
    enum Slim {
      @Model final class Account {
        @Attribute(.unique) var code: String
        var name: String
        var amount: Int16
        init(_ code: String) {
          self.code = code
          name = code
          amount = 1
        }
      }
    }
  }
#endif
