// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Some records of a zone, of one moment.
package struct ZoneView: Sendable {
  package var header: ServerZoneHeader
  /// Those that there are, deleted ones too.
  package var records: [RecordID: StoredRecord] = [:]
  /// The unique values that they have.
  package var claims: [RecordID: [UniqueClaim]] = [:]
}

extension SyncDatabase {
  /// Reads records by their identities, for another protocol than that of sync.
  ///
  /// - Parameter withClaims: Whether their unique values are needed, too.
  package func view(
    _ ids: some Sequence<RecordID>, account: String, zone: String, withClaims: Bool = false
  ) throws -> ZoneView {
    if try database.read({ db in try Self.find(account, zone, db) }) == nil {
      _ = try database.write { db in try self.zone(zone, madeFor: account, db) }
    }
    return try read(account: account, zone: zone) { zone in
      var view = ZoneView(header: try zone.header())
      for id in ids where view.records[id] == nil {
        guard let record = try zone.record(id) else { continue }
        view.records[id] = record
        if withClaims { view.claims[id] = try zone.claims(of: id) }
      }
      return view
    }
  }
}
