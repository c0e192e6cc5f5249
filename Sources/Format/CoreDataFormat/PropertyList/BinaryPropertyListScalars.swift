// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Everything but containers.
extension BinaryPropertyListLayout {
  /// The value of the object at a position, and where it ends.
  func scalar(at position: Int) throws -> (value: PropertyListValue, end: Int) {
    let marker = bytes[position]
    switch marker >> 4 {
    case 0x0: return (try single(marker, at: position), position + 1)
    case 0x1: return try integer(marker, at: position)
    case 0x2: return try real(marker, at: position)
    case 0x3 where marker == 0x33:
      let (pattern, end) = try fixed(8, at: position)
      return (.date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: pattern))), end)
    case 0x4:
      let (range, end) = try range(ofItems: 1, at: position)
      return (.data(Data(bytes[range])), end)
    case 0x5:
      let (range, end) = try range(ofItems: 1, at: position)
      guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
        throw PropertyListError("An ASCII string has bytes that are not ASCII.", at: position)
      }
      return (.string(String(decoding: bytes[range], as: UTF8.self)), end)
    case 0x6:
      let (range, end) = try range(ofItems: 2, at: position)
      return (.string(utf16(range)), end)
    case 0x8:
      let (value, end) = try fixed(Int(marker & 0xF) + 1, at: position)
      guard let uid = UInt32(exactly: value) else {
        throw PropertyListError("The reference \(value) is too large.", at: position)
      }
      return (.uid(uid), end)
    default:
      throw unknown(marker, at: position)
    }
  }

  /// How many items an object has, and where they begin: the number is in the
  /// marker, or, from 15 on, in an integer after it.
  func count(at position: Int) throws -> (count: UInt64, start: Int) {
    let small = bytes[position] & 0xF
    guard small == 0xF else { return (UInt64(small), position + 1) }
    guard position + 1 < tableStart, bytes[position + 1] >> 4 == 0x1,
      case (.integer(let count), let start) = try integer(bytes[position + 1], at: position + 1),
      count >= 0
    else { throw PropertyListError("The number of items is not an integer.", at: position) }
    return (UInt64(count), start)
  }

  private func single(_ marker: UInt8, at position: Int) throws -> PropertyListValue {
    switch marker {
    case 0x00: .null
    case 0x08: .bool(false)
    case 0x09: .bool(true)
    default: throw unknown(marker, at: position)
    }
  }

  /// One, two and four bytes are without sign, eight and sixteen with it.
  private func integer(
    _ marker: UInt8, at position: Int
  ) throws -> (value: PropertyListValue, end: Int) {
    switch marker {
    case 0x10, 0x11, 0x12, 0x13:
      let (value, end) = try fixed(1 << Int(marker & 0xF), at: position)
      return (.integer(Int64(truncatingIfNeeded: value)), end)
    case 0x14:
      let (high, _) = try fixed(8, at: position)
      let (low, end) = try fixed(8, at: position, skipping: 8)
      if high == 0 {
        return (Int64(exactly: low).map { .integer($0) } ?? .unsigned(low), end)
      }
      let value = Int64(truncatingIfNeeded: low)
      guard high == .max, value < 0 else {
        throw PropertyListError("An integer has more than 64 bits.", at: position)
      }
      return (.integer(value), end)
    default: throw unknown(marker, at: position)
    }
  }

  private func real(
    _ marker: UInt8, at position: Int
  ) throws -> (value: PropertyListValue, end: Int) {
    switch marker {
    case 0x22:
      let (pattern, end) = try fixed(4, at: position)
      return (.float(Float(bitPattern: UInt32(truncatingIfNeeded: pattern))), end)
    case 0x23:
      let (pattern, end) = try fixed(8, at: position)
      return (.real(Double(bitPattern: pattern)), end)
    default: throw unknown(marker, at: position)
    }
  }

  /// Half of a pair alone becomes the replacement character.
  private func utf16(_ range: Range<Int>) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(range.count / 2)
    for index in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
      units.append(UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1]))
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// An integer of up to eight bytes after the marker. References may have
  /// more; those above eight are zero.
  private func fixed(
    _ size: Int, at position: Int, skipping skipped: Int = 0
  ) throws -> (value: UInt64, end: Int) {
    let start = position + 1 + skipped
    let end = try end(of: 1, size: size, from: start)
    guard size <= 8 || bytes[start..<(end - 8)].allSatisfy({ $0 == 0 }) else {
      throw PropertyListError("An integer has more than 64 bits.", at: position)
    }
    let used = min(size, 8)
    return (integer(at: end - used, size: used), end)
  }

  private func range(ofItems size: Int, at position: Int) throws -> (Range<Int>, end: Int) {
    let (count, start) = try count(at: position)
    let end = try end(of: count, size: size, from: start)
    return (start..<end, end)
  }

  private func unknown(_ marker: UInt8, at position: Int) -> PropertyListError {
    PropertyListError("There is no kind of object \(marker).", at: position)
  }
}
