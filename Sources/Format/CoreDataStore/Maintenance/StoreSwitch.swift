// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Puts one store into the place of another, so that there is one or the other whenever the program is killed.
package enum StoreSwitch {
  /// - Parameters:
  ///   - store: the file, which no process has open.
  ///   - copy: what is to be there; it stays as it is.
  package static func replace(_ store: URL, with copy: URL) throws {
    let manager = FileManager.default
    let place = store.deletingLastPathComponent().appendingPathComponent(
      ".\(UUID().uuidString.prefix(8)).\(store.lastPathComponent)")
    defer { Backup.remove(place) }
    try Backup.copy(try Store(reading: copy), to: place)
    // A log beside the new file would be taken for its own.
    try settle(place)
    try settle(store)
    FileMode(of: store).apply(to: place)
    // The caller may remove the copy afterwards: all of it must be on the disk.
    try FileCopy.flush(place)
    let files = LargeValueFiles(of: copy)
    let target = LargeValueFiles(of: store)
    try FileCopy.addLargeValues(of: copy, to: store)
    do { try FileCopy.rename(place, to: store) } catch {
      throw StoreError(
        .notWritable, "The former store cannot be put back: \(String(cString: strerror(errno))).", file: store.path,
        advice: "Check that its folder may be written to; the copy is still at \(copy.path).")
    }
    FileCopy.flushNames(in: store.deletingLastPathComponent())
    if StoreNeighbours.share(store) { return }
    let kept = Set(files.all())
    for name in target.all() where !kept.contains(name) {
      try? manager.removeItem(at: target.folder.appendingPathComponent(name))
    }
  }

  /// Moves what is in a store's log into the file, and removes the log.
  package static func settle(_ store: URL) throws {
    let connection = try Connection(store, .writable)
    defer { connection.close() }
    _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)", [])
    let mode = try connection.value("PRAGMA journal_mode = DELETE", [])
    guard mode == .text("delete") else {
      throw StoreError(
        .busy, "Another program is using the store.", file: store.path,
        advice: "Close it, and its containers, and roll back again.")
    }
  }
}
