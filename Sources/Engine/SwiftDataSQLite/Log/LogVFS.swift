// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite

/// SQLite's own files of this system, with the frames of write-ahead logs gathered by `LogFrames`.
///
/// Only connections that ask for it by its name have it: the writers of stores.
enum LogVFS {
  private static let name = "OpenSwiftData"

  /// The URI that opens a file through this VFS.
  ///
  /// - Returns: The path itself if SQLite was built without URIs, which alone can name a VFS.
  static func path(_ file: URL) -> String {
    guard isRegistered,
      let escaped = file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
      escaped.hasPrefix("/")
    else { return file.path }
    return "file://\(escaped)?vfs=\(name)"
  }

  /// The one that does the work, for the process's lifetime.
  // Unsafe: SQLite's, which are never freed.
  nonisolated(unsafe) private static let system = sqlite3_vfs_find(nil)

  private static let isRegistered: Bool = {
    guard sqlite3_compileoption_used("USE_URI") != 0, let system else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: system.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.szOsFile = Int32(LogFile.headSize) + system.pointee.szOsFile
    vfs.pointee.xOpen = { _, name, file, flags, outFlags in LogVFS.open(name, file, flags, outFlags) }
    // SQLite keeps both.
    guard let name = strdup(Self.name) else { return false }
    vfs.pointee.zName = UnsafePointer(name)
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  private static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let file, let system, let openSystem = system.pointee.xOpen else { return SQLITE_CANTOPEN }
    guard flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL) != 0 else {
      return openSystem(system, name, file, flags, outFlags)
    }
    file.pointee.pMethods = nil
    let inner = LogFile.inner(file)
    inner.pointee.pMethods = nil
    let code = openSystem(system, name, inner, flags, outFlags)
    guard code == SQLITE_OK else {
      // If there are methods, the file wants to be closed all the same.
      _ = inner.pointee.pMethods?.pointee.xClose?(inner)
      return code
    }
    if flags & SQLITE_OPEN_MAIN_DB != 0 {
      LogFile.start(file, LogFrames(), LogFile.databaseMethods)
    } else if !LogFile.keepsFramesWhole(inner) {
      LogFile.start(file, LogFrames(), LogFile.plainMethods)
    } else if let name, let database = sqlite3_database_file_object(name),
      let frames = LogFile.frames(database)
    {
      LogFile.start(file, frames, LogFile.logMethods)
    } else {
      LogFile.start(file, LogFrames(), LogFile.logMethods)
    }
    return SQLITE_OK
  }
}
