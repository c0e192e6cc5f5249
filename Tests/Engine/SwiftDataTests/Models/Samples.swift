// SPDX-License-Identifier: Apache-2.0

import SwiftData

/// Data for comparing SQL with evaluation in memory: nils, empty and odd
/// strings, extreme numbers, and relationships of every kind.
enum Samples {
  enum Kind: String, Codable, CaseIterable { case a, b, c }
  enum Level: Int, Codable, CaseIterable { case low, mid, high }

  struct Place: Codable, Equatable {
    var city: String
    var zip: Int?
  }

  @Model
  final class Sample {
    var int: Int
    var small: Int16
    var optionalInt: Int?
    var double: Double
    var optionalDouble: Double?
    var string: String
    var optionalString: String?
    var flag: Bool
    var optionalFlag: Bool?
    var date: Date
    var optionalDate: Date?
    var uuid: UUID
    var kind: Kind
    var optionalKind: Kind?
    var level: Level
    var place: Place
    var optionalPlace: Place?
    var words: [String]
    var numbers: [Int]
    var table: [String: Int]
    var parent: Sample?
    @Relationship(inverse: \Sample.parent) var children: [Sample] = []
    @Relationship(inverse: \Label.samples) var labels: [Label] = []

    init(_ generator: inout SeededGenerator) {
      int = Odd.int(&generator)
      small = Int16(Int.random(in: -3...3, using: &generator))
      optionalInt = Odd.maybe(&generator) { Odd.int(&$0) }
      double = Odd.double(&generator)
      optionalDouble = Odd.maybe(&generator) { Odd.double(&$0) }
      string = Odd.string(&generator)
      optionalString = Odd.maybe(&generator) { Odd.string(&$0) }
      flag = Bool.random(using: &generator)
      optionalFlag = Odd.maybe(&generator) { Bool.random(using: &$0) }
      date = Odd.date(&generator)
      optionalDate = Odd.maybe(&generator) { Odd.date(&$0) }
      uuid = Odd.uuids.randomElement(using: &generator)!
      kind = Kind.allCases.randomElement(using: &generator)!
      optionalKind = Odd.maybe(&generator) { Kind.allCases.randomElement(using: &$0)! }
      level = Level.allCases.randomElement(using: &generator)!
      place = Place(
        city: Odd.string(&generator), zip: Odd.maybe(&generator) { Int.random(in: 0...3, using: &$0) })
      optionalPlace = Odd.maybe(&generator) {
        Place(city: Odd.string(&$0), zip: Int.random(in: 0...3, using: &$0))
      }
      words = (0..<Int.random(in: 0...3, using: &generator)).map { _ in Odd.string(&generator) }
      numbers = (0..<Int.random(in: 0...3, using: &generator)).map { _ in Odd.int(&generator) }
      table = ["x": 1, "y": Int.random(in: -3...3, using: &generator)]
    }
  }

  @Model
  final class Label {
    var name: String
    var weight: Int
    var samples: [Sample] = []

    init(name: String, weight: Int) {
      self.name = name
      self.weight = weight
    }
  }
}

/// Values that break things.
enum Odd {
  static let strings = [
    "", " ", "a", "A", "b", "ab", "AB", "aB", "abc", "é", "e\u{301}", "É", "ß", "ss", "SS", "İ", "i",
    "ı", "I", "👩‍👩‍👧", "👩", "ﬁ", "fi", "a%b", "a_b", "'", "\"", "\\", "ö", "o\u{308}", "10", "9", "日本", "\n",
    // What ends a C string, begins a file, is no character, or is a part of one.
    "\0", "a\0b", "\0\u{301}", "\u{FEFF}a", "\u{10FFFF}", "\u{FFFF}\u{FFFE}", "\u{FFFE}0a", "\u{301}", "\u{200D}",
    "👩\u{200D}", "🇩", "🇩🇪", "\r", "\r\n", "ﷺ", "\u{1100}\u{1161}", "가", "각", "\u{202E}ab",
  ]
  static let uuids = (0..<4).map { UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, $0)) }

  static func string(_ generator: inout SeededGenerator) -> String {
    strings.randomElement(using: &generator)!
  }

  static func int(_ generator: inout SeededGenerator) -> Int {
    [-2, -1, 0, 1, 2, 3, 7, Int.max, Int.min].randomElement(using: &generator)!
  }

  static func double(_ generator: inout SeededGenerator) -> Double {
    [-1.5, -0.0, 0, 0.5, 1, 2.25, 1e300, -1e300, .infinity, -.infinity, .nan]
      .randomElement(using: &generator)!
  }

  static func date(_ generator: inout SeededGenerator) -> Date {
    [-63_113_904_000, -1e9, 0, 0.5, 1e6, 7e8, 252_455_615_999].map { Date(timeIntervalSinceReferenceDate: $0) }
      .randomElement(using: &generator)!
  }

  static func maybe<V>(_ generator: inout SeededGenerator, _ make: (inout SeededGenerator) -> V) -> V? {
    Int.random(in: 0..<3, using: &generator) == 0 ? nil : make(&generator)
  }
}
