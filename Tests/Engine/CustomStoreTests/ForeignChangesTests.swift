// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model final class Sheet {
  var a: String
  var b: Int
  var c: Double?
  var d: [String]
  var e: Date

  init() {
    a = "a"
    b = 1
    c = nil
    d = []
    e = Date(timeIntervalSinceReferenceDate: 0)
  }

  /// All values as texts, by name.
  var texts: [String: String] {
    [
      "a": a, "b": "\(b)", "c": c.map { "\($0)" } ?? "nil", "d": "\(d)", "e": "\(e.timeIntervalSinceReferenceDate)",
    ]
  }

  static let names = ["a", "b", "c", "d", "e"]

  /// Gives a property another value, the same for the same number.
  func set(_ name: String, _ number: Int) {
    switch name {
    case "a": a = "a\(number)"
    case "b": b = number
    case "c": c = Double(number)
    case "d": d = ["\(number)"]
    default: e = Date(timeIntervalSinceReferenceDate: Double(number))
    }
  }
}

/// What a server has changed in a row that a context has unsaved changes of: property by property, whether the store has
/// said so or not.
@Suite struct ForeignChangesTests {
  private func inject(_ changes: [(name: String, number: Int)], _ sheet: Sheet, _ shelf: StampingConfiguration.Shelf)
    throws
  {
    let stored = try #require(shelf.state.withLock { $0.snapshots[sheet.persistentModelID] })
    let copy = Sheet()
    for (name, number) in changes { copy.set(name, number) }
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(stored)) as? [String: Any])
    let values = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(copy.snapshot())) as? [String: Any])
    for (name, _) in changes { object[name] = values[name] }
    let new = try JSONDecoder().decode(DefaultSnapshot.self, from: JSONSerialization.data(withJSONObject: object))
    shelf.state.withLock { $0.snapshots[sheet.persistentModelID] = new }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>) func areMergedByProperty(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let configuration = StampingConfiguration()
    configuration.shelf.state.withLock { $0.isPlain = true }
    let container = try ModelContainer(for: Sheet.self, configurations: configuration)
    let context = ModelContext(container)
    let policy: MergePolicy = [.error, .memoryWins, .storeWins][Int.random(in: 0..<3, using: &generator)]
    context.mergePolicy = policy
    let sheet = Sheet()
    context.insert(sheet)
    try context.save()
    for round in 0..<8 {
      let place: Comment = "seed \(seed), round \(round), \(policy)"
      // Nobody has said what the server has changed last.
      _ = try context.fetch(FetchDescriptor<Sheet>())
      var expected = sheet.texts
      // A property has one of two new values, so both sides have the same one now and then.
      func changes() -> [(name: String, number: Int)] {
        Sheet.names.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }.map {
          ($0, 10 * round + 10 + Int.random(in: 0..<2, using: &generator))
        }
      }
      let (mine, theirs) = (changes(), changes())
      // Half of them before, so that the store is read or announced with nothing unsaved.
      let isEarly = Int.random(in: 0..<4, using: &generator) == 0
      let isAnnounced = Bool.random(using: &generator)
      let isSeen = isAnnounced && Bool.random(using: &generator)
      let other = ModelContext(container)
      let same = try #require(try other.fetch(FetchDescriptor<Sheet>()).first)
      if isEarly {
        try inject(theirs, sheet, configuration.shelf)
        _ = try other.fetch(FetchDescriptor<Sheet>())
        for (name, number) in mine { sheet.set(name, number) }
      } else {
        for (name, number) in mine { sheet.set(name, number) }
        try inject(theirs, sheet, configuration.shelf)
      }
      if isAnnounced { try container.announceChanges(updated: [sheet.persistentModelID]) }
      if isSeen { context.processPendingChanges() }

      let (own, foreign) = (Sheet(), Sheet())
      for (name, number) in mine { own.set(name, number) }
      for (name, number) in theirs { foreign.set(name, number) }
      let both = Set(mine.map(\.name)).intersection(theirs.map(\.name))
      let conflicts = both.filter { own.texts[$0] != foreign.texts[$0] }
      for (name, _) in theirs { expected[name] = foreign.texts[name] }
      for (name, _) in mine where policy != .storeWins || !conflicts.contains(name) { expected[name] = own.texts[name] }

      if policy == .error, !conflicts.isEmpty, !isSeen {
        let error = #expect(throws: SwiftDataError.self, place) { try context.save() }
        #expect(error == .optimisticLockFailure, place)
        let named = Set(error?.property?.split(separator: ", ").map(String.init) ?? [])
        #expect(named == conflicts, place)
        context.rollback()
        for (name, _) in mine { expected[name] = same.texts[name] }
        for (name, _) in theirs { expected[name] = foreign.texts[name] }
      } else {
        try context.save()
        // With nothing to write, nothing was compared.
        if mine.isEmpty { _ = try context.fetch(FetchDescriptor<Sheet>()) }
      }
      #expect(sheet.texts == expected, place)
      let stored = try #require(try ModelContext(container).fetch(FetchDescriptor<Sheet>()).first)
      #expect(stored.texts == expected, place)
      other.processPendingChanges()
      _ = try other.fetch(FetchDescriptor<Sheet>())
      #expect(same.texts == expected, place)
    }
  }

  @Test func aDeletionMeetsAForeignChange() throws {
    let configuration = StampingConfiguration()
    configuration.shelf.state.withLock { $0.isPlain = true }
    let container = try ModelContainer(for: Sheet.self, configurations: configuration)
    let context = ModelContext(container)
    context.mergePolicy = .error
    let sheet = Sheet()
    context.insert(sheet)
    try context.save()
    try inject([("b", 7)], sheet, configuration.shelf)
    context.delete(sheet)
    #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
    context.rollback()
    #expect(sheet.b == 7 && !sheet.isDeleted)
    context.delete(sheet)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Sheet>()) == 0)
  }
}
