// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// A graph with every kind of relationship: one-to-many with cascade,
/// many-to-many, one-to-one, self-referential, one-way.
enum Library {
  @Model
  final class Author {
    var uid: Int
    var name: String
    var age: Int?
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    @Relationship(inverse: \Author.mentees) var mentor: Author?
    var mentees: [Author] = []
    @Relationship(deleteRule: .nullify, inverse: \Profile.author) var profile: Profile?

    init(uid: Int, name: String, age: Int? = nil) {
      self.uid = uid
      self.name = name
      self.age = age
    }
  }

  @Model
  final class Book {
    var uid: Int
    var title: String
    var rating: Double
    var author: Author?
    @Relationship(inverse: \Tag.books) var tags: [Tag] = []

    init(uid: Int, title: String, rating: Double = 0, author: Author? = nil) {
      self.uid = uid
      self.title = title
      self.rating = rating
      self.author = author
    }
  }

  @Model
  final class Tag {
    var uid: Int
    var label: String
    var books: [Book] = []

    init(uid: Int, label: String) {
      self.uid = uid
      self.label = label
    }
  }

  @Model
  final class Profile {
    var uid: Int
    var text: String
    var author: Author?

    init(uid: Int, text: String) {
      self.uid = uid
      self.text = text
    }
  }
}
