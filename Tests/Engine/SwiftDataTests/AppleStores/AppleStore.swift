// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SharedFixtures
import SwiftData
import Testing

/// A store that Apple's frameworks wrote, copied to where a test may change it.
final class AppleStore {
  let folder: TestFolder
  let url: URL

  /// For tests' traits: what they need, and what they say if it is absent.
  static var isAvailable: Bool { SharedFixtures.stores != nil }
  static let absence = Comment(rawValue: SharedFixtures.absence)

  init(_ name: String) throws {
    folder = try TestFolder()
    let stores = try #require(SharedFixtures.folder(of: name))
    url = folder.url.appendingPathComponent(name)
    for suffix in ["", "-wal"] {
      let source = stores.appendingPathComponent(name + suffix)
      guard FileManager.default.fileExists(atPath: source.path) else { continue }
      let copy = folder.url.appendingPathComponent(name + suffix)
      try Data(contentsOf: source).write(to: copy)
    }
  }

  func container(_ types: any PersistentModel.Type...) throws -> ModelContainer {
    let schema = Schema(types)
    return try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: url)])
  }

  func execute(_ sql: String) throws {
    let queue = try DatabaseQueue(path: url.path)
    defer { try? queue.close() }
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  /// Everything in the file: rows by table and key, and the texts of the schema.
  func dump() throws -> StoreDump {
    let queue = try DatabaseQueue(path: url.path)
    defer { try? queue.close() }
    return try queue.read { try StoreDump($0) }
  }
}

struct StoreDump {
  typealias Values = [String: DatabaseValue]

  var tables: [String: [Int64: Values]] = [:]
  /// The text of each CREATE statement, by name.
  var schema: [String: String] = [:]
  var integrity = ""

  init(_ database: Database) throws {
    for row in try Row.fetchAll(
      database, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    {
      let name: String = row["name"]
      schema[name] = row["sql"]
      // What a search index has inside is SQLite's.
      guard row["type"] == "table", !name.hasPrefix("sqlite_"), !name.hasPrefix("OSD_SEARCH_")
      else { continue }
      for row in try Row.fetchAll(database, sql: "SELECT rowid AS _rowid, * FROM \"\(name)\"") {
        var values = Values()
        for (column, value) in row where column != "_rowid" { values[column] = value }
        tables[name, default: [:]][row["_rowid"]] = values
      }
    }
    integrity = try String.fetchOne(database, sql: "PRAGMA integrity_check") ?? ""
  }

  func count(_ table: String) -> Int { tables[table]?.count ?? 0 }

  /// `table/key` of every row that is not the same in both.
  func differences(from other: StoreDump) -> Set<String> {
    var found: Set<String> = []
    for table in Set(tables.keys).union(other.tables.keys) {
      let mine = tables[table] ?? [:]
      let theirs = other.tables[table] ?? [:]
      for key in Set(mine.keys).union(theirs.keys) where mine[key] != theirs[key] {
        found.insert("\(table)/\(key)")
      }
    }
    return found
  }
}
