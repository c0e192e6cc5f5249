// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

private enum Temper: String, Codable, CaseIterable {
  case mild, wild

  var title: String? { self == .wild ? "beware" : nil }
}

private struct Place: Codable {
  var city: String
  var code: String?
}

@Model private class Keeper {
  var name: String
  var nick: String?
  var height: Double = 1
  var words: [String]?
  var place: Place?
  var temper: Temper?
  @Relationship(inverse: nil) var boss: Keeper?
  @Relationship(inverse: nil) var pals: [Keeper] = []

  init(_ name: String) { self.name = name }
}

@Model private final class Chief: Keeper {
  var level: Int

  init(_ name: String, level: Int) {
    self.level = level
    super.init(name)
  }
}

@Model private final class Beast {
  var number: Int
  var score: Double?
  var table: [String: Int]?
  var isLarge: Bool
  @Relationship(inverse: nil) var keeper: Keeper?
  @Relationship(inverse: nil) var friends: [Keeper] = []

  init(_ number: Int, _ keeper: Keeper?, isLarge: Bool = true) {
    self.number = number
    self.keeper = keeper
    self.isLarge = isLarge
  }
}

/// Answers that need not look at what `!` unwraps: where there is nothing, the object does not match all the same, in the
/// store as in memory.
@Suite struct UnwrapFailureTests {
  /// What is in no store.
  private static let unsaved = [Keeper("unsaved").persistentModelID]
  private static let other = unsaved[0]
  private static let none = Double.nan

  private static let predicates: [(String, Predicate<Beast>)] = [
    ("another", #Predicate { $0.keeper!.persistentModelID != other }),
    ("another or", #Predicate { $0.keeper!.persistentModelID != other || $0.number >= 0 }),
    ("not in a list", #Predicate { !unsaved.contains($0.keeper!.persistentModelID) }),
    ("not a number", #Predicate { $0.keeper!.height != none }),
    ("not below", #Predicate { !($0.keeper!.height < none) }),
    ("is not a number", #Predicate { $0.keeper!.height.isNaN || $0.number >= 0 }),
    ("cast", #Predicate { ($0.keeper! as? Chief) == nil }),
    ("member of a cast", #Predicate { ($0.keeper! as? Chief)?.level != 3 }),
    ("cast of the next", #Predicate { ($0.keeper!.boss as? Chief) == nil }),
    ("kind or", #Predicate { $0.keeper! is Chief || $0.number >= 0 }),
    ("no array", #Predicate { $0.keeper!.words == nil }),
    ("array or empty", #Predicate { ($0.keeper!.words ?? []).isEmpty }),
    ("count of an array", #Predicate { $0.keeper!.words?.count != 5 }),
    ("element of an array", #Predicate { !($0.keeper!.words?.contains("x") ?? false) }),
    ("no struct", #Predicate { $0.keeper!.place == nil }),
    ("part of a struct", #Predicate { $0.keeper!.place?.city != "x" }),
    ("part or another", #Predicate { ($0.keeper!.place?.code ?? "q") == "q" }),
    ("part of the next", #Predicate { $0.keeper!.boss!.place?.code == nil }),
    ("array of the next", #Predicate { $0.keeper?.boss!.words == nil }),
    ("row or another", #Predicate { ($0.keeper!.boss ?? $0.keeper!).name != "x" || $0.number >= 0 }),
    ("one of two", #Predicate { ($0.isLarge ? $0.keeper!.nick : nil) == nil }),
    ("one of two rows", #Predicate { ($0.isLarge ? $0.keeper!.boss : nil) == nil }),
    ("title of no case", #Predicate { $0.keeper?.temper?.title == nil }),
    ("title behind", #Predicate { $0.keeper!.temper?.title == nil }),
    ("title of a case", #Predicate { $0.keeper!.temper!.title != "beware" }),
    ("entry", #Predicate { $0.table!["b"] == nil }),
    ("entry or another", #Predicate { $0.table!["b", default: 3] == 3 }),
    ("member", #Predicate { !$0.friends.contains($0.keeper!) }),
    ("no member with", #Predicate { !$0.friends.contains { $0.boss!.nick == "q" } }),
    ("not all members", #Predicate { !$0.friends.allSatisfy { $0.boss!.nick != "q" } }),
    ("none left", #Predicate { $0.friends.filter { $0.boss!.nick == "q" }.isEmpty }),
    ("not none left", #Predicate { !$0.friends.filter { $0.boss!.nick == "n" }.isEmpty }),
    ("number left", #Predicate { $0.friends.filter { $0.boss!.nick == "q" }.count == 0 }),
    ("left twice", #Predicate { $0.friends.filter { $0.name > "" }.filter { $0.boss!.nick == "q" }.isEmpty }),
    ("left of few", #Predicate { $0.friends.filter { $0.boss != nil }.filter { $0.boss!.nick == "q" }.isEmpty }),
    ("no such left", #Predicate { !$0.friends.filter { $0.boss!.nick == "q" }.contains { $0.name == "a" } }),
    ("all that are left", #Predicate { $0.friends.filter { $0.boss!.nick == "q" }.allSatisfy { $0.name == "a" } }),
    ("none left of the next", #Predicate { $0.keeper!.pals.filter { $0.name == "q" }.isEmpty }),
    ("not none left of the next", #Predicate { !$0.keeper!.pals.filter { $0.name == "q" }.isEmpty || $0.number > 3 }),
    ("none left of an array", #Predicate { $0.keeper!.words!.filter { $0 == "q" }.isEmpty }),
    ("none left of what may be", #Predicate { ($0.keeper!.boss?.pals.filter { $0.name == "q" }.isEmpty) ?? true }),
    (
      "bound",
      #Predicate { beast in
        if let keeper = beast.keeper { keeper.boss!.name == "a" } else { beast.number >= 0 }
      }
    ),
  ]

  private func fill(_ context: ModelContext) {
    let first = Keeper("a")
    (first.nick, first.words, first.place, first.temper) = ("n", ["x"], Place(city: "x", code: nil), .mild)
    let second = Chief("b", level: 3)
    second.boss = first
    let third = Chief("c", level: 4)
    (third.boss, third.words, third.place, third.temper) = (second, [], Place(city: "y", code: "z"), .wild)
    third.height = .nan
    let keepers: [Keeper?] = [nil, first, second, third]
    for keeper in keepers { if let keeper { context.insert(keeper) } }
    var number = 0
    for keeper in keepers {
      for isLarge in [true, false] {
        let beast = Beast(number, keeper, isLarge: isLarge)
        context.insert(beast)
        if isLarge { beast.table = ["a": number] }
        beast.friends = keepers.prefix(number % 4).compactMap(\.self)
        number += 1
      }
    }
  }

  @Test func theStoreAgreesWithMemory() throws {
    let container = try memoryContainer(Keeper.self, Chief.self, Beast.self)
    let context = ModelContext(container)
    fill(context)
    func found(_ context: ModelContext, _ predicate: Predicate<Beast>) throws -> [Int] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number).sorted()
    }
    let expected = try Self.predicates.map { try found(context, $0.1) }
    try context.save()
    let later = ModelContext(container)
    for ((name, predicate), numbers) in zip(Self.predicates, expected) {
      #expect(try found(later, predicate) == numbers, "\(name)")
    }
    // Some of them, in numbers: the first two have no keeper.
    #expect(expected[0] == [2, 3, 4, 5, 6, 7])
    #expect(expected[6] == [2, 3])
    #expect(expected[10] == [4, 5])
  }

  /// Rows are deleted by the same conditions.
  @Test func nothingElseIsDeleted() throws {
    let container = try memoryContainer(Keeper.self, Chief.self, Beast.self)
    let context = ModelContext(container)
    fill(context)
    try context.save()
    try context.delete(model: Beast.self, where: Self.predicates[0].1)
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Beast>()).map(\.number).sorted() == [0, 1])
  }
}
