// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

#if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
  /// A file mapped into memory, for reading only.
  ///
  /// The operating system brings in the pages that are read, and ``trim()``
  /// gives them back. The file must not become shorter meanwhile: Realm never
  /// does, as it puts a new file in place when it compacts one.
  final class MappedSource: ByteSource {
    let name: String?
    let size: Int
    private let descriptor: Int32
    // Read only.
    nonisolated(unsafe) private let start: UnsafeMutableRawPointer

    init(_ path: String) throws {
      name = path
      // A pipe would have the call wait for its writer.
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.refusal(path, errno) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        let code = errno
        close(descriptor)
        throw Self.refusal(path, code)
      }
      guard status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw RealmFileError(
          .notAFile, "This is a folder or a device, not a file.", file: path,
          advice: "Give the path of the file itself, which mostly ends in .realm.")
      }
      guard status.st_size > 0 else {
        close(descriptor)
        throw RealmFileError.empty(path)
      }
      size = Int(status.st_size)
      let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard let address, address != MAP_FAILED else {
        let code = errno
        close(descriptor)
        throw Self.refusal(path, code)
      }
      start = address
    }

    deinit {
      munmap(start, size)
      close(descriptor)
    }

    func bytes(at offset: Int, count: Int) throws -> Bytes {
      try check(offset, count)
      return Bytes(owner: self, start: UnsafeRawPointer(start) + offset, count: count)
    }

    func trim() {
      // Nothing is lost: the pages have never been written to.
      madvise(start, size, Int32(MADV_DONTNEED))
    }

    func checkSize() throws {
      var status = stat()
      guard fstat(descriptor, &status) == 0, Int(status.st_size) >= size else {
        throw RealmFileError(
          .changedWhileReading, "The file became shorter while it was read.", file: name,
          advice: "Read a copy that no other program works on.")
      }
    }

    private static func refusal(_ path: String, _ code: Int32) -> RealmFileError {
      if code == ENOENT || code == ENOTDIR { return .missing(path) }
      return RealmFileError(
        .unreadable, "The file cannot be read: \(String(cString: strerror(code))).", file: path,
        advice: "Check that you may read it.")
    }
  }
#endif

extension RealmFileError {
  static func missing(_ path: String) -> RealmFileError {
    RealmFileError(.fileNotFound, "There is no such file.", file: path, advice: "Check the path.")
  }

  static func empty(_ path: String?) -> RealmFileError {
    RealmFileError(
      .fileIsEmpty, "The file has no bytes.", file: path,
      advice: "Take the file from a backup: even a Realm without objects has some.")
  }
}

/// How a file is opened on this platform.
enum FileOpening {
  static func source(_ url: URL) throws -> any ByteSource {
    guard url.isFileURL else {
      throw RealmFileError(
        .notAFile, "Only files can be read.", file: url.absoluteString,
        advice: "Download it first.")
    }
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      return try MappedSource(url.path)
    #else
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
        throw RealmFileError.missing(url.path)
      }
      guard !isFolder.boolValue, let data = try? Data(contentsOf: url) else {
        throw RealmFileError(.unreadable, "The file cannot be read.", file: url.path)
      }
      guard !data.isEmpty else { throw RealmFileError.empty(url.path) }
      return MemorySource(data, name: url.path)
    #endif
  }
}
