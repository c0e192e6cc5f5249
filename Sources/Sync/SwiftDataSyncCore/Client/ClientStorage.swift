// SPDX-License-Identifier: Apache-2.0

/// Where a device keeps its state.
package protocol ClientStorage {
  associatedtype Failure: Error

  /// What was written, with its indexes; nil: nothing was.
  func load(schema: SyncSchema) throws(Failure) -> ClientState?

  /// Writes what an event has changed, in one transaction with the app's rows. If the power fails, the latest
  /// transactions may be lost, but none in the middle, and none in part.
  mutating func write(_ changes: ClientChanges) throws(Failure)

  /// Returns when all that was written is on the disk: before an upload is sent, or the server would know of edits that
  /// the device has lost.
  mutating func synchronize() throws(Failure)
}

/// What an event has changed in the state of a device.
package struct ClientChanges: Hashable, Sendable {
  package var device: ClientHeader
  /// By account, signed in or not, and zone.
  package var zones: [String: [String: ZoneChanges]] = [:]

  package init(device: ClientHeader) { self.device = device }
}

/// What a device keeps besides its zones.
package struct ClientHeader: Hashable, Sendable, Codable {
  package var account: String
  package var token: String
  package var node: UInt64
  package var clock: HybridClock
  package var serverTime: Int64
  /// Nil: there are none.
  package var shares: [String: ShareRight]?
}

/// What an event has changed in a zone.
package struct ZoneChanges: Hashable, Sendable {
  package var header: ZoneHeader
  /// The upload that is on its way now, or none; nil: as before. It is large, and written once.
  package var push: Push??
  /// Rows with their new contents; nil: removed.
  package var rows: [RecordID: ReplicaRow?] = [:]
  /// Rows that are what was written of an incomplete log, and what `staged` removes now.
  package var taken: [RecordID] = []
  package var staged: StagedChanges?

  package init(header: ZoneHeader) { self.header = header }
}

/// What a device keeps of a zone besides its rows and uploads.
package struct ZoneHeader: Hashable, Sendable, Codable {
  package var lineage: Lineage?
  package var cursor: UInt64
  package var acknowledged: UInt64
  package var pushesEverything: Bool
  package var largestPush: Int?
}

/// What has changed in the parts of a log that are not complete: a first load of many pages writes each of them once.
package struct StagedChanges: Hashable, Sendable {
  /// Without its records; nil: there is no such log any more.
  package var log: StagedLog?
  /// Whether earlier records are removed first.
  package var startsAnew: Bool
  package var records: [StoredRecord]

  package init(log: StagedLog?, startsAnew: Bool, records: [StoredRecord]) {
    self.log = log
    self.startsAnew = startsAnew
    self.records = records
  }
}
