// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A copy of a file and its log, which no other process sees.
///
/// The copy has no name any more once it is open, so that it goes away with
/// the process, however that ends.
enum PrivateCopy {
  static func open(_ header: SQLiteFileHeader) throws -> Connection {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory
      .appendingPathComponent("swiftdata-" + UUID().uuidString, isDirectory: true)
    do {
      try manager.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StoreError(
        .notWritable, "The temporary folder cannot be written to.", file: folder.path,
        advice: "Set TMPDIR to a folder with room for a copy of the store.")
    }
    defer { try? manager.removeItem(at: folder) }
    let copy = folder.appendingPathComponent("copy.store")
    try copyUnchanged(header.url, to: copy)
    let connection = try Connection(copy, .writable)
    // The index of the log stays in memory.
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    _ = try connection.integer("SELECT count(*) FROM sqlite_master")
    return connection
  }

  /// Copies a file and its log or journal as they are, again if they have changed meanwhile.
  static func copyUnchanged(_ file: URL, to copy: URL) throws {
    for _ in 0..<5 {
      let before = state(file)
      try copyFile(file, to: copy)
      for suffix in ["-wal", "-journal"] {
        let source = URL(fileURLWithPath: file.path + suffix)
        let target = URL(fileURLWithPath: copy.path + suffix)
        try? FileManager.default.removeItem(at: target)
        if SQLiteFileHeader.size(source) > 0 { try copyFile(source, to: target) }
      }
      if state(file) == before { return }
    }
    throw StoreError(
      .busy, "Another program keeps writing to the file.", file: file.path,
      advice: "Close the program.")
  }

  private static func copyFile(_ source: URL, to target: URL) throws {
    let manager = FileManager.default
    try? manager.removeItem(at: target)
    do {
      try manager.copyItem(at: source, to: target)
      try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path)
    } catch {
      throw StoreError(
        .unreadable, "The file cannot be copied to be read.", file: source.path,
        advice: "Check its permissions, and the room in \(manager.temporaryDirectory.path).")
    }
  }

  /// Sizes and times of change.
  private static func state(_ file: URL) -> [String] {
    ["", "-wal", "-journal"].map { suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path + suffix)
      let size = (attributes?[.size] as? NSNumber)?.int64Value ?? -1
      let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      return "\(size) \(date)"
    }
  }
}
