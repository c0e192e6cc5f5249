// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct HostileArchivedValueTests {
  @Test func circlesAreRefused() throws {
    var writer = KeyedArchiveWriter()
    let list = writer.reserve()
    let set = writer.add(.set, ["NS.objects": .array([list])])
    let dictionary = writer.add(
      .dictionary, ["NS.keys": .array([set]), "NS.objects": .array([list])])
    writer.set(list, .array, ["NS.objects": .array([dictionary])])
    let data = try writer.archive(root: list)
    #expect(throws: KeyedArchiveError.self) { try ArchivedValue(keyedArchive: data) }
  }

  @Test func amplificationIsRefused() throws {
    // Each of 40 arrays holds the next one ten times.
    var writer = KeyedArchiveWriter()
    var inner = writer.add(.array, ["NS.objects": .array([])])
    for _ in 0..<40 {
      let members = Array(repeating: inner, count: 10)
      inner = writer.add(.array, ["NS.objects": .array(members)])
    }
    let data = try writer.archive(root: inner)
    #expect(throws: KeyedArchiveError.self) { try ArchivedValue(keyedArchive: data) }
  }

  @Test func depthIsLimited() throws {
    var value = ArchivedValue.null
    for _ in 0..<63 { value = .array([value]) }
    #expect(try ArchivedValue(keyedArchive: value.keyedArchive()) == value)
    for _ in 0..<20 { value = .array([value]) }
    #expect(throws: KeyedArchiveError.self) { try value.keyedArchive() }

    var writer = KeyedArchiveWriter()
    var inner = writer.add(.array, ["NS.objects": .array([])])
    for _ in 0..<50_000 { inner = writer.add(.array, ["NS.objects": .array([inner])]) }
    let data = try writer.archive(root: inner)
    #expect(throws: KeyedArchiveError.self) { try ArchivedValue(keyedArchive: data) }
  }

  @Test func fieldsThatAreNotTheirsAreRefused() throws {
    let cases: [(ArchivedClass, [String: PropertyListValue])] = [
      (.date, [:]), (.date, ["NS.time": .string("now")]), (.uuid, ["NS.uuidbytes": .data(Data())]),
      (.uuid, [:]), (.url, [:]), (.array, ["NS.objects": .integer(1)]),
      (.array, ["NS.objects": .array([.uid(99)])]), (.array, ["other": .integer(1)]),
      (.dictionary, ["NS.keys": .array([.uid(0)]), "NS.objects": .array([])]),
      (.dictionary, ["NS.keys": .array([.uid(0)])]),
      (.decimal, ["NS.length": .integer(9)]), (.decimal, ["NS.length": .integer(-1)]),
      (.decimal, ["NS.length": .integer(1), "NS.mantissa": .data(Data([1]))]),
      (.decimal, ["NS.exponent": .integer(1 << 40)]),
      (ArchivedClass("NSMutableString", "NSString"), [:]),
      (ArchivedClass("NSMutableData", "NSData"), ["NS.data": .string("")]),
    ]
    for (archivedClass, fields) in cases {
      var writer = KeyedArchiveWriter()
      let root = writer.add(archivedClass, fields)
      let data = try writer.archive(root: root)
      #expect(throws: KeyedArchiveError.self, "\(archivedClass.name) \(fields)") {
        try ArchivedValue(keyedArchive: data)
      }
    }
  }

  @Test func aCircleOfAddressesEnds() throws {
    var writer = KeyedArchiveWriter()
    let url = writer.reserve()
    let text = writer.add(.string("a"))
    writer.set(url, .url, ["NS.base": url, "NS.relative": text])
    #expect(try ArchivedValue(keyedArchive: writer.archive(root: url)) == .url("a"))
  }
}
