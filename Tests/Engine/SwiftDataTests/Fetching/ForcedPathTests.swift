// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Key paths that go on behind what may be missing. They are read without an object, where all of it is missing.
@Suite struct ForcedPathTests {
  struct Room: Codable, Hashable {
    var name: String?
    var area: Double?
  }

  struct Place: Codable, Hashable {
    var city: String
    var number: Int?
    var room: Room?
    var tags: [String]?
    var main: Room { room ?? Room(name: "main") }
  }

  /// Contains itself.
  struct Tree: Codable, Hashable {
    var name: String?
    var weight: Int
    var children: [Tree]?
  }

  indirect enum Term: Codable, Hashable {
    case sum(Term, Term)
    case number(Int)
    var count: Int { if case .sum(let left, let right) = self { left.count + right.count } else { 1 } }
  }

  @Model
  final class Visit {
    var name: String
    var place: Place
    var other: Place?
    var tags: [String]?
    var list: [String]
    var tree: Tree
    var term: Term?

    init(_ name: String, _ number: Int?) {
      self.name = name
      place = Place(city: name, number: number, room: number.map { Room(name: name, area: -Double($0)) })
      other = number.map { Place(city: name, number: -$0) }
      list = [name]
      tree = Tree(name: name, weight: number ?? 0)
    }

    var forced: Int { place.number! }
    var rounded: Int { Int(place.room!.area!) }
  }

  @Model
  final class Memo {
    let origin: Place?
    let term: Term
    init(_ city: String) {
      origin = Place(city: city)
      term = .sum(.number(1), .sum(.number(2), .number(3)))
    }
  }

  private func context() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Visit.self))
    for (name, number) in [("a", 2), ("b", 3), ("c", 1)] { context.insert(Visit(name, number)) }
    try context.save()
    return context
  }

  private func refuse(_ name: String, _ order: SortDescriptor<Visit>, _ context: ModelContext) {
    #expect(throws: SwiftDataError.unsupportedSortDescriptor, "\(name)") {
      _ = try context.fetch(FetchDescriptor<Visit>(sortBy: [order]))
    }
  }

  @Test func partsSort() throws {
    let context = try context()
    func names(_ order: SortDescriptor<Visit>) throws -> String {
      try context.fetch(FetchDescriptor(sortBy: [order])).map(\.name).joined()
    }
    #expect(try names(SortDescriptor(\.place.number!)) == "cab")
    #expect(try names(SortDescriptor(\.place.room!.area!)) == "bac")
    #expect(try names(SortDescriptor(\.place.room!.name!, order: .reverse)) == "cba")
    #expect(try names(SortDescriptor(\.other!.number!)) == "bac")
    #expect(try names(SortDescriptor(\.other!.city, order: .reverse)) == "cba")
    #expect(try names(SortDescriptor(\.other?.number)) == "bac")
    #expect(try names(SortDescriptor(\.place.number)) == "cab")
    #expect(try names(SortDescriptor(\.place.room?.area)) == "bac")
    #expect(try names(SortDescriptor(\.tree.weight)) == "cab")
  }

  @Test func partsAreValues() throws {
    let context = try context()
    let all = FetchDescriptor<Visit>(sortBy: [SortDescriptor(\.name)])
    #expect(try context.fetchValues(all, \.place.number!) == [2, 3, 1])
    let number: KeyPath<Visit, Int> = \.place.number!
    let greatest = try context.aggregate(FetchDescriptor<Visit>(), .maximum(number))
    #expect(greatest == 3)
    var partial = all
    partial.propertiesToFetch = [\.place.number!, \.place.room!.area!]
    #expect(try context.fetch(partial).map(\.name) == ["a", "b", "c"])
  }

  @Test func whatIsNoColumnIsRefused() throws {
    let context = try context()
    refuse("computed", SortDescriptor(\.forced), context)
    refuse("converted", SortDescriptor(\.rounded), context)
    refuse("array of a part", SortDescriptor(\.place.tags!.count), context)
    refuse("element of a part", SortDescriptor(\.place.tags![0]), context)
    refuse("array", SortDescriptor(\.tags!.count), context)
    refuse("element", SortDescriptor(\.tags![0]), context)
    refuse("element of a list", SortDescriptor(\.list[0]), context)
    refuse("recursive", SortDescriptor(\.tree.children![0].children![0].weight), context)
    refuse("recursive enum", SortDescriptor(\.term!.count), context)
  }

  @Test func constantsAreThere() throws {
    let context = ModelContext(try memoryContainer(Memo.self))
    context.insert(Memo("a"))
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      _ = try context.fetch(FetchDescriptor<Memo>(sortBy: [SortDescriptor(\.origin!.city)]))
    }
  }

  /// Of these, the last step alone has the name of a column.
  @Test func otherValuesAreNotTheColumn() throws {
    let context = try context()
    refuse("computed part", SortDescriptor(\.place.main.area), context)
    refuse("element", SortDescriptor(\.tree.children![0].weight), context)
    refuse("element's name", SortDescriptor(\.tree.children![0].name), context)
  }

  /// Before the row is read, the constant has a value: of a case that needs none of its own type.
  @Test func recursiveTypesHaveAPlaceholder() throws {
    let context = ModelContext(try memoryContainer(Memo.self))
    context.insert(Memo("a"))
    try context.save()
    let memos = try ModelContext(context.container).fetch(FetchDescriptor<Memo>())
    #expect(memos.map(\.term.count) == [3])
  }
}
