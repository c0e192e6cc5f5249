// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncWire

/// What a zone had at a time, by the server's order: devices' clocks may be wrong, and a device may upload days later
/// what it has written before.
struct ZoneMoment {
  /// In milliseconds since 1970, by the server's clock.
  let time: Int64
  /// All versions up to here had come.
  private var known: UInt64 = 0
  /// Versions that came later, in their order.
  private var later: [ClosedRange<UInt64>] = []

  init(_ time: Int64, in zone: DatabaseZone) throws {
    self.time = time
    known = try zone.latestReplacement(through: time) ?? 0
    try zone.eachUpload { versions, moment in
      guard let first = versions.first, let last = versions.last else { return }
      if moment <= time {
        known = max(known, last)
      } else if first <= last, last - first == UInt64(versions.count - 1) {
        later.append(first...last)
      } else {
        later += versions.map { $0...$0 }
      }
    }
    later.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Whether a version of a record came later: the first one that took the place of nothing, or of what was there then.
  ///
  /// The outcome of its upload says so. Where none is kept, which is so after `compact`, too, the times that its device
  /// has given it do.
  func isBefore(_ stored: StoredRecord) -> Bool {
    if stored.version <= known { return false }
    if hasLater(stored.version) { return true }
    return stored.record.created.wall > time || stored.record.life.stamp.wall > time
  }

  private func hasLater(_ version: UInt64) -> Bool {
    var (low, high) = (0, later.count)
    while low < high {
      let middle = (low + high) / 2
      if later[middle].upperBound < version { low = middle + 1 } else { high = middle }
    }
    return low < later.count && later[low].contains(version)
  }

  /// Whether a record came to the zone later. What the zone knows nothing of did not.
  func isBeforeAll(of id: RecordID, in zone: DatabaseZone) throws -> Bool {
    let replaced = try zone.past(
      "type = ?2 AND name = ?3 AND time > ?4 ORDER BY version LIMIT 1", [id.type, id.name, time])
    return try (replaced.first?.stored ?? zone.record(id)).map(isBefore) ?? false
  }
}

extension DatabaseZone {
  /// The latest version that has taken the place of another one by a time.
  fileprivate func latestReplacement(through time: Int64) throws -> UInt64? {
    try db.first("SELECT max(next) FROM past WHERE zone = ?1 AND time <= ?2", [id, time])?.integer(0)
      .flatMap { UInt64(exactly: $0) }
  }

  /// The versions of each upload that was applied and is remembered, and when it came.
  fileprivate func eachUpload(_ body: (_ versions: [UInt64], _ time: Int64) -> Void) throws {
    let place = "an outcome of zone \(id)"
    try db.each("SELECT result, time FROM outcome WHERE zone = ?1", [id]) { row in
      guard let data = row.data(0), let time = row.integer(1) else { throw SyncDatabaseError.damaged(place) }
      let result = try Self.decoded(place) { () throws(WireError) in try Wire.result(Array(data)) }
      if case .applied(let versions, _) = result.outcome { body(versions, time) }
    }
  }
}
