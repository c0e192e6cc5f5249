// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire

/// Brings a zone's index up to the end of its log, as a device would be.
struct LogFollower {
  let db: Database
  let layout: RecordLayout
  let account: String
  let name: String
  let database: SyncDatabase
  let now: Int64

  mutating func run() throws -> RecordIndex.Zone {
    guard let known = try RecordIndex.zone(account, name, db) else { return try build() }
    var zone = known
    while true {
      switch try ask(.pull(Pull(lineage: zone.lineage, after: zone.position, limit: 2_000))) {
      case .page(let page):
        var writer = EntryWriter(db: db, layout: layout, zone: zone.id, isBuilding: false)
        for record in page.records { try writer.write(record) }
        zone.position = page.through
        if writer.namesDependOnOrder, zone.naming == 0 { zone.naming = Self.naming() }
        if !page.hasMore {
          try save(zone)
          return zone
        }
      // A backup was restored, or deletions are forgotten that the index has not seen.
      case .reconcile: return try build()
      case let other: throw Self.failure(other)
      }
    }
  }

  /// Makes the index of a zone from a snapshot.
  private func build() throws -> RecordIndex.Zone {
    let id: Int64
    if let known = try Int64.fetchOne(
      db, sql: "SELECT id FROM zone WHERE account = ? AND name = ?", arguments: [account, name])
    {
      id = known
      try RecordIndex.empty(id, db)
    } else {
      try db.execute(
        sql: "INSERT INTO zone (account, name, lineage, position, naming) VALUES (?, ?, x'', 0, 0)",
        arguments: [account, name])
      id = db.lastInsertedRowID
    }
    var writer = EntryWriter(db: db, layout: layout, zone: id, isBuilding: true)
    var zone = RecordIndex.Zone(id: id, lineage: Lineage(generation: 0), position: 0)
    var since: UInt64?
    var after: RecordID?
    while true {
      let request = SnapshotRequest(
        lineage: zone.lineage, since: since, after: after, withDeletions: true, limit: 2_000)
      guard case .snapshot(let page) = try ask(.snapshot(request)) else { throw Self.changed }
      for record in page.records { try writer.write(record) }
      (zone.lineage, since, after) = (page.lineage, page.since, page.records.last?.id ?? after)
      if !page.hasMore { break }
    }
    zone.position = since ?? 0
    while true {
      guard case .page(let page) = try ask(.pull(Pull(lineage: zone.lineage, after: zone.position, limit: 2_000)))
      else {
        throw Self.changed
      }
      for record in page.records { try writer.write(record) }
      zone.position = page.through
      if !page.hasMore { break }
    }
    if writer.namesDependOnOrder { zone.naming = Self.naming() }
    try save(zone)
    return zone
  }

  private static func naming() -> UInt64 { .random(in: 1...UInt64.max) }

  private func save(_ zone: RecordIndex.Zone) throws {
    try db.cachedStatement(sql: "UPDATE zone SET lineage = ?, position = ?, naming = ? WHERE id = ?")
      .execute(arguments: [
        Data(Wire.encode(zone.lineage)), Int64(clamping: zone.position), Int64(bitPattern: zone.naming), zone.id,
      ])
  }

  private func ask(_ body: SyncRequest.Body) throws -> SyncAnswer.Body {
    // The account was authenticated by who asks.
    try database.answer(SyncRequest(account: account, token: "", zone: name, body: body), now: now).body
  }

  private static var changed: CloudKitError {
    CloudKitError(.tryAgainLater, "the zone is being restored: ask again", retryAfter: 1)
  }

  private static func failure(_ body: SyncAnswer.Body) -> CloudKitError {
    switch body {
    case .noAccess: CloudKitError(.accessDenied, "the account may not read this zone")
    case .refused(let reason, _): .badRequest(reason)
    default: CloudKitError(.internalError, "the server does not answer its own question")
    }
  }
}
