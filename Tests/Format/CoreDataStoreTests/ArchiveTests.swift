// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Values of transformers: archives are looked into, the rest are bytes.
@Suite struct ArchiveTests {
  private static func attribute(_ valueClass: String?) -> AttributeDescription {
    .make("value", .transformable) {
      $0.transformerName = "NSSecureUnarchiveFromData"
      $0.valueClassName = valueClass
    }
  }

  private static func store(_ valueClass: String?, _ bytes: Data?) throws -> HandmadeStore {
    let value = bytes.map { "x'\(HandmadeStore.hex($0))'" } ?? "NULL"
    return try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [attribute(valueClass)])]),
      counters: ["Thing": 1],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, \(value))",
      ])
  }

  private static let uuid = UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID()

  private static let values: [ArchivedValue] = [
    .array([.string("a"), .string("b")]), .array([]), .string("text"), .integer(5), .null,
    .array([
      .date(Date(timeIntervalSinceReferenceDate: 5.5)), .data(Data([1, 2])), .double(1.5),
      .bool(true),
      .uuid(uuid), .url("https://example.org"), .decimal(1.25), .set([.string("x")]),
      .unsigned(.max),
    ]),
    .dictionary([.init(key: .string("a"), value: .dictionary([]))]),
    .dictionary([.init(key: .integer(1), value: .string("one"))]),
    .dictionary([.init(key: .string("$date"), value: .string("no date"))]),
    .data(Data("[1]".utf8)), .double(.infinity),
    .array([.double(.infinity), .double(-.infinity), .string("inf")]),
  ]

  /// What is exported can be imported, with all its types.
  @Test(arguments: values)
  func archivesComeBack(_ value: ArchivedValue) throws {
    let handmade = try Self.store(nil, value.keyedArchive())
    let store = try handmade.open()
    let stored = try #require(try store.rows(of: "Thing").next()?["value"])
    #expect(stored == .archived(value))
    let file = handmade.folder.url.appendingPathComponent("export.json")
    let sink = try FileSink(file)
    try JSONExport(store).write(to: sink)
    try sink.finish()
    let other = try Self.store(nil, nil)
    _ = try Importer().import(file, .json, into: other.url)
    #expect(try other.open().object(ObjectReference(entity: "Thing", key: 2))?["value"] == stored)
  }

  private static let date = ArchivedValue.date(Date(timeIntervalSinceReferenceDate: 5.5))

  /// The value of the row that an import of a store's export has made, as bytes.
  private func imported(_ source: HandmadeStore, _ valueClass: String) throws -> [String] {
    let file = source.folder.url.appendingPathComponent("export.json")
    let sink = try FileSink(file)
    try JSONExport(try source.open()).write(to: sink)
    try sink.finish()
    let other = try Self.store(valueClass, nil)
    _ = try Importer().import(file, .json, into: other.url)
    return try App(other.url).texts("SELECT lower(hex(ZVALUE)) FROM ZTHING WHERE Z_PK = 2")
  }

  struct CodableCollection: Sendable, CustomTestStringConvertible {
    let valueClass: String
    let value: ArchivedValue
    let json: String

    init(_ valueClass: String, _ value: ArchivedValue, _ json: String) {
      (self.valueClass, self.value, self.json) = (valueClass, value, json)
    }

    var testDescription: String { valueClass }
  }

  private static let collections: [CodableCollection] = [
    .init("Array<Date>", .array([date]), "[5.5]"), .init("Array<Int>", .array([.integer(1)]), "[1]"),
    .init("Array<Data>", .array([.data(Data([1, 2]))]), #"["AQI="]"#),
    .init(
      "Array<Double>", .array([.double(1.5), .double(.infinity), .double(.nan)]), #"[1.5,"inf","nan"]"#),
    .init("Array<Decimal>", .array([.decimal(1.25)]), "[1.25]"),
    .init("Set<URL>", .set([.url("a:b")]), #"["a:b"]"#),
    .init(
      "Dictionary<Int, String>", .dictionary([.init(key: .integer(1), value: .string("one"))]), #"{"1":"one"}"#),
    .init(
      "Dictionary<UUID, Date>", .dictionary([.init(key: .uuid(uuid), value: date)]),
      #"["00112233-4455-6677-8899-AABBCCDDEEFF",5.5]"#),
    .init("Array<Array<Date>>", .array([.array([date])]), "[[5.5]]"),
  ]

  /// What Core Data archived as its own objects is imported as this library writes it: as JSON for the decoders of
  /// `Codable`, in an archive.
  @Test(arguments: collections)
  func collectionsAreImportedAsTheLibraryWritesThem(_ collection: CodableCollection) throws {
    let source = try Self.store(collection.valueClass, collection.value.keyedArchive())
    let archive = try ArchivedValue.data(Data(collection.json.utf8)).keyedArchive()
    #expect(try imported(source, collection.valueClass) == [HandmadeStore.hex(archive)])
    // It is the same value.
    let same = try Self.store(collection.valueClass, archive).open()
    try StoreComparison(try source.open(), same).rows { Issue.record("\($0)") }
  }

  @Test func textsStayTextsAndMarksInJSONStayWhatTheyAre() throws {
    let texts = try ArchivedValue.array([.string("a")]).keyedArchive()
    #expect(try imported(Self.store("Array<String>", texts), "Array<String>") == [HandmadeStore.hex(texts)])
    let marks = try ArchivedValue.data(Data(#"[{"$date":"2024-01-01"}]"#.utf8)).keyedArchive()
    #expect(try imported(Self.store("Array<Thing>", marks), "Array<Thing>") == [HandmadeStore.hex(marks)])
  }

  @Test func arraysOfCodableValuesAreJSONInArchives() throws {
    let json = JSONValue.array([.object([.init("a", .number("1"))])])
    let bytes = try ArchivedValue.data(Data("\(json)".utf8)).keyedArchive()
    for name in ["Array<Thing>", "Array<Data>"] {
      let store = try Self.store(name, bytes).open()
      #expect(try store.rows(of: "Thing").next()?["value"] == .json(json))
    }
    let strings = ArchivedValue.array([.string("a")])
    let store = try Self.store("Array<String>", strings.keyedArchive()).open()
    #expect(try store.rows(of: "Thing").next()?["value"] == .archived(strings))
    // This library's own form before archives.
    let own = try Self.store("Array<String>", Data("[\"a\"]".utf8)).open()
    #expect(try own.rows(of: "Thing").next()?["value"] == .json(.array([.string("a")])))
  }

  @Test func otherClassesAreBytes() throws {
    var writer = KeyedArchiveWriter()
    let root = writer.add(ArchivedClass("NSColor"), ["NSRGB": writer.add(.data(Data([1])))])
    let bytes = try writer.archive(root: root)
    let store = try Self.store("NSColor", bytes).open()
    #expect(try store.rows(of: "Thing").next()?["value"] == .data(bytes))
    let json = store.json(.data(bytes))
    #expect(json == .string(bytes.base64EncodedString()))
  }

  /// What a transformer of the app's own has made means something to that only.
  @Test func bytesOfOtherTransformersComeBackAsTheyAre() throws {
    let attribute = AttributeDescription.make("value", .transformable) {
      $0.transformerName = "ColorsTransformer"
    }
    func make(_ rows: [String]) throws -> HandmadeStore {
      try HandmadeStore(
        ManagedObjectModel(entities: [.make("Thing", [attribute])]), counters: ["Thing": 9],
        [
          "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)"
        ] + rows)
    }
    let values = [
      try ArchivedValue.array([.string("a")]).keyedArchive(), Data("[1, 2]".utf8),
      Data("{\"a\":  1}".utf8), Data("\"text\"".utf8), Data([0, 1, 2, 255]), Data(),
    ]
    let store = try make(
      values.enumerated().map {
        "INSERT INTO ZTHING VALUES (\($0 + 1), 1, 1, x'\(HandmadeStore.hex($1))')"
      })
    let rows = try store.open().rows(of: "Thing")
    for value in values { #expect(try rows.next()?["value"] == .data(value)) }
    let folder = store.folder.url.appendingPathComponent("csv")
    try CSVExport(try store.open()).write(into: folder)
    let file = store.folder.url.appendingPathComponent("export.json")
    let sink = try FileSink(file)
    try JSONExport(try store.open()).write(to: sink)
    try sink.finish()
    for (source, format) in [(file, Importer.Format.json), (folder, .csv)] {
      let other = try make([])
      _ = try Importer().import(source, format, into: other.url)
      #expect(
        try App(other.url).texts("SELECT lower(hex(ZVALUE)) FROM ZTHING ORDER BY Z_PK")
          == values.map(HandmadeStore.hex))
    }
    let text = #"{"Thing": [{"value": ["a"]}]}"#
    try Data(text.utf8).write(to: file)
    let other = try make([])
    let error = #expect(throws: ImportProblems.self) {
      try Importer().import(file, .json, into: other.url)
    }
    #expect(error?.description.contains("base64") == true)
  }

  @Test func archivesWithinArchivesAreFound() throws {
    let inner = try ArchivedValue.array([.string("a")]).keyedArchive()
    let wrapped = try ArchivedValue.data(inner).keyedArchive()
    func findings(_ valueClass: String?, _ bytes: Data) throws -> [Finding.Kind] {
      try StoreIntegrityCheck(Self.store(valueClass, bytes).open()).run().map(\.kind)
    }
    #expect(try findings("NSArray", wrapped) == [.wrappedTwice])
    #expect(try findings("NSArray", inner).isEmpty)
    // Bytes may be the very value.
    #expect(try findings("NSData", wrapped).isEmpty)
    #expect(try findings(nil, wrapped).isEmpty)
  }

  @Test(.enabled(if: Fixtures.isThere, Fixtures.note))
  func applesArchivesAreRead() throws {
    let store = try Store(reading: Fixtures.store("sd-cheftime-mock.store"))
    for (entity, property) in [("SDRecipe", "imageData"), ("SDStep", "imageData")] {
      let rows = try store.rows(of: entity)
      while let object = try rows.next() {
        guard case .json(.array)? = object[property] else {
          Issue.record("\(object.reference): \(String(describing: object[property]))")
          continue
        }
      }
    }
  }
}
