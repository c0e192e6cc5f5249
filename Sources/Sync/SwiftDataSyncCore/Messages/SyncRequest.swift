// SPDX-License-Identifier: Apache-2.0

/// What a device asks of the server.
package struct SyncRequest: Hashable, Sendable, Codable {
  package var account: String
  package var token: String
  package var zone: String
  package var body: Body

  package enum Body: Hashable, Sendable, Codable {
    case push(Push)
    case pull(Pull)
    case snapshot(SnapshotRequest)
    case share(ShareCommand)
  }

  package init(account: String, token: String, zone: String, body: Body) {
    self.account = account
    self.token = token
    self.zone = zone
    self.body = body
  }
}

/// An upload: applied as a whole or not at all, and once, however often it arrives.
package struct Push: Hashable, Sendable, Codable {
  package var id: UniqueNumber
  package var generation: UInt64
  /// All of the log up to here is known to the device.
  package var seen: UInt64
  package var changes: [RecordChange]

  package init(id: UniqueNumber, generation: UInt64, seen: UInt64, changes: [RecordChange]) {
    self.id = id
    self.generation = generation
    self.seen = seen
    self.changes = changes
  }
}

/// What has changed after a sequence number.
package struct Pull: Hashable, Sendable, Codable {
  package var lineage: Lineage
  package var after: UInt64
  package var limit: Int

  package init(lineage: Lineage, after: UInt64, limit: Int) {
    self.lineage = lineage
    self.after = after
    self.limit = limit
  }
}

/// The records that live, by their identities. What changes meanwhile is pulled afterwards, from the sequence number of
/// the first page: the server keeps nothing for a snapshot, and a device continues one after days.
package struct SnapshotRequest: Hashable, Sendable, Codable {
  package var lineage: Lineage
  /// The sequence number of the first page; nil: this asks for it.
  package var since: UInt64?
  package var after: RecordID?
  /// For devices that have had the zone before: what was deleted meanwhile, and what took it in.
  package var withDeletions: Bool
  package var limit: Int

  package init(lineage: Lineage, since: UInt64?, after: RecordID?, withDeletions: Bool, limit: Int) {
    self.lineage = lineage
    self.since = since
    self.after = after
    self.withDeletions = withDeletions
    self.limit = limit
  }
}
