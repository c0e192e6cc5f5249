// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

extension SyncDatabase {
  /// Brings a deleted record back, with what the same transaction of its device has deleted or cut off from it. Devices take
  /// it as any edit.
  ///
  /// - Parameters:
  ///   - zone: nil: the one that has the record.
  ///   - now: Milliseconds since 1970.
  /// - Throws: ``SyncDatabaseError/noRecord(_:)``, ``SyncDatabaseError/notDeleted(_:)``,
  ///   ``SyncDatabaseError/severalZones(_:_:)``.
  package func undelete(
    account: String, zone: String?, _ record: RecordID, now: Int64, dryRun: Bool = false
  ) throws -> RestorationReport {
    let zone = try self.zone(account: account, named: zone, with: record)
    let reports = try restore(account, [zone], now, dryRun) { zone in try Restoration(undeleting: record, in: zone) }
    return reports[zone] ?? RestorationReport()
  }

  /// Brings all records of a zone back to what they were at a time, and what was deleted since. What was made later stays.
  ///
  /// - Parameters:
  ///   - time: Milliseconds since 1970, by the server's clock.
  ///   - dryRun: Whether nothing is done but the report.
  package func restore(
    account: String, zone: String, to time: Int64, now: Int64, dryRun: Bool = false
  ) throws -> RestorationReport {
    try restore(account: account, zones: [zone], to: time, now: now, dryRun: dryRun)[zone] ?? RestorationReport()
  }

  /// The same in several zones of an account: in all of them or, if one cannot be restored, in none.
  ///
  /// - Parameter zones: nil: all that the account has.
  /// - Returns: A report for each zone.
  /// - Throws: ``SyncDatabaseError/noAccount(_:)``, ``SyncDatabaseError/noZone(account:_:)``.
  package func restore(
    account: String, zones: [String]?, to time: Int64, now: Int64, dryRun: Bool = false
  ) throws -> [String: RestorationReport] {
    try restore(account, try zones ?? self.zones(of: account), now, dryRun) { zone in
      try Restoration(to: time, in: zone)
    }
  }

  /// The names of an account's zones.
  ///
  /// - Throws: ``SyncDatabaseError/noAccount(_:)``.
  package func zones(of account: String) throws -> [String] {
    let names = try database.read { db in try zones(account, db).map(\.name) }
    guard !names.isEmpty else { throw SyncDatabaseError.noAccount(account) }
    return names
  }

  /// The zone that has a record: the named one, or the only one.
  package func zone(account: String, named name: String?, with record: RecordID) throws -> String {
    if let name { return name }
    let found = try database.read { db in
      try zones(account, db).filter { try DatabaseZone(db: db, id: $0.id).record(record) != nil }.map(\.name)
    }
    guard let first = found.first else {
      // An account that is not there is another mistake.
      _ = try zones(of: account)
      throw SyncDatabaseError.noRecord("\(record)")
    }
    guard found.count == 1 else { throw SyncDatabaseError.severalZones("\(record)", found) }
    return first
  }

  private func restore(
    _ account: String, _ zones: [String], _ now: Int64, _ dryRun: Bool, _ make: (DatabaseZone) throws -> Restoration
  ) throws -> [String: RestorationReport] {
    var random = SystemRandomNumberGenerator()
    var reports: [String: RestorationReport] = [:]
    if dryRun {
      for name in zones {
        reports[name] = try read(account: account, zone: name) { zone in
          var report = RestorationReport()
          _ = try make(zone).plan(zone, now: now, &report, &random)
          return report
        }
      }
      return reports
    }
    try write(account: account, zones: zones) { name, zone, service in
      reports[name] = try make(zone).apply(to: &zone, service, now: now, using: &random)
    }
    return reports
  }
}
