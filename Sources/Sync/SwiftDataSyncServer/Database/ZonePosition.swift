// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Where a zone's log ends.
package struct ZonePosition: Hashable, Sendable {
  /// The server's generation of the zone; 0: there is no such zone.
  package var generation: UInt64 = 0
  /// The number of the latest change; 0: there is none.
  package var head: UInt64 = 0

  package init(generation: UInt64 = 0, head: UInt64 = 0) { (self.generation, self.head) = (generation, head) }
}

extension SyncDatabase {
  /// Where the logs of zones end, of one moment.
  package func positions(of zones: [(account: String, zone: String)]) throws -> [ZonePosition] {
    // By their bytes: a text may be written in two ways, which are two names.
    func key(_ account: String, _ zone: String) -> [[UInt8]] { [Array(account.utf8), Array(zone.utf8)] }
    var found: [[[UInt8]]: ZonePosition] = [:]
    try database.read { db in
      for part in SQLBatch.parts(of: zones) {
        let rows = try Self.positions(
          "(account, name) IN (VALUES \(SQLBatch.pairs(after: 0)))",
          part.flatMap { [$0.account, $0.zone] as [any SQLConvertible] }, db)
        for (account, zone, position) in rows { found[key(account, zone)] = position }
      }
    }
    return zones.map { found[key($0.account, $0.zone)] ?? ZonePosition() }
  }

  package func position(account: String, zone: String) throws -> ZonePosition {
    try positions(of: [(account, zone)]).first ?? ZonePosition()
  }

  /// Where the logs of zones end that are known by their numbers, as ``ChangeMonitor/news()`` names them.
  package func positions(
    ofNumbers zones: [Int64]
  ) throws -> [(account: String, zone: String, position: ZonePosition)] {
    try database.read { db in
      try SQLBatch.parts(of: zones).flatMap { part in
        let places = (1...SQLBatch.size).map { "?\($0)" }.joined(separator: ", ")
        return try Self.positions("id IN (\(places))", part, db)
      }
    }
  }

  private static func positions(
    _ condition: String, _ values: [any SQLConvertible], _ db: any SQLConnection
  ) throws -> [(account: String, zone: String, position: ZonePosition)] {
    try db.rows("SELECT account, name, head, lineage, id FROM zone WHERE \(condition)", values).map { row in
      guard let account = row.text(0), let zone = row.text(1), let head = row.integer(2).flatMap(UInt64.init(exactly:)),
        let lineage = row.data(3), let id = row.integer(4)
      else { throw SyncDatabaseError.damaged("a zone") }
      return (
        account, zone, ZonePosition(generation: try DatabaseZone.lineage(lineage, zone: id).generation, head: head)
      )
    }
  }

  /// Notices what other processes write.
  package func monitor() throws -> any ChangeMonitor { try database.monitor() }
}
