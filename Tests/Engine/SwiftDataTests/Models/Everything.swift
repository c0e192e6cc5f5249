// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// One model with every attribute type.
enum Everything {
  enum Level: Int, Codable, CaseIterable { case low = 1, high = 7 }
  enum Color: String, Codable, CaseIterable { case red, green }
  enum Plain: Codable, Equatable { case first, second, third }
  enum Payload: Codable, Equatable {
    case empty
    case text(String)
    case pair(a: Int, b: [String])
  }

  struct Point: Codable, Equatable {
    var x: Double
    var y: Double
  }

  struct Address: Codable, Equatable {
    var street: String
    var city: String?
    var position: Point
    var lines: [String]
    var color: Color
  }

  struct Flags: OptionSet, Codable, Equatable {
    let rawValue: Int
  }

  @Model
  final class Item {
    var flag: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var float: Float
    var double: Double
    var decimal: Decimal
    var string: String
    var date: Date
    var data: Data
    var url: URL
    var uuid: UUID
    var level: Level
    var color: Color
    var plain: Plain
    var payload: Payload
    var point: Point
    var address: Address
    var flags: Flags
    var strings: [String]
    var points: [Point]
    var dictionary: [String: Int]
    var urls: [URL: Date]
    var set: Set<String>
    var optionalInt: Int?
    var optionalString: String?
    var optionalDate: Date?
    var optionalData: Data?
    var optionalUUID: UUID?
    var optionalURL: URL?
    var optionalDecimal: Decimal?
    var optionalColor: Color?
    var optionalPlain: Plain?
    var optionalPayload: Payload?
    var optionalAddress: Address?
    var optionalStrings: [String]?
    var nestedOptionals: [String: String?]
    let created: Date
    let token = UUID()

    init(seed: Int) {
      flag = seed % 2 == 0
      int = seed &* 31
      int8 = Int8(truncatingIfNeeded: seed)
      int16 = .min
      int32 = .max
      int64 = .min
      uint = UInt(Int.max)
      uint8 = .max
      uint16 = .max
      uint32 = .max
      uint64 = UInt64(Int64.max)
      float = Float(seed) / 3
      double = Double(seed) / 7
      decimal = Decimal(string: "1234567890123.45")!
      string = "ß İ 👩‍👩‍👧 é \(seed)"
      date = Date(timeIntervalSinceReferenceDate: Double(seed) + 0.25)
      data = Data([0, 1, 2, UInt8(truncatingIfNeeded: seed)])
      url = URL(string: "https://example.com/a?b=\(seed)#c")!
      uuid = UUID()
      level = .high
      color = .green
      plain = .third
      payload = seed % 2 == 0 ? .pair(a: seed, b: ["x", "y"]) : .text("t\(seed)")
      point = Point(x: 1.5, y: -2)
      address = Address(
        street: "Main \(seed)", city: nil, position: Point(x: 3, y: 4), lines: ["1", "2"],
        color: .red)
      flags = Flags(rawValue: 5)
      strings = ["a", "", "é"]
      points = [Point(x: 0, y: 0), Point(x: 9, y: 8)]
      dictionary = ["one": 1, "two": 2]
      urls = [URL(string: "https://a.example")!: Date(timeIntervalSinceReferenceDate: 7)]
      set = ["p", "q"]
      nestedOptionals = ["n": nil, "s": "v"]
      created = Date(timeIntervalSinceReferenceDate: 1000 + Double(seed))
      if seed % 2 == 1 {
        optionalInt = seed
        optionalString = ""
        optionalDate = Date(timeIntervalSinceReferenceDate: 0)
        optionalData = Data()
        optionalUUID = UUID()
        optionalURL = URL(string: "file:///tmp/x")
        optionalDecimal = 3.5
        optionalColor = .red
        optionalPlain = .first
        optionalPayload = .empty
        optionalAddress = address
        optionalStrings = []
      }
    }
  }
}
