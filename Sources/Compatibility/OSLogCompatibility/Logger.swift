// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  /// Writes messages of a part of a program.
  ///
  /// ```swift
  /// import OSLogCompatibility
  ///
  /// let logger = Logger(subsystem: "com.example.trips", category: "sync")
  /// logger.info("fetched \(count) trips of \(user, privacy: .public)")
  /// ```
  ///
  /// A name for name stand-in for Apple's, for platforms without it. Messages go to the standard error stream; see the
  /// environment variables `OS_LOG_LEVEL` and `OS_LOG_PRIVATE` in the documentation of the package.
  public struct Logger: Sendable {
    private let log: OSLog

    /// The logger without a category.
    public init() { log = .default }
    /// The logger of a category.
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    /// The logger of a log.
    public init(_ log: OSLog) { self.log = log }

    /// Writes a message of the type `default`.
    public func log(_ message: @autoclosure () -> OSLogMessage) { write(.default, message()) }
    /// Writes a message of a type.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) { write(level, message()) }
    /// Writes a message of the type `debug`.
    public func trace(_ message: @autoclosure () -> OSLogMessage) { write(.debug, message()) }
    /// Writes a message of the type `debug`.
    public func debug(_ message: @autoclosure () -> OSLogMessage) { write(.debug, message()) }
    /// Writes a message of the type `info`.
    public func info(_ message: @autoclosure () -> OSLogMessage) { write(.info, message()) }
    /// Writes a message of the type `default`.
    public func notice(_ message: @autoclosure () -> OSLogMessage) { write(.default, message()) }
    /// Writes a message of the type `error`, as Apple's does.
    public func warning(_ message: @autoclosure () -> OSLogMessage) { write(.error, message()) }
    /// Writes a message of the type `error`.
    public func error(_ message: @autoclosure () -> OSLogMessage) { write(.error, message()) }
    /// Writes a message of the type `fault`, as Apple's does.
    public func critical(_ message: @autoclosure () -> OSLogMessage) { write(.fault, message()) }
    /// Writes a message of the type `fault`.
    public func fault(_ message: @autoclosure () -> OSLogMessage) { write(.fault, message()) }

    private func write(_ type: OSLogType, _ message: @autoclosure () -> OSLogMessage) {
      LogOutput.write(type, log, message().text)
    }
  }

  /// Writes a message.
  @_disfavoredOverload
  public func os_log(_ type: OSLogType = .default, log: OSLog = .default, _ message: OSLogMessage) {
    LogOutput.write(type, log, message.text)
  }

  /// Writes a message in the form of C's: `%{public}@`, `%d`, `%.2f`. Values of `%{private}` and of `%@` and `%s` without
  /// a word on privacy are replaced.
  public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ arguments: any CVarArg...
  ) {
    LogOutput.write(type, log, FormattedMessage.text(message.description, arguments))
  }
#endif
