// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Classes for stores without sources.
@Suite struct ModelSourceTests {
  private static func oddStore() throws -> HandmadeStore {
    let name = AttributeDescription.make("name", .string, optional: false) {
      $0.defaultValue = .string("a \"b\"\n")
    }
    let kind = AttributeDescription.make("kind", .composite, optional: false) {
      $0.elements = [.make("plain", .string), .make("in", .string), .make("rich", .binaryData)]
      $0.userInfo = [
        "EnumType": .bool(true),
        "enum": .array([.string("plain"), .string("in"), .string("rich")]),
      ]
    }
    let level = AttributeDescription.make("level", .composite) {
      $0.elements = [.make("level", .integer64)]
      $0.userInfo = ["EnumType": .bool(true)]
    }
    let place = AttributeDescription.make("place", .composite, optional: false) {
      $0.elements = [
        .make("default", .double, optional: false), .make("tags", .binaryData),
        .make("inner", .composite) { $0.elements = [.make("deep", .date)] },
      ]
    }
    let odd: [AttributeDescription] = [
      .make("class", .integer64) { $0.versionHashModifier = "2" },
      .make("large", .binaryData) {
        $0.allowsExternalStorage = true
        $0.preservesValueOnDeletion = true
      },
      .make("list", .transformable, optional: false) {
        $0.valueClassName = "Array<Dictionary<String, Thing>>"
        $0.transformerName = "NSSecureUnarchiveFromData"
      },
      .make("colour", .transformable) {
        $0.valueClassName = "NSColor"
        $0.transformerName = "ColourTransformer"
      },
      .make("renamed", .uri) { $0.renamingIdentifier = "former" },
      .make("temporary", .boolean, optional: false) {
        $0.isTransient = true
        $0.defaultValue = .bool(true)
      }, kind, level, name, place,
    ]
    var many = RelationshipDescription.toMany("parts", "Data", inverse: "whole", ordered: true)
    many.deleteRule = .cascade
    many.minimumCount = 1
    many.maximumCount = 5
    var base = EntityDescription.make(
      "Base", odd, [many], unique: [["name"], ["class", "renamed"]])
    base.indexes = [.init(name: "byName", elements: [.init(property: "name")])]
    var sub = base
    sub.name = "Sub"
    sub.superentity = "Base"
    sub.attributes.append(.make("extra", .binaryData, optional: false))
    sub.indexes = []
    var whole = RelationshipDescription.toOne("whole", "Base", inverse: "parts")
    whole.isOptional = false
    whole.minimumCount = 1
    let model = ManagedObjectModel(entities: [
      base, sub, .make("Data", [.make("date", .date), .make("uuid", .uuid)], [whole]),
    ])
    return try HandmadeStore(
      model,
      [
        "CREATE TABLE ZBASE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCLASS INTEGER, ZLEVEL INTEGER, ZDEFAULT FLOAT, ZDEEP TIMESTAMP, ZPLAIN VARCHAR, ZIN VARCHAR, ZNAME VARCHAR, ZRENAMED VARCHAR, ZLIST BLOB, ZCOLOUR BLOB, ZRICH BLOB, ZTAGS BLOB, ZLARGE BLOB, ZEXTRA BLOB)",
        "CREATE TABLE ZDATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWHOLE INTEGER, Z1_WHOLE INTEGER, Z_FOK_WHOLE INTEGER, ZDATE TIMESTAMP, ZUUID BLOB)",
        "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, ZLEVEL, ZRICH, ZTAGS) VALUES (1, 1, 1, -3, CAST('{\"_0\":1,\"label\":\"x\"}' AS BLOB), CAST('[1, 2.5]' AS BLOB)), (2, 1, 1, 7, NULL, NULL)",
      ])
  }

  @Test func transientRelationshipsAreNotStored() throws {
    var hint = RelationshipDescription.toOne("hint", "B", inverse: "back")
    hint.isTransient = true
    hint.deleteRule = .cascade
    var back = RelationshipDescription.toOne("back", "A", inverse: "hint")
    back.isTransient = true
    let model = ManagedObjectModel(entities: [.make("A", [], [hint]), .make("B", [], [back])])
    let text = try ModelSource(try HandmadeStore(model, []).open()).text()
    #expect(text.contains("  @Transient var hint: B?\n"))
    #expect(text.contains("  @Transient var back: A?\n"))
  }

  /// Otherwise the classes would pair what the store does not.
  @Test func whatHasNoInverseSaysSo() throws {
    let model = ManagedObjectModel(entities: [
      .make("Message", [], [.toOne("thread", "Thread"), .toOne("author", "Person")]),
      .make("Person"), .make("Thread", [], [.toOne("last", "Message")]),
    ])
    let text = try ModelSource(try HandmadeStore(model, []).open()).text()
    #expect(text.contains("  @Relationship(inverse: nil) var thread: Thread?\n"))
    #expect(text.contains("  @Relationship(inverse: nil) var last: Message?\n"))
    #expect(text.contains("  var author: Person?\n"))
  }

  /// Key paths lead to classes that come earlier, where both are subclasses.
  @Test func inversesOfSubclassesAreNamedInTheLaterOne() throws {
    let model = ManagedObjectModel(entities: [
      .make("A"), .make("B", super: "A", [], [.toOne("d", "D", inverse: "b")]),
      .make("C"), .make("D", super: "C", [], [.toOne("b", "B", inverse: "d")]),
    ])
    let text = try ModelSource(try HandmadeStore(model, []).open()).text()
    #expect(text.contains("  var d: D?\n"))
    #expect(text.contains("  @Relationship(inverse: \\B.d) var b: B?\n"))
  }

  /// Each initializer hands on what the next class's own one lists, in its order.
  @Test func initializersFollowTheClassesAbove() throws {
    func value(_ name: String) -> AttributeDescription { .make(name, .date, optional: false) }
    let model = ManagedObjectModel(entities: [
      .make("A", [value("a")]), .make("B", super: "A", [value("a"), value("b")]),
      .make("C", super: "B", [value("a"), value("b"), value("c")]),
      .make("D", super: "C", [value("a"), value("b"), value("c")]),
    ])
    let text = try ModelSource(try HandmadeStore(model, []).open()).text()
    let order = "c: Date,\n    b: Date,\n    a: Date\n  ) {"
    for line in [
      "  init(\n    \(order)", "  override init(\n    \(order)",
      "    super.init(c: c, b: b, a: a)", "    super.init(b: b, a: a)", "    super.init(a: a)",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }

  @Test func everythingTheModelSaysIsWritten() throws {
    let text = try ModelSource(try Self.oddStore().open()).text()
    let lines = [
      "@Model class Base {", "@Model final class Sub: Base {", "@Model final class Data {",
      "  #Unique<Base>([\\.name], [\\.`class`, \\.renamed])", "  #Index<Base>([\\.name])",
      "  @Attribute(hashModifier: \"2\") var `class`: Int?",
      "  @Attribute(.externalStorage, .preserveValueOnDeletion) var large: Foundation.Data?",
      "  var list: [[String: StoredJSON]]",
      "  @Attribute(.transformable(by: \"ColourTransformer\")) var colour: Foundation.Data?",
      "  @Attribute(originalName: \"former\") var renamed: URL?",
      "  @Attribute(.ephemeral) var temporary: Bool = true", "  var kind: BaseKind",
      "  var level: BaseLevel?", "  var name: String = \"a \\\"b\\\"\\n\"",
      "  var place: BasePlace",
      "  @Relationship(deleteRule: .cascade, minimumModelCount: 1, maximumModelCount: 5, inverse: \\Data.whole) var parts: [Data]?",
      "  @Relationship(minimumModelCount: 1) var whole: Base", "  var extra: Foundation.Data",
      "enum BaseKind: Codable {", "  case plain", "  case `in`",
      "  case rich(StoredJSON, label: StoredJSON)", "enum BaseLevel: Int, Codable, CaseIterable {",
      "  case minus3 = -3", "  case value7 = 7", "struct BasePlace: Codable {",
      "  var `default`: Double", "  var tags: [Double]?", "  var inner: BasePlaceInner?",
      "struct BasePlaceInner: Codable {", "  var deep: Date?",
      "  // Ordered in the store, which SwiftData's relationships are not.",
    ]
    let written = Set(text.split(separator: "\n").map(String.init))
    for line in lines { #expect(written.contains(line), "\(line)\n\(text)") }
    if let path = ProcessInfo.processInfo.environment["SWIFTDATA_WRITE_SOURCE"] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
  }

  @Test(
    arguments: [
      ("Orange peel", "orangePeel"), ("ABC", "abc"), ("URLSession", "urlSession"),
      ("8 oz.", "_8Oz"),
      ("", "value"), ("!?", "value"), ("a_b", "a_b"), ("Überraschung", "überraschung"),
    ])
  func casesAreNamedAfterTheirValues(_ value: String, _ name: String) throws {
    let attribute = AttributeDescription.make("kind", .composite) {
      $0.elements = [.make("kind", .string)]
      $0.userInfo = ["EnumType": .bool(true)]
    }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [attribute])]),
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKIND VARCHAR)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, '\(value)')",
      ])
    let text = try ModelSource(try store.open()).text()
    #expect(text.contains("  case \(name) = \"\(value)\"\n"))
  }
}
