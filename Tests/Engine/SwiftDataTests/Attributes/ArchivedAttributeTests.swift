// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDB
import SwiftData
import Testing

/// Attributes that lie in keyed archives, as Core Data's transformables do.
@Suite struct ArchivedAttributeTests {
  struct Part: Codable, Hashable {
    var name: String
    var tags: [String]
  }

  @Model final class Lists {
    var number: Int
    var words: [String] = []
    var optional: [String]?
    var numbers: [Int] = []
    var reals: [Double] = []
    var blobs: [Data] = []
    var dates: [Date] = []
    var parts: [Part] = []
    var part: Part
    var table: [String: Int] = [:]
    var unique: Set<String> = []
    @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var plain: [String: [String]]?
    @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var mixed: [String: Part]?

    init(number: Int, part: Part = Part(name: "", tags: [])) {
      self.number = number
      self.part = part
    }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Lists.self)
  }

  private func fill() throws {
    let context = ModelContext(container)
    let lists = Lists(number: 1, part: Part(name: "p", tags: ["x", "y"]))
    lists.words = ["a", "b/c", "\"quoted\"\n", "é", "", "🙂"]
    lists.optional = []
    lists.numbers = [0, -1, .max, .min]
    lists.reals = [0.5, .infinity, -.infinity, 1e-300]
    lists.blobs = [Data(), Data([0, 255])]
    lists.dates = [Date(timeIntervalSinceReferenceDate: 1.25), .distantPast]
    lists.parts = [Part(name: "q", tags: []), Part(name: "r", tags: ["z"])]
    lists.table = ["one": 1]
    lists.unique = ["u"]
    lists.plain = ["k": ["v", "w"]]
    lists.mixed = ["m": Part(name: "n", tags: ["t"])]
    context.insert(lists)
    context.insert(Lists(number: 2))
    try context.save()
  }

  private func column(_ name: String, _ number: Int = 1) throws -> Data? {
    try DatabaseQueue(path: folder.file().path).read {
      try Data.fetchOne($0, sql: "SELECT \(name) FROM ZLISTS WHERE ZNUMBER = ?", arguments: [number])
    }
  }

  private func set(_ name: String, _ value: Data) throws {
    try DatabaseQueue(path: folder.file().path).write {
      try $0.execute(sql: "UPDATE ZLISTS SET \(name) = ? WHERE ZNUMBER = 2", arguments: [value])
    }
  }

  private func lists(_ number: Int) throws -> Lists {
    try #require(
      try ModelContext(container).fetch(
        FetchDescriptor<Lists>(predicate: #Predicate { $0.number == number })
      ).first)
  }

  @Test func valuesComeBack() throws {
    try fill()
    let one = try lists(1)
    #expect(one.words == ["a", "b/c", "\"quoted\"\n", "é", "", "🙂"])
    #expect(one.optional == [] && one.numbers == [0, -1, .max, .min])
    #expect(one.reals == [0.5, .infinity, -.infinity, 1e-300])
    #expect(one.blobs == [Data(), Data([0, 255])])
    #expect(one.dates == [Date(timeIntervalSinceReferenceDate: 1.25), .distantPast])
    #expect(one.parts == [Part(name: "q", tags: []), Part(name: "r", tags: ["z"])])
    #expect(one.part == Part(name: "p", tags: ["x", "y"]))
    #expect(one.table == ["one": 1] && one.unique == ["u"])
    #expect(one.plain == ["k": ["v", "w"]])
    #expect(one.mixed == ["m": Part(name: "n", tags: ["t"])])
    let two = try lists(2)
    #expect(two.words == [] && two.optional == nil && two.plain == nil && two.mixed == nil)
  }

  @Test func columnsAreAsCoreDataHasThem() throws {
    try fill()
    let words = try ArchivedValue(keyedArchive: try #require(try column("ZWORDS")))
    #expect(words == .array(["a", "b/c", "\"quoted\"\n", "é", "", "🙂"].map { .string($0) }))
    let blobs = try ArchivedValue(keyedArchive: try #require(try column("ZBLOBS")))
    #expect(blobs.json.map { String(decoding: $0, as: UTF8.self) } == #"["","AP8="]"#)
    let empty = try ArchivedValue(keyedArchive: try #require(try column("ZBLOBS", 2)))
    #expect(empty == .data(Data("[]".utf8)))
    // Inside a struct it is the JSON itself.
    #expect(try column("ZTAGS") == Data(#"["x","y"]"#.utf8))
    let plain = try ArchivedValue(keyedArchive: try #require(try column("ZPLAIN")))
    #expect(plain["k"] == .array([.string("v"), .string("w")]))
  }

  @Test func everyFormIsRead() throws {
    try fill()
    let strings = ArchivedValue.array([.string("m"), .string("n")])
    for form in [
      try strings.keyedArchive(), Data(#"["m","n"]"#.utf8),
      try ArchivedValue.data(Data(#"["m","n"]"#.utf8)).keyedArchive(),
    ] {
      try set("ZWORDS", form)
      #expect(try lists(2).words == ["m", "n"])
    }
    try set("ZNUMBERS", try ArchivedValue.array([.integer(4), .bool(true)]).keyedArchive())
    #expect(throws: SwiftDataError.storeIsCorrupted) { try lists(2) }
    try set("ZNUMBERS", try ArchivedValue.array([.integer(4)]).keyedArchive())
    try set("ZDATES", try ArchivedValue.array([.date(.distantFuture)]).keyedArchive())
    try set("ZBLOBS", try ArchivedValue.array([.data(Data([7]))]).keyedArchive())
    let two = try lists(2)
    #expect(two.numbers == [4] && two.dates == [.distantFuture] && two.blobs == [Data([7])])
  }

  /// The elements are searched in every form.
  @Test func elementsAreSearched() throws {
    try fill()
    try set("ZWORDS", Data(#"["a"]"#.utf8))
    let context = ModelContext(container)
    func count(_ predicate: Predicate<Lists>) throws -> Int {
      try context.fetchCount(FetchDescriptor<Lists>(predicate: predicate))
    }
    #expect(try count(#Predicate { $0.words.contains("a") }) == 2)
    #expect(try count(#Predicate { $0.words.contains("b/c") }) == 1)
    #expect(try count(#Predicate { $0.words.contains { $0.hasPrefix("\"q") } }) == 1)
    #expect(try count(#Predicate { $0.words.count == 6 }) == 1)
    #expect(try count(#Predicate { $0.numbers.contains(-1) }) == 1)
    #expect(try count(#Predicate { $0.numbers.isEmpty }) == 1)
    #expect(try count(#Predicate { $0.part.tags.contains("y") }) == 1)
  }

  @Test func hostileArchivesAreErrorsThatNameTheProperty() throws {
    try fill()
    var bytes = try #require(try column("ZWORDS"))
    for position in stride(from: 8, to: bytes.count, by: 3) {
      let old = bytes[position]
      bytes[position] = old ^ 0xff
      try set("ZWORDS", bytes)
      do {
        _ = try lists(2)
      } catch let error as SwiftDataError {
        #expect(error.property == "words" && error.entity == "Lists")
      }
      bytes[position] = old
    }
  }

  @Model final class Colored {
    @Attribute(.transformable(by: "ColorTransformer")) var color: Data?
    var note = ""
    init() {}
  }

  /// Objects of classes that are not here stay as they are, byte for byte.
  @Test func foreignObjectsAreBytes() throws {
    var writer = KeyedArchiveWriter()
    let root = writer.add(
      ArchivedClass("NSColor"), ["NSColorSpace": .integer(1), "NSRGB": .data(Data("1 0 0".utf8))])
    let color = try writer.archive(root: root)
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Colored.self))
    let colored = Colored()
    colored.color = color
    context.insert(colored)
    try context.save()
    func stored() throws -> Data? {
      try DatabaseQueue(path: folder.file().path).read {
        try Data.fetchOne($0, sql: "SELECT ZCOLOR FROM ZCOLORED")
      }
    }
    #expect(try stored() == color)
    let other = ModelContext(context.container)
    let read = try #require(try other.fetch(FetchDescriptor<Colored>()).first)
    #expect(read.color == color)
    read.note = "changed"
    try other.save()
    #expect(try stored() == color)
  }

  enum Tint: String, Codable { case red, blue }

  struct Wrapper: Codable, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Model final class Coded {
    @Attribute(.codable) var tint: Tint
    @Attribute(.codable) var wrapper: Wrapper
    @Attribute(.codable) var none: Wrapper?
    @Attribute(.codable) var bytes: Data
    @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var gaps: [Int?]?
    @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var data: Data?
    init() {
      tint = .blue
      wrapper = Wrapper("w")
      bytes = Data([1, 2])
    }
  }

  /// JSON that is no array and no object; nulls; archives as values.
  @Test func scalarsNullsAndArchivesComeBack() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Coded.self))
    let coded = Coded()
    coded.gaps = [1, nil, 2]
    coded.data = try ArchivedValue.data(Data([9])).keyedArchive()
    context.insert(coded)
    try context.save()
    let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Coded>()).first)
    #expect(read.tint == .blue && read.wrapper == Wrapper("w") && read.none == nil)
    #expect(read.bytes == Data([1, 2]) && read.gaps == [1, nil, 2])
    #expect(read.data == coded.data)
  }
}
