// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GRDBSQLite
import SwiftDataCore

/// How the connections that only read open a file.
///
/// A database with a log cannot be read where the files beside it cannot be made. As long as nothing is in a log, and
/// nobody writes to it, it can be read as it is, without locks. If somebody does write, pages of two moments would be
/// read, so the state of the file is remembered and compared.
struct ReadOnlyOpening: Equatable, Sendable {
  private let file: URL?
  /// Of a file that is read without locks: what it was when that was decided.
  let version: FileVersion?

  /// With locks.
  init(_ file: URL?) {
    self.file = file
    version = nil
  }

  private init(_ file: URL, unlocked version: FileVersion) {
    self.file = file
    self.version = version
  }

  /// The first connection to a file.
  static func open(
    _ file: URL, _ settings: ConnectionSettings, _ statistics: StatisticsCounter
  ) throws -> (SQLiteConnection, ReadOnlyOpening) {
    // Before it is known that there is no log: what changes afterwards counts.
    let version = FileVersion(file)
    do {
      let opening = ReadOnlyOpening(file)
      let reader = try opening.connection(settings, statistics)
      _ = try reader.integer("PRAGMA schema_version")
      return (reader, opening)
    } catch let error as SwiftDataError where isLackOfLog(error) && !FileCheck.hasLog(file) {
      guard let version else { throw error }
      let opening = ReadOnlyOpening(file, unlocked: version)
      let reader = try opening.connection(settings, statistics)
      _ = try reader.integer("PRAGMA schema_version")
      try reader.expectUnchanged()
      return (reader, opening)
    }
  }

  func connection(_ settings: ConnectionSettings, _ statistics: StatisticsCounter) throws -> SQLiteConnection {
    let path = file?.path ?? ""
    guard version != nil else {
      return try SQLiteConnection(path: path, file: file, settings: settings, statistics: statistics)
    }
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    let connection = try SQLiteConnection(
      path: "file:\(escaped)?immutable=1", file: file, settings: settings, statistics: statistics)
    connection.version = version
    return connection
  }

  /// Whether somebody has written to a file that is read without locks, or is about to: what is in the log will be.
  var hasChanged: Bool {
    guard let version, let file else { return false }
    return FileVersion(file) != version || FileCheck.hasLog(file)
  }

  /// Whether it is the log that could not be made: the folder, or the whole file system, cannot be written to.
  private static func isLackOfLog(_ error: SwiftDataError) -> Bool {
    if error == .loadIssueModelContainer { return true }
    guard error == .storeIsReadOnly, let cause = error.underlying as? DatabaseError else { return false }
    let code = cause.extendedResultCode.rawValue
    return code == SQLITE_READONLY | (6 << 8) /* DIRECTORY */ || code == SQLITE_READONLY | (5 << 8) /* CANTINIT */
  }

  static func changed(_ file: URL?, _ cause: (any Error)? = nil) -> SwiftDataError {
    SwiftDataError(
      .storeIsBusy, "Another program has written to the store, which is read without locks here.", file: file,
      advice: "Read again when the other program is done, or let this process write to the store's folder.",
      underlying: cause)
  }
}

extension SQLiteConnection {
  /// Makes sure that all that was read is of one moment, where there are no locks.
  ///
  /// - Throws: ``SwiftDataError/storeIsBusy`` if another program has written to the file meanwhile.
  func expectUnchanged() throws {
    guard let version, let file else { return }
    // A log alone does not matter: until it is copied back, the file is what it was.
    guard FileVersion(file) == version else { throw ReadOnlyOpening.changed(file) }
  }
}

/// What tells whether a file has been written to.
struct FileVersion: Equatable, Sendable {
  private let size: Int64
  /// Seconds and nanoseconds of the last change of the contents, and of anything.
  private let times: [Int64]
  private let identity: FileIdentity?

  /// `nil` if there is no such file.
  init?(_ file: URL) {
    #if os(Windows)
      guard let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else { return nil }
      let date = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
      size = (attributes[.size] as? NSNumber)?.int64Value ?? -1
      times = [Int64(date.rounded(.down)), Int64((date - date.rounded(.down)) * 1e9)]
    #else
      var status = stat()
      guard stat(file.path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let (changed, touched) = (status.st_mtimespec, status.st_ctimespec)
      #else
        let (changed, touched) = (status.st_mtim, status.st_ctim)
      #endif
      size = Int64(status.st_size)
      times = [changed.tv_sec, changed.tv_nsec, touched.tv_sec, touched.tv_nsec].map { Int64($0) }
    #endif
    identity = FileIdentity(path: file.path)
  }
}
