// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite

/// Frames of a write-ahead log on their way to its file, gathered into few writes.
///
/// SQLite writes a log frame by frame, and each frame by two calls of the system: its header, then its page. A save
/// of one object with history changes eleven pages, so most of its time were twenty-two of these calls. Here frames
/// that follow one another wait for the last one of their transaction, which SQLite marks in its header, and are
/// written with it: before SQLite lets anybody see the transaction, and with the result as that of the last write.
/// Whatever else is done with the file writes first what waits.
///
/// Only what looks exactly like a frame at the end of the log waits: a header and, by the next call, its page.
/// Anything else is written as it comes.
package final class LogFrames {
  private static let logHeaderSize = 32
  private static let headerSize = 24
  private static let largestPage = 65_536
  /// SQLite's unix files cannot write 128 KiB at once.
  private static let capacity = 120 * 1024

  /// Writes bytes at an offset of the file, and returns SQLite's result code.
  package typealias Writer = (UnsafeRawPointer, Int32, Int64) -> Int32

  /// Made when first needed: a log may never be written.
  private var buffer: UnsafeMutableRawPointer?
  private var count = 0
  /// Where the bytes that wait begin in the file.
  private var start: Int64 = 0
  /// Whether the last bytes that wait are a header, whose page comes next.
  private var isPageDue = false
  /// Whether that page is the last one of its transaction.
  private var isLast = false
  /// Where the next frame of the log would begin, as far as is known.
  private var end: Int64?
  /// After a header that did not wait: where its page would begin.
  private var pageStart: Int64?

  package init() {}

  deinit { buffer?.deallocate() }

  /// - Returns: SQLite's result code.
  package func write(_ bytes: UnsafeRawPointer, _ size: Int, at offset: Int64, _ write: Writer) -> Int32 {
    let isNext = offset == (count > 0 ? start + Int64(count) : end)
    if isPageDue {
      if isNext, size > Self.headerSize, size <= Self.largestPage {
        hold(bytes, size)
        isPageDue = false
        return isLast ? flush(write) : SQLITE_OK
      }
    } else if isNext, size == Self.headerSize {
      // Room for the frame, however large its page is.
      if count + Self.headerSize + Self.largestPage > Self.capacity {
        let code = flush(write)
        guard code == SQLITE_OK else { return code }
      }
      if count == 0 { start = offset }
      hold(bytes, size)
      isPageDue = true
      // The size of the database after the transaction; zero but in its last frame.
      isLast = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
      return SQLITE_OK
    }
    let code = flush(write)
    guard code == SQLITE_OK else { return code }
    return writeThrough(bytes, size, at: offset, write)
  }

  private func hold(_ bytes: UnsafeRawPointer, _ size: Int) {
    let buffer =
      self.buffer ?? UnsafeMutableRawPointer.allocate(byteCount: Self.capacity, alignment: 16)
    self.buffer = buffer
    (buffer + count).copyMemory(from: bytes, byteCount: size)
    count += size
  }

  private func writeThrough(
    _ bytes: UnsafeRawPointer, _ size: Int, at offset: Int64, _ write: Writer
  ) -> Int32 {
    let code = write(bytes, Int32(clamping: size), offset)
    let isPage = offset == pageStart
    pageStart = nil
    guard code == SQLITE_OK else {
      end = nil
      return code
    }
    if offset == 0, size == Self.logHeaderSize {
      end = Int64(size)  // the log begins anew
    } else if size == Self.headerSize {
      pageStart = offset + Int64(size)
    } else if isPage {
      end = offset + Int64(size)
    }
    return code
  }

  /// Writes what waits.
  ///
  /// - Returns: SQLite's result code.
  package func flush(_ write: Writer) -> Int32 {
    guard count > 0, let buffer else { return SQLITE_OK }
    let size = count
    discard()
    let code = write(buffer, Int32(clamping: size), start)
    if code == SQLITE_OK { end = start + Int64(size) }
    return code
  }

  /// Forgets what waits: its transaction was rolled back, and what another connection will write there must stay.
  package func discard() {
    guard count > 0 else { return }
    count = 0
    isPageDue = false
    end = nil
  }
}
