// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Enums with associated values through a migration, with a search index and a history.
@Suite struct PayloadPairsTests {
  enum First {
    enum Place: Codable, Hashable {
      case nowhere
      case room(floor: Int, name: String)
      case address(String)
    }

    @Model final class Meeting {
      @Attribute(.spotlight) var title: String
      @Attribute(.preserveValueOnDeletion) var code: String
      var place: Place

      init(_ title: String, _ code: String, _ place: Place) {
        self.title = title
        self.code = code
        self.place = place
      }
    }
  }

  /// A case more, a property more that is searched, and another name for one.
  enum Second {
    enum Place: Codable, Hashable {
      case nowhere
      case room(floor: Int, name: String)
      case address(String)
      case call(number: Int)
    }

    @Model final class Meeting {
      @Attribute(.spotlight, originalName: "title") var subject: String
      @Attribute(.spotlight) var notes: String = ""
      @Attribute(.preserveValueOnDeletion) var code: String
      var place: Place

      init(_ subject: String, _ code: String, _ place: Place) {
        self.subject = subject
        self.code = code
        self.place = place
      }
    }
  }

  @Test func theyGoThroughAMigrationTogether() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(First.Meeting.self))
      context.author = "before"
      context.insert(First.Meeting("weekly rounds", "a", .room(floor: 2, name: "Blue")))
      context.insert(First.Meeting("weekly letters", "b", .address("Main Street 1")))
      context.insert(First.Meeting("yearly", "c", .nowhere))
      try context.save()
      let first = try #require(
        try context.fetch(FetchDescriptor<First.Meeting>(predicate: #Predicate { $0.code == "c" })).first)
      first.place = .room(floor: 1, name: "Green")
      try context.save()
    }
    let container = try folder.container(Second.Meeting.self)
    let context = ModelContext(container)
    context.author = "after"
    typealias Meeting = Second.Meeting
    func meeting(_ code: String) throws -> Meeting {
      try #require(try context.fetch(FetchDescriptor<Meeting>(predicate: #Predicate { $0.code == code })).first)
    }
    func found(_ text: SearchText) throws -> Set<String> {
      let results: [SearchResult<Meeting>] = try context.search(text)
      return Set(results.map(\.model.code))
    }

    // The values, the index and the history of before are there.
    #expect(try meeting("a").place == .room(floor: 2, name: "Blue"))
    #expect(try meeting("b").place == .address("Main Street 1"))
    #expect(try meeting("c").place == .room(floor: 1, name: "Green"))
    #expect(try found("weekly") == ["a", "b"])
    let before = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(before.map(\.author) == ["before", "before"])
    guard case .update(let update)? = before.last?.changes.first, let changed = update as? DefaultHistoryUpdate<Meeting>
    else {
      Issue.record("the second transaction is an update")
      return
    }
    #expect(changed.updatedAttributes == [\Meeting.place])
    #expect(try changed.changedPersistentIdentifier == meeting("c").persistentModelID)

    // The new case, in the same save as a text that is searched.
    let third = try meeting("c")
    third.place = .call(number: 42)
    third.notes = "weekly from now on"
    try context.save()
    #expect(try found("weekly") == ["a", "b", "c"])
    let fresh = ModelContext(container)
    #expect(
      try fresh.fetch(FetchDescriptor<Meeting>(predicate: #Predicate { $0.code == "c" })).map(\.place)
        == [.call(number: 42)])

    // Undone by nobody: a deletion leaves the index, and its preserved value in the history.
    context.delete(try meeting("a"))
    try context.save()
    #expect(try found("weekly") == ["b", "c"])
    let last = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).suffix(2)
    #expect(last.map(\.author) == ["after", "after"])
    guard case .update(let second)? = last.first?.changes.first, case .delete(let deletion)? = last.last?.changes.first,
      let secondUpdate = second as? DefaultHistoryUpdate<Meeting>,
      let gone = deletion as? DefaultHistoryDelete<Meeting>
    else {
      Issue.record("an update and a deletion")
      return
    }
    #expect(Set(secondUpdate.updatedAttributes) == [\Meeting.place, \Meeting.notes])
    #expect(gone.tombstone[\.code] as? String == "a")
  }
}
