// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataTesting
import Testing

enum Diary {
  struct Place: Codable, Hashable {
    var name: String
    var since: Date
    var photo: Data?
  }

  enum Mood: String, Codable { case calm, glad }

  @Model final class Entry {
    var title: String
    var begunAt: Date
    var endedAt: Date?
    var imageURL: URL?
    var audio: Data
    var depth: Double
    var heights: [Float]
    var reminders: [Date]
    var place: Place?
    var mood: Mood
    var cost: Decimal
    var words: [String: Int]
    var book: Book?

    init(_ title: String, begunAt: Date) {
      self.title = title
      self.begunAt = begunAt
      audio = Data([1, 2, 250])
      depth = 0.5
      heights = []
      reminders = []
      mood = .calm
      cost = 0
      words = [:]
    }
  }

  @Model final class Book {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Entry.book) var entries: [Entry] = []
    init(_ name: String) { self.name = name }
  }

  /// Before an attribute changed its type.
  enum Before {
    @Model final class Entry {
      var title: String
      var begunAt: String
      init(_ title: String, begunAt: String) {
        self.title = title
        self.begunAt = begunAt
      }
    }
  }
}

/// Snapshots in the hands of a store's own encoder and decoder.
@Suite struct CoderTests {
  private let folder = try? TemporaryFolder()
  private static let noon = Date(timeIntervalSinceReferenceDate: 700_000_000)

  private func container(_ coding: SampleCoding) throws -> ModelContainer {
    let file = try #require(folder).url.appendingPathComponent("\(coding.name).json")
    return try ModelContainer(
      for: Diary.Entry.self, Diary.Book.self, configurations: SampleConfiguration(file: file, coding: coding))
  }

  @Test(arguments: SampleCoding.all.indices) func everyValueComesBack(_ index: Int) throws {
    let coding = SampleCoding.all[index]
    do {
      let context = ModelContext(try container(coding))
      let book = Diary.Book("year")
      context.insert(book)
      let entry = Diary.Entry("first", begunAt: Self.noon)
      entry.endedAt = Self.noon + 60
      entry.imageURL = URL(string: "https://example.com/a.png")
      entry.depth = .infinity
      entry.heights = [1, -.infinity, 2.5]
      entry.reminders = [Self.noon + 1, Self.noon + 2]
      entry.place = .init(name: "lake", since: Self.noon - 5, photo: Data([0, 255]))
      entry.mood = .glad
      entry.cost = try #require(Decimal(string: "12.34"))
      entry.words = ["snow_man": 2, "iceAge": 1]
      book.entries = [entry, Diary.Entry("second", begunAt: Self.noon + 100)]
      try context.save()
      // What the context holds is what the store has.
      entry.title = "first, changed"
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Diary.Entry>()) == 2)
    }
    let context = ModelContext(try container(coding))
    let entry = try #require(
      try context.fetch(FetchDescriptor<Diary.Entry>(predicate: #Predicate { $0.endedAt != nil })).first)
    #expect(entry.title == "first, changed")
    #expect(entry.begunAt == Self.noon)
    #expect(entry.endedAt == Self.noon + 60)
    #expect(entry.imageURL == URL(string: "https://example.com/a.png"))
    #expect(entry.audio == Data([1, 2, 250]))
    #expect(entry.depth == .infinity)
    #expect(entry.heights == [1, -.infinity, 2.5])
    #expect(entry.reminders == [Self.noon + 1, Self.noon + 2])
    #expect(entry.place == .init(name: "lake", since: Self.noon - 5, photo: Data([0, 255])))
    #expect(entry.mood == .glad)
    #expect(entry.cost == Decimal(string: "12.34"))
    #expect(entry.words == ["snow_man": 2, "iceAge": 1])
    #expect(entry.book?.name == "year")
    #expect(Set(entry.book?.entries.map(\.title) ?? []) == ["first, changed", "second"])
    let later = #Predicate<Diary.Entry> { $0.begunAt > Self.noon }
    #expect(try context.fetch(FetchDescriptor(predicate: later)).map(\.title) == ["second"])
    context.delete(try #require(entry.book))
    try context.save()
    #expect(try ModelContext(try container(coding)).fetchCount(FetchDescriptor<Diary.Entry>()) == 0)
  }

  /// A file that keeps whole seconds changes the dates that it is given.
  @Test func fractionsThatAFileDropsAreNoConflict() throws {
    let container = try container(SampleCoding.all[1])
    let context = ModelContext(container)
    let entry = Diary.Entry("now", begunAt: Self.noon + 0.75)
    context.insert(entry)
    try context.save()
    entry.title = "then"
    try context.save()
    entry.begunAt = Self.noon + 10.25
    try context.save()
    entry.title = "at last"
    try context.save()
    #expect(entry.begunAt == Self.noon + 10)
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Diary.Entry>()).first)
    #expect(read.title == "at last")
    #expect(read.begunAt == Self.noon + 10)
    entry.reminders = [Self.noon + 0.5]
    entry.place = .init(name: "lake", since: Self.noon + 0.25)
    try context.save()
    context.delete(entry)
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Diary.Entry>()) == 0)
  }

  /// Only what may have come back otherwise is read again, until it has been seen to come back.
  @Test func storesThatKeepFractionsAreAskedOnce() throws {
    let storage = MemoryStorage()
    let container = try ModelContainer(
      for: Diary.Entry.self, Diary.Book.self, configurations: MemoryStoreConfiguration("memory", storage: storage))
    let context = ModelContext(container)
    func fetches(_ body: () throws -> Void) throws -> Int {
      let before = storage.operations.count
      try body()
      try context.save()
      return storage.operations[before...].filter { if case .fetch = $0 { true } else { false } }.count
    }
    #expect(try fetches { context.insert(Diary.Entry("whole", begunAt: Self.noon)) } == 0)
    #expect(try fetches { context.insert(Diary.Entry("half", begunAt: Self.noon + 0.5)) } == 1)
    #expect(try fetches { context.insert(Diary.Entry("quarter", begunAt: Self.noon + 0.25)) } == 0)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func propertyListsKeepEveryValue(_ format: PropertyListSerialization.PropertyListFormat) throws {
    _ = Schema([Diary.Entry.self])
    let entry = Diary.Entry("first", begunAt: Self.noon)
    entry.reminders = [Self.noon + 1]
    entry.depth = .nan
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let data = try encoder.encode([entry.snapshot()])
    let snapshot = try #require(try PropertyListDecoder().decode([DefaultSnapshot].self, from: data).first)
    #expect(snapshot[\Diary.Entry.begunAt] == Self.noon)
    #expect(snapshot[\Diary.Entry.reminders] == [Self.noon + 1])
    #expect(snapshot[\Diary.Entry.audio] == Data([1, 2, 250]))
    #expect(snapshot[\Diary.Entry.depth]?.isNaN == true)
    #expect(snapshot[\Diary.Entry.endedAt] == .some(nil))
  }

  /// A store may read its file where no container is, and with classes of an older schema.
  @Test func theClassIsTheOneThatTheValuesFit() throws {
    _ = Schema([Diary.Before.Entry.self])
    _ = Schema([Diary.Entry.self])
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    func again(_ snapshot: DefaultSnapshot) throws -> DefaultSnapshot {
      try decoder.decode(DefaultSnapshot.self, from: encoder.encode(snapshot))
    }
    let old = try again(Diary.Before.Entry("a", begunAt: "in May").snapshot())
    #expect(old[\Diary.Before.Entry.begunAt] == "in May")
    let new = try again(Diary.Entry("a", begunAt: Self.noon).snapshot())
    #expect(new[\Diary.Entry.begunAt] == Self.noon)
  }

  /// A number is no date for a decoder that reads texts, whatever another one would make of it.
  @Test func aValueOfAnotherTypeIsNamedAndKept() throws {
    let coding = SampleCoding.all[1]
    let container = try container(coding)
    let context = ModelContext(container)
    context.insert(Diary.Entry("first", begunAt: Self.noon))
    try context.save()
    let file = try #require(folder).url.appendingPathComponent("\(coding.name).json")
    let text = try String(contentsOf: file, encoding: .utf8)
    let date = Self.noon.ISO8601Format()
    #expect(text.contains("\"\(date)\""))
    try text.replacingOccurrences(of: "\"\(date)\"", with: "700000000").write(
      to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: SwiftDataError.self) {
      try ModelContext(container).fetch(FetchDescriptor<Diary.Entry>())
    }
    #expect(error == .storeFailure)
    #expect(error?.entity == "Entry" && error?.property == "begunAt")
    let decoded = try coding.makeDecoder().decode([DefaultSnapshot].self, from: Data(contentsOf: file))
    #expect(decoded.first?[\Diary.Entry.begunAt] == nil)
    let written = String(decoding: try coding.makeEncoder().encode(decoded), as: UTF8.self)
    #expect(written.contains("700000000"))
  }
}
