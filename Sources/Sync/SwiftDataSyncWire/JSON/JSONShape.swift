// SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Whether bytes have the shape of one object of JSON: its texts end, and its brackets are in pairs, the last one at the end.
  ///
  /// It is for what was written whole and may be damaged since. Who puts it into a message as it is knows that the message's
  /// other parts can still be told apart, at a small part of what reading it takes.
  package static func isObject(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let (brace, braceEnd) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    let (bracket, bracketEnd) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    let count = bytes.count
    guard count > 0, let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), start[0] == brace else {
      return false
    }
    // A bit for each bracket that is open: whether it is an object's. Nothing that is sent is nested so deep.
    var (objects, depth): (UInt64, Int) = (0, 0)
    var place = 0
    while place < count {
      let byte = start[place]
      place += 1
      if byte == quote {
        var isOpen = true
        while isOpen {
          guard place < count, start[place] >= 0x20 else { return false }
          isOpen = start[place] != quote
          // What is escaped ends nothing.
          place += start[place] == backslash ? 2 : 1
        }
      } else if byte == brace || byte == bracket {
        guard depth < UInt64.bitWidth else { return false }
        objects = objects << 1 | (byte == brace ? 1 : 0)
        depth += 1
      } else if byte == braceEnd || byte == bracketEnd {
        guard objects & 1 == (byte == braceEnd ? 1 : 0) else { return false }
        objects >>= 1
        depth -= 1
        if depth == 0 { return place == count }
      } else if byte < 0x20 || byte == backslash {
        return false
      }
    }
    return false
  }
}
