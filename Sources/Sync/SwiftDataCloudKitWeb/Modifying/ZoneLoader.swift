// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore
import SwiftDataSyncServer

/// Reads records of a zone while it stays as the index has it.
final class ZoneLoader {
  /// Somebody has written to the zone meanwhile: what was decided has to be decided anew.
  struct Moved: Error {}

  private let database: SyncDatabase
  private let account: String
  private let zone: String
  private let position: RecordIndex.Zone
  private var known: [RecordID: StoredRecord?] = [:]
  private var claimed: [RecordID: [UniqueClaim]] = [:]
  private(set) var header: ServerZoneHeader

  /// - Throws: ``Moved``, and what the server's file throws.
  init(_ database: SyncDatabase, account: String, zone: String, at position: RecordIndex.Zone) throws {
    (self.database, self.account, self.zone, self.position) = (database, account, zone, position)
    let none: [RecordID] = []
    header = try database.view(none, account: account, zone: zone).header
    try check(header)
  }

  private func check(_ header: ServerZoneHeader) throws {
    guard header.head == position.position, header.lineage.generation == position.lineage.generation else {
      throw Moved()
    }
  }

  /// The record as the server has it, deleted or not.
  func stored(_ id: RecordID) throws -> StoredRecord? {
    if let record = known[id] { return record }
    let view = try database.view([id], account: account, zone: zone, withClaims: true)
    try check(view.header)
    let record = view.records[id]
    known[id] = .some(record)
    claimed[id] = view.claims[id]
    return record
  }

  /// The unique values of a record that was loaded.
  func claims(_ id: RecordID) -> [UniqueClaim] { claimed[id] ?? [] }
}
