// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Some bytes of a file, kept alive by what they belong to.
///
/// Every access is checked: offsets come from files.
struct Bytes {
  /// The mapping, or the decrypted page, that the bytes are in.
  let owner: AnyObject
  private let start: UnsafeRawPointer
  let count: Int

  /// - Parameter start: `count` bytes that live as long as `owner`.
  init(owner: AnyObject, start: UnsafeRawPointer, count: Int) {
    self.owner = owner
    self.start = start
    self.count = count
  }

  init(copying bytes: some Collection<UInt8>) {
    let buffer = Buffer(count: bytes.count)
    buffer.bytes.copyBytes(from: bytes)
    self.init(buffer)
  }

  init(_ buffer: Buffer) {
    self.init(
      owner: buffer, start: UnsafeRawPointer(buffer.start), count: buffer.bytes.count)
  }

  /// A number in little-endian order, at any offset.
  @inline(__always)
  func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type, at offset: Int) throws -> T {
    guard offset >= 0, offset <= count - MemoryLayout<T>.size else { throw Self.outside }
    return withExtendedLifetime(owner) {
      T(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: T.self))
    }
  }

  func slice(_ offset: Int, _ length: Int) throws -> Bytes {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
      throw Self.outside
    }
    return Bytes(owner: owner, start: start + offset, count: length)
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(owner) {
      try body(UnsafeRawBufferPointer(start: start, count: count))
    }
  }

  /// The text; what is no UTF-8 is replaced by U+FFFD.
  var string: String { withBytes { String(decoding: $0, as: UTF8.self) } }

  var data: Data { withBytes { Data($0) } }

  private static var outside: RealmFileError {
    .damaged("A value reaches beyond the part of the file that it should be in.")
  }
}

/// Memory of its own.
final class Buffer: @unchecked Sendable {
  // Written only before it is shared.
  let bytes: UnsafeMutableRawBufferPointer
  let start: UnsafeMutableRawPointer

  init(count: Int) {
    // Freed by `deinit`; a buffer of nothing has an address, too.
    start = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1), alignment: 16)
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit { start.deallocate() }
}
