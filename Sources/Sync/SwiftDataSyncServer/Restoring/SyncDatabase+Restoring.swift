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
  ///   ``SyncDatabaseError/severalZones(_:_:)``, and ``SyncDatabaseError/notRestored(_:)`` if it has moved from there.
  package func undelete(
    account: String, zone: String?, _ record: RecordID, now: Int64, dryRun: Bool = false
  ) throws -> RestorationReport {
    let zone = try self.zone(account: account, named: zone, with: record)
    let reports = try restore(account, [zone], now, dryRun) { try Restoration(undeleting: record, in: $0) }
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

  /// The same in several zones of an account: in all of them or, if one cannot be restored, in none. What has
  /// moved from one to another one since is restored where it is by now.
  ///
  /// - Parameter zones: nil: all that the account has.
  /// - Returns: A report for each zone.
  /// - Throws: ``SyncDatabaseError/noAccount(_:)``, ``SyncDatabaseError/noZone(account:_:)``, and
  ///   ``SyncDatabaseError/notRestored(_:)`` if it is forgotten what records were then.
  package func restore(
    account: String, zones: [String]?, to time: Int64, now: Int64, dryRun: Bool = false
  ) throws -> [String: RestorationReport] {
    try restore(account, try zones ?? self.zones(of: account), now, dryRun) { try Restoration(to: time, in: $0) }
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
      let all = try zones(account, db).compactMap { zone in
        try DatabaseZone(db: db, id: zone.id).record(record).map { (name: zone.name, hasLeft: $0.record.hasLeft) }
      }
      // Where it has been does not count if it is elsewhere.
      return (all.allSatisfy(\.hasLeft) ? all : all.filter { !$0.hasLeft }).map(\.name)
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
      return try database.read { db in
        let all = try zones.map { (name: $0, zone: DatabaseZone(db: db, id: try Self.zone(account, $0, db))) }
        let plan = try ZonesRestoration(all, of: account, now: now, using: &random, make)
        for (name, zone) in all {
          var report = RestorationReport()
          _ = try plan[name]?.plan(zone, stamp: plan.stamp, &report, &random)
          reports[name] = report
        }
        return reports
      }
    }
    try write(account: account, zones: zones) { zones in
      try ZonesRestoration(zones, of: account, now: now, using: &random, make)
    } _: { plan, name, zone, service in
      reports[name] = try plan[name]?.apply(to: &zone, service, stamp: plan.stamp, now: now, using: &random)
    }
    return reports
  }
}
