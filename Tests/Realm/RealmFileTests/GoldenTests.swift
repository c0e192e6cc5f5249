// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import SharedFixtures
import Testing

/// A file, and what realm-core's own JSON of it says.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct GoldenTests {
  @Test func everyValueIsThatOfRealm() throws {
    let folder = try #require(SharedFixtures.realms)
    let data = try Data(
      contentsOf: folder.appendingPathComponent("expect_test_upgrade_database_9_to_10.json"))
    let golden = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
    let file = try Fixtures.entry("a6abbd48").open()
    #expect(Set(golden.keys) == Set(file.tables.map(\.name)))
    var compared = 0
    for (name, objects) in golden {
      let table = try file.table(name)
      #expect(table.count == objects.count)
      for object in objects {
        let number = try #require(object["_key"] as? Int)
        let row = try #require(try table.row(RealmObjectKey(Int64(number))))
        #expect(Set(object.keys) == Set(table.type.properties.map(\.name) + ["_key"]))
        for property in table.type.properties {
          let expected = try #require(object[property.name])
          let value = try row[property.name]
          #expect(
            isEqual(value, expected, file),
            "\(name) \(number) \(property.name): \(value) \(expected)")
          compared += 1
        }
      }
    }
    #expect(compared > 7000)
  }

  private func isEqual(_ value: RealmValue, _ expected: Any, _ file: RealmFile) -> Bool {
    switch (value, expected) {
    case (.null, is NSNull): true
    case (.bool(let value), let expected as Bool): value == expected
    case (.int(let value), let expected as NSNumber): value == expected.int64Value
    case (.float(let value), let expected as NSNumber): value == expected.floatValue
    case (.double(let value), let expected as NSNumber): value == expected.doubleValue
    case (.string(let value), let expected as String): value == expected
    case (.data(let value), let expected as String):
      value.base64EncodedString() == expected || hexadecimal(value) == expected.lowercased()
    case (.timestamp(let value), let expected as String):
      value.description == expected.replacingOccurrences(of: " ", with: "T") + "Z"
    case (.list(let values), let expected as [Any]):
      values.count == expected.count
        && zip(values, expected).allSatisfy { isEqual($0, $1, file) }
    case (.link(let link), let expected as [String: Any]):
      name(link, file) == expected["table"] as? String
        && link.key.rawValue == number(expected["key"])
    case (.list(let values), let expected as [String: Any]):
      values.map { value -> Int64? in
        guard case .link(let link) = value, name(link, file) == expected["table"] as? String else {
          return nil
        }
        return link.key.rawValue
      } == (expected["keys"] as? [Any])?.map(number)
    default: false
    }
  }

  private func name(_ link: RealmLink, _ file: RealmFile) -> String? {
    file.table(link.table)?.type.tableName
  }

  private func number(_ value: Any?) -> Int64? { (value as? NSNumber)?.int64Value }

  private func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
  }
}
