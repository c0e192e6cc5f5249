// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PropertyListValue {
  /// The value as a binary property list.
  ///
  /// Equal values give equal bytes: keys are sorted, and what is no container
  /// is written once, as Apple's software does.
  ///
  /// - Throws: ``PropertyListError`` if containers lie in one another deeper
  ///   than can be read again.
  package func binary() throws -> Data {
    var writer = BinaryPropertyListWriter()
    return try writer.write(self)
  }
}

/// Numbers the objects first, so that the size of references is known.
struct BinaryPropertyListWriter {
  private enum Object {
    case scalar([UInt8])
    /// A container's marker without its count, and what it refers to.
    case container(UInt8, count: Int, [Int])
  }

  private var objects: [Object] = []
  /// By their bytes: numbers and strings that are equal in Swift may differ
  /// in the list.
  private var scalars: [[UInt8]: Int] = [:]

  mutating func write(_ value: PropertyListValue) throws -> Data {
    _ = try add(value, depth: 0)
    let referenceSize = Self.size(of: objects.count)
    var bytes = BinaryPropertyListLayout.magic
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let encoded): bytes += encoded
      case .container(let marker, let count, let references):
        BinaryPropertyListEncoding.append(marker, count: count, to: &bytes)
        for reference in references {
          BinaryPropertyListEncoding.append(UInt64(reference), size: referenceSize, to: &bytes)
        }
      }
    }
    let tableStart = bytes.count
    let offsetSize = Self.size(of: tableStart)
    for offset in offsets {
      BinaryPropertyListEncoding.append(UInt64(offset), size: offsetSize, to: &bytes)
    }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, 0, tableStart] {
      BinaryPropertyListEncoding.append(UInt64(number), size: 8, to: &bytes)
    }
    return Data(bytes)
  }

  private mutating func add(_ value: PropertyListValue, depth: Int) throws -> Int {
    switch value {
    case .array(let members): return try add(members, marker: 0xA0, depth: depth)
    case .set(let members): return try add(members, marker: 0xC0, depth: depth)
    case .dictionary(let dictionary): return try add(dictionary, depth: depth)
    default: return add(scalar: BinaryPropertyListEncoding.scalar(value))
    }
  }

  private mutating func add(scalar bytes: [UInt8]) -> Int {
    if let known = scalars[bytes] { return known }
    scalars[bytes] = objects.count
    objects.append(.scalar(bytes))
    return objects.count - 1
  }

  private mutating func add(
    _ members: [PropertyListValue], marker: UInt8, depth: Int
  ) throws -> Int {
    let index = try reserve(depth)
    var references: [Int] = []
    references.reserveCapacity(members.count)
    for member in members { references.append(try add(member, depth: depth + 1)) }
    objects[index] = .container(marker, count: members.count, references)
    return index
  }

  private mutating func add(
    _ dictionary: [String: PropertyListValue], depth: Int
  ) throws -> Int {
    let index = try reserve(depth)
    let entries = dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var references: [Int] = []
    references.reserveCapacity(entries.count * 2)
    for entry in entries { references.append(try add(.string(entry.key), depth: depth + 1)) }
    for entry in entries { references.append(try add(entry.value, depth: depth + 1)) }
    objects[index] = .container(0xD0, count: entries.count, references)
    return index
  }

  private mutating func reserve(_ depth: Int) throws -> Int {
    guard depth < PropertyListLimits.depth else {
      throw PropertyListError(
        "More than \(PropertyListLimits.depth) containers lie in one another.")
    }
    objects.append(.scalar([]))
    return objects.count - 1
  }

  /// The least number of bytes, of 1, 2, 4 and 8, that hold an integer.
  private static func size(of value: Int) -> Int {
    if value <= 0xFF { return 1 }
    if value <= 0xFFFF { return 2 }
    return UInt32(exactly: value) != nil ? 4 : 8
  }
}
