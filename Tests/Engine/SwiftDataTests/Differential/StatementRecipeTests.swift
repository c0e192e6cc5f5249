// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A request of a shape that was met before takes over the SQL of the first. Here, each is compared with what a
/// container that has never met it makes of it.
@Suite struct StatementRecipeTests {
  @Model final class Shelf {
    var name = ""
    init(name: String) { self.name = name }
  }

  @Model final class Item {
    var name = ""
    var note: String?
    var count = 0
    var rank: Int?
    var weight = 0.0
    var added = Date(timeIntervalSinceReferenceDate: 0)
    var due: Date?
    var token = UUID()
    var isDone = false
    var isOpen: Bool?
    var shelf: Shelf?
    init(name: String) { self.name = name }
  }

  private static let texts = [
    "a", "", "abc", "K;`", "x\0y", "é", "e\u{301}", "\u{212B}", "日本", "'\"\\", String(repeating: "z", count: 300),
  ]
  private static let optionalTexts: [String?] = [nil] + texts
  private static let integers = [0, 1, -1, 7, .max, .min]
  private static let numbers = [0, -0.0, 1.5, .nan, .infinity, -.infinity, 5e-324]
  private static let dates = numbers.map { Date(timeIntervalSinceReferenceDate: $0) }
  private static let tokens = [
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
  ]

  /// Predicates, each shape with all of its values one after the other.
  private static var predicates: [Predicate<Item>] {
    var all: [Predicate<Item>] = []
    for (index, text) in texts.enumerated() {
      let other = texts[(index + 3) % texts.count]
      all.append(#Predicate { $0.name == text })
      all.append(#Predicate { $0.name != text })
      all.append(#Predicate { $0.name < text })
      all.append(#Predicate { text <= $0.name })
      all.append(#Predicate { $0.name == text || $0.name == other })
      all.append(#Predicate { $0.shelf?.name == text })
    }
    for text in optionalTexts {
      all.append(#Predicate { $0.note == text })
      all.append(#Predicate { $0.note != text })
    }
    for (index, number) in integers.enumerated() {
      let text = texts[index]
      let other = integers[(index + 1) % integers.count]
      all.append(#Predicate { $0.count == number })
      all.append(#Predicate { !($0.count == number) && $0.name == text })
      all.append(#Predicate { $0.count > number && $0.count <= other })
      all.append(#Predicate { $0.count < number || $0.count >= other })
      all.append(#Predicate { $0.rank == number })
      all.append(#Predicate { number != $0.rank })
    }
    for number in [nil] + integers.map(Optional.some) { all.append(#Predicate { $0.rank == number }) }
    for number in numbers {
      all.append(#Predicate { $0.weight == number })
      all.append(#Predicate { $0.weight < number })
      all.append(#Predicate { $0.weight != number })
    }
    for date in dates where !date.timeIntervalSinceReferenceDate.isNaN {
      all.append(#Predicate { $0.added >= date })
      all.append(#Predicate { $0.due == date })
    }
    for token in tokens { all.append(#Predicate { $0.token == token }) }
    for flag in [true, false] {
      all.append(#Predicate { $0.isDone == flag })
      all.append(#Predicate { $0.isDone == flag && $0.count == 1 })
      all.append(#Predicate { flag || $0.isDone })
    }
    for flag: Bool? in [nil, true, false] { all.append(#Predicate { $0.isOpen == flag }) }
    return all
  }

  private static func descriptors() -> [FetchDescriptor<Item>] {
    predicates.enumerated().map { index, predicate in
      var descriptor = FetchDescriptor(predicate: predicate)
      switch index % 5 {
      case 1: descriptor.sortBy = [SortDescriptor(\.name), SortDescriptor(\.count, order: .reverse)]
      case 2: descriptor.fetchLimit = index
      case 3: descriptor.fetchOffset = 7
      case 4: descriptor.propertiesToFetch = [\.name, \.count]
      default: break
      }
      return descriptor
    }
  }

  @Test func statementsAreThoseOfATranslation() throws {
    let known = ModelContext(try memoryContainer(Item.self, Shelf.self))
    // Whichever value is met first decides what is remembered, so each order is another trial.
    for order in 0..<4 {
      let descriptors = Self.descriptors()
      let indices = order % 2 == 0 ? Array(descriptors.indices) : descriptors.indices.reversed()
      for index in indices {
        var descriptor = descriptors[index]
        if order >= 2 { descriptor.fetchLimit = order }
        let fresh = ModelContext(try memoryContainer(Item.self, Shelf.self))
        #expect(try known._explain(descriptor) == fresh._explain(descriptor), "\(index)")
      }
    }
  }

  /// As the test above, by what is found: through stores that know no shape yet, and through one that knows all.
  @Test func resultsAreThoseOfATranslation() throws {
    let folder = try TestFolder()
    let container = try folder.container(Item.self, Shelf.self)
    let context = ModelContext(container)
    let shelf = Shelf(name: "abc")
    context.insert(shelf)
    for index in 0..<60 {
      let item = Item(name: Self.texts[index % Self.texts.count])
      context.insert(item)
      item.note = Self.optionalTexts[index % Self.optionalTexts.count]
      item.count = Self.integers[index % Self.integers.count]
      item.rank = index % 4 == 0 ? nil : Self.integers[(index / 2) % Self.integers.count]
      item.weight = [0, 1.5, .infinity, 5e-324][index % 4]
      item.added = Date(timeIntervalSinceReferenceDate: [0, 1.5, -3][index % 3])
      item.due = index % 2 == 0 ? nil : item.added
      item.token = Self.tokens[index % 2]
      item.isDone = index % 3 == 0
      item.isOpen = [nil, true, false][index % 3]
      item.shelf = index % 5 == 0 ? shelf : nil
    }
    try context.save()
    let items = try context.fetch(FetchDescriptor<Item>())
    for round in 0..<2 {
      for (index, predicate) in Self.predicates.enumerated() {
        let expected = Set(try items.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
        let descriptor = FetchDescriptor(predicate: predicate)
        #expect(Set(try context.fetchIdentifiers(descriptor)) == expected, "\(round) \(index)")
        #expect(try context.fetchCount(descriptor) == expected.count, "\(round) \(index)")
        #expect(Set(try context.fetch(descriptor).map(\.persistentModelID)) == expected, "\(round) \(index)")
      }
    }
  }

  /// Variables of other predicates do not stand for the model.
  @Test func nestedPredicatesKeepTheirMeaning() throws {
    let context = ModelContext(try memoryContainer(Item.self, Shelf.self))
    for name in ["a", "b"] { context.insert(Item(name: name)) }
    try context.save()
    for name in ["a", "b", "a"] {
      let inner = #Predicate<Item> { $0.name == name }
      let outer = #Predicate<Item> { inner.evaluate($0) && $0.count == 0 }
      #expect(try context.fetch(FetchDescriptor(predicate: inner)).map(\.name) == [name])
      #expect(try context.fetch(FetchDescriptor(predicate: outer)).map(\.name) == [name])
    }
  }
}
