// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// Where the numbers come from.
enum Machine {
  /// Processor, cores, memory, system and SQLite.
  static var description: String {
    let memory = Double(ProcessInfo.processInfo.physicalMemory) / Double(1 << 30)
    return [
      processor, "\(ProcessInfo.processInfo.activeProcessorCount) cores",
      "\(Int(memory.rounded())) GB", system, "Swift \(compiler)",
      "SQLite \(String(cString: sqlite3_libversion()))",
    ].joined(separator: ", ")
  }

  static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  private static var processor: String {
    value(after: "model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown processor"
  }

  private static var system: String {
    value(after: "PRETTY_NAME", in: "/etc/os-release", separator: "=")
      ?? ProcessInfo.processInfo.operatingSystemVersionString
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #else
      "6.1"
    #endif
  }

  private static func value(after key: String, in file: String, separator: Character) -> String? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      guard let mark = line.firstIndex(of: separator) else { continue }
      return line[line.index(after: mark)...].trimmingCharacters(
        in: CharacterSet(charactersIn: " \""))
    }
    return nil
  }
}
