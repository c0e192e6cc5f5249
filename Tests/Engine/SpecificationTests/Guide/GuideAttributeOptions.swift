import SwiftData
import Testing

/// “swiftdata”: *Model Definition*, the paragraph “@Attribute options”.
@Suite("swiftdata › Model Definition › @Attribute options")
struct GuideAttributeOptions {
  @Model
  final class Document {
    @Attribute(.externalStorage) var scan: Data?
    @Attribute(.unique) var code: String
    @Attribute(.spotlight) var title: String = ""
    @Attribute(.allowsCloudEncryption) var secret: String = ""
    @Attribute(.preserveValueOnDeletion) var serial: Int = 0
    @Attribute(.ephemeral) var isOpen: Bool = false
    @Attribute(.transformable(by: PointTransformer.self)) var origin: Point?
    @Attribute(originalName: "old_name") var name: String = ""
    @Attribute(.unique, originalName: "old_number") var number: Int = 0

    init(code: String, number: Int) {
      self.code = code
      self.number = number
    }
  }

  /// A type that is not `Codable`: only its transformer can store it.
  struct Point: Equatable {
    var x: Int
    var y: Int
  }

  final class PointTransformer: ValueTransformer {
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? Point).map { Data("\($0.x),\($0.y)".utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
      guard let data = value as? Data else { return nil }
      let parts = String(decoding: data, as: UTF8.self).split(separator: ",").compactMap { Int($0) }
      return parts.count == 2 ? Point(x: parts[0], y: parts[1]) : nil
    }
  }

  @Test("the schema has the options")
  func schema() throws {
    let entity = try #require(Schema([Document.self]).entity(for: Document.self))
    func options(_ name: String) -> [Schema.Attribute.Option]? {
      entity.attributesByName[name]?.options
    }
    #expect(options("scan") == [.externalStorage])
    #expect(options("code") == [.unique])
    #expect(options("title") == [.spotlight])
    #expect(options("secret") == [.allowsCloudEncryption])
    #expect(options("serial") == [.preserveValueOnDeletion])
    #expect(options("isOpen") == [.ephemeral])
    #expect(options("origin") == [.transformable(by: PointTransformer.self)])
    #expect(entity.attributesByName["name"]?.originalName == "old_name")
    #expect(entity.attributesByName["number"]?.originalName == "old_number")
    #expect(Set(entity.uniquenessConstraints) == [["code"], ["number"]])
  }

  @Test("values with options are written and read back; .ephemeral is not written")
  func roundTrip() throws {
    try withSeedStore(for: Document.self) { store in
      try store.session { modelContext in
        let document = Document(code: "A", number: 7)
        document.scan = Data([1, 2, 3])
        document.title = "Title"
        document.secret = "Secret"
        document.serial = 42
        document.isOpen = true
        document.origin = Point(x: 3, y: -4)
        document.name = "Name"
        modelContext.insert(document)
        try modelContext.save()
        #expect(document.isOpen)
      }
      try store.session { modelContext in
        let document = try #require(try modelContext.fetch(FetchDescriptor<Document>()).first)
        #expect(document.scan == Data([1, 2, 3]))
        #expect(document.code == "A")
        #expect(document.title == "Title")
        #expect(document.secret == "Secret")
        #expect(document.serial == 42)
        #expect(document.isOpen == false)
        #expect(document.origin == Point(x: 3, y: -4))
        #expect(document.name == "Name")
        #expect(document.number == 7)
      }
    }
  }

  @Test(".transformable(by:): nil stays nil, and a changed value is saved")
  func transformable() throws {
    try withSeedStore(for: Document.self) { store in
      try store.session { modelContext in
        modelContext.insert(Document(code: "A", number: 1))
        try modelContext.save()
      }
      try store.session { modelContext in
        let document = try #require(try modelContext.fetch(FetchDescriptor<Document>()).first)
        #expect(document.origin == nil)
        document.origin = Point(x: 0, y: 0)
        document.origin?.y = 9
        try modelContext.save()
      }
      try store.session { modelContext in
        try #expect(
          modelContext.fetch(FetchDescriptor<Document>()).map(\.origin) == [Point(x: 0, y: 9)])
      }
    }
  }

  @Test(".unique: either of two unique attributes replaces the row")
  func unique() throws {
    try withSeedStore(for: Document.self) { store in
      for (code, number, title) in [("A", 1, "first"), ("A", 2, "second"), ("B", 2, "third")] {
        try store.session { modelContext in
          let document = Document(code: code, number: number)
          document.title = title
          modelContext.insert(document)
          try modelContext.save()
        }
      }
      try store.session { modelContext in
        let documents = try modelContext.fetch(FetchDescriptor<Document>())
        #expect(documents.map(\.code) == ["B"])
        #expect(documents.map(\.number) == [2])
        #expect(documents.map(\.title) == ["third"])
      }
    }
  }
}
