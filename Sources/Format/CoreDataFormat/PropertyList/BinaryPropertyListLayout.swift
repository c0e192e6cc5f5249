// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where things are in a binary property list: eight bytes of magic, the
/// objects, the table of their offsets, and a trailer of 32 bytes.
struct BinaryPropertyListLayout {
  let bytes: [UInt8]
  let objectCount: Int
  let topObject: Int
  /// How many bytes a reference from a container to an object has.
  let referenceSize: Int
  private let offsetSize: Int
  /// Where the objects end and their offsets begin.
  let tableStart: Int

  static let magic = Array("bplist00".utf8)
  static let trailerSize = 32

  init(_ data: Data) throws {
    bytes = [UInt8](data)
    let minimum = Self.magic.count + Self.trailerSize + 2
    guard bytes.count >= minimum else {
      throw PropertyListError("\(bytes.count) bytes are too few, \(minimum) is the least.", at: 0)
    }
    guard bytes.starts(with: Self.magic) else {
      throw PropertyListError("It does not begin with bplist00.", at: 0)
    }
    let trailer = bytes.count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyListError("Sizes of offsets and references are 1 to 8 bytes.", at: trailer + 6)
    }
    let count = Self.integer(in: bytes, at: trailer + 8, size: 8)
    let top = Self.integer(in: bytes, at: trailer + 16, size: 8)
    let start = Self.integer(in: bytes, at: trailer + 24, size: 8)
    guard let tableStart = Int(exactly: start), tableStart > Self.magic.count, tableStart < trailer
    else { throw PropertyListError("The table of offsets is outside the list.", at: trailer + 24) }
    guard count >= 1, count <= UInt64((trailer - tableStart) / offsetSize) else {
      throw PropertyListError("There is no room for \(count) offsets.", at: trailer + 8)
    }
    // Each has at least one byte of its own; a table of many offsets to the
    // same one would cost memory for nothing.
    guard count <= UInt64(tableStart - Self.magic.count) else {
      throw PropertyListError("There are more objects than bytes.", at: trailer + 8)
    }
    guard top < count else {
      throw PropertyListError("The top object \(top) is not one of \(count).", at: trailer + 16)
    }
    self.tableStart = tableStart
    // Both are below the number of bytes.
    objectCount = Int(truncatingIfNeeded: count)
    topObject = Int(truncatingIfNeeded: top)
  }

  /// Where an object begins.
  func position(ofObject index: Int) throws -> Int {
    let entry = tableStart + index * offsetSize
    let offset = Self.integer(in: bytes, at: entry, size: offsetSize)
    guard offset >= UInt64(Self.magic.count), offset < UInt64(tableStart) else {
      throw PropertyListError("The offset \(offset) is not among the objects.", at: entry)
    }
    return Int(truncatingIfNeeded: offset)
  }

  /// Checks that so many items of a size follow, and returns where they end.
  func end(of count: UInt64, size: Int, from start: Int) throws -> Int {
    let room = max(0, tableStart - start)
    guard count <= UInt64(room / size) else {
      throw PropertyListError("There is no room for \(count) items of \(size) bytes.", at: start)
    }
    return start + Int(truncatingIfNeeded: count) * size
  }

  /// A big-endian integer; the caller has checked the bounds.
  func integer(at position: Int, size: Int) -> UInt64 {
    Self.integer(in: bytes, at: position, size: size)
  }

  private static func integer(in bytes: [UInt8], at position: Int, size: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in bytes[position..<(position + size)] { value = value << 8 | UInt64(byte) }
    return value
  }
}
