// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore
import SwiftDataSyncServer

/// How the page writes numbers, times and names.
enum AdminText {
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(number.formatted()) \(noun)\(number == 1 ? "" : "s")"
  }

  static func bytes(_ number: Int64) -> String { number.formatted(.byteCount(style: .binary)) }

  /// - Parameter time: In milliseconds since 1970.
  static func time(_ time: Int64) -> String { Date(timeIntervalSince1970: Double(time) / 1_000).formatted(.iso8601) }

  static func usage(_ usage: AccountUsage) -> String { "\(count(usage.records, "record")), \(bytes(usage.bytes))" }

  /// The number that a device's state file has.
  static func device(_ node: UInt64) -> String { String(node, radix: 16) }

  static func devices(_ nodes: some Collection<UInt64>) -> String {
    nodes.sorted().map(device).formatted(.list(type: .and).locale(Locale(identifier: "en")))
  }

  static func conflict(_ conflict: RecordConflict) -> String {
    "Device \(device(conflict.node)) did not know of the edit of \(devices(conflict.others)): \(conflict.outcome)"
  }
}
