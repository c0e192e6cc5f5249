// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

/// The commands for an administrator whose users report lost data.
enum RestoringCommands {
  static func deleted(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let options = try arguments.options(["--zone", "--since"])
    let since = try options["--since"].map(Time.parse) ?? 0
    let database = try place.open(isNew: false)
    let all = try database.zones(of: account)
    var found: [(zone: String, id: RecordID, time: Int64)] = []
    for zone in try options["--zone"].map({ [$0] }) ?? all {
      found += try database.deletions(account: account, zone: zone, since: since).map { (zone, $0.id, $0.time) }
    }
    for (zone, id, time) in found.sorted(by: { $0.time > $1.time }) {
      print("\(Time.text(time))  \(all.count > 1 ? "\(zone)  " : "")\(id)")
    }
    print(found.isEmpty ? "Nothing is deleted." : "\(found.count) deleted")
  }

  static func history(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let record = try record(&arguments)
    let options = try arguments.options(["--zone"])
    let database = try place.open(isNew: false)
    let versions = try database.history(
      account: account, zone: database.zone(account: account, named: options["--zone"], with: record), record)
    var wasDeleted = false
    for (index, version) in versions.enumerated() {
      var what = version.changes
      if version.isDeleted != wasDeleted { what.insert(version.isDeleted ? "deleted" : "there again", at: 0) }
      if index == 0, version.time == nil { what = ["the first known version"] }
      wasDeleted = version.isDeleted
      let came = version.time.map { "came \(Time.text($0)), " } ?? ""
      print(
        "version \(version.number): \(came)written \(Time.text(version.written)) by device "
          + "\(String(version.node, radix: 16)): \(what.isEmpty ? "nothing that is known" : what.joined(separator: ", "))"
      )
    }
  }

  static func conflicts(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let options = try arguments.options(["--zone", "--since"])
    let since = try options["--since"].map(Time.parse) ?? 0
    let database = try place.open(isNew: false)
    let all = try database.zones(of: account)
    var count = 0
    for zone in try options["--zone"].map({ [$0] }) ?? all {
      for conflict in try database.conflicts(account: account, zone: zone, since: since) {
        let others = conflict.others.sorted().map { String($0, radix: 16) }.joined(separator: ", ")
        print(
          "\(Time.text(conflict.time))  \(all.count > 1 ? "\(zone)  " : "")\(conflict.record)  version "
            + "\(conflict.version) of device \(String(conflict.node, radix: 16)), beside \(others): \(conflict.outcome)"
        )
        count += 1
      }
    }
    print(count == 0 ? "There are no conflicts." : "\(count) conflicts")
  }

  static func undelete(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let record = try record(&arguments)
    let options = try arguments.options(["--zone", "--dry-run"])
    let isDry = try isDry(options)
    report(
      try place.open(isNew: false).undelete(
        account: account, zone: options["--zone"], record, now: Time.now, dryRun: isDry), isDry)
  }

  static func restore(_ arguments: inout Arguments) throws {
    let (place, account) = (try arguments.place(), try arguments.next("the account"))
    let options = try arguments.options(["--zone", "--to", "--dry-run"])
    guard let to = options["--to"] else { throw UsageError(text: "--to is missing") }
    let (time, isDry) = (try Time.parse(to), try isDry(options))
    guard time <= Time.now else { throw UsageError(text: "\(to) has not come yet") }
    let reports = try place.open(isNew: false).restore(
      account: account, zones: options["--zone"].map { [$0] }, to: time, now: Time.now, dryRun: isDry)
    for (zone, report) in reports.sorted(by: { $0.key < $1.key }) {
      if reports.count > 1 { print("In the zone '\(zone)':") }
      self.report(report, isDry)
    }
  }

  private static func report(_ report: RestorationReport, _ isDry: Bool) {
    for id in report.revived { print("\(id) is there again") }
    for id in report.changed { print("\(id) is as it was") }
    for (id, reason) in report.left.sorted(by: { $0.key < $1.key }) { print("\(id) stays as it is: \(reason)") }
    print(
      "\(report.revived.count) there again, \(report.changed.count) changed, \(report.left.count) left"
        + (isDry ? "; nothing was written" : ""))
  }

  private static func isDry(_ options: [String: String]) throws -> Bool {
    switch options["--dry-run", default: "no"] {
    case "yes": true
    case "no": false
    case let other: throw UsageError(text: "--dry-run is 'yes' or 'no', not '\(other)'")
    }
  }

  private static func record(_ arguments: inout Arguments) throws -> RecordID {
    let text = try arguments.next("the record")
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex
    else { throw UsageError(text: "'\(text)' is no record: MODEL:NAME") }
    return RecordID(String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}
