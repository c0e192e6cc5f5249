// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PropertyListValue {
  /// Reads a binary property list.
  ///
  /// - Throws: ``PropertyListError`` if the bytes are none, refer to
  ///   themselves in a circle, or describe more than they can hold.
  package init(binary data: Data) throws {
    var reader = BinaryPropertyListReader(layout: try BinaryPropertyListLayout(data))
    self = try reader.top()
  }
}

/// Reads each object once, whatever number of containers name it.
struct BinaryPropertyListReader {
  private enum State {
    case unread
    /// Met again while it is being read, an object holds itself.
    case reading
    /// With the number of values that it describes.
    case read(PropertyListValue, size: Int)
  }

  private let layout: BinaryPropertyListLayout
  private var states: [State]
  private var depth = 0
  private var bytesLeft: Int
  private let maximumSize: Int

  init(layout: BinaryPropertyListLayout) {
    self.layout = layout
    // The table of offsets has an entry for each of them.
    states = Array(repeating: .unread, count: layout.objectCount)
    bytesLeft = PropertyListLimits.reading(ofBytes: layout.bytes.count)
    maximumSize = PropertyListLimits.values(inBytes: layout.bytes.count)
  }

  mutating func top() throws -> PropertyListValue { try object(layout.topObject).value }

  private mutating func object(_ index: Int) throws -> (value: PropertyListValue, size: Int) {
    let position = try layout.position(ofObject: index)
    switch states[index] {
    case .read(let value, let size): return (value, size)
    case .reading: throw PropertyListError("Object \(index) contains itself.", at: position)
    case .unread: break
    }
    guard depth <= PropertyListLimits.depth else {
      throw PropertyListError(
        "More than \(PropertyListLimits.depth) containers lie in one another.", at: position)
    }
    states[index] = .reading
    depth += 1
    defer { depth -= 1 }
    let (value, size) = try read(at: position)
    guard size <= maximumSize else {
      throw PropertyListError("It names the same objects too often.", at: position)
    }
    states[index] = .read(value, size: size)
    return (value, size)
  }

  private mutating func read(at position: Int) throws -> (value: PropertyListValue, size: Int) {
    let marker = layout.bytes[position]
    switch marker >> 4 {
    case 0xA, 0xC:
      let (members, size) = try members(at: position)
      return (marker >> 4 == 0xA ? .array(members) : .set(members), size)
    case 0xD:
      return try dictionary(at: position)
    default:
      let (value, end) = try layout.scalar(at: position)
      try spend(end - position, at: position)
      return (value, 1)
    }
  }
}

// MARK: - Containers

extension BinaryPropertyListReader {
  private mutating func members(
    at position: Int
  ) throws -> (members: [PropertyListValue], size: Int) {
    let (count, start) = try layout.count(at: position)
    let end = try layout.end(of: count, size: layout.referenceSize, from: start)
    return try objects(from: start, to: end)
  }

  private mutating func dictionary(
    at position: Int
  ) throws -> (value: PropertyListValue, size: Int) {
    let (count, start) = try layout.count(at: position)
    let middle = try layout.end(of: count, size: layout.referenceSize, from: start)
    let end = try layout.end(of: count, size: layout.referenceSize, from: middle)
    let keys = try objects(from: start, to: middle)
    let values = try objects(from: middle, to: end)
    var dictionary: [String: PropertyListValue] = [:]
    for (key, value) in zip(keys.members, values.members) {
      guard case .string(let key) = key else {
        throw PropertyListError("A dictionary's key is \(key.kind), not a string.", at: position)
      }
      // Of equal keys the first counts.
      if dictionary[key] == nil { dictionary[key] = value }
    }
    return (.dictionary(dictionary), keys.size + values.size)
  }

  /// The objects that the references from one position to another name.
  private mutating func objects(
    from start: Int, to end: Int
  ) throws -> (members: [PropertyListValue], size: Int) {
    try spend(end - start, at: start)
    var members: [PropertyListValue] = []
    members.reserveCapacity((end - start) / layout.referenceSize)
    var size = 1
    for position in stride(from: start, to: end, by: layout.referenceSize) {
      let reference = layout.integer(at: position, size: layout.referenceSize)
      guard reference < UInt64(layout.objectCount) else {
        throw PropertyListError(
          "There is no object \(reference) among \(layout.objectCount).", at: position)
      }
      let member = try object(Int(truncatingIfNeeded: reference))
      members.append(member.value)
      // Both are at most the maximum, which is far from overflowing.
      size += member.size
      guard size <= maximumSize else {
        throw PropertyListError("It names the same objects too often.", at: position)
      }
    }
    return (members, size)
  }

  /// Overlapping objects would otherwise be read in time that grows with the
  /// square of the list.
  private mutating func spend(_ count: Int, at position: Int) throws {
    bytesLeft -= count
    guard bytesLeft >= 0 else {
      throw PropertyListError("Its objects overlap too often.", at: position)
    }
  }
}
