// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The bytes of everything but containers.
enum BinaryPropertyListEncoding {
  static func scalar(_ value: PropertyListValue) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value {
    case .bool(let value): bytes = [value ? 0x09 : 0x08]
    case .integer(let value): append(value, to: &bytes)
    case .unsigned(let value): append(value, to: &bytes)
    case .real(let value):
      bytes = [0x23]
      append(value.bitPattern, size: 8, to: &bytes)
    case .float(let value):
      bytes = [0x22]
      append(UInt64(value.bitPattern), size: 4, to: &bytes)
    case .date(let value):
      bytes = [0x33]
      append(value.timeIntervalSinceReferenceDate.bitPattern, size: 8, to: &bytes)
    case .data(let value):
      append(0x40, count: value.count, to: &bytes)
      bytes += value
    case .string(let value): append(value, to: &bytes)
    case .uid(let value):
      let size = value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : 4
      bytes = [0x80 | UInt8(size - 1)]
      append(UInt64(value), size: size, to: &bytes)
    // Containers are written by the caller.
    case .null, .array, .set, .dictionary: bytes = [0x00]
    }
    return bytes
  }

  /// A marker with the number of items, which stands after it from 15 on.
  static func append(_ marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    if count < 15 {
      bytes.append(marker | UInt8(count))
    } else {
      bytes.append(marker | 0xF)
      append(Int64(count), to: &bytes)
    }
  }

  /// The lower bytes of an integer, highest first.
  static func append(_ value: UInt64, size: Int, to bytes: inout [UInt8]) {
    for index in (0..<size).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8)))
    }
  }

  private static func append(_ value: Int64, to bytes: inout [UInt8]) {
    let pattern = UInt64(bitPattern: value)
    let power =
      value < 0 ? 3 : value <= 0xFF ? 0 : value <= 0xFFFF ? 1 : value <= 0xFFFF_FFFF ? 2 : 3
    bytes.append(0x10 | UInt8(power))
    append(pattern, size: 1 << power, to: &bytes)
  }

  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    if let value = Int64(exactly: value) { return append(value, to: &bytes) }
    bytes.append(0x14)
    append(0, size: 8, to: &bytes)
    append(value, size: 8, to: &bytes)
  }

  private static func append(_ value: String, to bytes: inout [UInt8]) {
    let ascii = Array(value.utf8)
    if ascii.allSatisfy({ $0 < 0x80 }) {
      append(0x50, count: ascii.count, to: &bytes)
      bytes += ascii
    } else {
      let units = Array(value.utf16)
      append(0x60, count: units.count, to: &bytes)
      for unit in units { append(UInt64(unit), size: 2, to: &bytes) }
    }
  }
}
