// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Statements are kept by the shapes of predicates: each predicate is asked with several values, in both orders, and gives
/// what memory does.
@Suite struct StatementShapeTests {
  private let container: ModelContainer
  private let authors: [PersistentIdentifier]

  init() throws {
    container = try memoryContainer(Library.Author.self, Library.Book.self)
    let context = ModelContext(container)
    let authors = (0...3).map { Library.Author(uid: $0, name: "a\($0)") }
    authors.forEach { context.insert($0) }
    for number in 0...9 {
      context.insert(Library.Book(uid: number, title: "t\(number)", author: number < 8 ? authors[number % 4] : nil))
    }
    try context.save()
    self.authors = authors.map(\.persistentModelID)
  }

  private func check<Value>(
    _ values: [Value], _ predicate: (Value) -> Predicate<Library.Book>, line: UInt = #line
  ) throws {
    for values in [values, values.reversed(), values] {
      for value in values {
        let predicate = predicate(value)
        let context = ModelContext(container)
        let all = try context.fetch(FetchDescriptor<Library.Book>(sortBy: [SortDescriptor(\.uid)]))
        let expected = try all.filter { try predicate.evaluate($0) }.map(\.uid)
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.uid)])
        #expect(try ModelContext(container).fetch(descriptor).map(\.uid) == expected, "line \(line): \(value)")
        #expect(try ModelContext(container).fetchCount(descriptor) == expected.count, "line \(line): \(value)")
        let groups = try ModelContext(container).fetchGroups(descriptor, by: \.uid, .count)
        #expect(groups.map(\.key).sorted() == expected, "line \(line): \(value)")
      }
    }
  }

  @Test func identifiersOfRelatedObjects() throws {
    try check(authors) { id in #Predicate { $0.author?.persistentModelID == id } }
    try check(authors) { id in #Predicate { $0.author?.persistentModelID != id } }
    try check(authors.map(Optional.some) + [nil]) { id in #Predicate { $0.author?.persistentModelID == id } }
    try check(["a0", "a2", "é", "nobody"]) { name in #Predicate { $0.author?.name == name } }
    try check([0, 3, 9]) { (number: Int) in #Predicate { $0.author?.uid == number || $0.uid != number } }
  }

  @Test func identifiersOfRows() throws {
    let books = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Library.Book>())
    try check(books) { id in #Predicate { $0.persistentModelID == id } }
    // Those of authors have the same numbers.
    try check([books[0], authors[0], books[1], authors[1]]) { id in #Predicate { $0.persistentModelID == id } }
    let elsewhere = try ModelContext(StatementShapeTests().container).fetchIdentifiers(FetchDescriptor<Library.Book>())
    try check([books[0], elsewhere[0], books[1], elsewhere[1]]) { id in #Predicate { $0.persistentModelID == id } }
    let unsaved = Library.Book(uid: 1, title: "t").persistentModelID
    try check([books[0], unsaved, books[1]]) { id in #Predicate { $0.persistentModelID == id } }
  }

  @Test func listsOfIdentifiers() throws {
    let lists = [[], [0], [1], [0, 1], [2, 3], [3, 2], [1, 1], [0, 1, 2, 3]].map { $0.map { authors[$0] } }
    try check(lists.map { $0.map(Optional.some) }) { list in #Predicate { list.contains($0.author?.persistentModelID) }
    }
    try check([[authors[0], nil], [nil, authors[1]], [authors[2], authors[3]], [nil], [nil, nil]]) { list in
      #Predicate { list.contains($0.author?.persistentModelID) }
    }
    let books = try ModelContext(container).fetchIdentifiers(FetchDescriptor<Library.Book>())
    try check([[books[0], books[1]], [books[2], authors[3]], [books[4], books[4]], books, []]) { list in
      #Predicate { list.contains($0.persistentModelID) }
    }
  }

  /// The statement has what becomes of the captured value.
  @Test func propertiesOfCapturedValues() throws {
    try check([0, 1, 2]) { number in #Predicate { $0.uid == number.byteSwapped } }
    let numbers: [Int?] = [0, 1, nil, 2]
    try check(numbers) { number in #Predicate { $0.uid == number?.byteSwapped } }
    try check(["t0", "t1", "T2"]) { text in #Predicate { text.contains($0.title) } }
    try check([["t0"], ["t1"], ["t1", "t2"], ["é"]]) { list in #Predicate { list.contains($0.title) } }
  }

  @Test func limitsAreBound() throws {
    let author = authors[1]
    var descriptor = FetchDescriptor<Library.Book>(
      predicate: #Predicate { $0.author?.persistentModelID == author }, sortBy: [SortDescriptor(\.uid, order: .reverse)]
    )
    for limit in [1, 2, 1, 0] {
      descriptor.fetchLimit = limit
      #expect(try ModelContext(container).fetch(descriptor).map(\.uid) == Array([5, 1].prefix(limit)))
    }
  }
}
