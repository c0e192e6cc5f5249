// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What is asked behind `x!`, of members that may themselves be nil or empty: where there is no `x`, the object does not
/// match, in the store as in memory.
@Suite struct UnwrapMemberTests {
  @Model
  final class Shelf {
    var name: String
    var room: String?
    var height: Double
    @Relationship(inverse: \Book.shelf) var books: [Book] = []
    @Relationship(inverse: nil) var beside: Shelf?

    init(_ name: String, room: String? = nil, height: Double = 1) {
      self.name = name
      self.room = room
      self.height = height
    }
  }

  @Model
  final class Book {
    var number: Int
    var shelf: Shelf?
    var words: [String]?

    init(_ number: Int, shelf: Shelf? = nil, words: [String]? = nil) {
      self.number = number
      self.shelf = shelf
      self.words = words
    }
  }

  /// 1 is on a shelf in the hall, beside the other; 2 on a shelf without a room; 3 on none.
  private static let predicates: [(String, Predicate<Book>, [Int])] = [
    ("nil", #Predicate { $0.shelf!.room == nil }, [2]),
    ("not nil", #Predicate { $0.shelf!.room != nil }, [1]),
    ("unequal", #Predicate { $0.shelf!.room != "hall" }, [2]),
    ("coalesced", #Predicate { ($0.shelf!.room ?? "attic") != "hall" }, [2]),
    ("chained", #Predicate { $0.shelf!.room?.isEmpty != true }, [1, 2]),
    ("required, or", #Predicate { $0.shelf!.name == "a" || $0.number > 0 }, [1, 2]),
    ("number", #Predicate { $0.shelf!.height != 5 }, [1, 2]),
    ("next", #Predicate { $0.shelf!.beside == nil }, [2]),
    ("next's name", #Predicate { $0.shelf!.beside?.name != "b" }, [2]),
    ("optional all along", #Predicate { $0.shelf?.beside?.room == nil }, [1, 2, 3]),
    ("empty", #Predicate { $0.shelf!.books.isEmpty }, []),
    ("count", #Predicate { $0.shelf!.books.count < 3 }, [1, 2]),
    ("no member", #Predicate { !$0.shelf!.books.contains { $0.number == 9 } }, [1, 2]),
    ("all members", #Predicate { $0.shelf!.books.allSatisfy { $0.number < 9 } }, [1, 2]),
    ("filtered", #Predicate { $0.shelf!.books.filter { $0.number == 9 }.isEmpty }, [1, 2]),
    ("words", #Predicate { $0.words!.isEmpty }, [2]),
    ("no word", #Predicate { !$0.words!.contains("x") }, [2]),
    ("word count", #Predicate { $0.words!.count < 5 }, [1, 2]),
    ("all words", #Predicate { $0.words!.allSatisfy { $0 == "x" } }, [1, 2]),
    ("guarded", #Predicate { $0.shelf == nil || $0.shelf!.room == nil }, [2, 3]),
    ("guarded words", #Predicate { $0.words != nil && $0.words!.isEmpty }, [2]),
  ]

  @Test(arguments: [false, true]) func missingOwnersMatchNothing(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Shelf.self, Book.self))
    let (first, second) = (Shelf("a", room: "hall"), Shelf("b"))
    first.beside = second
    context.insert(first)
    context.insert(second)
    context.insert(Book(1, shelf: first, words: ["x"]))
    context.insert(Book(2, shelf: second, words: []))
    context.insert(Book(3))
    if isSaved { try context.save() }
    for (name, predicate, expected) in Self.predicates {
      let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
      #expect(found.map(\.number) == expected, "\(name)")
    }
  }
}
