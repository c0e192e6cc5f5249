// SPDX-License-Identifier: Apache-2.0

/// Reads JSON that strangers have sent: what is doubtful is refused, and the work is bounded by the limits.
struct JSONParser {
  private let bytes: [UInt8]
  private let limits: WireLimits
  private var position = 0
  private var count = 0

  static func parse(_ bytes: [UInt8], limits: WireLimits) throws(WireError) -> JSON {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    var parser = JSONParser(bytes: bytes, limits: limits)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw .trailing(offset: parser.position) }
    return value
  }

  private init(bytes: [UInt8], limits: WireLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The next byte; nil: the end.
  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x09 || next == 0x0a || next == 0x0d { position += 1 }
  }

  private mutating func take() throws(WireError) -> UInt8 {
    guard let next else { throw .truncated }
    position += 1
    return next
  }

  private mutating func value(depth: Int) throws(WireError) -> JSON {
    count += 1
    guard count <= limits.values else { throw .tooMany(limit: limits.values) }
    skipSpace()
    guard let next else { throw .truncated }
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .integer(try integer())
    default: throw .malformed(offset: position)
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(WireError) -> JSON {
    let start = position
    for byte in String(describing: word).utf8 where try take() != byte { throw .malformed(offset: start) }
    return value
  }

  private mutating func integer() throws(WireError) -> Int64 {
    let start = position
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var value: Int64 = 0
    var digits = 0
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
      digits += 1
      // 2⁵³ has sixteen digits.
      guard digits <= 16 else { throw .invalidNumber(offset: start) }
      value = value * 10 + Int64(next - UInt8(ascii: "0"))
      position += 1
    }
    if digits == 0 { throw next == nil ? .truncated : .malformed(offset: position) }
    let hasLeadingZero = digits > 1 && bytes[isNegative ? start + 1 : start] == UInt8(ascii: "0")
    // No fractions, no exponents: not all readers would see the same number.
    let goesOn = next.map { ".eE".utf8.contains($0) } ?? false
    guard !hasLeadingZero, !goesOn, value <= JSON.largest, !(isNegative && value == 0) else {
      throw .invalidNumber(offset: start)
    }
    return isNegative ? -value : value
  }

  private mutating func array(depth: Int) throws(WireError) -> JSON {
    guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
    position += 1
    var values: [JSON] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return .array(values)
    }
    while true {
      values.append(try value(depth: depth))
      skipSpace()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return .array(values)
      default: throw .malformed(offset: position - 1)
      }
    }
  }

  private mutating func object(depth: Int) throws(WireError) -> JSON {
    guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
    let start = position
    position += 1
    var values: [String: JSON] = [:]
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return .object(values)
    }
    while true {
      skipSpace()
      guard let next else { throw .truncated }
      guard next == UInt8(ascii: "\"") else { throw .malformed(offset: position) }
      let key = try text()
      skipSpace()
      guard try take() == UInt8(ascii: ":") else { throw .malformed(offset: position - 1) }
      // Also keys that only look alike: "é" in one and in two scalars would be one field to some readers.
      guard values.updateValue(try value(depth: depth), forKey: key) == nil else {
        throw .duplicateKey(path: "the object at byte \(start)")
      }
      skipSpace()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return .object(values)
      default: throw .malformed(offset: position - 1)
      }
    }
  }

  private mutating func text() throws(WireError) -> String {
    let start = position
    position += 1
    var content: [UInt8] = []
    while true {
      let byte = try take()
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw .invalidText(offset: start) }
        return text
      case UInt8(ascii: "\\"): content += try escape()
      case 0..<0x20: throw .malformed(offset: position - 1)
      default: content.append(byte)
      }
    }
  }

  private mutating func escape() throws(WireError) -> [UInt8] {
    let byte = try take()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0c]
    case UInt8(ascii: "n"): return [0x0a]
    case UInt8(ascii: "r"): return [0x0d]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let start = position - 2
      var unit = try hexadecimal()
      if (0xd800..<0xdc00).contains(unit) {
        guard try take() == UInt8(ascii: "\\"), try take() == UInt8(ascii: "u") else {
          throw .invalidText(offset: start)
        }
        let low = try hexadecimal()
        guard (0xdc00..<0xe000).contains(low) else { throw .invalidText(offset: start) }
        unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw .invalidText(offset: start) }
      return Array(String(Character(scalar)).utf8)
    default: throw .malformed(offset: position - 1)
    }
  }

  private mutating func hexadecimal() throws(WireError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      let byte = try take()
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw .malformed(offset: position - 1)
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
