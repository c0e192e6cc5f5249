// SPDX-License-Identifier: Apache-2.0

#if !canImport(Darwin)
  import Foundation
  import Testing

  @testable import OSLogCompatibility

  /// `Logger` and what comes with it, in the spelling of Apple's modules.
  struct LoggerTests {
    private func text(_ message: OSLogMessage) -> String { message.text }

    @Test func valuesKnowWhoMayReadThem() {
      let name = "Ada"
      #expect(text("plain") == "plain")
      #expect(text("\(name) \(3) \(2.5, format: .fixed(precision: 2)) \(true)") == "<private> 3 2.50 true")
      #expect(text("\(name, privacy: .public) \(3, privacy: .private)") == "Ada <private>")
      #expect(text("\(name, privacy: .private(mask: .hash))") == text("\(name, privacy: .sensitive(mask: .hash))"))
      #expect(text("\(URL(fileURLWithPath: "/"), privacy: .public) \(Int.self)") == "file:/// Int")
      #expect(text("\(CocoaError(.fileNoSuchFile))") == "<private>")
    }

    @Test func numbersAndTextsHaveFormats() {
      #expect(
        text("\(255, format: .hex(includePrefix: true, uppercase: true)) \(-5, format: .decimal(minDigits: 3))")
          == "0xFF -005")
      #expect(text("\(Int64.min) \(UInt64.max)") == "-9223372036854775808 18446744073709551615")
      #expect(text("[\("a", align: .right(columns: 3), privacy: .public)]") == "[  a]")
      #expect(text("\(false, format: .answer) \(1e10 as Float, format: .exponential(precision: 1))") == "no 1.0e+10")
    }

    @Test func formatsOfCAreUnderstood() {
      let message = { (format: String, arguments: [any CVarArg]) in
        FormattedMessage.text(format, arguments, showsPrivate: false)
      }
      #expect(message("%d of %ld at %.1f%%", [1, 20, 99.5]) == "1 of 20 at 99.5%")
      #expect(message("%{public}d %{private}d", [1, 2]) == "1 <private>")
      #expect(message("%d %d", [1]) == "1 %")
      #expect(message("%s", [7]) == "<private>")
      #expect(message("%{public", [7]) == "7ublic")
    }

    @Test func linesNameTypeAndCategory() {
      let log = OSLog(subsystem: "com.example", category: "sync")
      let line = LogOutput.line(.error, log, "failed", at: Date(timeIntervalSince1970: 0))
      #expect(line == "1970-01-01T00:00:00.000Z error [com.example:sync] failed\n")
      #expect(!OSLog.disabled.isEnabled(type: .fault))
      #expect(OSLog.default.isEnabled(type: .fault))
    }

    @Test func everyFormCompiles() {
      let logger = Logger(OSLog.disabled)
      logger.trace("\(1)")
      logger.debug("a")
      logger.info("a")
      logger.notice("a")
      logger.log("a")
      logger.log(level: .info, "a")
      logger.warning("a")
      logger.error("\(CocoaError(.fileNoSuchFile).localizedDescription, privacy: .public)")
      logger.critical("a")
      logger.fault("a")
      os_log("%d", log: .disabled, type: .debug, 3)
      os_log(.debug, log: .disabled, "\(3)")
    }

    @Test func locksKeepTheirState() async {
      let count = OSAllocatedUnfairLock(initialState: 0)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { count.withLock { $0 += 1 } } }
      }
      #expect(count.withLock { $0 } == 100)
      #expect(count.withLockIfAvailable { $0 + 1 } == 101)
      let plain = OSAllocatedUnfairLock()
      #expect(plain.lockIfAvailable() && !plain.lockIfAvailable())
      plain.unlock()
    }
  }
#endif
