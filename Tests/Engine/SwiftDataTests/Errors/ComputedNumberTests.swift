// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Computed numbers that do not fit: no result, no match, and above all no end of the program, also where an object
/// that has not been saved is matched in memory.
@Suite struct ComputedNumberTests {
  @Model
  final class Reading {
    var value: Int
    var divisor: Int
    var small: Int8

    init(value: Int, divisor: Int = 1, small: Int8 = 0) {
      self.value = value
      self.divisor = divisor
      self.small = small
    }
  }

  private static let predicates: [(String, Predicate<Reading>)] = [
    ("+", #Predicate { $0.value + 1 == 8 }),
    ("-", #Predicate { $0.value - 2 == 5 }),
    ("*", #Predicate { $0.value * 3 == 21 }),
    ("minus", #Predicate { -$0.value == -7 }),
    ("/", #Predicate { 14 / $0.divisor == 14 && $0.value == 7 }),
    ("%", #Predicate { 14 % $0.divisor == 0 && $0.value == 7 }),
    ("small", #Predicate { $0.small + 100 == 105 && $0.value == 7 }),
    ("mixed", #Predicate { ($0.value == 7 ? $0.value : 0) + $0.divisor == 8 && $0.value == 7 }),
  ]

  @Test(arguments: [false, true]) func extremesMatchNothing(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Reading.self))
    context.insert(Reading(value: 7, small: 5))
    context.insert(Reading(value: .max, divisor: 0, small: .max))
    context.insert(Reading(value: .min, divisor: 0, small: .min))
    context.insert(Reading(value: .min, divisor: -1))
    if isSaved { try context.save() }
    for (name, predicate) in Self.predicates {
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(found.map(\.value) == [7], "\(name)")
    }
  }

  @Test func theErrorOfEvaluationSaysWhy() throws {
    let predicate = #Predicate<Reading> { $0.value + 1 > 0 }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try predicate.evaluate(Reading(value: .max))
    }
  }
}
