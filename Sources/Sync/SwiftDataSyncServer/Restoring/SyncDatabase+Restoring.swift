// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension SyncDatabase {
  /// Brings a deleted record back, with what the same upload has deleted or cut off from it. Devices take it as any edit.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Throws: ``SyncDatabaseError/noRecord(_:)``, ``SyncDatabaseError/notDeleted(_:)``.
  package func undelete(
    account: String, zone: String, _ record: RecordID, now: Int64, dryRun: Bool = false
  ) throws -> RestorationReport {
    try restore(account, zone, now, dryRun) { zone in try Restoration(undeleting: record, in: zone) }
  }

  /// Brings all records back to what they were at a time, and what was deleted since. What was made later stays.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970, by the server's clock.
  ///   - dryRun: Whether nothing is done but the report.
  package func restore(
    account: String, zone: String, to time: Int64, now: Int64, dryRun: Bool = false
  ) throws -> RestorationReport {
    try restore(account, zone, now, dryRun) { zone in try Restoration(to: time, in: zone) }
  }

  private func restore(
    _ account: String, _ zone: String, _ now: Int64, _ dryRun: Bool, _ make: (SQLiteZone) throws -> Restoration
  ) throws -> RestorationReport {
    var random = SystemRandomNumberGenerator()
    if dryRun {
      return try read(account: account, zone: zone) { zone in
        var report = RestorationReport()
        _ = try make(zone).plan(zone, now: now, &report, &random)
        return report
      }
    }
    return try write(account: account, zone: zone) { zone, service in
      try make(zone).apply(to: &zone, service, now: now, using: &random)
    }
  }
}
