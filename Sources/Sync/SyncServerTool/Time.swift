// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Times as the commands read and write them, in milliseconds since 1970.
enum Time {
  static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded()) }

  static func parse(_ text: String) throws -> Int64 {
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

  static func text(_ time: Int64) -> String {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return format.string(from: Date(timeIntervalSince1970: Double(time) / 1_000))
  }
}
