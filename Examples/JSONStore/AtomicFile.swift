// SPDX-License-Identifier: Apache-2.0

import SwiftData

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is replaced as a whole: whoever is killed at any point leaves the old file or the new one.
struct AtomicFile {
  let url: URL

  /// Tells whether somebody has replaced the file.
  struct Version: Equatable {
    let file: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int
  }

  /// `nil` if there is no file.
  func version() throws -> Version? {
    var status = stat()
    guard stat(url.path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw JSONStoreError.failed(url, operation: "stat", code: errno)
    }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Version(
      file: UInt64(status.st_ino), size: Int64(status.st_size), seconds: Int(time.tv_sec),
      nanoseconds: Int(time.tv_nsec))
  }

  func read() throws -> Data {
    do { return try Data(contentsOf: url) } catch { throw JSONStoreError.damaged(url, reason: "\(error)") }
  }

  /// Writes beside the file, makes sure that the bytes are on the disk, and only then gives them the file's name.
  func replace(with data: Data) throws {
    let new = url.path + ".new"
    let file = open(new, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw JSONStoreError.failed(url, operation: "open", code: errno) }
    do {
      defer { close(file) }
      try write(data, to: file)
      guard fsync(file) == 0 else { throw JSONStoreError.failed(url, operation: "fsync", code: errno) }
    } catch {
      unlink(new)
      throw error
    }
    guard rename(new, url.path) == 0 else { throw JSONStoreError.failed(url, operation: "rename", code: errno) }
    // The name is an entry of the directory, which has to be on the disk, too.
    let directory = open(url.deletingLastPathComponent().path, O_RDONLY)
    guard directory >= 0 else { return }
    _ = fsync(directory)
    close(directory)
  }

  private func write(_ data: Data, to file: Int32) throws {
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        #else
          let count = Musl.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        #endif
        if count < 0 {
          if errno == EINTR { continue }
          throw JSONStoreError.failed(url, operation: "write", code: errno)
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Runs `body` while no other process does the same.
  func locked<R>(_ body: () throws -> R) throws -> R {
    let file = open(url.path + ".lock", O_RDWR | O_CREAT, 0o644)
    guard file >= 0 else { throw JSONStoreError.failed(url, operation: "open", code: errno) }
    // Closing gives the lock back.
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw JSONStoreError.failed(url, operation: "flock", code: errno) }
    }
    return try body()
  }
}
