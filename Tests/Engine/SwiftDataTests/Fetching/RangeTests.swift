// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Ranges between properties, also where a row has its bounds the wrong way round.
@Suite struct RangeTests {
  @Model final class Event {
    var number: Int
    var start: Int
    var end: Int
    var first: Date
    var last: Date
    var words: [String] = []

    init(number: Int, _ start: Int, _ end: Int) {
      (self.number, self.start, self.end) = (number, start, end)
      first = Date(timeIntervalSinceReferenceDate: Double(start))
      last = Date(timeIntervalSinceReferenceDate: Double(end))
    }
  }

  @Test(arguments: [false, true]) func bothWaysRound(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Event.self))
    let events = [(1, 9), (9, 1), (5, 5), (.max, .min), (5, 4), (4, 5), (6, 5)]
    for (number, bounds) in events.enumerated() {
      context.insert(Event(number: number, bounds.0, bounds.1))
    }
    if isSaved { try context.save() }
    let day = 5
    let date = Date(timeIntervalSinceReferenceDate: 5)
    func numbers(_ predicate: Predicate<Event>) throws -> [Int] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])).map(\.number)
    }
    #expect(try numbers(#Predicate { ($0.start...$0.end).contains(day) }) == [0, 2, 5])
    #expect(try numbers(#Predicate { ($0.start..<$0.end).contains(day) }) == [0])
    #expect(try numbers(#Predicate { !($0.start...$0.end).contains(day) }) == [1, 3, 4, 6])
    #expect(try numbers(#Predicate { !($0.start..<$0.end).contains(day) }) == [1, 2, 3, 4, 5, 6])
    #expect(try numbers(#Predicate { ($0.start...7).contains($0.end) }) == [2, 5])
    #expect(try numbers(#Predicate { ($0.first...$0.last).contains(date) }) == [0, 2, 5])
    #expect(try numbers(#Predicate { ($0.first..<$0.last).contains(date) }) == [0])
    // Foundation's own macro writes the same nodes.
    #expect(
      try numbers(
        Foundation.Predicate<Event> {
          PredicateExpressions.build_contains(
            PredicateExpressions.build_ClosedRange(
              lower: PredicateExpressions.build_KeyPath(root: $0, keyPath: \.start),
              upper: PredicateExpressions.build_KeyPath(root: $0, keyPath: \.end)),
            PredicateExpressions.build_Arg(day))
        }) == [0, 2, 5])
  }

  /// What the store refuses is refused before anything is evaluated: out of bounds, it would end the program.
  @Test(arguments: [false, true]) func partsOfArrays(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Event.self))
    context.insert(Event(number: 1, 1, 2))
    if isSaved { try context.save() }
    let descriptor = FetchDescriptor<Event>(predicate: #Predicate { $0.words[0..<3].contains("a") })
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(descriptor) }
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetchCount(descriptor) }
    let reversed = FetchDescriptor<Event>(
      predicate: #Predicate { $0.words[$0.end..<$0.start].contains("a") })
    #expect(throws: SwiftDataError.unsupportedPredicate) { try context.fetch(reversed) }
    #expect(throws: SwiftDataError.unsupportedPredicate) {
      try context.delete(model: Event.self, where: reversed.predicate)
    }
  }

  @Test func descriptionsSayWhichRange() throws {
    let predicate = #Predicate<Event> { ($0.start...$0.end).contains(3) && $0.words[0..<1].isEmpty }
    #expect("\(predicate)".contains(">=") || "\(predicate)".contains("greaterThanOrEqual"))
  }
}
