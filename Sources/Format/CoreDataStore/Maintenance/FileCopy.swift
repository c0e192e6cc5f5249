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
    let partial = folder.appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8))")
    do {
      try FileManager.default.copyItem(at: source, to: partial)
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
    for name in names {
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

  /// Waits until a file is on the disk.
  static func flush(_ file: URL) throws {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// Waits until the names in a folder are on the disk. Not all file systems can do this.
  static func flushNames(in folder: URL) { try? flush(folder) }
}
