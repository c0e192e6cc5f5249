// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore
import Synchronization

/// The bytes of large values that are on their way, as files beside the state file, each named by its SHA-256.
///
/// - A value that the user has saved is here until the server has it: the object may have another one by then.
/// - What has come of a value is here (`.part`) until all of it has, so that a download goes on where it ended.
/// - What is still to come is marked by an empty file (`.wanted`), which is there before the object is shown without it.
///
/// Nothing here is the only copy of anything that was saved. Without the folder, the device looks at all objects with
/// large values (`SyncDriver.openValues`).
struct BlobFolder: Sendable {
  let url: URL
  private let checked = CheckedNames()

  init(stateFile: URL) { url = stateFile.appendingPathExtension("values") }

  /// The values whose bytes this process has compared with their names.
  private final class CheckedNames: Sendable {
    let names: Mutex<Set<String>> = Mutex([])
  }

  private func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  private func io<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw SyncError.stateFile(file: url.path, reason: "\(error)") }
  }

  // MARK: Whole values

  /// Whether there is a file of the value's length: one that is shorter was cut, and is replaced.
  func has(_ blob: BlobReference) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: file(blob.name).path)[.size] as? Int) == blob.size
  }

  /// All bytes; nil: they are not here.
  func bytes(_ blob: BlobReference) throws -> Data? {
    guard has(blob) else { return nil }
    let data = try io { try Data(contentsOf: file(blob.name)) }
    if checked.names.withLock({ $0.contains(blob.name) }) { return data }
    guard LargeValues.reference(data, isText: blob.isText) == blob else {
      remove(blob.name)
      return nil
    }
    note(blob)
    return data
  }

  private func note(_ blob: BlobReference) { checked.names.withLock { _ = $0.insert(blob.name) } }

  /// A part; nil: it is not here.
  func part(of blob: BlobReference, from offset: Int, count: Int) throws -> Data? {
    guard has(blob) else { return nil }
    return try io {
      let handle = try FileHandle(forReadingFrom: file(blob.name))
      defer { try? handle.close() }
      try handle.seek(toOffset: UInt64(clamping: offset))
      let part = try handle.read(upToCount: count) ?? Data()
      return part.isEmpty ? nil : part
    }
  }

  func keep(_ data: Data, as blob: BlobReference) throws {
    if has(blob) { return }
    try io {
      try make()
      let new = file(blob.name + ".new")
      try data.write(to: new)
      try name(new, blob)
    }
  }

  /// Gives a file the value's name when it is on the disk as a whole.
  private func name(_ new: URL, _ blob: BlobReference) throws {
    let handle = try FileHandle(forUpdating: new)
    defer { try? handle.close() }
    try handle.synchronize()
    try? FileManager.default.removeItem(at: file(blob.name))
    try FileManager.default.moveItem(at: new, to: file(blob.name))
    note(blob)
  }

  func remove(_ name: String) {
    checked.names.withLock { _ = $0.remove(name) }
    try? FileManager.default.removeItem(at: file(name))
  }

  /// The names of the values that are here as a whole.
  func whole() -> Set<String> { Set(contents().filter { !$0.contains(".") }) }

  // MARK: Downloads

  /// How many bytes have come.
  func received(_ blob: BlobReference) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file(blob.name + ".part").path)[.size] as? Int) ?? 0
  }

  func append(_ part: Data, to blob: BlobReference) throws {
    try io {
      try make()
      let path = file(blob.name + ".part")
      if !FileManager.default.fileExists(atPath: path.path) { try Data().write(to: path) }
      let handle = try FileHandle(forWritingTo: path)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: part)
    }
  }

  /// Takes what has come for the value, if its hash is right; otherwise it is gone.
  func finish(_ blob: BlobReference) throws -> Bool {
    let path = file(blob.name + ".part")
    let isRight = try io {
      var hash = RunningSHA256()
      let handle = try FileHandle(forReadingFrom: path)
      defer { try? handle.close() }
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
        part.withUnsafeBytes { hash.update($0) }
      }
      return hash.finish() == blob.sha256
    }
    guard isRight else {
      try? FileManager.default.removeItem(at: path)
      return false
    }
    try io { try name(path, blob) }
    return true
  }

  /// Removes what has come of values that nobody waits for any more.
  func removeParts(except names: Set<String>) {
    for name in contents() where name.hasSuffix(".part") && !names.contains(String(name.dropLast(5))) {
      try? FileManager.default.removeItem(at: file(name))
    }
  }

  // MARK: What is still to come

  private static let suffix = ".wanted"

  /// The name of a value's mark.
  static func mark(_ blob: BlobReference) -> String { blob.name + (blob.isText ? ".text" : ".bytes") + suffix }

  private func mark(_ blob: BlobReference) -> URL { file(Self.mark(blob)) }

  func want(_ blob: BlobReference) throws {
    try io {
      try make()
      try Data("\(blob.size)".utf8).write(to: mark(blob), options: .atomic)
    }
  }

  func forget(_ blob: BlobReference) { try? FileManager.default.removeItem(at: mark(blob)) }

  /// The names of the marks; nil: there is no folder. What is in them does not count: a power failure may have emptied them.
  func wanted() -> Set<String>? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return Set(contents().filter { $0.hasSuffix(Self.suffix) })
  }

  func make() throws {
    if FileManager.default.fileExists(atPath: url.path) { return }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  private func contents() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? [] }
}
