// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

/// The pages of a store's file, of 4,096 bytes each.
extension HandmadeStore {
  /// Moves the log into the file, which is what will be damaged.
  func settle() throws { try App(url).execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE") }

  /// The leaves of a table, in the order of their keys, with the number of their rows.
  func leaves(of table: String) throws -> [(page: Int, cells: Int)] {
    try App(url).texts(
      "SELECT pageno || ' ' || ncell FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf' ORDER BY path"
    ).map { line in
      let parts = line.split(separator: " ").compactMap { Int($0) }
      return (try #require(parts.first), try #require(parts.last))
    }
  }

  /// The first page of a table or an index.
  func root(of name: String) throws -> Int {
    let found = try App(url).texts("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'").first
    return try #require(found.flatMap { Int($0) })
  }

  func damage(_ pages: [Int], with byte: UInt8 = 0xFF) throws {
    var bytes = try Data(contentsOf: url)
    for page in pages {
      let start = (page - 1) * 4096
      bytes.replaceSubrange(start..<(start + 4096), with: Data(repeating: byte, count: 4096))
    }
    try bytes.write(to: url)
  }

  /// A file beside the store, which is not there yet.
  func beside(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
}

/// The store is one that an app opens: sound pages, no reference into the void, counters above all keys.
func expectSound(_ url: URL) throws {
  #expect(try App(url).texts("PRAGMA integrity_check") == ["ok"])
  let findings = try StoreIntegrityCheck(try Store(reading: url)).run()
  #expect(findings.filter { $0.severity == .error } == [])
}
