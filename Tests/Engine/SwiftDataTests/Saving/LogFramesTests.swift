// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSQLite
import Testing

/// Frames of a log are written together, and nothing is written that was undone.
@Suite struct LogFramesTests {
  /// A log as SQLite writes one, and what arrives in its file.
  final class Log {
    static let page = 512
    let frames = LogFrames()
    var file: [UInt8] = []
    var writes = 0
    var code: Int32 = 0

    private func arrive(_ bytes: UnsafeRawPointer, _ size: Int32, _ offset: Int64) -> Int32 {
      guard code == 0 else { return code }
      writes += 1
      let end = Int(offset) + Int(size)
      if file.count < end { file += [UInt8](repeating: 0, count: end - file.count) }
      file.replaceSubrange(Int(offset)..<end, with: UnsafeRawBufferPointer(start: bytes, count: Int(size)))
      return 0
    }

    @discardableResult
    func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
      bytes.withUnsafeBytes { frames.write($0.baseAddress!, $0.count, at: Int64(offset), arrive) }
    }

    @discardableResult
    func flush() -> Int32 { frames.flush(arrive) }

    static func offset(_ frame: Int) -> Int { 32 + frame * (24 + page) }

    static func header(_ fill: UInt8, isLast: Bool) -> [UInt8] {
      [UInt8](repeating: fill, count: 4) + [0, 0, 0, isLast ? 9 : 0] + [UInt8](repeating: fill, count: 16)
    }

    /// - Returns: SQLite's code for the page.
    @discardableResult
    func append(_ frame: Int, _ fill: UInt8, isLast: Bool = false) -> Int32 {
      write(Self.header(fill, isLast: isLast), at: Self.offset(frame))
      return write([UInt8](repeating: fill, count: Self.page), at: Self.offset(frame) + 24)
    }

    func begin() { write([UInt8](repeating: 1, count: 32), at: 0) }

    func fill(_ frame: Int) -> UInt8? {
      let place = Self.offset(frame) + 24
      return place < file.count ? file[place] : nil
    }
  }

  @Test func aTransactionIsOneWrite() {
    let log = Log()
    log.begin()
    for frame in 0..<10 { log.append(frame, UInt8(frame + 1)) }
    #expect(log.writes == 1)
    log.append(10, 11, isLast: true)
    #expect(log.writes == 2)
    #expect(log.file.count == Log.offset(11))
    #expect((0...10).map { log.fill($0) } == (1...11).map { UInt8($0) })
    // The next one goes on where this one ended.
    log.append(11, 12)
    log.append(12, 13, isLast: true)
    #expect(log.writes == 3)
  }

  @Test func anUnknownEndIsFoundOutByTheFirstFrame() {
    let log = Log()
    log.append(7, 1)
    #expect(log.writes == 2)
    log.append(8, 2)
    log.append(9, 3, isLast: true)
    #expect(log.writes == 3)
    #expect((7...9).map { log.fill($0) } == [1, 2, 3])
  }

  @Test func whatWasTakenBackIsNeverWritten() {
    let log = Log()
    log.begin()
    log.append(0, 1, isLast: true)
    log.append(1, 2)
    log.append(2, 3)
    log.frames.discard()
    // Somebody else writes there.
    log.file += [UInt8](repeating: 9, count: 2 * (24 + Log.page))
    log.append(3, 4, isLast: true)
    log.flush()
    #expect((0...3).map { log.fill($0) } == [1, 9, 9, 4])
  }

  @Test func everythingElseIsWrittenAsItComes() {
    let log = Log()
    log.begin()
    log.append(0, 1)
    log.append(1, 2)
    #expect(log.writes == 1)
    // A page that is written again, and the header that follows from it.
    log.write([UInt8](repeating: 7, count: Log.page), at: Log.offset(0) + 24)
    #expect(log.fill(0) == 7 && log.fill(1) == 2)
    log.write(Log.header(8, isLast: true), at: Log.offset(1))
    #expect(log.file[Log.offset(1)] == 8)
    #expect(log.flush() == 0)
  }

  @Test func aFailureIsThatOfTheLastFrame() {
    let log = Log()
    log.begin()
    log.append(0, 1)
    log.code = 13
    #expect(log.append(1, 2, isLast: true) == 13)
    log.code = 0
    #expect(log.flush() == 0)
    #expect(log.fill(0) == nil)
  }

  @Test func longTransactionsAreWrittenInPieces() {
    let log = Log()
    log.begin()
    for frame in 0..<1_000 { log.append(frame, UInt8(frame % 250 + 1)) }
    log.append(1_000, 251, isLast: true)
    #expect(log.writes > 4 && log.writes < 30)
    #expect((0..<1_000).allSatisfy { log.fill($0) == UInt8($0 % 250 + 1) } && log.fill(1_000) == 251)
  }
}
