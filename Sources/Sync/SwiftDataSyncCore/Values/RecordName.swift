// SPDX-License-Identifier: Apache-2.0

/// The name of a record. The text of a UUID, which most names are, has no memory of its own: as a string each comparison and
/// each copy would visit another place of it, where a third of the samples in a profile of a first sync were.
struct RecordName: Sendable {
  private enum Content {
    /// As it is written: lower case, with four hyphens.
    case uuid(UInt64, UInt64)
    case text(String)
  }

  private let content: Content

  init(_ text: String) {
    content = text.withBytes(Self.uuid) ?? .text(text)
  }

  /// Of the bytes of a text, which is made if the name has to have it.
  init(utf8: UnsafeRawBufferPointer) {
    content = Self.uuid(utf8) ?? .text(String(decoding: utf8, as: UTF8.self))
  }

  var text: String {
    switch content {
    case .text(let text): text
    case .uuid(let high, let low):
      String(unsafeUninitializedCapacity: Self.length) { Self.write(high, low, UnsafeMutableRawBufferPointer($0)) }
    }
  }

  /// How many bytes the text has.
  var length: Int {
    switch content {
    case .text(let text): text.utf8.count
    case .uuid: Self.length
    }
  }

  /// The bytes of the text.
  func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    switch content {
    case .text(let text): text.withBytes(body)
    case .uuid(let high, let low):
      withUnsafeTemporaryAllocation(byteCount: Self.length, alignment: 1) { bytes in
        _ = Self.write(high, low, bytes)
        return body(UnsafeRawBufferPointer(bytes))
      }
    }
  }

  private static let length = 36
  private static func hasHyphen(_ place: Int) -> Bool { place == 8 || place == 13 || place == 18 || place == 23 }

  private static func uuid(_ bytes: UnsafeRawBufferPointer) -> Content? {
    guard bytes.count == length else { return nil }
    var (high, low): (UInt64, UInt64) = (0, 0)
    for place in 0..<length {
      let byte = bytes[place]
      if hasHyphen(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      if place < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    return .uuid(high, low)
  }

  private static func write(_ high: UInt64, _ low: UInt64, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    var shift: UInt64 = 64
    for place in 0..<length {
      if hasHyphen(place) {
        bytes[place] = UInt8(ascii: "-")
        continue
      }
      shift = shift == 0 ? 60 : shift - 4
      let digit = UInt8(truncatingIfNeeded: (place < 18 ? high : low) >> shift) & 0xf
      bytes[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
    }
    return length
  }
}

extension RecordName: Hashable, Comparable {
  static func == (a: Self, b: Self) -> Bool {
    switch (a.content, b.content) {
    case (.uuid(let high, let low), .uuid(let otherHigh, let otherLow)): high == otherHigh && low == otherLow
    case (.text(let text), .text(let other)): text.hasBytes(of: other)
    // A text of a UUID is never kept as a text.
    default: false
    }
  }

  // As the bytes of the texts.
  static func < (a: Self, b: Self) -> Bool {
    if case .uuid(let high, let low) = a.content, case .uuid(let otherHigh, let otherLow) = b.content {
      return high == otherHigh ? low < otherLow : high < otherHigh
    }
    return a.withBytes { first in b.withBytes { first.order(before: $0) < 0 } }
  }

  func hash(into hasher: inout Hasher) {
    switch content {
    case .uuid(let high, let low):
      hasher.combine(high)
      hasher.combine(low)
    case .text(let text): text.hashBytes(into: &hasher)
    }
  }
}
