// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

extension LibraryMachine {
  /// The whole graph as the context sees it, with every inverse checked.
  func check() throws {
    var problems: [String] = []
    func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
      if !condition { problems.append(problem()) }
    }
    var seen = ReferenceGraph()
    for author in try context.fetch(FetchDescriptor<Author>()) {
      seen.authors[author.uid] = .init(
        name: author.name, age: author.age, mentor: author.mentor?.uid,
        profile: author.profile?.uid)
      let left = Self.left(author.books)
      let books = Set(left.map(\.uid))
      expect(books.count == left.count, "duplicates in books of \(author.uid)")
      expect(
        books == Set(graph.books.filter { $0.value.author == author.uid }.keys),
        "books of \(author.uid): \(books)")
      expect(
        Set(Self.left(author.mentees).map(\.uid))
          == Set(graph.authors.filter { $0.value.mentor == author.uid }.keys),
        "mentees of \(author.uid)")
    }
    for book in try context.fetch(FetchDescriptor<Book>()) {
      let tags = Self.left(book.tags).map(\.uid)
      expect(Set(tags).count == tags.count, "duplicate tags of \(book.uid)")
      seen.books[book.uid] = .init(
        title: book.title, rating: book.rating, author: book.author?.uid, tags: Set(tags))
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) {
      seen.tags[tag.uid] = .init(label: tag.label)
      expect(
        Set(Self.left(tag.books).map(\.uid)) == Set(graph.books.filter { $0.value.tags.contains(tag.uid) }.keys),
        "books of tag \(tag.uid): \(Self.left(tag.books).map(\.uid).sorted()) not \(graph.books.filter { $0.value.tags.contains(tag.uid) }.keys.sorted())"
      )
    }
    for profile in try context.fetch(FetchDescriptor<Profile>()) {
      seen.profiles[profile.uid] = .init(text: profile.text)
      let owner = graph.authors.first { $0.value.profile == profile.uid }?.key
      expect(profile.author?.uid == owner, "author of profile \(profile.uid)")
    }
    expect(seen == graph, "seen \(seen) expected \(graph)")
    try checkQueries(expect)
    if !problems.isEmpty { throw Disagreement(problems: problems) }
  }

  /// Lists keep their deleted members until the save.
  private static func left<T: PersistentModel>(_ members: [T]) -> [T] { members.filter { !$0.isDeleted } }

  struct Disagreement: Error { let problems: [String] }

  /// Queries through attributes and relationships, with pending changes.
  private func checkQueries(_ expect: (Bool, @autoclosure () -> String) -> Void) throws {
    let title = "b2"
    let titled = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { $0.title == title }, sortBy: [SortDescriptor(\.uid)]))
    expect(
      titled.map(\.uid) == graph.books.filter { $0.value.title == title }.keys.sorted(), "titled")

    let old = try context.fetch(
      FetchDescriptor<Book>(
        predicate: #Predicate { ($0.author?.age ?? -1) >= 3 }, sortBy: [SortDescriptor(\.uid)]))
    let expectedOld = graph.books.filter { book in
      (book.value.author.flatMap { graph.authors[$0]?.age } ?? -1) >= 3
    }
    expect(old.map(\.uid) == expectedOld.keys.sorted(), "books of old authors")

    let label = "t1"
    let tagged = try context.fetchCount(
      FetchDescriptor<Author>(
        predicate: #Predicate<Author> { author in
          author.books.contains { book in book.tags.contains { $0.label == label } }
        }))
    let expectedTagged = graph.authors.keys.filter { author in
      graph.books.values.contains { book in
        book.author == author && book.tags.contains { graph.tags[$0]?.label == label }
      }
    }
    expect(tagged == expectedTagged.count, "authors with a tagged book")

    var page = FetchDescriptor<Book>(
      sortBy: [SortDescriptor(\.rating, order: .reverse), SortDescriptor(\.uid)])
    page.fetchLimit = 4
    page.fetchOffset = 2
    let expectedPage = graph.books.sorted {
      ($1.value.rating, $0.key) < ($0.value.rating, $1.key)
    }.dropFirst(2).prefix(4)
    let found = try context.fetch(page).map(\.uid)
    expect(found == expectedPage.map(\.key), "page \(found) expected \(expectedPage.map(\.key))")
  }
}
