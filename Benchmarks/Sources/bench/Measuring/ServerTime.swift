// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The processor's time for the processes of a database server, as Linux tells it: what a client leaves to the server is
/// part of what its work costs.
enum ServerTime {
  /// The server's first process, whose children work for the clients; Scripts/bench --postgres names it.
  private static let process = ProcessInfo.processInfo.environment["SWIFTDATA_POSTGRES_PROCESS"].flatMap { Int($0) }

  /// Whether it is known.
  static var isThere: Bool { seconds > 0 }

  /// Of all its children that are there now, but those that tidy up by themselves.
  static var seconds: Double {
    guard let process, let children = text("/proc/\(process)/task/\(process)/children") else { return 0 }
    return children.split(separator: " ").reduce(0) { sum, child in
      guard text("/proc/\(child)/cmdline")?.hasPrefix("postgres: autovacuum") == false else { return sum }
      // Nanoseconds on a processor, before what was spent in waiting.
      let nanoseconds = text("/proc/\(child)/schedstat")?.split(separator: " ").first.flatMap { Double($0) }
      return sum + (nanoseconds ?? 0) * 1e-9
    }
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
