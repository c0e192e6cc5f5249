// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDBSQLite
import SwiftDataCore
import Synchronization

/// The files of a store that is open, to be recognized later.
///
/// Whoever deletes, moves or replaces a file that is open takes its name only:
/// what is written to it afterwards goes with the process. And a new file under
/// the name would be read together with the log of the old one.
final class OpenedFiles: Sendable {
  private let file: URL
  private let path: String
  private let logPath: String
  private let database: FileIdentity?
  /// Known from the first transaction on.
  private let log = Mutex<FileIdentity?>(nil)

  /// - Parameter file: A file that has just been opened.
  init(_ file: URL) {
    self.file = file
    path = file.path
    // The path itself may be a link that is changed; the log lies where it has led to.
    logPath = StorePath.canonical(file).path + "-wal"
    database = FileIdentity(path: path)
    if let database { Self.open.withLock { $0[database, default: 0] += 1 } }
  }

  deinit {
    guard let database else { return }
    Self.open.withLock { open in
      let count = (open[database] ?? 0) - 1
      open[database] = count > 0 ? count : nil
    }
  }

  /// How often this process has each file open.
  private static let open = Mutex<[FileIdentity: Int]>([:])

  /// Whether this process has a file open.
  ///
  /// The file must not be opened and closed by other means then: the system would drop the locks of the connections.
  static func contain(_ file: URL) -> Bool {
    guard let identity = FileIdentity(path: file.path) else { return false }
    return open.withLock { $0[identity] != nil }
  }

  /// - Throws: ``SwiftDataError/storeFailure`` if the name leads to another
  ///   file, or nowhere.
  func checkPath() throws {
    guard database == nil || FileIdentity(path: path) == database else { throw moved }
  }

  /// - Parameter writer: A connection whose transaction has just begun, so that
  ///   no checkpoint copies the log meanwhile.
  /// - Throws: the same, and ``SwiftDataError/storeIsCorrupted`` if the file has
  ///   been overwritten with something else.
  func check(_ writer: SQLiteConnection) throws {
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(writer.handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    if code == SQLITE_OK, hasMoved != 0 { throw moved }
    let current = FileIdentity(path: logPath)
    let isSame = log.withLock { log in
      if log == nil { log = current }
      return log == current
    }
    guard isSame else { throw moved }
    // Without a log, a new file may be empty still, and SQLite reads the header itself.
    guard try current == nil || FileCheck.hasHeader(writer) else {
      throw SwiftDataError(
        .storeIsCorrupted, "The file was overwritten while it was open.", file: file,
        advice: "Restore the file from a backup, and create a new container.")
    }
  }

  private var moved: SwiftDataError {
    SwiftDataError(
      .storeFailure, "The file, or its log, was deleted, moved or replaced while it was open.",
      file: file, advice: "Put the file back, or create a new container, before you save again.")
  }
}
