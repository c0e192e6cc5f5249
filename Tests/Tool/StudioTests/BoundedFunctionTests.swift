// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

@testable import SwiftDataStudio

/// The searching functions of the SQL page give what SQLite's own give, and end.
@Suite struct BoundedFunctionTests {
  private let folder: StoreFolder
  private let own: Store
  private let bounded: Store

  init() throws {
    folder = try StoreFolder.library()
    own = try Store(reading: folder.store)
    bounded = try Store(reading: folder.store)
    try BoundedFunctions.register(on: bounded.connection)
  }

  /// Texts that have much in common, and values of other kinds.
  private func value(_ generator: inout SeededGenerator, longest: Int = 7) -> SQLiteValue {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return .null
    case 1: return .integer(Int64.random(in: -12...12, using: &generator))
    case 2: return .real(Double(Int.random(in: -3...3, using: &generator)) / 2)
    case 3:
      return .blob(
        Data((0..<Int.random(in: 0...4, using: &generator)).map { _ in UInt8.random(in: 97...98, using: &generator) }))
    default:
      let parts = ["a", "b", "A", "é", "e\u{301}", "👍", "1", "%", "_", "*", "?", "[", "]", "^", "-"]
      return .text(
        (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
          parts[Int.random(in: 0..<parts.count, using: &generator)]
        }
        .joined())
    }
  }

  @Test func theyGiveWhatSQLitesOwnGive() throws {
    let given = ProcessInfo.processInfo.environment["SWIFTDATA_TEST_SEED"].flatMap(UInt64.init)
    let seed = given ?? UInt64.random(in: 0..<1_000_000)
    var generator = SeededGenerator(seed: seed)
    var found = 0
    for _ in 0..<4_000 {
      let values = [value(&generator), value(&generator, longest: 2), value(&generator)]
      for sql in [
        "instr(?1, ?2)", "trim(?1, ?2)", "ltrim(?1, ?2)", "rtrim(?1, ?2)", "replace(?1, ?2, ?3)", "?1 LIKE ?2",
        "?1 GLOB ?2", "?1 LIKE ?2 ESCAPE 'a'", "typeof(replace(?1, ?2, ?3))", "hex(trim(?1, ?2))",
      ] {
        let statement = "SELECT \(sql), ?1, ?2, ?3"
        let expected = try own.connection.rows(statement, values)
        #expect(try bounded.connection.rows(statement, values) == expected, "seed \(seed): \(sql) of \(values)")
        if case .integer(1...)? = expected.first?.first { found += 1 }
      }
    }
    #expect(found > 1_000, "seed \(seed): hardly anything matched")
  }

  /// Each of these took SQLite's own functions hours, in one call that nothing can end.
  @Test(arguments: [
    "instr(printf('%.*c', 15000000, 'a'), printf('%.*c', 7000000, 'a') || 'b')",
    "length(trim(printf('%.*c', 4000000, 'a'), printf('%.*c', 4000000, 'b') || 'a'))",
    "length(replace(printf('%.*c', 15000000, 'a'), printf('%.*c', 7000000, 'a') || 'b', ''))",
  ])
  func theyEnd(_ expression: String) throws {
    var sql = ReadOnlySQL()
    sql.limits.timeLimit = 600
    let answer = try sql.run("SELECT \(expression)", folder.store)
    #expect(answer.rows.count == 1)
  }

  @Test func tooMuchToCompareIsAnError() throws {
    var sql = ReadOnlySQL()
    sql.limits.timeLimit = 600
    #expect {
      try sql.run("SELECT printf('%.*c', 30000000, 'a') GLOB printf('*%.*c', 400, 'b')", folder.store)
    } throws: {
      "\($0)".contains("too long")
    }
    #expect(try sql.run("SELECT 'Movie' LIKE 'm%', 'Movie' GLOB 'm*'", folder.store).rows.count == 1)
  }

  @Test(arguments: [
    #"json_patch('{"a":1,"b":{"c":2}}', '{"b":{"c":null,"d":[1]},"e":3}')"#, #"json_patch('[1]', '{"a":1}')"#,
    "json_patch(5, 7)", "json_patch(NULL, '{}')", "json_patch('{}', NULL)", "typeof(json_patch('{}', '{}'))",
    // What is JSON stays so.
    "json_object('a', json_patch('{}', json_object('b', 1)))", "json_array(json_patch(json_patch('{}', '{}'), '1'))",
  ])
  func aPatchIsSQLitesOwn(_ expression: String) throws {
    let sql = "SELECT \(expression)"
    #expect(try bounded.connection.rows(sql, []) == own.connection.rows(sql, []))
  }

  @Test func aPatchThatIsNoJSONIsAnError() throws {
    #expect {
      try ReadOnlySQL().run("SELECT json_patch('{', '{}')", folder.store)
    } throws: {
      "\($0)".contains("malformed JSON")
    }
  }

  /// Its members are compared with each other, which nothing can end.
  @Test(arguments: ["json_patch('{}', j)", "json_patch(j, j)", "json_patch(j, json_object('a', json(j)))"])
  func aLargePatchIsAnError(_ expression: String) throws {
    var sql = ReadOnlySQL()
    sql.limits.timeLimit = 600
    #expect {
      try sql.run(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80000),
        o(j) AS (SELECT json_group_object('key' || i, i) FROM n)
        SELECT length(\(expression)) FROM o
        """, folder.store)
    } throws: {
      "\($0)".contains("json_patch are too long")
    }
  }
}
