// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

/// The commands for an administrator whose users report lost data.
enum RestoringCommands {
  static func deleted(_ arguments: inout Arguments) throws {
    let (file, account) = (try arguments.existingFile(), try arguments.next("the account"))
    let options = try arguments.options(["--zone", "--since"])
    let since = try options["--since"].map(time) ?? 0
    let found = try SyncDatabase(file: file).deletions(
      account: account, zone: options["--zone", default: "main"], since: since)
    for (id, time) in found { print("\(text(time))  \(id)") }
    print(found.isEmpty ? "Nothing is deleted." : "\(found.count) deleted")
  }

  static func history(_ arguments: inout Arguments) throws {
    let (file, account) = (try arguments.existingFile(), try arguments.next("the account"))
    let record = try record(&arguments)
    let options = try arguments.options(["--zone"])
    let versions = try SyncDatabase(file: file).history(
      account: account, zone: options["--zone", default: "main"], record)
    var wasDeleted = false
    for (index, version) in versions.enumerated() {
      var what = version.changes
      if version.isDeleted != wasDeleted { what.insert(version.isDeleted ? "deleted" : "there again", at: 0) }
      if index == 0, version.time == nil { what = ["the first known version"] }
      wasDeleted = version.isDeleted
      let came = version.time.map { "came \(text($0)), " } ?? ""
      print(
        "version \(version.number): \(came)written \(text(version.written)) by device "
          + "\(String(version.node, radix: 16)): \(what.isEmpty ? "nothing that is known" : what.joined(separator: ", "))"
      )
    }
  }

  static func undelete(_ arguments: inout Arguments) throws {
    let (file, account) = (try arguments.existingFile(), try arguments.next("the account"))
    let record = try record(&arguments)
    let options = try arguments.options(["--zone", "--dry-run"])
    let isDry = try isDry(options)
    report(
      try SyncDatabase(file: file).undelete(
        account: account, zone: options["--zone", default: "main"], record, now: now, dryRun: isDry), isDry)
  }

  static func restore(_ arguments: inout Arguments) throws {
    let (file, account) = (try arguments.existingFile(), try arguments.next("the account"))
    let options = try arguments.options(["--zone", "--to", "--dry-run"])
    guard let to = options["--to"] else { throw UsageError(text: "--to is missing") }
    let (time, isDry) = (try time(to), try isDry(options))
    guard time <= now else { throw UsageError(text: "\(to) has not come yet") }
    report(
      try SyncDatabase(file: file).restore(
        account: account, zone: options["--zone", default: "main"], to: time, now: now, dryRun: isDry), isDry)
  }

  private static func report(_ report: RestorationReport, _ isDry: Bool) {
    for id in report.revived { print("\(id) is there again") }
    for id in report.changed { print("\(id) is as it was") }
    for (id, reason) in report.left.sorted(by: { $0.key < $1.key }) { print("\(id) stays as it is: \(reason)") }
    print(
      "\(report.revived.count) there again, \(report.changed.count) changed, \(report.left.count) left"
        + (isDry ? "; nothing was written" : ""))
  }

  private static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded()) }

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

  private static func time(_ text: String) throws -> Int64 {
    for options in [[.withInternetDateTime], [.withInternetDateTime, .withFractionalSeconds]]
      as [ISO8601DateFormatter.Options]
    {
      let format = ISO8601DateFormatter()
      format.formatOptions = options
      guard let date = format.date(from: text) else { continue }
      return Int64((date.timeIntervalSince1970 * 1_000).rounded())
    }
    throw UsageError(text: "'\(text)' is no time such as 2026-11-26T14:00:00Z")
  }

  private static func text(_ time: Int64) -> String {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return format.string(from: Date(timeIntervalSince1970: Double(time) / 1_000))
  }
}
