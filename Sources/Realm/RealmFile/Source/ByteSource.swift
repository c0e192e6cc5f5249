// SPDX-License-Identifier: Apache-2.0

/// The bytes of a Realm file: decrypted, if it is an encrypted one.
protocol ByteSource: AnyObject, Sendable {
  /// How the file is called in errors.
  var name: String? { get }
  /// The number of bytes.
  var size: Int { get }
  /// Some bytes.
  ///
  /// - Throws: ``RealmFileError`` if the file ends before, or cannot be read.
  func bytes(at offset: Int, count: Int) throws -> Bytes
  /// Lets go of memory that can be filled again from the file.
  func trim()
  /// Drops copies of what the file had when it was read.
  func forget()
  /// - Throws: ``RealmFileError`` if the file has become shorter.
  func checkSize() throws
}

extension ByteSource {
  func forget() {}

  func check(_ offset: Int, _ count: Int) throws {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw RealmFileError.truncated(
        "The file has \(size) bytes, but something in it leads to offset \(offset).", at: offset)
    }
  }
}

/// Bytes in memory.
final class MemorySource: ByteSource {
  let name: String?
  let size: Int
  private let buffer: Buffer

  init(_ bytes: some Collection<UInt8>, name: String? = nil) {
    self.name = name
    size = bytes.count
    buffer = Buffer(count: bytes.count)
    buffer.bytes.copyBytes(from: bytes)
  }

  func bytes(at offset: Int, count: Int) throws -> Bytes {
    try check(offset, count)
    return Bytes(owner: buffer, start: UnsafeRawPointer(buffer.start) + offset, count: count)
  }

  func trim() {}
  func checkSize() {}
}
