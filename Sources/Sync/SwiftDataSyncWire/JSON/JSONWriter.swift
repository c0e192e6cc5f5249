// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// Writes JSON in the one way to write it: keys in the order of their bytes, no space, nothing escaped that need not be.
/// Who writes an object gives its keys in that order.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  /// The largest integer, and with a minus the least one, that every JSON library keeps exactly: 2⁵³ − 1.
  static let largest: Int64 = (1 << 53) - 1

  init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }

  /// Text of the protocol's, as it is.
  mutating func raw(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// What another writer has written.
  mutating func encoded(_ content: [UInt8]) { bytes.append(contentsOf: content) }

  mutating func bool(_ value: Bool) { if value { raw("true") } else { raw("false") } }

  /// Sequence numbers and times that no honest clock gives are set to the limit.
  mutating func number(_ value: some BinaryInteger) {
    decimal(max(-Self.largest, min(Self.largest, Int64(clamping: value))))
  }

  mutating func decimal(_ value: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value.magnitude
      var start = digits.count
      repeat {
        start -= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      if value < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  mutating func hexadecimal(_ value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { digits in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place)) & 0xf
        digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      bytes.append(contentsOf: UnsafeBufferPointer(digits))
    }
  }

  /// Sixty-four bits.
  mutating func bits(_ value: UInt64) {
    bytes.append(UInt8(ascii: "\""))
    hexadecimal(value)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func number(_ number: UniqueNumber) {
    bytes.append(UInt8(ascii: "\""))
    hexadecimal(number.high)
    hexadecimal(number.low)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func text(_ text: String) {
    var text = text
    text.withUTF8 { self.text(UnsafeRawBufferPointer($0)) }
  }

  /// The bytes of a text.
  mutating func text(_ utf8: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    var isPlain = true
    for byte in utf8 where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { isPlain = false }
    if isPlain {
      bytes.append(contentsOf: utf8)
    } else {
      for byte in utf8 { escaped(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw("\\\"")
    case UInt8(ascii: "\\"): raw("\\\\")
    case 0..<0x20:
      if byte < 0x10 { raw("\\u000") } else { raw("\\u00") }
      bytes += String(byte, radix: 16).utf8
    default: bytes.append(byte)
    }
  }

  mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// An object whose keys are data.
  mutating func dictionary<Value>(_ values: [String: Value], _ write: (inout JSONWriter, Value) -> Void) {
    let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    members(sorted, { writer, key in writer.text(key) }, write)
  }

  mutating func dictionary<Value>(_ values: [UniqueNumber: Value], _ write: (inout JSONWriter, Value) -> Void) {
    members(values.sorted { $0.key < $1.key }, { writer, key in writer.number(key) }, write)
  }

  /// An object whose keys are data and stand in order.
  mutating func members<Key, Value>(
    _ sorted: some Sequence<(key: Key, value: Value)>, _ key: (inout JSONWriter, Key) -> Void,
    _ value: (inout JSONWriter, Value) -> Void
  ) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in sorted {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      key(&self, member.key)
      bytes.append(UInt8(ascii: ":"))
      value(&self, member.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
