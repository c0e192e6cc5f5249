// SPDX-License-Identifier: Apache-2.0

/// The library as plain values: what the store and the context must agree with.
struct ReferenceGraph: Equatable {
  struct Author: Equatable {
    var name: String
    var age: Int?
    var mentor: Int?
    var profile: Int?
  }
  struct Book: Equatable {
    var title: String
    var rating: Double
    var author: Int?
    var tags: Set<Int> = []
  }
  struct Tag: Equatable { var label: String }
  struct Profile: Equatable { var text: String }

  var authors: [Int: Author] = [:]
  var books: [Int: Book] = [:]
  var tags: [Int: Tag] = [:]
  var profiles: [Int: Profile] = [:]

  mutating func deleteAuthor(_ uid: Int) {
    authors[uid] = nil
    for (id, book) in books where book.author == uid { deleteBook(id) }
    for id in authors.keys where authors[id]?.mentor == uid { authors[id]?.mentor = nil }
  }

  mutating func deleteBook(_ uid: Int) { books[uid] = nil }

  mutating func deleteTag(_ uid: Int) {
    tags[uid] = nil
    for id in books.keys { books[id]?.tags.remove(uid) }
  }

  mutating func deleteProfile(_ uid: Int) {
    profiles[uid] = nil
    for id in authors.keys where authors[id]?.profile == uid { authors[id]?.profile = nil }
  }

  /// One-to-one: whoever had the profile loses it.
  mutating func setProfile(_ profile: Int?, of author: Int) {
    if let profile {
      for id in authors.keys where authors[id]?.profile == profile { authors[id]?.profile = nil }
    }
    authors[author]?.profile = profile
  }
}
