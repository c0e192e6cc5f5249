// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct ArchivedValueTests {
  static let samples: [ArchivedValue] = [
    .null, .bool(true), .bool(false), .integer(0), .integer(-1), .integer(.min), .integer(.max),
    .unsigned(.max), .double(0.1), .double(-.infinity), .string(""), .string("Grüße 🌍"),
    .date(Date(timeIntervalSinceReferenceDate: -1.5)), .data(Data()), .data(Data([0, 255])),
    .uuid(UUID()), .url("https://example.com/ä?b#c"), .url("relative"), .url(""),
    .decimal(0), .decimal(Decimal(string: "-0.000123")!), .decimal(Decimal(string: "1e100")!),
    .decimal(Decimal(string: "12345678901234567890.123456789")!),
    .decimal(Decimal(string: "99999999999999999999999999999999999999")!), .decimal(65_536),
    .decimal(Decimal(string: "-340282366920938463463374607431768211455")!),
    .array([]), .set([]), .dictionary([]),
    .dictionary([.init(key: .integer(1), value: .array([.set([.null])]))]),
  ]

  @Test func valuesReturn() throws {
    for sample in Self.samples {
      #expect(try ArchivedValue(keyedArchive: sample.keyedArchive()) == sample)
    }
    let all = ArchivedValue.array([
      .array(Self.samples), .set(Self.samples),
      .dictionary(Self.samples.map { .init(key: $0, value: $0) }),
    ])
    #expect(try ArchivedValue(keyedArchive: all.keyedArchive()) == all)
    #expect(try all.keyedArchive() == all.keyedArchive())
  }

  @Test func whatIsNotANumberReturns() throws {
    guard
      case .double(let double) = try ArchivedValue(
        keyedArchive: ArchivedValue.double(.nan).keyedArchive()),
      case .decimal(let decimal) = try ArchivedValue(
        keyedArchive: ArchivedValue.decimal(.nan).keyedArchive())
    else {
      Issue.record("They are no numbers at all.")
      return
    }
    #expect(double.isNaN)
    #expect(decimal.isNaN)
  }

  @Test func dictionariesAreReadByKey() throws {
    let value = ArchivedValue.dictionary([
      .init(key: .string("a"), value: .integer(1)), .init(key: .integer(2), value: .null),
    ])
    #expect(value["a"] == .integer(1))
    #expect(value["b"] == nil)
    #expect(ArchivedValue.null["a"] == nil)
  }

  @Test func whatFoundationArchivesIsRead() throws {
    let uuid = UUID()
    // No 1 beside true: Foundation takes them for the same object.
    let list: NSArray = [
      "text", 3, 2.5, true, Data([1]), NSDate(timeIntervalSinceReferenceDate: 5),
      try #require(NSUUID(uuidString: uuid.uuidString)), NSNull(),
      try #require(NSURL(string: "https://example.com")), NSArray(array: ["inner"]),
      NSDictionary(dictionary: ["key": "value"]), NSSet(array: ["member"]),
      NSMutableArray(array: [4]),
    ]
    let data = try NSKeyedArchiver.archivedData(withRootObject: list, requiringSecureCoding: false)
    #expect(
      try ArchivedValue(keyedArchive: data)
        == .array([
          .string("text"), .integer(3), .double(2.5), .bool(true), .data(Data([1])),
          .date(Date(timeIntervalSinceReferenceDate: 5)), .uuid(uuid), .null,
          .url("https://example.com"), .array([.string("inner")]),
          .dictionary([.init(key: .string("key"), value: .string("value"))]),
          .set([.string("member")]), .array([.integer(4)]),
        ]))
    let relative = try #require(
      NSURL(string: "b/c", relativeTo: URL(string: "https://example.com/a/")))
    let archived = try NSKeyedArchiver.archivedData(
      withRootObject: relative, requiringSecureCoding: false)
    #expect(try ArchivedValue(keyedArchive: archived) == .url("https://example.com/a/b/c"))
  }

  @Test func foundationReadsWhatIsArchived() throws {
    let uuid = UUID()
    let value = ArchivedValue.array([
      .string("Grüße"), .integer(-7), .double(0.5), .data(Data([1])), .uuid(uuid),
      .date(Date(timeIntervalSinceReferenceDate: 5)), .url("https://example.com"),
      .dictionary([.init(key: .string("key"), value: .array([.string("inner")]))]),
      .set([.string("member")]), .null,
    ])
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: value.keyedArchive())
    unarchiver.requiresSecureCoding = false
    let list = try #require(unarchiver.decodeObject(forKey: "root") as? NSArray)
    #expect(list.count == 10)
    #expect(list[0] as? String == "Grüße")
    #expect(list[1] as? Int == -7)
    #expect(list[2] as? Double == 0.5)
    #expect(list[3] as? Data == Data([1]))
    #expect((list[4] as? NSUUID)?.uuidString == uuid.uuidString)
    #expect((list[5] as? NSDate)?.timeIntervalSinceReferenceDate == 5)
    #expect((list[6] as? NSURL)?.absoluteString == "https://example.com")
    #expect((list[7] as? NSDictionary)?["key"] as? [String] == ["inner"])
    #expect((list[8] as? NSSet)?.contains("member") == true)
    #expect(list[9] is NSNull)
  }

  /// The two forms in which SwiftData stores arrays.
  @Test func bothFormsOfArraysAreRead() throws {
    let plain = ArchivedValue.array([.string("a"), .string("b")])
    #expect(try ArchivedValue(keyedArchive: plain.keyedArchive()).json == nil)
    let coded = ArchivedValue.data(Data(#"["a","b"]"#.utf8))
    let json = try #require(try ArchivedValue(keyedArchive: coded.keyedArchive()).json)
    #expect(try JSONDecoder().decode([String].self, from: json) == ["a", "b"])
    #expect(ArchivedValue.data(Data([1, 2])).json == nil)
  }

  @Test func unknownClassesAreNamed() throws {
    var writer = KeyedArchiveWriter()
    let color = writer.add(ArchivedClass("NSColor"), ["NSRGB": .data(Data([1]))])
    let root = writer.add(.array, ["NS.objects": .array([color, writer.add(.integer(1))])])
    let data = try writer.archive(root: root)
    let value = try ArchivedValue(keyedArchive: data)
    #expect(value == .array([.unknown("NSColor"), .integer(1)]))
    #expect(throws: KeyedArchiveError.self) { try value.keyedArchive() }
  }

  @Test func stringsAndDataInObjectsAreRead() throws {
    var writer = KeyedArchiveWriter()
    let text = writer.add(
      ArchivedClass("NSMutableString", "NSString"), ["NS.string": .string("text")])
    let bytes = writer.add(
      ArchivedClass("NSMutableString", "NSString"), ["NS.bytes": .data(Data("bytes".utf8))])
    let data = writer.add(
      ArchivedClass("NSMutableData", "NSData"), ["NS.data": .data(Data([7]))])
    let root = writer.add(.mutableArray, ["NS.objects": .array([text, bytes, data])])
    #expect(
      try ArchivedValue(keyedArchive: writer.archive(root: root))
        == .array([.string("text"), .string("bytes"), .data(Data([7]))]))
  }

  @Test(
    .enabled(if: AppleStore.all.contains { $0.name == "sd-cheftime-mock" }, AppleStore.areThere))
  func arraysOfAppleStoresAreRead() throws {
    let store = try #require(AppleStore.all.first { $0.name == "sd-cheftime-mock" })
    let archives = try store.values(
      "SELECT ZIMAGEDATA FROM ZSDRECIPE UNION ALL SELECT ZIMAGEDATA FROM ZSDSTEP")
    #expect(archives.count == 109)
    for archive in archives {
      let value = try ArchivedValue(keyedArchive: archive)
      #expect(value.json == Data("[]".utf8))
      // What is written is what they wrote, but for the order of keys.
      #expect(
        try PropertyListValue(binary: value.keyedArchive()) == PropertyListValue(binary: archive))
    }
  }
}
