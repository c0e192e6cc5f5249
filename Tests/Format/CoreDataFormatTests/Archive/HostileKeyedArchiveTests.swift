// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Testing

@Suite struct HostileKeyedArchiveTests {
  private func archive(
    _ objects: [PropertyListValue], top: PropertyListValue = .dictionary(["root": .uid(1)]),
    archiver: String = "NSKeyedArchiver", version: Int64 = 100_000
  ) throws -> KeyedArchive {
    try KeyedArchive(
      propertyList: .dictionary([
        "$archiver": .string(archiver), "$version": .integer(version), "$top": top,
        "$objects": .array(objects),
      ]))
  }

  private let arrayClass = PropertyListValue.dictionary([
    "$classname": .string("NSArray"), "$classes": .array([.string("NSArray")]),
  ])

  private func root(_ objects: [PropertyListValue]) throws -> KeyedArchive.Object {
    guard case .object(let object) = try archive(objects).root() else {
      throw CocoaError(.coderInvalidValue)
    }
    return object
  }

  @Test func otherListsAreRefused() throws {
    let null = PropertyListValue.string("$null")
    #expect(throws: KeyedArchiveError.self) { try KeyedArchive(propertyList: .dictionary([:])) }
    #expect(throws: KeyedArchiveError.self) { try KeyedArchive(propertyList: .bool(true)) }
    #expect(throws: KeyedArchiveError.self) { try archive([null], archiver: "NSArchiver") }
    #expect(throws: KeyedArchiveError.self) { try archive([null], version: 100_001) }
    #expect(throws: KeyedArchiveError.self) { try archive([]) }
    #expect(throws: KeyedArchiveError.self) { try archive([.string("first")]) }
    #expect(throws: KeyedArchiveError.self) { try archive([null], top: .array([])) }
    #expect(throws: KeyedArchiveError.self) { try archive([null], top: .dictionary([:])).root() }
    #expect(throws: PropertyListError.self) { try KeyedArchive(Data("bplist00".utf8)) }
  }

  @Test func referencesToNothingAreRefused() throws {
    let null = PropertyListValue.string("$null")
    #expect(throws: KeyedArchiveError.self) { try archive([null]).root() }
    #expect(throws: KeyedArchiveError.self) {
      try archive([null], top: .dictionary(["root": .uid(.max)])).root()
    }
    // No class, a class that is a number, one that is no class, or itself.
    for reference: PropertyListValue in [.integer(1), .uid(0), .uid(1), .uid(2), .uid(9)] {
      #expect(throws: KeyedArchiveError.self) {
        try archive([null, .dictionary(["$class": reference]), .string("NSArray")]).root()
      }
    }
  }

  @Test func fieldsOfOtherKindsAreRefused() throws {
    let object = try root([
      .string("$null"),
      .dictionary([
        "$class": .uid(2), "text": .uid(3), "number": .integer(1), "NS.objects": .integer(1),
        "nothing": .uid(0), "lost": .uid(99),
      ]), arrayClass, .string("text"),
    ])
    #expect(try object.string("text") == "text")
    #expect(try object.string("nothing") == nil)
    #expect(try object.string("absent") == nil)
    #expect(throws: KeyedArchiveError.self) { try object.string("number") }
    #expect(throws: KeyedArchiveError.self) { try object.integer("text") }
    #expect(throws: KeyedArchiveError.self) { try object.bool("text") }
    #expect(throws: KeyedArchiveError.self) { try object.double("text") }
    #expect(throws: KeyedArchiveError.self) { try object.data("text") }
    #expect(throws: KeyedArchiveError.self) { try object.object("text") }
    #expect(throws: KeyedArchiveError.self) { try object.string("lost") }
    #expect(throws: KeyedArchiveError.self) { try object.members() }
    #expect(throws: KeyedArchiveError.self) { try object.entries() }
  }

  @Test func numberedFieldsAreRead() throws {
    let object = try root([
      .string("$null"),
      .dictionary(["$class": .uid(2), "NS.object.0": .uid(3), "NS.object.1": .uid(1)]),
      arrayClass, .string("text"),
    ])
    #expect(try object.members().count == 2)
  }

  @Test func theErrorSaysWhere() throws {
    do {
      _ = try root([.string("$null"), .dictionary(["$class": .uid(7)])])
      Issue.record("It was read.")
    } catch let error as KeyedArchiveError {
      #expect(error.object == 1)
      #expect("\(error)".contains("object 1"))
    }
  }
}
