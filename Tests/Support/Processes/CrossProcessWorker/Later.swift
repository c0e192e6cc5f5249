// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The next version of the schema: books have other properties, and there is one entity more before them.
enum Later {
  @Model
  final class Atlas {
    var name = ""
    init() {}
  }

  @Model
  final class Book {
    #Index<Book>([\.number])
    var number: Int
    @Attribute(originalName: "title") var heading: String
    var shelf: Shelf?

    init(_ number: Int, heading: String) {
      self.number = number
      self.heading = heading
    }
  }

  @Model
  final class Shelf {
    var number: Int
    var name: String
    @Relationship(inverse: \Book.shelf) var books: [Book] = []

    init(_ number: Int, name: String) {
      self.number = number
      self.name = name
    }
  }
}

/// Brings a store to the next version, and says how many books it has.
func later(_ file: URL) throws {
  let container = try ModelContainer(
    for: Schema([Later.Atlas.self, Later.Book.self, Later.Shelf.self]),
    configurations: [ModelConfiguration(url: file)])
  say("\(try ModelContext(container).fetchCount(FetchDescriptor<Later.Book>()))")
}
