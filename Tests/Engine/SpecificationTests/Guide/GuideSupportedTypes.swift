import SwiftData
import Testing

/// “swiftdata”: *Model Definition*, the paragraph “Supported types”.
@Suite("swiftdata › Model Definition › Supported types")
struct GuideSupportedTypes {
  enum Color: String, Codable, CaseIterable { case red, green }
  enum Level: Int, Codable { case low, high }
  enum Shape: Codable, Equatable { case point, circle(radius: Double), box(Int, Int) }
  struct Address: Codable, Equatable {
    var street: String
    var number: Int?
  }

  @Model
  final class Sample {
    var key: Int
    var bool: Bool = false
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var float: Float = 0
    var double: Double = 0
    var string: String = ""
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var data: Data = Data()
    var url: URL = URL(fileURLWithPath: "/")
    var uuid: UUID = UUID()
    var decimal: Decimal = 0
    var array: [String] = []
    var dictionary: [String: Int] = [:]
    var set: Set<Int> = []
    var color: Color = Color.red
    var level: Level = Level.low
    var shape: Shape = Shape.point
    var address: Address = Address(street: "")
    var friend: Friend?

    init(key: Int) { self.key = key }
  }

  @Model
  final class Friend {
    var name: String
    @Relationship(inverse: \Sample.friend) var samples: [Sample] = []
    init(name: String) { self.name = name }
  }

  /// A model with all of these types as optionals.
  @Model
  final class Sparse {
    var bool: Bool?
    var int: Int?
    var uint64: UInt64?
    var float: Float?
    var double: Double?
    var string: String?
    var date: Date?
    var data: Data?
    var url: URL?
    var uuid: UUID?
    var decimal: Decimal?
    var array: [String]?
    var dictionary: [String: Int]?
    var set: Set<Int>?
    var color: Color?
    var shape: Shape?
    var address: Address?
    var friend: Friend?

    init() {}
  }

  private static let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()

  private func fill(_ sample: Sample) throws {
    sample.bool = true
    sample.int8 = .min
    sample.int16 = .min
    sample.int32 = .min
    sample.int64 = .min
    sample.uint = UInt(Int.max)
    sample.uint8 = .max
    sample.uint16 = .max
    sample.uint32 = .max
    sample.uint64 = UInt64(Int64.max)
    sample.float = 0.1
    sample.double = 0.1
    sample.string = "Grüße 🌍\n\0'\""
    sample.date = Date(timeIntervalSinceReferenceDate: 123456789.123)
    sample.data = Data([0, 1, 255])
    sample.url = try #require(URL(string: "https://example.com/a?b=c#d"))
    sample.uuid = Self.uuid
    sample.decimal = try #require(Decimal(string: "1234567890.12345"))
    sample.array = ["a", "", "b"]
    sample.dictionary = ["one": 1, "two": 2]
    sample.set = [1, 2, 3]
    sample.color = .green
    sample.level = .high
    sample.shape = .circle(radius: 1.5)
    sample.address = Address(street: "Main", number: 1)
    sample.friend = Friend(name: "Ada")
  }

  @Test("every type keeps its value in a file")
  func roundTrip() throws {
    try withSeedStore(for: Sample.self, Friend.self) { store in
      try store.session { modelContext in
        let sample = Sample(key: Int.min)
        modelContext.insert(sample)
        try fill(sample)
        try modelContext.save()
      }
      try store.session { modelContext in
        let sample = try #require(try modelContext.fetch(FetchDescriptor<Sample>()).first)
        let expected = Sample(key: Int.min)
        try fill(expected)
        #expect(sample.key == Int.min)
        #expect(sample.bool)
        #expect(sample.int8 == .min && sample.int16 == .min)
        #expect(sample.int32 == .min && sample.int64 == .min)
        #expect(sample.uint8 == .max && sample.uint16 == .max && sample.uint32 == .max)
        #expect(sample.uint == expected.uint && sample.uint64 == expected.uint64)
        #expect(sample.float == 0.1)
        #expect(sample.double == 0.1)
        #expect(sample.string == expected.string)
        #expect(sample.date == expected.date)
        #expect(sample.data == expected.data)
        #expect(sample.url == expected.url)
        #expect(sample.uuid == Self.uuid)
        #expect(sample.decimal == expected.decimal)
        #expect(sample.array == expected.array)
        #expect(sample.dictionary == expected.dictionary)
        #expect(sample.set == expected.set)
        #expect(sample.color == .green)
        #expect(sample.level == .high)
        #expect(sample.shape == .circle(radius: 1.5))
        #expect(sample.address == expected.address)
        #expect(sample.friend?.name == "Ada")
        #expect(sample.friend?.samples.first === sample)
      }
    }
  }

  @Test("a UInt that a 64-bit signed column cannot hold is refused, not stored as another number")
  func largeUnsignedValues() throws {
    try withSeedStore(for: Sample.self, Friend.self) { store in
      try store.session { modelContext in
        let sample = Sample(key: 1)
        sample.uint = .max
        modelContext.insert(sample)
        let error = #expect(throws: SwiftDataError.self) { try modelContext.save() }
        #expect(error?.property == "uint")
        sample.uint = UInt(Int64.max)
        try modelContext.save()
      }
    }
  }

  @Test("the defaults and the empty values too")
  func defaults() throws {
    try withSeedStore(for: Sample.self, Friend.self) { store in
      try store.session { modelContext in
        modelContext.insert(Sample(key: 1))
        try modelContext.save()
      }
      try store.session { modelContext in
        let sample = try #require(try modelContext.fetch(FetchDescriptor<Sample>()).first)
        #expect(!sample.bool && sample.uint64 == 0 && sample.double == 0 && sample.string == "")
        #expect(sample.date == Date(timeIntervalSinceReferenceDate: 0))
        #expect(sample.data == Data() && sample.url.path == "/" && sample.decimal == 0)
        #expect(sample.array == [] && sample.dictionary == [:] && sample.set == [])
        #expect(sample.color == .red && sample.level == .low && sample.shape == .point)
        #expect(sample.address == Address(street: "", number: nil))
        #expect(sample.friend == nil)
      }
    }
  }

  @Test("optional values: nil, set, and nil again")
  func optionals() throws {
    try withSeedStore(for: Sparse.self, Friend.self) { store in
      func expect(_ isSet: Bool) throws {
        try store.session { modelContext in
          let sparse = try #require(try modelContext.fetch(FetchDescriptor<Sparse>()).first)
          #expect(sparse.bool == (isSet ? true : nil))
          #expect(sparse.int == (isSet ? -1 : nil))
          #expect(sparse.uint64 == (isSet ? 7 : nil))
          #expect(sparse.float == (isSet ? 0.1 : nil))
          #expect(sparse.double == (isSet ? 0.1 : nil))
          #expect(sparse.string == (isSet ? "" : nil))
          #expect(sparse.date == (isSet ? Date(timeIntervalSinceReferenceDate: 1) : nil))
          #expect(sparse.data == (isSet ? Data() : nil))
          #expect(sparse.url == (isSet ? URL(string: "https://example.com") : nil))
          #expect(sparse.uuid == (isSet ? Self.uuid : nil))
          #expect(sparse.decimal == (isSet ? 1 : nil))
          #expect(sparse.array == (isSet ? [] : nil))
          #expect(sparse.dictionary == (isSet ? ["a": 1] : nil))
          #expect(sparse.set == (isSet ? [1] : nil))
          #expect(sparse.color == (isSet ? .green : nil))
          #expect(sparse.shape == (isSet ? .box(1, 2) : nil))
          #expect(sparse.address == (isSet ? Address(street: "Main", number: nil) : nil))
          #expect(sparse.friend?.name == (isSet ? "Ada" : nil))
        }
      }
      func change(_ body: (Sparse) -> Void) throws {
        try store.session { modelContext in
          body(try #require(try modelContext.fetch(FetchDescriptor<Sparse>()).first))
          try modelContext.save()
        }
      }
      try store.session { modelContext in
        modelContext.insert(Sparse())
        try modelContext.save()
      }
      try expect(false)
      try change { $0.fill(uuid: Self.uuid) }
      try expect(true)
      try change { $0.empty() }
      try expect(false)
    }
  }
}

extension GuideSupportedTypes.Sparse {
  func fill(uuid: UUID) {
    (bool, int, uint64, float, double, string) = (true, -1, 7, 0.1, 0.1, "")
    (date, data) = (Date(timeIntervalSinceReferenceDate: 1), Data())
    (url, self.uuid, decimal) = (URL(string: "https://example.com"), uuid, 1)
    (array, dictionary, set) = ([], ["a": 1], [1])
    (color, shape) = (.green, .box(1, 2))
    (address, friend) = (.init(street: "Main"), .init(name: "Ada"))
  }

  func empty() {
    (bool, int, uint64, float, double, string) = (nil, nil, nil, nil, nil, nil)
    (date, data, url, uuid, decimal) = (nil, nil, nil, nil, nil)
    (array, dictionary, set, color, shape) = (nil, nil, nil, nil, nil)
    (address, friend) = (nil, nil)
  }
}
