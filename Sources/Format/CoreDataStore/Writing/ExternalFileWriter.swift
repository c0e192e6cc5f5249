// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Writes files of large values in step with a transaction.
///
/// New files are on the disk before the commit, and old ones are there until
/// after it: whatever happens, no row leads to a file that is missing.
final class ExternalFileWriter {
  private let files: LargeValueFiles
  private var made: [URL] = []
  private var replaced: Set<String> = []

  init(_ files: LargeValueFiles) { self.files = files }

  /// Puts bytes into a file.
  ///
  /// - Returns: what the column holds.
  func write(_ data: Data) throws -> Data {
    let name = UUID().uuidString
    let url = files.folder.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: files.folder, withIntermediateDirectories: true)
      made.append(url)
      try data.write(to: url)
      try Self.synchronize(url)
    } catch {
      throw StoreError(
        .notWritable, "The file of a large value cannot be written.", file: url.path,
        advice: "Check the folder's permissions, and the room on the disk.")
    }
    return Data(ExternalColumn.reference(to: name))
  }

  /// Notes that a column no longer leads to a file.
  func replace(_ name: String) { replaced.insert(name) }

  /// The last step before the commit.
  func prepare(_ store: Store) throws {
    if !replaced.isEmpty {
      replaced.subtract(try ExternalReferences.names(store.catalog, store.connection))
    }
    guard !made.isEmpty else { return }
    // The names are in the folders. Not all file systems can do this.
    let support = files.folder.deletingLastPathComponent()
    for folder in [files.folder, support, support.deletingLastPathComponent()] {
      try? Self.synchronize(folder)
    }
  }

  /// Removes the files that nothing refers to any more, if that is safe: the commit is on the disk, and no read is left
  /// from before it. Both are so once the whole log has been copied into the database.
  ///
  /// - Parameter earlier: Those of transactions before, which had to stay.
  /// - Returns: Those that have to stay for now. If they stay for good, 'check' tells of them.
  func removeReplaced(_ connection: Connection, besides earlier: Set<String> = []) -> Set<String> {
    let names = replaced.union(earlier)
    if names.isEmpty { return [] }
    guard Self.isSettled(connection) else { return names }
    for name in names { try? FileManager.default.removeItem(at: files.folder.appendingPathComponent(name)) }
    return []
  }

  /// Copies the log into the database as far as readers let it, and says whether that was all of it. Without a log, a
  /// commit is on the disk, and nobody has read meanwhile.
  private static func isSettled(_ connection: Connection) -> Bool {
    let frames = try? connection.rows("PRAGMA wal_checkpoint(PASSIVE)", []).first
    guard let frames, frames.count == 3 else { return false }
    return frames[0] == .integer(0) && frames[1] == frames[2]
  }

  func removeMade() {
    for url in made { try? FileManager.default.removeItem(at: url) }
  }

  private static func synchronize(_ url: URL) throws {
    let handle = try FileHandle(forReadingFrom: url)
    defer { try? handle.close() }
    try handle.synchronize()
  }
}
