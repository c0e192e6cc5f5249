// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncServer
import Synchronization

/// What a server has read of its database, and written to it.
final class DatabaseTraffic: Sendable {
  private struct Counts {
    var bytes = 0
    var largest = 0
    var statements: [String] = []
  }

  private let counts = Mutex(Counts())

  /// The bytes of all rows.
  var bytes: Int { counts.withLock { $0.bytes } }
  /// Those of the rows that one statement has given.
  var largest: Int { counts.withLock { $0.largest } }

  /// How many statements have begun so.
  func count(_ beginning: String) -> Int {
    counts.withLock { $0.statements.count { $0.hasPrefix(beginning) } }
  }

  func reset() { counts.withLock { $0 = Counts() } }

  fileprivate func began(_ sql: String) { counts.withLock { $0.statements.append(sql) } }

  fileprivate func gave(_ bytes: Int) {
    counts.withLock { counts in
      counts.bytes += bytes
      counts.largest = max(counts.largest, bytes)
    }
  }
}

/// A server's database that counts what is asked of it.
final class CountingDatabase: SQLDatabase {
  let traffic = DatabaseTraffic()
  private let base: any SQLDatabase

  init(_ base: any SQLDatabase) { self.base = base }

  var parallelism: Int? { base.parallelism }

  func read<R>(isRepeatable: Bool, _ body: (any SQLConnection) throws -> R) throws -> R {
    try base.read(isRepeatable: isRepeatable) { try body(CountingConnection($0, traffic)) }
  }

  func readAside<R: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> R) async throws -> R {
    let traffic = traffic
    return try await base.readAside { try body(CountingConnection($0, traffic)) }
  }

  func write<R>(_ body: (any SQLConnection) throws -> R) throws -> R {
    try base.write { try body(CountingConnection($0, traffic)) }
  }

  func announce(zone: Int64) { base.announce(zone: zone) }

  func monitor() throws -> any ChangeMonitor { try base.monitor() }

  func tidyUp() throws { try base.tidyUp() }

  func backUp(to file: URL) throws { try base.backUp(to: file) }

  var size: Int? { base.size }

  func close() throws { try base.close() }
}

private final class CountingConnection: SQLConnection {
  private let base: any SQLConnection
  private let traffic: DatabaseTraffic

  init(_ base: any SQLConnection, _ traffic: DatabaseTraffic) { (self.base, self.traffic) = (base, traffic) }

  var dialect: SQLDialect { base.dialect }
  var isWriting: Bool { base.isWriting }

  /// No statement of a server's has more columns with bytes.
  private static func size(_ row: SQLRow) -> Int { (0..<8).reduce(0) { $0 + (row.data($1)?.count ?? 0) } }

  func each(_ sql: String, _ values: [any SQLConvertible], _ body: (SQLRow) throws -> Void) throws {
    traffic.began(sql)
    var bytes = 0
    try base.each(sql, values) { row in
      bytes += Self.size(row)
      try body(row)
    }
    traffic.gave(bytes)
  }

  func rows(_ sql: String, _ values: [any SQLConvertible]) throws -> [SQLRow] {
    traffic.began(sql)
    let rows = try base.rows(sql, values)
    traffic.gave(rows.reduce(0) { $0 + Self.size($1) })
    return rows
  }

  func run(_ sql: String, _ values: [any SQLConvertible]) throws {
    traffic.began(sql)
    try base.run(sql, values)
  }

  func change(_ sql: String, _ values: [any SQLConvertible]) throws -> Int {
    traffic.began(sql)
    return try base.change(sql, values)
  }

  func insert(_ sql: String, _ values: [any SQLConvertible], number key: String) throws -> Int64 {
    traffic.began(sql)
    return try base.insert(sql, values, number: key)
  }
}
