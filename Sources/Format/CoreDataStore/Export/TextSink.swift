// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Takes text as it is made.
package protocol TextSink: AnyObject {
  func write(_ text: String) throws
}

/// Writes a new file, in large pieces.
///
/// The file takes its name when it is complete.
package final class FileSink: TextSink {
  private let url: URL
  private let partial: URL
  private let handle: FileHandle
  private var buffer = Data()
  private var isFinished = false

  /// - Parameter source: the file that the content is taken from: who may not read it may not read the new one.
  /// - Throws: ``StoreError`` if the file exists.
  package init(_ url: URL, from source: URL? = nil) throws {
    guard !FileManager.default.fileExists(atPath: url.path) else {
      throw StoreError(
        .alreadyExists, "The file exists already.", file: url.path,
        advice: "Move it away, or choose another name.")
    }
    self.url = url
    partial = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString.prefix(8))")
    guard FileManager.default.createFile(atPath: partial.path, contents: nil),
      let handle = FileHandle(forWritingAtPath: partial.path)
    else {
      throw StoreError(
        .notWritable, "The file cannot be created.", file: url.path,
        advice: "Check that the folder exists and may be written to.")
    }
    self.handle = handle
    if let source { FileMode(of: source.resolvingSymlinksInPath()).restrict(partial) }
  }

  deinit { if !isFinished { try? FileManager.default.removeItem(at: partial) } }

  package func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 18 { try flush() }
  }

  package func write(_ bytes: Data) throws {
    buffer.append(bytes)
    if buffer.count > 1 << 18 { try flush() }
  }

  private func flush() throws {
    do {
      try handle.write(contentsOf: buffer)
    } catch {
      throw StoreError(
        .notWritable, "The file cannot be written to.", file: url.path,
        advice: "Check the room on the disk.")
    }
    buffer.removeAll(keepingCapacity: true)
  }

  package func finish() throws {
    try flush()
    try? handle.close()
    do {
      try FileManager.default.moveItem(at: partial, to: url)
    } catch {
      throw StoreError(
        .notWritable, "The finished file cannot be moved to its name.", file: url.path)
    }
    isFinished = true
  }
}
