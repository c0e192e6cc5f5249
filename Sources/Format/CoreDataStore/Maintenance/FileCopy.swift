// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Copies files so that no name ever leads to a part of one, whenever the program is killed or the power fails.
enum FileCopy {
  /// Copies a file. What is there under the name is replaced in one step.
  ///
  /// - Throws: ``StoreError``, and Cocoa's errors.
  static func copy(_ source: URL, to target: URL) throws {
    let folder = target.deletingLastPathComponent()
    let partial = folder.appendingPathComponent(ExternalFolder.partialName(of: target.lastPathComponent))
    do {
      try FileManager.default.copyItem(at: source, to: partial)
      // Some systems copy the date, too: who looks for files that were left would take this one for such.
      try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: partial.path)
      try flush(partial)
      try rename(partial, to: target)
    } catch {
      try? FileManager.default.removeItem(at: partial)
      throw error
    }
  }

  /// Gives a file, which is on the disk, a name that another one may have.
  static func rename(_ file: URL, to target: URL) throws {
    guard Foundation.rename(file.path, target.path) == 0 else {
      throw StoreError(
        .notWritable, "The file cannot be put in its place: \(String(cString: strerror(errno))).", file: target.path,
        advice: "Check that its folder may be written to.")
    }
  }

  /// Copies the large values that a store has and another one lacks, or has a part of. They have names of their own:
  /// those of both stores fit into one folder.
  static func addLargeValues(of store: URL, to other: URL) throws {
    let (files, others) = (LargeValueFiles(of: store), LargeValueFiles(of: other))
    let names = files.all()
    guard !names.isEmpty else { return }
    try FileManager.default.createDirectory(at: others.folder, withIntermediateDirectories: true)
    removeOldParts(others)
    // A part that was left beside the store is no value.
    for name in names where !ExternalFolder.isPartialName(name) {
      let file = files.file(name)
      if others.file(name).size != file.size {
        try copy(file.url, to: others.folder.appendingPathComponent(name))
      } else {
        // Who copied it may have been killed before it was on the disk.
        try flush(others.file(name).url)
      }
    }
    let support = others.folder.deletingLastPathComponent()
    for folder in [others.folder, support, support.deletingLastPathComponent()] { flushNames(in: folder) }
  }

  /// Removes the parts that a program has left which was killed while it copied. Young ones may be those of another
  /// program.
  private static func removeOldParts(_ files: LargeValueFiles) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: files.folder.path)) ?? []
    for name in names where ExternalFolder.isPartialName(name) {
      let part = files.folder.appendingPathComponent(name)
      let attributes = try? FileManager.default.attributesOfItem(atPath: part.path)
      guard let date = attributes?[.modificationDate] as? Date, date.timeIntervalSinceNow < -ExternalFolder.leastAge
      else { continue }
      try? FileManager.default.removeItem(at: part)
    }
  }

  /// Waits until a file is on the disk.
  static func flush(_ file: URL) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// Waits until the names in a folder are on the disk. Not all file systems can do this.
  static func flushNames(in folder: URL) { try? flush(folder) }
}
