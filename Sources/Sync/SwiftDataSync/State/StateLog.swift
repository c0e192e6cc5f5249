// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDataSyncCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

// The class has a method of this name.
#if !os(Windows)
  private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
#endif

/// A file of entries, each written as a whole: where a device keeps its state.
///
/// Not SwiftData models: a container of their own would not share a transaction with the app's store either, and a store
/// offers no way to wait for the disk, which an upload needs. An entry is its length, a digest, how much of the file was
/// on the disk before it, and its bytes. What a power failure has left in the middle of an entry at the end is cut off.
final class StateLog {
  let file: URL
  private var handle: FileHandle
  private var length: UInt64 = 0
  private var synchronized: UInt64 = 0
  /// The length of the first entry, which has all of the state if the file was ever written anew.
  private var compactLength: UInt64 = 0
  private static let frame = 24
  /// Of an entry that was on the disk before the file had its name, instead of how much of the file was there before it.
  private static let whole = UInt64.max

  /// Opens the file, and shows what it has to `visit`, in order.
  init(file: URL, user: StateFileUser, visit: (StateEntry) throws -> Void) throws {
    self.file = file
    guard OpenStateFiles.claim(file, for: user) else { throw SyncError.inUse(file: file.path) }
    do { handle = try Self.locked(file) } catch {
      OpenStateFiles.release(file, by: user)
      throw error
    }
    OpenStateFiles.add(self, file, of: user)
    let data: [UInt8]
    do { data = [UInt8](try handle.readToEnd() ?? Data()) } catch {
      throw SyncError.stateFile(file: file.path, reason: "\(error)")
    }
    var offset = 0
    while let (entry, next) = try Self.entry(data, at: offset, file) {
      try visit(entry)
      if offset == 0 { compactLength = UInt64(next) }
      offset = next
    }
    length = UInt64(offset)
    if offset < data.count { try io { try handle.truncate(atOffset: length) } }
    try io { try handle.seek(toOffset: length) }
    // A process that was killed may have written without waiting for the disk.
    try io { try handle.synchronize() }
    synchronized = length
  }

  deinit {
    try? handle.close()
    OpenStateFiles.remove(ObjectIdentifier(self), file)
  }

  func close() throws { try io { try handle.close() } }

  /// Whether it is worth writing the file anew, with each row once: most of it is of the past.
  ///
  /// - Parameter least: Nor is a file of so many bytes.
  func isLong(_ least: Int) -> Bool { length > least && length > compactLength * 3 }

  func append(_ entry: StateEntry) throws {
    let bytes = try Self.bytes(entry, synchronized: synchronized)
    do { try handle.write(contentsOf: bytes) } catch {
      // What is there of it must not precede the next entry.
      try? handle.truncate(atOffset: length)
      _ = try? handle.seek(toOffset: length)
      throw SyncError.stateFile(file: file.path, reason: "\(error)")
    }
    length += UInt64(bytes.count)
  }

  /// Waits until all is on the disk.
  func synchronize() throws {
    guard synchronized < length else { return }
    try io { try handle.synchronize() }
    synchronized = length
  }

  /// Writes the file anew with one entry, which has all of the state. After an error it may be as it was: see `isLong`.
  func replace(with entry: StateEntry) throws {
    let bytes = try Self.bytes(entry, synchronized: Self.whole)
    let other = file.appendingPathExtension("new")
    let new = try io {
      try Data(bytes).write(to: other)
      let new = try FileHandle(forUpdating: other)
      try new.synchronize()
      try Self.lock(new, file)
      try new.seekToEnd()
      guard rename(other.path, file.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return new
    }
    try? handle.close()
    handle = new
    length = UInt64(bytes.count)
    (synchronized, compactLength) = (length, length)
    // Or the former file might come back after a power failure, without what is appended to this one.
    try io { try Self.synchronize(file.deletingLastPathComponent()) }
  }

  /// Waits until the names in a folder are on the disk.
  static func synchronize(_ folder: URL) throws {
    #if !os(Windows)
      let descriptor = open(folder.path, O_RDONLY)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      defer { _ = systemClose(descriptor) }
      guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    #endif
  }

  private func io<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SyncError { throw error } catch {
      throw SyncError.stateFile(file: file.path, reason: "\(error)")
    }
  }

  /// Opens the file, which is made if it is not there, and locks it.
  private static func locked(_ file: URL) throws -> FileHandle {
    // Another process may write the file anew between the two: the lock is on what was the file then.
    for _ in 0..<16 {
      let handle: FileHandle
      do { handle = try opened(file) } catch { throw SyncError.stateFile(file: file.path, reason: "\(error)") }
      try lock(handle, file)
      if isAt(file, handle) { return handle }
      try? handle.close()
    }
    throw SyncError.inUse(file: file.path)
  }

  private static func opened(_ file: URL) throws -> FileHandle {
    #if os(Windows)
      if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
      return try FileHandle(forUpdating: file)
    #else
      // In one step: what another process has begun meanwhile must not be emptied.
      let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    #endif
  }

  /// Whether a handle is of the file that has the name now.
  private static func isAt(_ file: URL, _ handle: FileHandle) -> Bool {
    #if os(Windows)
      return true
    #else
      var (named, own) = (stat(), stat())
      guard stat(file.path, &named) == 0, fstat(handle.fileDescriptor, &own) == 0 else { return false }
      return named.st_ino == own.st_ino && named.st_dev == own.st_dev
    #endif
  }

  /// Two that write to one file would mix their entries; and what one has applied, the other would take for edits.
  private static func lock(_ handle: FileHandle, _ file: URL) throws {
    #if !os(Windows)
      guard flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 else { throw SyncError.inUse(file: file.path) }
    #endif
  }

  private static func bytes(_ entry: StateEntry, synchronized: UInt64) throws -> [UInt8] {
    var bytes = try entry.bytes(after: frame)
    let length = bytes.count - frame
    for (place, number) in [UInt64(length), digest(bytes, frame..<bytes.count), synchronized].enumerated() {
      for byte in 0..<8 { bytes[place * 8 + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)) }
    }
    return bytes
  }

  private static func digest(_ body: UnsafeRawBufferPointer) -> UInt64 {
    var digest = Digest()
    digest.add(body)
    return digest.value
  }

  private static func digest(_ data: [UInt8], _ range: Range<Int>) -> UInt64 {
    data.withUnsafeBytes { digest(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private static func number(_ data: [UInt8], at offset: Int) -> UInt64 {
    data[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Nil: there is no whole entry any more.
  private static func entry(_ data: [UInt8], at offset: Int, _ file: URL) throws -> (StateEntry, next: Int)? {
    // All of the state, in a file that got its name when it was whole: to begin anew would upload all objects once more.
    let isWhole = offset == 0 && data.count >= frame && number(data, at: 16) == whole
    guard let body = body(data, at: offset) else {
      if isWhole || isFollowed(data, after: offset) {
        throw SyncError.damagedState(file: file.path, reason: "the entry at byte \(offset) is cut")
      }
      return nil
    }
    let next = body.upperBound
    guard digest(data, body) == number(data, at: offset + 8) else {
      if isWhole || isFollowed(data, after: offset) {
        throw SyncError.damagedState(file: file.path, reason: "the entry at byte \(offset) has other contents")
      }
      return nil
    }
    do { return (try StateEntry(data, body), next) } catch {
      throw SyncError.damagedState(
        file: file.path, reason: "the entry at byte \(offset) is of another version: \(error)")
    }
  }

  /// Whether there is an entry after another one that was written when that was on the disk: no power failure has damaged it
  /// then. It is looked for everywhere, since the length may be what was damaged.
  private static func isFollowed(_ data: [UInt8], after offset: Int) -> Bool {
    guard offset + 2 * frame < data.count else { return false }
    return data.withUnsafeBytes { bytes in
      (offset + frame..<data.count - frame).contains { place in
        // Few places look like the beginning of an entry: most bytes are looked at no further.
        let synchronized = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt64.self))
        guard synchronized > UInt64(offset), synchronized <= UInt64(place), let body = body(data, at: place) else {
          return false
        }
        return digest(data, body) == number(data, at: place + 8)
      }
    }
  }

  private static func body(_ data: [UInt8], at offset: Int) -> Range<Int>? {
    guard offset + frame <= data.count else { return nil }
    let length = number(data, at: offset)
    guard length > 0, length <= UInt64(data.count - offset - frame) else { return nil }
    let start = offset + frame
    return start..<start + Int(length)
  }
}
