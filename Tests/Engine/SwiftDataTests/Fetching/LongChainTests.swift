// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Conditions of many parts, some of which can fail: the statement grows with the parts, and says what memory says.
@Suite struct LongChainTests {
  @Model
  final class Entry {
    var number: Int
    var rank: Int?
    var key: String
    var note: String?

    init(_ number: Int) {
      self.number = number
      rank = number % 4 == 0 ? nil : number % 7
      key = "k\(number)"
      note = number % 3 == 0 ? nil : "k\(number)"
    }
  }

  private typealias E = PredicateExpressions
  private typealias Part = (E.Variable<Entry>) -> Expr<Bool>

  private func predicate(_ body: Part) -> Predicate<Entry> { Predicate { body($0) } }

  /// `$0.rank! == value`, which fails where there is no rank.
  private static func rank(_ entry: E.Variable<Entry>, is value: Int) -> Expr<Bool> {
    Build.equal(Build.unwrap(Build.path(entry, \.rank)), Build.value(value))
  }

  /// `$0.number % value == 0`, which never fails.
  private static func divides(_ entry: E.Variable<Entry>, _ value: Int) -> Expr<Bool> {
    Build.equal(Build.divide(Build.path(entry, \.number), Build.value(value), remainder: true), Build.value(0))
  }

  private static func chain(_ count: Int, _ entry: E.Variable<Entry>, isRight: Bool, isOr: Bool) -> Expr<Bool> {
    let parts = (0..<count).map { index -> Expr<Bool> in
      let part = index % 3 == 1 ? divides(entry, index + 2) : rank(entry, is: index)
      return isOr ? part : Build.not(part)
    }
    let join = isOr ? Build.or : Build.and
    return isRight
      ? parts.dropLast().reversed().reduce(parts[count - 1]) { join($1, $0) }
      : parts.dropFirst().reduce(parts[0]) { join($0, $1) }
  }

  private static var shapes: [(String, Part)] {
    [
      ("or", { chain(14, $0, isRight: false, isOr: true) }),
      ("or, from the right", { chain(14, $0, isRight: true, isOr: true) }),
      ("and", { chain(14, $0, isRight: false, isOr: false) }),
      ("not and", { Build.not(chain(14, $0, isRight: false, isOr: false)) }),
      ("not or", { Build.not(chain(14, $0, isRight: true, isOr: true)) }),
      ("or of ands", { Build.or(chain(5, $0, isRight: false, isOr: false), chain(5, $0, isRight: false, isOr: true)) }),
      ("certain first", { Build.or(divides($0, 5), chain(4, $0, isRight: false, isOr: true)) }),
      ("constants", { Build.or(Build.or(rank($0, is: 1), Build.value(false)), divides($0, 3)) }),
      ("decided", { Build.or(Build.or(rank($0, is: 1), Build.value(true)), rank($0, is: 2)) }),
    ]
  }

  private func filled(isSaved: Bool) throws -> (ModelContext, [Entry]) {
    let context = ModelContext(try memoryContainer(Entry.self))
    let entries = (0..<60).map { Entry($0) }
    entries.forEach { context.insert($0) }
    if isSaved { try context.save() }
    return (context, entries)
  }

  private func check(_ name: String, _ predicate: Predicate<Entry>, isSaved: Bool) throws {
    let (context, entries) = try filled(isSaved: isSaved)
    let expected = entries.filter { (try? predicate.evaluate($0)) ?? false }.map(\.number)
    let found = try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)]))
    #expect(found.map(\.number) == expected, "\(name)")
  }

  @Test(arguments: [false, true]) func agreeWithMemory(isSaved: Bool) throws {
    for (name, body) in Self.shapes { try check(name, predicate(body), isSaved: isSaved) }
  }

  /// Twice the parts, about twice the statement.
  @Test(arguments: [false, true]) func growWithTheirParts(isOr: Bool) throws {
    let (context, _) = try filled(isSaved: false)
    let lengths = try [8, 16].map { count -> [Int] in
      let chain = predicate { Self.chain(count, $0, isRight: false, isOr: isOr) }
      let negated = predicate { Build.not(Self.chain(count, $0, isRight: false, isOr: isOr)) }
      return try [chain, negated].map { try context._explain(FetchDescriptor(predicate: $0)).count }
    }
    for (short, long) in zip(lengths[0], lengths[1]) { #expect(long < 3 * short) }
  }

  private func composed(_ levels: Int, isOr: Bool) -> Predicate<Entry> {
    var predicate = #Predicate<Entry> { $0.rank! != 20 && $0.number >= 0 }
    if isOr { predicate = #Predicate<Entry> { $0.rank! == 20 || $0.number < 0 } }
    for level in 0..<levels {
      let inner = predicate
      predicate =
        isOr
        ? #Predicate<Entry> { inner.evaluate($0) || $0.rank! == level }
        : #Predicate<Entry> { inner.evaluate($0) && $0.rank! != level }
    }
    return predicate
  }

  /// Predicates within predicates are chains, too.
  @Test(arguments: [false, true]) func ofPredicatesWithinPredicates(isOr: Bool) throws {
    for isSaved in [false, true] { try check("composed", composed(4, isOr: isOr), isSaved: isSaved) }
    let (context, _) = try filled(isSaved: false)
    let lengths = try [8, 16].map { levels -> Int in
      let inner = composed(levels, isOr: isOr)
      return try context._explain(FetchDescriptor(predicate: #Predicate<Entry> { !inner.evaluate($0) })).count
    }
    #expect(lengths[1] < 3 * lengths[0])
  }

  @Test func aConstantDivisorCannotFail() throws {
    let (context, _) = try filled(isSaved: true)
    let predicate = #Predicate<Entry> { $0.number / 3 == 2 || $0.number % 5 == 0 || $0.number > 50 }
    let statement = try context._explain(FetchDescriptor(predicate: predicate))
    #expect(!statement.contains("CASE"))
    for isSaved in [false, true] {
      try check("by a constant", predicate, isSaved: isSaved)
      try check("by nothing", #Predicate { $0.number > 50 || $0.number / ($0.number - 7) == 1 }, isSaved: isSaved)
      try check("by zero", #Predicate { $0.number / ($0.number * 0) == 1 || $0.number > 50 }, isSaved: isSaved)
    }
  }

  // MARK: Captured lists and dictionaries

  @Test(arguments: [1, 22, 23, 1_000]) func capturedDictionaries(count: Int) throws {
    let texts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", "v\($0 % 5)") })
    let flags = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0 % 2 == 0) })
    let ranks = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Double($0)) })
    let none: [String: Int] = [:]
    for isSaved in [false, true] {
      try check("text", #Predicate { texts[$0.key] == "v3" }, isSaved: isSaved)
      try check("default", #Predicate { texts[$0.key, default: "v3"] == "v3" }, isSaved: isSaved)
      try check("nil", #Predicate { texts[$0.key] == nil }, isSaved: isSaved)
      try check("flag", #Predicate { flags[$0.key] ?? true }, isSaved: isSaved)
      try check("unequal flag", #Predicate { flags[$0.key] != true }, isSaved: isSaved)
      try check("forced", #Predicate { ranks[$0.rank!] == nil }, isSaved: isSaved)
      try check("forced default", #Predicate { ranks[$0.rank!, default: 7] > 2 || $0.number > 0 }, isSaved: isSaved)
      try check("empty", #Predicate { (none[$0.key] ?? 3) > 2 }, isSaved: isSaved)
    }
  }

  @Test func capturedListsAndElseIfs() throws {
    let numbers = Array(0..<40)
    func choices(_ entry: E.Variable<Entry>, _ test: (Int) -> Expr<Bool>) -> Expr<Bool> {
      let number = (0..<30).reversed().reduce(Build.value(-1)) { Build.choose(test($1), Build.value($1 % 4), $0) }
      return Build.compare(number, .greaterThan, Build.value(1))
    }
    for isSaved in [false, true] {
      try check("list", #Predicate { entry in numbers.contains { $0 == entry.rank! } }, isSaved: isSaved)
      try check("all", #Predicate { entry in numbers.allSatisfy { $0 != entry.rank! } }, isSaved: isSaved)
      try check("no one", #Predicate { entry in !numbers.contains { $0 > entry.rank! + 36 } }, isSaved: isSaved)
      let sure = predicate { entry in choices(entry) { Self.divides(entry, $0 + 2) } }
      try check("else if", sure, isSaved: isSaved)
      let unsure = predicate { entry in choices(entry) { Self.rank(entry, is: $0) } }
      try check("else if that may fail", unsure, isSaved: isSaved)
    }
  }
}
