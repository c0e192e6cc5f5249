// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// A version of a record: when it came, from which device, and what was different then. It has no values.
package struct RecordVersion: Hashable, Sendable {
  package var number: UInt64
  /// When the server got it, in milliseconds since 1970; nil: it is the first that the server knows of.
  package var time: Int64?
  /// When the device wrote it, by the device's clock, which may be wrong.
  package var written: Int64
  /// The device: the number that its state file has, until it is installed anew.
  package var node: UInt64
  package var isDeleted: Bool
  /// What changed, by name: fields, and relationships with what was added and removed. All of them in the first version.
  package var changes: [String]
  /// The names of the fields and relationships in ``changes``.
  package var properties: [String]

  init(_ stored: StoredRecord, time: Int64?, after old: SyncRecord?) {
    let record = stored.record
    number = stored.version
    self.time = time
    isDeleted = record.isDeleted
    var stamps: [Stamp] = []
    var (changes, properties): ([String], [String]) = ([], [])
    for (name, register) in record.fields.sorted(by: { $0.key < $1.key })
    where old?.fields[name]?.value != register.value {
      changes.append(name)
      properties.append(name)
      stamps.append(register.stamp)
    }
    for (name, set) in record.links.sorted(by: { $0.key < $1.key }) {
      let before = old?.links[name]?.members ?? [:]
      let added = set.members.keys.count { before[$0] == nil }
      let removed = before.keys.count { set.members[$0] == nil }
      if added + removed > 0 {
        changes.append("\(name) (\(added) added, \(removed) removed)")
        properties.append(name)
      }
      stamps += set.removed.filter { before[$0.key] != nil }.values
    }
    if old == nil || old?.isDeleted != record.isDeleted { stamps.append(record.life.stamp) }
    let latest = stamps.max() ?? record.lastEdit
    (written, node) = (latest.wall, latest.node)
    (self.changes, self.properties) = (changes, properties)
  }
}

extension SyncDatabase {
  /// What the server knows of a record, the oldest version first.
  ///
  /// - Throws: ``SyncDatabaseError/noRecord(_:)``.
  package func history(account: String, zone: String, _ record: RecordID) throws -> [RecordVersion] {
    try read(account: account, zone: zone) { try $0.versions(of: record) }
  }

  /// What is deleted, with the time when the server heard of it, the latest first.
  package func deletions(
    account: String, zone: String, since time: Int64 = 0, limit: Int = .max
  ) throws -> [(id: RecordID, time: Int64)] {
    try read(account: account, zone: zone) { zone in
      try zone.deletions(since: time, limit: limit).map { ($0.stored.id, $0.time) }
    }
  }
}

extension DatabaseZone {
  /// All that is kept of a record, the oldest first.
  func versions(of record: RecordID) throws -> [RecordVersion] {
    guard let current = try self.record(record) else { throw SyncDatabaseError.noRecord("\(record)") }
    var versions: [RecordVersion] = []
    var (old, time): (SyncRecord?, Int64?)
    for past in try past(of: record) {
      versions.append(RecordVersion(past.stored, time: time, after: old))
      (old, time) = (past.stored.record, past.time)
    }
    versions.append(RecordVersion(current, time: time, after: old))
    return versions
  }
}
