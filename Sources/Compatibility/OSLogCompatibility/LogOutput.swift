// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation

  /// Writes messages to the standard error stream.
  ///
  /// As on Apple's platforms, messages of the types `debug` and `info` are left out, and values that are not public are
  /// replaced, unless the environment asks for them: `OS_LOG_LEVEL=debug` (or `info`), `OS_LOG_PRIVATE=1`.
  enum LogOutput {
    private static let least: Int = {
      switch ProcessInfo.processInfo.environment["OS_LOG_LEVEL"]?.lowercased() {
      case "debug", "trace": OSLogType.debug.importance
      case "info": OSLogType.info.importance
      case "error": OSLogType.error.importance
      case "fault": OSLogType.fault.importance
      default: OSLogType.default.importance
      }
    }()

    /// Whether private values are written.
    static let showsPrivate = ["1", "true", "yes"].contains(
      ProcessInfo.processInfo.environment["OS_LOG_PRIVATE"]?.lowercased() ?? "")

    static func writes(_ type: OSLogType) -> Bool { type.importance >= least }

    static func write(_ type: OSLogType, _ log: OSLog, _ message: @autoclosure () -> String) {
      guard log.isEnabled(type: type) else { return }
      let line = line(type, log, message(), at: Date())
      FileHandle.standardError.write(Data(line.utf8))
    }

    /// `2026-01-31T12:00:00.123Z notice [com.example.app:network] message`
    static func line(_ type: OSLogType, _ log: OSLog, _ message: String, at date: Date) -> String {
      let time = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      let place = log.subsystem.isEmpty ? "" : " [\(log.subsystem):\(log.category)]"
      return "\(time) \(type.name)\(place) \(message)\n"
    }
  }
#endif
