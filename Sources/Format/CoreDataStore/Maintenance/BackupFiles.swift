// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Copies the files of large values that belong to a copy of a store.
struct BackupFiles {
  private let source: LargeValueFiles
  private let support: URL
  private let target: LargeValueFiles
  /// Files that were missing before anything was copied.
  private let lost: Set<String>

  /// To be made before the pages are copied.
  init(_ store: Store, _ target: URL) {
    let source = store.externalFiles
    self.source = source
    self.target = LargeValueFiles(of: target)
    support = ExternalFolder.support(of: target)
    // What of a damaged store cannot be read is found out from the copy.
    let names = try? ExternalReferences.names(store.catalog, store.connection)
    lost = (names ?? []).filter { source.file($0).size == nil }
  }

  /// Copies the files that the copied pages refer to.
  ///
  /// Not those that are beside the store now: the app may have replaced some
  /// since.
  ///
  /// - Returns: which files were missing before.
  func copy(of connection: Connection) throws -> [String] {
    var notes: [String] = []
    var names: [String]
    do {
      names = try ExternalReferences.names(TableCatalog(connection), connection).sorted()
    } catch let error as StoreError where error.code == .damaged {
      // It is unknown which of them belong to the store.
      names = source.all()
      if !names.isEmpty { notes.append("All files of large values were copied.") }
    }
    do {
      for name in names {
        if try !copy(name) {
          notes.append("The file \(name) of a large value is missing from the store.")
        }
      }
    } catch {
      remove()
      throw error
    }
    if !names.isEmpty {
      FileMode.carryFiles(from: source, to: target)
      for folder in [target.folder, support] { FileCopy.flushNames(in: folder) }
    }
    return notes
  }

  func remove() { try? FileManager.default.removeItem(at: support) }

  /// - Returns: `false` if the file was missing before.
  private func copy(_ name: String) throws -> Bool {
    let file = source.file(name)
    if file.size == nil, lost.contains(name) { return false }
    do {
      guard file.size != nil else { throw CocoaError(.fileReadNoSuchFile) }
      try FileMode.createPrivateFolder(target.folder)
      let copy = target.folder.appendingPathComponent(name)
      try FileManager.default.copyItem(at: file.url, to: copy)
      // Before the copy of the store gets its name.
      try FileCopy.flush(copy)
      return true
    } catch {
      guard source.file(name).size != nil else {
        throw StoreError(
          .fileNotFound, "The file of a large value disappeared while the store was copied.",
          file: file.url.path,
          advice: "Its app has probably deleted the value. Make the copy again.")
      }
      throw StoreError(
        .notWritable, "The file \(name) of a large value cannot be copied.",
        file: target.folder.path, advice: "Check the permissions, and the room on the disk.")
    }
  }
}
