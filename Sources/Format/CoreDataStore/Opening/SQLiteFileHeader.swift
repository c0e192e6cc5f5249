// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Checks the first bytes of a file before SQLite opens it.
struct SQLiteFileHeader {
  let url: URL
  let size: UInt64
  let pageSize: Int
  /// Changes go to a log first.
  let usesLog: Bool
  /// What the file was before anything of it was read.
  let version: FileVersion?

  /// - Parameter url: with symbolic links resolved.
  init(_ url: URL) throws {
    let path = url.path
    version = FileVersion(path)
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw StoreError(
        .fileNotFound, "There is no such file.", file: path, advice: "Check the path.")
    }
    guard !isDirectory.boolValue else {
      throw StoreError(
        .notAFile, "The path is that of a folder.", file: path,
        advice: "Give the path of the store in it, such as default.store.")
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw StoreError(.notAFile, "The path does not lead to a regular file.", file: path)
    }
    guard let handle = FileHandle(forReadingAtPath: path),
      let bytes = try? handle.read(upToCount: 100).map(Array.init) ?? []
    else {
      throw StoreError(
        .unreadable, "The file cannot be read.", file: path, advice: "Check its permissions.")
    }
    try? handle.close()
    let size = (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
    guard size > 0 else {
      throw StoreError(
        .fileIsEmpty, "The file is empty.", file: path,
        advice: "An app makes its store when it first saves; check the path.")
    }
    guard bytes.starts(with: Array("SQLite format 3\u{0}".utf8)) else {
      throw StoreError(
        .notADatabase, "The file is not an SQLite database, or it is encrypted.", file: path,
        advice: "Check the path.")
    }
    guard bytes.count == 100 else { throw Self.tooShort(path) }
    self.url = url
    self.size = size
    let stated = Int(bytes[16]) << 8 | Int(bytes[17])
    pageSize = stated == 1 ? 65_536 : stated
    usesLog = bytes[18] == 2 || bytes[19] == 2
    try check(bytes)
  }

  private static func tooShort(_ path: String) -> StoreError {
    StoreError(
      .damaged, "The file is shorter than its header says.", file: path,
      advice: "Restore the file and its -wal from a backup.")
  }

  /// SQLite reads a truncated file until it meets the first missing page,
  /// which may be late. Here it is found at once.
  private func check(_ bytes: [UInt8]) throws {
    func number(_ offset: Int) -> UInt64 {
      bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt64($1) }
    }
    // The page count counts only if it was written with the last change, and
    // a log that has not been copied back may hold the missing pages.
    guard number(24) == number(92), logSize == 0 else { return }
    guard number(28) * UInt64(pageSize) > size else { return }
    // An app that began to use it meanwhile may have made it longer.
    throw FileVersion(url.path) == version ? Self.tooShort(url.path) : .changedWhileRead(url.path)
  }

  var log: URL { beside("-wal") }
  var logIndex: URL { beside("-shm") }
  var journal: URL { beside("-journal") }

  var logSize: UInt64 { Self.size(log) }
  var journalSize: UInt64 { Self.size(journal) }
  var hasLogIndex: Bool { FileManager.default.fileExists(atPath: logIndex.path) }

  private func beside(_ suffix: String) -> URL { URL(fileURLWithPath: url.path + suffix) }

  static func size(_ url: URL) -> UInt64 {
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    return (attributes?[.size] as? NSNumber)?.uint64Value ?? 0
  }
}
