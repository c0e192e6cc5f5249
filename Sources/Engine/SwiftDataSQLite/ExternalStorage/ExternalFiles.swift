// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import Logging
import SwiftDataCore
import Synchronization

/// The files beside a store that hold its large values (`ExternalFolder`, `ExternalColumn`).
///
/// A file is written before the transaction that refers to it is committed.
/// One that nothing refers to any more is removed at the beginning of a later
/// transaction, once the whole log has been copied into the database: then the
/// commit that let it go is on the disk, and no read is left that started
/// before it. After a crash a file may be left over; it is never missing. The next
/// opening looks for such files (``ExternalFileSearch``).
final class ExternalFiles: @unchecked Sendable {
  // Unchecked: what changes belongs to the writer, or lies behind a lock.
  /// `nil` in memory: then every value lies in its column.
  let folder: URL?
  private let reported = Mutex<Set<String>>([])
  private let logger = Logger(label: "SwiftData.ExternalStorage")
  // What follows belongs to the writer, of which there is one at a time.
  /// Whether the names of the folders are known to be on the disk.
  private var isFolderKept = false
  /// Written by the transaction that is open.
  private var created: [String] = []
  /// No longer referred to, once that transaction is committed.
  private var unreferenced: [String] = []
  /// No longer referred to by what is committed.
  private var orphans: [String] = []

  /// - Parameter store: The store's file; `nil` in memory.
  init(store: URL?) { folder = store.map { ExternalFolder.url(of: $0) } }

  // MARK: Columns

  /// The value of a file; `nil` if it is missing.
  func contents(of name: String) -> Data? {
    guard let url = folder?.appendingPathComponent(name) else { return nil }
    do {
      return try Data(contentsOf: url)
    } catch {
      let isNew = reported.withLock { $0.insert(name).inserted }
      if isNew {
        logger.error(
          "A file of externally stored data is missing: its value is read as nil. Restore it from a backup.",
          metadata: ["file": "\(url.path)"])
      }
      return nil
    }
  }

  /// In bytes; `nil` if it is missing.
  func size(of name: String) -> Int? {
    guard let path = folder?.appendingPathComponent(name).path else { return nil }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  /// The bytes for the column of a value; a large value gets its file now.
  func column(for value: UnsafeRawBufferPointer) throws -> [UInt8] {
    guard let folder, value.count > ExternalFolder.inlineLimit else {
      return ExternalColumn.inline(value)
    }
    let name = UUID().uuidString
    try makeFolder()
    let url = folder.appendingPathComponent(name)
    created.append(name)
    try Data(value).write(to: url, options: .withoutOverwriting)
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    try file.synchronize()
    // Its name, too, where folders can be opened.
    if let names = try? FileHandle(forReadingFrom: folder) {
      try? names.synchronize()
      try? names.close()
    }
    return ExternalColumn.reference(to: name)
  }

  /// Makes the folder of the files: a file is on the disk only if all folders above it are.
  func makeFolder() throws {
    guard let folder else { return }
    if isFolderKept, FileManager.default.fileExists(atPath: folder.path) { return }
    try FileSync.makeFolder(folder.deletingLastPathComponent())
    try FileSync.makeFolder(folder)
    isFolderKept = true
  }

  /// Notes that a column with this content is being replaced or removed.
  func drop(_ column: UnsafeRawBufferPointer) {
    guard let name = ExternalColumn(column).file else { return }
    unreferenced.append(name)
  }

  // MARK: Transactions

  /// Removes what nothing refers to.
  ///
  /// - Parameter isSettled: Whether the log is in the database as a whole;
  ///   asked only if there is something to remove.
  func clean(_ isSettled: () -> Bool) {
    guard !orphans.isEmpty, isSettled() else { return }
    remove(orphans)
    orphans = []
  }

  /// Notes files that nothing refers to, as found while no other process could write.
  func addOrphans(_ names: some Sequence<String>) { orphans += names }

  func commit() {
    orphans += unreferenced
    unreferenced = []
    created = []
  }

  func rollBack() {
    remove(created)
    created = []
    unreferenced = []
  }

  /// The progress of the open transaction.
  struct Mark {
    fileprivate let created: Int
    fileprivate let unreferenced: Int
  }

  var mark: Mark { Mark(created: created.count, unreferenced: unreferenced.count) }

  /// Undoes what was done since.
  func rollBack(to mark: Mark) {
    removeCreated(after: mark.created)
    if unreferenced.count > mark.unreferenced { unreferenced.removeSubrange(mark.unreferenced...) }
  }

  /// How many files the open transaction has written.
  var createdCount: Int { created.count }

  /// Removes the files that a statement has written and that failed.
  func removeCreated(after count: Int) {
    guard created.count > count else { return }
    remove(Array(created[count...]))
    created.removeSubrange(count...)
  }

  private func remove(_ names: [String]) {
    guard let folder else { return }
    for name in names {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
