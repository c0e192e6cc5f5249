// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// `x!` in predicates: where the value is missing, the object does not match, as if evaluation had failed there.
@Suite struct UnwrapTests {
  @Model
  final class Note {
    var number: Int
    var rank: Int?
    var words: [String]

    init(_ number: Int, rank: Int?, words: [String] = []) {
      self.number = number
      self.rank = rank
      self.words = words
    }
  }

  private static let predicates: [(String, Predicate<Note>, [Int])] = [
    ("or", #Predicate { $0.rank! > 5 || $0.number > 0 }, [1, 3]),
    ("or, last", #Predicate { $0.number == 2 || $0.rank! > 5 }, [2, 3]),
    ("not and", #Predicate { !($0.rank! > 5 && $0.number > 1) }, [1]),
    ("guarded", #Predicate { $0.rank != nil && $0.rank! > 0 && $0.number > 0 }, [1, 3]),
    ("ternary", #Predicate { $0.rank! > 5 ? $0.number == 3 : true }, [1, 3]),
    ("contains", #Predicate { !["a"].contains($0.words.isEmpty ? "b" : "a") && $0.rank! > 0 }, [1]),
  ]

  @Test(arguments: [false, true]) func missingValuesMatchNothing(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Note.self))
    context.insert(Note(1, rank: 1))
    context.insert(Note(2, rank: nil))
    context.insert(Note(3, rank: 9, words: ["x"]))
    if isSaved { try context.save() }
    for (name, predicate, expected) in Self.predicates {
      let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
      #expect(found.map(\.number) == expected, "\(name)")
    }
  }

  @Test func emptyLists() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    context.insert(Note(1, rank: 1))
    context.insert(Note(3, rank: 9, words: ["x"]))
    try context.save()
    #expect(try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.words == [] })).map(\.number) == [1])
    #expect(try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.words != [] })).map(\.number) == [3])
  }
}
