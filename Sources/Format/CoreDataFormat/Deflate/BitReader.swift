// SPDX-License-Identifier: Apache-2.0

/// Reads bits, lowest first.
struct BitReader {
  private let bytes: [UInt8]
  /// The next byte to be taken into the buffer.
  private var next = 0
  private var buffer: UInt64 = 0
  private var count = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The byte that the next bit is in.
  var position: Int { max(0, next - (count + 7) / 8) }

  func error(_ reason: String) -> DeflateError { DeflateError(reason: reason, position: position) }

  /// Up to 32 bits, without taking them; zeros after the end.
  mutating func peek(_ wanted: Int) -> UInt32 {
    while count < wanted, next < bytes.count {
      buffer |= UInt64(bytes[next]) << UInt64(count)
      count += 8
      next += 1
    }
    return UInt32(truncatingIfNeeded: buffer & (1 << UInt64(wanted) - 1))
  }

  /// Takes bits that have been looked at.
  mutating func skip(_ taken: Int) throws {
    guard taken <= count else { throw error("It ends too early.") }
    buffer >>= UInt64(taken)
    count -= taken
  }

  /// Takes up to 32 bits.
  mutating func read(_ wanted: Int) throws -> Int {
    let value = peek(wanted)
    try skip(wanted)
    return Int(value)
  }

  /// Leaves out what is left of a byte.
  mutating func alignToByte() {
    let rest = count % 8
    buffer >>= UInt64(rest)
    count -= rest
  }

  /// Takes whole bytes; the reader is at the start of one.
  mutating func bytes(_ wanted: Int) throws -> ArraySlice<UInt8> {
    next -= count / 8
    (buffer, count) = (0, 0)
    guard wanted <= bytes.count - next else { throw error("It ends too early.") }
    defer { next += wanted }
    return bytes[next..<(next + wanted)]
  }
}

/// Writes bits, lowest first.
struct BitWriter {
  private var bytes: [UInt8] = []
  private var buffer: UInt64 = 0
  private var count = 0

  /// Appends the lower bits of a value, up to 32 of them.
  mutating func write(_ value: Int, _ wanted: Int) {
    buffer |= UInt64(truncatingIfNeeded: value) << UInt64(count)
    count += wanted
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: buffer))
      buffer >>= 8
      count -= 8
    }
  }

  mutating func alignToByte() {
    if count > 0 { write(0, 8 - count) }
  }

  /// Appends bytes as they are; the writer is at the start of one.
  mutating func write(_ slice: ArraySlice<UInt8>) { bytes += slice }

  /// All bytes; the last one is filled with zeros.
  mutating func finish() -> [UInt8] {
    alignToByte()
    return bytes
  }
}
