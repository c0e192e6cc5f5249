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

  func removeReplaced() {
    for name in replaced {
      // Nothing refers to it any more; if it stays, 'check' tells of it.
      try? FileManager.default.removeItem(at: files.folder.appendingPathComponent(name))
    }
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
