// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Computed properties that most of the time give what a stored one holds. A store would answer for that one alone.
@Suite struct ComputedPropertyTests {
  struct Place: Codable, Hashable {
    var city: String
    var number: Int?
    var label: String { city + "!" }
  }

  enum Stage: String, Codable { case open, done, archived }

  @Model
  class Artist {
    var name: String
    var nickname: String?
    var home: Place
    init(_ name: String, nickname: String? = nil) {
      self.name = name
      self.nickname = nickname
      home = Place(city: name)
    }
    var shownName: String { nickname ?? name }
    var otherName: String? { nickname ?? name }
    var forwardedName: String { name }
  }

  @Model
  final class Singer: Artist {
    var range: Int = 0
    override init(_ name: String, nickname: String? = nil) { super.init(name, nickname: nickname) }
  }

  protocol Numbered {
    var number: Int { get }
    var note: String? { get }
  }

  @Model
  final class Song: Numbered {
    var number: Int
    var title: String
    var note: String?
    var isDoneFlag: Bool?
    var amount: Int
    var small: Int8
    var count: UInt
    var rate: Double
    var due: Date
    var stage: Stage
    var place: Place
    var artist: Artist?
    var second: Artist?
    @Relationship(inverse: nil) var guests: [Artist] = []

    init(_ number: Int, title: String = "", artist: Artist? = nil) {
      self.number = number
      self.title = title
      self.artist = artist
      amount = number
      small = 0
      count = 0
      rate = 0
      due = .distantPast
      stage = .open
      place = Place(city: title)
    }

    var isDone: Bool { isDoneFlag ?? false }
    var artistName: String { artist?.name ?? "Unknown" }
    var someName: String? { (artist ?? second)?.name }
    var optionalName: String? { artist?.name }
    var forcedNickname: String? { artist!.nickname }
    var innerName: String? { artist.map { $0.nickname ?? "" } }
    var shownTitle: String { title.isEmpty ? "Untitled" : title }
    var shortTitle: String { String(title.prefix(60)) }
    var initialTitle: String { title.prefix(1).uppercased() + title.dropFirst() }
    var positive: Int { max(0, amount) }
    var bounded: Int { min(amount, 500_000) }
    var size: Int { abs(amount) }
    var unsigned: UInt { UInt(amount) }
    var real: Double { Double(amount) }
    var atLeastOne: UInt { max(1, count) }
    var smallSize: Int8 { small < 0 ? 0 : small }
    var share: Double { min(max(rate, 0), 1_000_000) }
    var known: Date { min(due, .now) }
    var late: Date { max(due, Date(timeIntervalSince1970: 0)) }
    var shownStage: Stage { stage == .archived ? .done : stage }
    var moved: Place { Place(city: place.city + "x", number: place.number) }
    var city: String { place.city }
    var firstGuest: Artist? { guests.first }
    var artists: [Artist] { artist.map { [$0] } ?? [] }
  }

  @Model
  final class Folder {
    var name: String
    @Relationship(inverse: nil) var parent: Folder?
    init(_ name: String) { self.name = name }
    var rootName: String { parent?.rootName ?? name }
    var depth: Int {
      var depth = 0
      var next = parent
      while let folder = next {
        depth += 1
        next = folder.parent
      }
      return depth
    }
  }

  private func context() throws -> ModelContext {
    let context = ModelContext(try memoryContainer(Song.self, Artist.self, Singer.self))
    let known = Artist("Zoe", nickname: "A")
    let unknown = Artist("Bo")
    for song in [Song(1, title: "x", artist: known), Song(2, artist: unknown), Song(-3)] { context.insert(song) }
    try context.save()
    return context
  }

  private func refuse(_ name: String, _ order: SortDescriptor<Song>, _ context: ModelContext) {
    #expect(throws: SwiftDataError.unsupportedSortDescriptor, "\(name)") {
      _ = try context.fetch(FetchDescriptor<Song>(sortBy: [order]))
    }
  }

  @Test func doNotSort() throws {
    let context = try context()
    refuse("other attribute", SortDescriptor(\.artist?.shownName), context)
    refuse("optional attribute", SortDescriptor(\.artist?.otherName), context)
    refuse("flag", SortDescriptor(\.isDone), context)
    refuse("to-one", SortDescriptor(\.artistName), context)
    refuse("other to-one", SortDescriptor(\.someName), context)
    refuse("through a to-one", SortDescriptor(\.optionalName), context)
    refuse("with !", SortDescriptor(\.forcedNickname), context)
    refuse("behind a to-one", SortDescriptor(\.innerName), context)
    refuse("empty", SortDescriptor(\.shownTitle), context)
    refuse("prefix", SortDescriptor(\.shortTitle), context)
    refuse("first letter", SortDescriptor(\.initialTitle), context)
    refuse("maximum", SortDescriptor(\.positive), context)
    refuse("minimum", SortDescriptor(\.bounded), context)
    refuse("absolute", SortDescriptor(\.size), context)
    refuse("other type", SortDescriptor(\.unsigned), context)
    refuse("fraction", SortDescriptor(\.real), context)
    refuse("unsigned", SortDescriptor(\.atLeastOne), context)
    refuse("small", SortDescriptor(\.smallSize), context)
    refuse("real", SortDescriptor(\.share), context)
    refuse("date", SortDescriptor(\.known), context)
    refuse("early date", SortDescriptor(\.late), context)
    refuse("case", SortDescriptor(\.shownStage), context)
    refuse("part", SortDescriptor(\.city), context)
    refuse("computed part", SortDescriptor(\.place.label), context)
    refuse("count of a part", SortDescriptor(\.place.city.count), context)
  }

  /// Properties that go on to the next object until there is none.
  @Test func doNotGoOnForever() throws {
    let context = ModelContext(try memoryContainer(Folder.self))
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.rootName)]))
    }
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Folder>(sortBy: [SortDescriptor(\.depth)]))
    }
  }

  private static let predicates: [(String, Predicate<Song>)] = [
    ("flag", #Predicate { !$0.isDone }),
    ("to-one", #Predicate { $0.artistName == "Unknown" }),
    ("other to-one", #Predicate { $0.someName == nil }),
    ("empty", #Predicate { $0.shownTitle == "Untitled" }),
    ("maximum", #Predicate { $0.positive == 0 }),
    ("date", #Predicate { $0.late > $0.due }),
    ("member", #Predicate { $0.firstGuest == nil }),
    ("to-one as a list", #Predicate { $0.artists.isEmpty }),
  ]

  @Test func doNotSelect() throws {
    let context = try context()
    for (name, predicate) in Self.predicates {
      #expect(throws: SwiftDataError.unsupportedPredicate, "\(name)") {
        _ = try context.fetch(FetchDescriptor(predicate: predicate))
      }
    }
  }

  @Test func areNoValues() throws {
    let context = try context()
    let all = FetchDescriptor<Song>()
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchValues(all, \.artistName) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetchValues(all, \.moved) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.aggregate(all, .sum(\.positive)) }
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.fetchGroups(all, by: \.shownTitle, .count)
    }
    var partial = all
    partial.propertiesToFetch = [\.shownTitle]
    #expect(throws: SwiftDataError.unsupportedKeyPath) { try context.fetch(partial) }
  }

  private func numbers<T: PersistentModel & Numbered>(_ type: T.Type, _ context: ModelContext) throws -> [[Int]] {
    try [
      context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\T.number)])).map(\.number),
      context.fetch(FetchDescriptor<T>(sortBy: [SortDescriptor(\T.note), SortDescriptor(\T.number)])).map(\.number),
    ]
  }

  /// What only forwards is as good as what it forwards to.
  @Test func pathsAndForwardersWork() throws {
    let context = try context()
    func check(_ name: String, _ order: [SortDescriptor<Song>], _ expected: [Int]) throws {
      let found = try context.fetch(FetchDescriptor(sortBy: order)).map(\.number)
      #expect(found == expected, "\(name)")
    }
    try check("chained", [SortDescriptor(\.artist?.name)], [-3, 2, 1])
    try check("optional chained", [SortDescriptor(\.artist?.nickname), SortDescriptor(\.number)], [-3, 2, 1])
    try check("forwarded", [SortDescriptor(\.artist?.forwardedName)], [-3, 2, 1])
    try check("part", [SortDescriptor(\.place.city), SortDescriptor(\.number)], [-3, 2, 1])
    try check("optional part", [SortDescriptor(\.place.number), SortDescriptor(\.number)], [-3, 1, 2])
    try check("part behind a to-one", [SortDescriptor(\.artist?.home.city)], [-3, 2, 1])
    try check("case", [SortDescriptor(\.stage), SortDescriptor(\.number)], [-3, 1, 2])
    try check("flag", [SortDescriptor(\.isDoneFlag), SortDescriptor(\.number)], [-3, 1, 2])
    #expect(try numbers(Song.self, context) == [[-3, 1, 2], [-3, 1, 2]])
    let cities = try context.fetchValues(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.number)]), \.place.city)
    #expect(cities == ["", "x", ""])
  }

  /// A key path with `!` is read where it is not nil, and not where it would end the process.
  @Test func forcedPathsWork() throws {
    let context = ModelContext(try memoryContainer(Song.self, Artist.self, Singer.self))
    context.insert(Song(1, artist: Artist("b")))
    context.insert(Song(2, artist: Artist("a", nickname: "c")))
    try context.save()
    let order = [SortDescriptor(\Song.artist!.name)]
    #expect(try context.fetch(FetchDescriptor(sortBy: order)).map(\.number) == [2, 1])
    let optional = [SortDescriptor(\Song.artist!.nickname)]
    #expect(try context.fetch(FetchDescriptor(sortBy: optional)).map(\.number) == [1, 2])
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.artist!.shownName)]))
    }
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetch(FetchDescriptor<Song>(sortBy: [SortDescriptor(\.artist!.otherName)]))
    }
  }

  /// Properties that a superclass declares, by key paths of the subclass.
  @Test func inheritedProperties() throws {
    let context = ModelContext(try memoryContainer(Song.self, Artist.self, Singer.self))
    for name in ["b", "a"] { context.insert(Singer(name, nickname: name == "a" ? "z" : nil)) }
    try context.save()
    func names(_ order: SortDescriptor<Singer>) throws -> [String] {
      try context.fetch(FetchDescriptor<Singer>(sortBy: [order])).map(\.name)
    }
    #expect(try names(SortDescriptor(\.name)) == ["a", "b"])
    #expect(try names(SortDescriptor(\.nickname, order: .reverse)) == ["a", "b"])
    #expect(try names(SortDescriptor(\.home.city)) == ["a", "b"])
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) { try names(SortDescriptor(\.shownName)) }
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) { try names(SortDescriptor(\.otherName)) }
  }
}
