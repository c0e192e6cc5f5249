// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// `$0.author == author`: captured models stand for their identifiers.
@Suite struct CapturedModelTests {
  @Test(arguments: [false, true]) func comparedWithRelationships(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Library.Author.self, Library.Book.self))
    let author = Library.Author(uid: 1, name: "a")
    let other = Library.Author(uid: 2, name: "b")
    [author, other].forEach { context.insert($0) }
    try context.save()
    for number in 1...3 {
      context.insert(Library.Book(uid: number, title: "t", author: [author, other, nil][number - 1]))
    }
    if isSaved { try context.save() }
    let selected: Library.Author? = other
    let none: Library.Author? = nil

    func books(_ predicate: Predicate<Library.Book>) throws -> [Int] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.uid)])).map(\.uid)
    }
    #expect(try books(#Predicate { $0.author == author }) == [1])
    #expect(try books(#Predicate { $0.author != author }) == [2, 3])
    #expect(try books(#Predicate { $0.author == selected }) == [2])
    #expect(try books(#Predicate { $0.author == none }) == [3])
    #expect(try books(#Predicate { $0.author != none && $0.uid > 0 }) == [1, 2])
    #expect(
      try context.fetch(FetchDescriptor<Library.Author>(predicate: #Predicate { $0 == other })).map(\.uid) == [2])
    #expect(
      try context.fetch(FetchDescriptor<Library.Author>(predicate: #Predicate { $0 != other })).map(\.uid) == [1])
  }
}
