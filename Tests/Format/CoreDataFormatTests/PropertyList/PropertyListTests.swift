// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct PropertyListTests {
  static let samples: [PropertyListValue] = [
    .null, .bool(true), .bool(false), .string(""), .string("plain"), .string("Grüße, 世界 🌍"),
    .string(String(repeating: "long ", count: 100)), .data(Data()), .data(Data(0...255)),
    .integer(0), .integer(1), .integer(255), .integer(256), .integer(65_535), .integer(65_536),
    .integer(4_294_967_295), .integer(4_294_967_296), .integer(.max), .integer(-1), .integer(.min),
    .unsigned(UInt64(Int64.max) + 1), .unsigned(.max), .real(0), .real(-1.5), .real(.infinity),
    .real(.greatestFiniteMagnitude), .float(0.25), .date(Date(timeIntervalSinceReferenceDate: 0.5)),
    .uid(0), .uid(255), .uid(256), .uid(65_536), .uid(.max), .array([]), .set([.integer(1)]),
    .dictionary([:]), .array(Array(repeating: .integer(7), count: 300)),
  ]

  @Test func valuesReturn() throws {
    for sample in Self.samples {
      #expect(try PropertyListValue(binary: sample.binary()) == sample)
    }
    let all = PropertyListValue.dictionary([
      "all": .array(Self.samples), "again": .array(Self.samples), "": .set(Self.samples),
    ])
    #expect(try PropertyListValue(binary: all.binary()) == all)
  }

  @Test func bitPatternsAndSpellingsReturn() throws {
    // Equal for Swift, but not the same: neither may be written for the other.
    let list = PropertyListValue.array([
      .real(0), .real(-0.0), .string("\u{E9}"), .string("e\u{301}"), .real(.nan),
    ])
    let members = try #require(try PropertyListValue(binary: list.binary()).members)
    #expect(members[0].double?.sign == .plus)
    #expect(members[1].double?.sign == .minus)
    #expect(members[2].string?.unicodeScalars.count == 1)
    #expect(members[3].string?.unicodeScalars.count == 2)
    #expect(members[4].double?.isNaN == true)
  }

  @Test func foundationReadsWhatIsWritten() throws {
    let list = PropertyListValue.dictionary([
      "text": .string("Grüße"), "number": .integer(-3), "large": .integer(1 << 40),
      "real": .real(2.5), "yes": .bool(true), "data": .data(Data([1, 2])),
      "date": .date(Date(timeIntervalSinceReferenceDate: 60)), "list": .array([.integer(1)]),
    ])
    let read = try PropertyListSerialization.propertyList(from: list.binary(), format: nil)
    let dictionary = try #require(read as? [String: Any])
    #expect(dictionary["text"] as? String == "Grüße")
    #expect(dictionary["number"] as? Int == -3)
    #expect(dictionary["large"] as? Int == 1 << 40)
    #expect(dictionary["real"] as? Double == 2.5)
    #expect(dictionary["yes"] as? Bool == true)
    #expect(dictionary["data"] as? Data == Data([1, 2]))
    #expect(dictionary["date"] as? Date == Date(timeIntervalSinceReferenceDate: 60))
    #expect(dictionary["list"] as? [Int] == [1])
    #expect(dictionary.count == list.dictionary?.count)
  }

  @Test func whatFoundationWritesIsRead() throws {
    let list: [String: Any] = [
      "text": "Grüße", "number": -3, "unsigned": UInt64.max, "real": 2.5, "yes": true,
      "data": Data([1, 2]), "date": Date(timeIntervalSinceReferenceDate: 60), "list": [1, 2, 3],
      "many": Array(repeating: "x", count: 70_000),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .binary, options: 0)
    let value = try PropertyListValue(binary: data)
    #expect(value["text"] == .string("Grüße"))
    #expect(value["number"] == .integer(-3))
    #expect(value["unsigned"] == .unsigned(.max))
    #expect(value["real"] == .real(2.5))
    #expect(value["yes"] == .bool(true))
    #expect(value["data"] == .data(Data([1, 2])))
    #expect(value["date"] == .date(Date(timeIntervalSinceReferenceDate: 60)))
    #expect(value["list"] == .array([.integer(1), .integer(2), .integer(3)]))
    #expect(value["many"]?.members?.count == 70_000)
  }

  @Test func equalValuesGiveEqualBytes() throws {
    let keys = (0..<40).map { "key\($0)" }
    let one = Dictionary(uniqueKeysWithValues: keys.map { ($0, PropertyListValue.string($0)) })
    let other = Dictionary(
      uniqueKeysWithValues: keys.reversed().map { ($0, PropertyListValue.string($0)) })
    #expect(
      try PropertyListValue.dictionary(one).binary()
        == PropertyListValue.dictionary(other).binary())
  }

  @Test func aSliceIsReadFromItsStart() throws {
    let data = try PropertyListValue.string("slice").binary()
    let padded = Data([0, 1, 2]) + data
    #expect(try PropertyListValue(binary: padded.dropFirst(3)) == .string("slice"))
  }
}
