// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What a trace tells of single records.
extension SharingWorld {
  /// Tells what a device has of the watched records, zone by zone, if that is something else than before.
  mutating func watch(_ index: Int, _ event: @autoclosure () -> String) {
    guard trace != nil, !watched.isEmpty else { return }
    for (name, zone) in devices[index].state.zones.sorted(by: { $0.key < $1.key }) {
      for id in watched.sorted() {
        let text = Self.text(zone.rows[id])
        let key = "\(index) \(name) \(id)"
        if lastSeen[key] == text || lastSeen[key] == nil && text == "-" { continue }
        lastSeen[key] = text
        note("  after \(event().prefix(12)), device \(index) has in \(name) \(id): \(text)")
      }
    }
  }

  private static func text(_ row: ReplicaRow?) -> String {
    guard let row, let local = row.local else { return "-" }
    let base = row.base.map {
      $0.differs(from: local) ? "; the server \(row.version): \(text($0))" : " = \(row.version)"
    }
    return text(local) + (base ?? "; new")
  }

  static func text(_ record: SyncRecord) -> String {
    let fields = record.fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.value) \($0.value.stamp)" }
    let links = record.links.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.targets.sorted())" }
    return (record.isDeleted ? "DEAD" : "lives") + " \(record.life.stamp) " + (fields + links).joined(separator: ", ")
  }
}
