// SPDX-License-Identifier: Apache-2.0

/// The main weights of the ASCII characters.
enum ASCIIWeights {
  /// Above every ASCII weight; a character that is not ASCII weighs this plus
  /// its code point.
  static let beyond: UInt32 = 256

  private static let table: [UInt8] = {
    let order =
      "\t\n\u{0B}\u{0C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"
    var table = [UInt8](repeating: 0, count: 128)
    // Controls come first, by code point.
    for byte in 0..<128 { table[byte] = UInt8(byte) }
    var weight: UInt8 = 40
    for byte in order.utf8 {
      table[Int(byte)] = weight
      weight += 1
    }
    for byte in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      table[Int(byte)] = table[Int(byte) + 32]
    }
    // Delete is a control too.
    table[127] = 39
    return table
  }()

  @inline(__always)
  static func withTable<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    table.withUnsafeBufferPointer(body)
  }

  static func weight(of scalar: UInt32) -> UInt32 {
    scalar < 128 ? UInt32(table[Int(scalar)]) : beyond + scalar
  }
}
