// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Columns become values.
@Suite struct ValueTests {
  private func value(
    _ attribute: AttributeDescription, _ type: String, _ sql: String
  ) throws -> StoredValue? {
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [attribute])]),
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE \(type))",
        "INSERT INTO ZTHING VALUES (1, 1, 1, \(sql))",
      ])
    return try store.open().rows(of: "Thing").next()?["value"]
  }

  private func value(_ type: AttributeType, _ declared: String, _ sql: String) throws
    -> StoredValue?
  {
    try value(.make("value", type), declared, sql)
  }

  @Test func scalars() throws {
    #expect(try value(.integer16, "INTEGER", "7") == .integer(7))
    #expect(try value(.integer64, "INTEGER", "-9223372036854775808") == .integer(.min))
    #expect(try value(.boolean, "INTEGER", "1") == .bool(true))
    #expect(try value(.double, "FLOAT", "3") == .double(3))
    #expect(try value(.float, "FLOAT", "0.10000000149011612") == .float(0.1))
    #expect(try value(.decimal, "DECIMAL", "12.5") == .decimal(12.5))
    #expect(try value(.decimal, "DECIMAL", "7") == .decimal(7))
    let digits = "12345678901234567890.123456789"
    let decimal = try #require(Decimal(string: digits))
    #expect(try value(.decimal, "DECIMAL", "CAST('\(digits)' AS BLOB)") != nil)
    #expect(try value(.decimal, "TEXT", "'\(digits)'") == .decimal(decimal))
    #expect(try value(.string, "VARCHAR", "'a''b'") == .string("a'b"))
    #expect(try value(.uri, "VARCHAR", "'https://example.org'") == .url("https://example.org"))
    #expect(try value(.string, "VARCHAR", "NULL") == .null)
    // Whole seconds are stored as integers.
    let date = Date(timeIntervalSinceReferenceDate: 742_000_000)
    #expect(try value(.date, "TIMESTAMP", "742000000") == .date(date))
    #expect(
      try value(.date, "TIMESTAMP", "742000000.5") == .date(date.addingTimeInterval(0.5)))
  }

  @Test func whatDoesNotFitIsGivenAsItIs() throws {
    #expect(try value(.integer64, "INTEGER", "'seven'") == .string("seven"))
    #expect(try value(.uuid, "BLOB", "x'0102'") == .data(Data([1, 2])))
    #expect(try value(.date, "TIMESTAMP", "'soon'") == .string("soon"))
    #expect(try value(.boolean, "INTEGER", "2") == .integer(2))
    #expect(try value(.transformable, "BLOB", "x'00FF'") == .data(Data([0, 255])))
    #expect(try value(.transformable, "BLOB", "'text'") == .string("text"))
  }

  private func enumeration(_ elements: [AttributeDescription]) -> AttributeDescription {
    .make("value", .composite) {
      $0.elements = elements
      $0.userInfo = [
        "EnumType": .bool(true), "enum": .array(elements.map { .string($0.name) }),
      ]
    }
  }

  @Test func enums() throws {
    let raw = AttributeDescription.make("value", .composite) {
      $0.elements = [.make("value", .integer64)]
      $0.userInfo = ["EnumType": .bool(true)]
    }
    #expect(try value(raw, "INTEGER", "3") == .integer(3))
    let cases = enumeration([.make("value", .string)])
    #expect(try value(cases, "VARCHAR", "'value'") == .enumeration("value", payload: nil))
    let payload = enumeration([.make("value", .binaryData)])
    let json = JSONValue.object([.init("_0", .string("Gin"))])
    #expect(
      try value(payload, "BLOB", "CAST('{\"_0\":\"Gin\"}' AS BLOB)")
        == .enumeration("value", payload: .json(json)))
    #expect(try value(payload, "BLOB", "NULL") == .null)
  }

  /// Enums whose associated values have columns, as in stores of iOS 26 and in this library's own.
  private func spread(_ rows: [String]) throws -> HandmadeStore {
    let value = AttributeDescription.make("value", .composite, optional: false) {
      $0.elements = [
        .make("rich", .composite) { $0.elements = [.make("a", .integer64), .make("b", .string)] },
        .make("data", .composite) { $0.elements = [.make("_0", .binaryData)] },
        .make("plain", .string),
      ]
      $0.userInfo = ["EnumType": .bool(true), "enum": .array([.string("plain")])]
    }
    return try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [value])]), counters: ["Thing": rows.count],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZA INTEGER, ZB VARCHAR, ZPLAIN VARCHAR, Z_0 BLOB)"
      ]
        + rows.enumerated().map { "INSERT INTO ZTHING VALUES (\($0 + 1), 1, 1, \($1))" })
  }

  @Test func associatedValues() throws {
    func rich(_ a: StoredValue, _ b: StoredValue) -> StoredValue {
      .enumeration("rich", payload: .composite([.init("a", a), .init("b", b)]))
    }
    let rows = [
      "5, 'x', NULL, NULL", "NULL, '', NULL, NULL", "x'', NULL, NULL, NULL", "NULL, NULL, NULL, ''",
      "NULL, NULL, NULL, x''", "NULL, NULL, 'plain', NULL",
    ]
    let expected: [StoredValue] = [
      rich(.integer(5), .string("x")), rich(.null, .string("")), rich(.null, .null),
      .enumeration("data", payload: .composite([.init("_0", .null)])),
      .enumeration("data", payload: .composite([.init("_0", .data(Data()))])), .enumeration("plain", payload: nil),
    ]
    let handmade = try spread(rows)
    let store = try handmade.open()
    #expect(try StoreIntegrityCheck(store).run().map(\.what) == [])
    let found = try (1...Int64(rows.count)).map {
      try store.object(ObjectReference(entity: "Thing", key: $0))?["value"] ?? .null
    }
    #expect(found == expected)
    // What is exported comes back.
    let other = try spread([])
    let things = found.map { #"{"value": \#(store.json($0))}"# }.joined(separator: ", ")
    let file = other.folder.url.appendingPathComponent("import.json")
    try #"{"entities": {"Thing": [\#(things)]}}"#.write(to: file, atomically: true, encoding: .utf8)
    #expect(try Importer().import(file, .json, into: other.url).inserted == ["Thing": rows.count])
    let columns = "SELECT quote(ZA) || quote(ZB) || quote(ZPLAIN) || quote(Z_0) FROM ZTHING ORDER BY Z_PK"
    #expect(try App(other.url).texts(columns) == App(handmade.url).texts(columns))
  }

  /// Elsewhere, what has no length is not a value of the column.
  @Test func onlyTheFirstColumnOfACaseIsMarked() throws {
    let store = try spread(["NULL, x'', NULL, NULL", "NULL, NULL, x'', NULL"]).open()
    #expect(try StoreIntegrityCheck(store).run().map(\.kind) == [.unfitValue, .unfitValue])
  }

  /// A model of somebody else may have a case with associated values, and none of these.
  @Test func aCaseWithoutElementsIsRead() throws {
    let units = AttributeDescription.make("units", .composite) {
      $0.userInfo["EnumType"] = .bool(true)
      $0.elements = [.make("nothing", .composite), .make("metric", .string), .make("other", .string)]
    }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [units])]),
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMETRIC VARCHAR, ZOTHER VARCHAR)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, 'metric', NULL), (2, 1, 1, NULL, NULL)",
      ]
    ).open()
    let attribute = try #require(store.model.entity(named: "Thing")?.attributes.first)
    try #require(attribute.isEnumeration && attribute.elements.first?.type == .composite)
    let rows = try store.rows(of: "Thing")
    #expect(try rows.next()?["units"] == .enumeration("metric", payload: nil))
    #expect(try rows.next()?["units"] == .null)
  }

  @Test func jsonWithinStructs() throws {
    let composite = AttributeDescription.make("thing", .composite) {
      $0.elements = [.make("value", .binaryData)]
    }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [composite])]),
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, CAST('[\"a\", 1]' AS BLOB)), (2, 1, 1, x'00'), (3, 1, 1, NULL)",
      ]
    ).open()
    let rows = try store.rows(of: "Thing")
    let json = JSONValue.array([.string("a"), .number("1")])
    #expect(try rows.next()?["thing"] == .composite([.init("value", .json(json))]))
    #expect(try rows.next()?["thing"] == .composite([.init("value", .data(Data([0])))]))
    #expect(try rows.next()?["thing"] == .null)
  }

  @Test func largeValuesLieBesideTheStore() throws {
    let attribute = AttributeDescription.make("value", .binaryData) {
      $0.allowsExternalStorage = true
    }
    let there = UUID().uuidString
    let missing = UUID().uuidString
    func reference(_ name: String) -> String {
      "x'02" + HandmadeStore.hex(Data(name.utf8)) + "00'"
    }
    let outside = "../../../../../../../../../../etc/pw"
    let handmade = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [attribute])]), counters: ["Thing": 4],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, x'01AABB'), (2, 1, 1, \(reference(there)))",
        "INSERT INTO ZTHING VALUES (3, 1, 1, \(reference(missing))), (4, 1, 1, \(reference(outside)))",
      ])
    let folder = handmade.folder.url.appendingPathComponent(".Handmade_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("large".utf8).write(to: folder.appendingPathComponent(there))
    let unused = UUID().uuidString
    try Data("unused".utf8).write(to: folder.appendingPathComponent(unused))

    let store = try handmade.open()
    let rows = try store.rows(of: "Thing")
    #expect(try rows.next()?["value"] == .data(Data([0xAA, 0xBB])))
    guard case .external(let file)? = try rows.next()?["value"] else {
      Issue.record("It is no reference.")
      return
    }
    #expect(try store.data(of: file) == Data("large".utf8))
    guard case .external(let lost)? = try rows.next()?["value"] else {
      Issue.record("It is no reference.")
      return
    }
    #expect(lost.size == nil)
    #expect(throws: StoreError.self) { try store.data(of: lost) }
    // What is no UUID is no name of a file.
    guard case .data(let bytes)? = try rows.next()?["value"] else {
      Issue.record("It was taken for a reference.")
      return
    }
    #expect(bytes.first == 2)

    let findings = try StoreIntegrityCheck(store).run().filter { $0.kind == .externalFile }
    #expect(findings.map(\.severity) == [.error, .error, .warning])
    #expect(findings.contains { $0.what.contains(missing) && $0.key == 3 })
    #expect(findings.contains { $0.what.contains(unused) })

    let copy = handmade.folder.url.appendingPathComponent("Copy.store")
    try Backup.copy(store, to: copy)
    let copied = try Store(reading: copy)
    #expect(try copied.data(of: ExternalFile(name: there, in: copied)) == Data("large".utf8))
  }
}

extension ExternalFile {
  fileprivate init(name: String, in store: Store) throws {
    let rows = try store.rows(of: "Thing")
    while let object = try rows.next() {
      if case .external(let file)? = object["value"], file.name == name {
        self = file
        return
      }
    }
    throw StoreError(.fileNotFound, "There is no such value.")
  }
}
