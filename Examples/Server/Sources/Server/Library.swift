// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The work of one request: an actor with a context of its own, on a thread of its own. Nothing that waits for the database
/// holds one of the threads that answer requests.
@ModelActor actor Library {
  private func find(_ isbn: String) async throws -> Book? {
    var descriptor = FetchDescriptor<Book>(predicate: #Predicate { $0.isbn == isbn })
    descriptor.relationshipKeyPathsForPrefetching = [\.author]
    return try await fetchInTurn(descriptor).first
  }

  /// A page in the order of titles. Books that come or go meanwhile neither hide others nor show them twice.
  func books(by author: String?, size: Int, after cursor: FetchCursor?) async throws -> BookPage {
    var descriptor = FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title, comparator: .lexical)])
    if let author { descriptor.predicate = #Predicate { $0.author?.name == author } }
    descriptor.relationshipKeyPathsForPrefetching = [\.author]
    let page = try await fetchPageInTurn(descriptor, size: size, after: cursor)
    return BookPage(books: page.models.map(BookContent.init), next: try page.next.map(CursorText.text))
  }

  func book(_ isbn: String) async throws -> BookContent? { try await find(isbn).map(BookContent.init) }

  /// Adds a book, or changes the one with its number.
  ///
  /// - Returns: Whether it is new.
  func put(_ content: BookContent) async throws -> Bool {
    let known = try await find(content.isbn)
    let book = known ?? Book(isbn: content.isbn, title: content.title, year: content.year)
    if known == nil {
      modelContext.insert(book)
    } else {
      book.title = content.title
      book.year = content.year
    }
    if let name = content.author {
      let authors = try await fetchInTurn(FetchDescriptor<Author>(predicate: #Predicate { $0.name == name }))
      let author = authors.first ?? Author(name: name)
      if authors.isEmpty { modelContext.insert(author) }
      book.author = author
    } else {
      book.author = nil
    }
    // Two requests that add the same author at the same time become one: the name is unique.
    try await saveInTurn()
    return known == nil
  }

  /// - Returns: Whether there was such a book.
  func delete(_ isbn: String) async throws -> Bool {
    guard let book = try await find(isbn) else { return false }
    modelContext.delete(book)
    try await saveInTurn()
    return true
  }

  /// Reads one row at most, however many there are: balancers ask each second.
  ///
  /// - Throws: If the store does not answer.
  func check() async throws {
    var descriptor = FetchDescriptor<Book>()
    descriptor.fetchLimit = 1
    _ = try await fetchInTurn(descriptor)
  }
}
