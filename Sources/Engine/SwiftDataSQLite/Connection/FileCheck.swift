// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SwiftDataCore

/// Checks the first bytes of a file before SQLite opens it.
///
/// SQLite reads a truncated file until it meets the first missing page, which
/// may be in the middle of a save. Here it is found at once.
enum FileCheck {
  private static let mark = Array("SQLite format 3\u{0}".utf8)

  enum Finding: Equatable {
    /// There is no file, or an empty one.
    case absent
    case database
  }

  static func check(_ file: URL) throws -> Finding {
    let path = file.path
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return .absent
    }
    if isDirectory.boolValue {
      throw SwiftDataError(
        .storeIsNotADatabase, "The path leads to a folder.", file: file,
        advice: "Give the path of a file inside the folder.")
    }
    // Opening a pipe waits for a writer.
    let type = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)[.type]
    if let type = type as? FileAttributeType, type != .typeRegular {
      throw SwiftDataError(
        .storeIsNotADatabase, "The path does not lead to a regular file, but to a pipe, a socket or a device.",
        file: file, advice: "Check the path.")
    }
    let (header, size) = try start(of: file)
    if size == 0 { return .absent }
    guard header.starts(with: mark) else {
      throw SwiftDataError(
        .storeIsNotADatabase, "The file is not an SQLite database.", file: file,
        advice: "Check the path, or move the file away to start with an empty store.")
    }
    try checkSize(header, size, file)
    return .database
  }

  /// The first bytes, and how many there are in all.
  ///
  /// Read through SQLite: a process that closes any descriptor of a file
  /// drops the locks that its other connections hold on it (POSIX), and
  /// SQLite alone knows of those and waits with closing.
  private static func start(of file: URL) throws -> (header: [UInt8], size: UInt64) {
    var connection: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_NOMUTEX
    let opened = sqlite3_open_v2(file.path, &connection, flags, nil)
    defer { sqlite3_close_v2(connection) }
    var header = [UInt8](repeating: 0, count: 100)
    let size = header.withUnsafeMutableBytes { opened == SQLITE_OK ? read(connection, $0) : nil }
    guard let size else { throw unreadable(file) }
    return (Array(header.prefix(Int(clamping: size))), size)
  }

  /// Whether the file of an open connection still begins as a database.
  static func hasHeader(_ connection: SQLiteConnection) throws -> Bool {
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: mark.count) { start in
      guard
        let file = file(of: connection.handle),
        read(file, UnsafeMutableRawBufferPointer(start))
      else { throw connection.error(SQLITE_IOERR) }
      return start.elementsEqual(mark)
    }
  }

  /// Reads the first bytes of a connection's file; bytes beyond its end are zero.
  ///
  /// - Returns: How many bytes the file has; `nil` if it cannot be read.
  private static func read(
    _ connection: OpaquePointer?, _ start: UnsafeMutableRawBufferPointer
  ) -> UInt64? {
    var size: sqlite3_int64 = 0
    guard
      let file = file(of: connection), let fileSize = file.pointee.pMethods.pointee.xFileSize,
      fileSize(file, &size) == SQLITE_OK, read(file, start)
    else { return nil }
    return UInt64(clamping: size)
  }

  private static func file(of connection: OpaquePointer?) -> UnsafeMutablePointer<sqlite3_file>? {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    guard
      sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &pointer) == SQLITE_OK,
      let pointer, pointer.pointee.pMethods != nil
    else { return nil }
    return pointer
  }

  private static func read(_ file: UnsafeMutablePointer<sqlite3_file>, _ start: UnsafeMutableRawBufferPointer) -> Bool {
    guard let read = file.pointee.pMethods.pointee.xRead else { return false }
    let code = read(file, start.baseAddress, Int32(clamping: start.count), 0)
    // A short read, whose rest SQLite fills with zeros, is no failure.
    return code == SQLITE_OK || code == SQLITE_IOERR | (2 << 8)
  }

  private static func unreadable(_ file: URL) -> SwiftDataError {
    SwiftDataError(
      .loadIssueModelContainer, "The file cannot be read.", file: file,
      advice: "Check the permissions of the file and its folder.")
  }

  private static func checkSize(_ header: [UInt8], _ size: UInt64, _ file: URL) throws {
    func number(_ offset: Int) -> UInt64 {
      header[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    let damaged = SwiftDataError(
      .storeIsCorrupted, "The file is shorter than its header says.", file: file,
      advice: "Restore the file and its -wal from a backup.")
    guard header.count == 100 else { throw damaged }
    let pageSize = UInt64(header[16]) << 8 | UInt64(header[17])
    // The page count counts only if it was written with the last change, and
    // a log that has not been copied back may hold the missing pages.
    guard number(24) == number(92), !hasLog(file) else { return }
    if number(28) * (pageSize == 1 ? 65_536 : pageSize) > size { throw damaged }
  }

  /// Writing needs the file, and a log beside it.
  static func checkWritable(_ file: URL) throws {
    let manager = FileManager.default
    let path = StorePath.canonical(file).path
    let hasFiles = ["-wal", "-shm"].allSatisfy { manager.isWritableFile(atPath: path + $0) }
    let folder = StorePath.folder(of: path)
    guard
      !manager.isWritableFile(atPath: path)
        || !(hasFiles || manager.isWritableFile(atPath: folder))
    else { return }
    throw SwiftDataError(
      .storeIsReadOnly, "The file, or its folder, cannot be written to.", file: file,
      advice: "Check the permissions of the file and its folder, or open the store with allowsSave: false.")
  }

  /// Whether a log with content lies beside the file: not beside a link to it, since SQLite follows those.
  static func hasLog(_ file: URL) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: StorePath.canonical(file).path + "-wal")
    return (attributes?[.size] as? NSNumber)?.int64Value ?? 0 > 0
  }
}
