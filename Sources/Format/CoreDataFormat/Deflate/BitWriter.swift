// SPDX-License-Identifier: Apache-2.0

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
