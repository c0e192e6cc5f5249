// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Two devices have changed a record without knowing of each other's edits.
package struct RecordConflict: Hashable, Sendable {
  package var record: RecordID
  /// The version that the later upload made.
  package var version: UInt64
  /// When the later upload came, in milliseconds since 1970.
  package var time: Int64
  /// Who wrote the later edit, by the number of the device's state file.
  package var node: UInt64
  /// Who wrote what was there when it came.
  package var others: Set<UInt64>
  /// The fields and relationships that both have changed: of a field, one value was replaced. Without any, both edits were
  /// kept whole.
  package var properties: [String]

  /// What became of the edits, as a sentence has it.
  package var outcome: String {
    properties.isEmpty ? "both edits were kept" : "replaced \(properties.joined(separator: ", "))"
  }
}

extension RecordConflict {
  /// The conflicts among the versions of a record.
  ///
  /// An edit did not know of a version that came to the server after the edit was written. When it was written, the device's
  /// clock says: one that is wrong hides conflicts, or shows some that were none. An edit that lost, so that it changed
  /// nothing, has left no version.
  static func all(in versions: [RecordVersion], of record: RecordID) -> [RecordConflict] {
    var found: [RecordConflict] = []
    for (index, version) in versions.enumerated() {
      guard let time = version.time else { continue }
      let unknown = versions[..<index].filter { other in
        other.node != version.node && other.time.map { $0 > version.written } ?? false
      }
      guard !unknown.isEmpty else { continue }
      let theirs = Set(unknown.flatMap(\.properties))
      found.append(
        RecordConflict(
          record: record, version: version.number, time: time, node: version.node, others: Set(unknown.map(\.node)),
          properties: version.properties.filter(theirs.contains)))
    }
    return found
  }
}

extension SyncDatabase {
  /// The conflicts in what was changed since a time, the latest first.
  ///
  /// - Parameters:
  ///   - time: In milliseconds since 1970. What `compact(before:)` has forgotten is not found.
  ///   - limit: How many records are looked at, those that were changed last.
  /// - Throws: ``SyncDatabaseError/noZone(account:_:)``.
  package func conflicts(
    account: String, zone: String, since time: Int64 = 0, limit: Int = 1_000
  ) throws -> [RecordConflict] {
    try read(account: account, zone: zone) { zone in
      try zone.changed(since: time, limit: limit).flatMap { record in
        RecordConflict.all(in: try zone.versions(of: record), of: record).filter { $0.time >= time }
      }.sorted { ($0.time, $0.version) > ($1.time, $1.version) }
    }
  }
}
