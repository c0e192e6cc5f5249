// SPDX-License-Identifier: Apache-2.0

/// Reads JSON that strangers have sent: what is doubtful is refused, and the work is bounded by the limits.
struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: WireLimits
  private var position = 0
  private var count = 0
  private var nodes: [JSONTape.Node] = []
  private var unescaped: [UInt8] = []

  static func parse(_ bytes: [UInt8], limits: WireLimits) throws(WireError) -> JSONTape {
    let limit = min(limits.bytes, Int(UInt32.max))
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return try bytes.withUnsafeBufferPointer { bytes throws(WireError) in
      var parser = JSONParser(bytes: bytes, limits: limits)
      try parser.value(depth: 0)
      parser.skipSpace()
      guard parser.position == bytes.count else { throw .trailing(offset: parser.position) }
      return JSONTape(bytes: bytes, unescaped: parser.unescaped, nodes: parser.nodes)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: WireLimits) {
    self.bytes = bytes
    self.limits = limits
    nodes.reserveCapacity(bytes.count / 12)
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

  private mutating func append(_ kind: JSONTape.Kind, _ content: UInt64 = 0) {
    nodes.append(JSONTape.Node(kind: kind, content: content, next: UInt32(nodes.count + 1)))
  }

  private mutating func value(depth: Int) throws(WireError) {
    count += 1
    guard count <= limits.values else { throw .tooMany(limit: limits.values) }
    skipSpace()
    guard let next else { throw .truncated }
    switch next {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      append(.integer, UInt64(bitPattern: try integer()))
    default: throw .malformed(offset: position)
    }
  }

  private mutating func word(_ word: StaticString, _ kind: JSONTape.Kind) throws(WireError) {
    let start = position
    for offset in 0..<word.utf8CodeUnitCount where try take() != word.utf8Start[offset] {
      throw .malformed(offset: start)
    }
    append(kind)
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
    let goesOn = next == UInt8(ascii: ".") || next == UInt8(ascii: "e") || next == UInt8(ascii: "E")
    guard !hasLeadingZero, !goesOn, value <= JSONWriter.largest, !(isNegative && value == 0) else {
      throw .invalidNumber(offset: start)
    }
    return isNegative ? -value : value
  }

  private mutating func array(depth: Int) throws(WireError) {
    guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
    position += 1
    let node = nodes.count
    append(.array)
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return
    }
    var members: UInt64 = 0
    while true {
      try value(depth: depth)
      members += 1
      skipSpace()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return close(node, members)
      default: throw .malformed(offset: position - 1)
      }
    }
  }

  private mutating func close(_ node: Int, _ members: UInt64) {
    nodes[node].content = members
    nodes[node].next = UInt32(nodes.count)
  }

  private mutating func object(depth: Int) throws(WireError) {
    guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth) }
    let start = position
    position += 1
    let node = nodes.count
    append(.object)
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return
    }
    var keys = KnownKeys()
    var members: UInt64 = 0
    while true {
      skipSpace()
      guard let next else { throw .truncated }
      guard next == UInt8(ascii: "\"") else { throw .malformed(offset: position) }
      let key = nodes.count
      try text()
      skipSpace()
      guard try take() == UInt8(ascii: ":") else { throw .malformed(offset: position - 1) }
      try value(depth: depth)
      guard isNew(key, of: node, members, &keys) else { throw .duplicateKey(path: "the object at byte \(start)") }
      members += 1
      skipSpace()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return close(node, members)
      default: throw .malformed(offset: position - 1)
      }
    }
  }

  /// The keys of an object that has too many to compare each one with all others, or other keys than those of ASCII.
  private struct KnownKeys { var all: Set<String>? }

  /// Also keys that only look alike: "é" in one and in two scalars would be one field to some readers.
  private func isNew(_ key: Int, of object: Int, _ members: UInt64, _ known: inout KnownKeys) -> Bool {
    if known.all == nil, members < 12, nodes[key].kind == .ascii {
      var other = object + 1
      for _ in 0..<members {
        if JSONTape.isEqual(nodes[key], nodes[other], bytes) { return false }
        other = Int(nodes[other + 1].next)
      }
      return true
    }
    if known.all == nil {
      var all: Set<String> = []
      var other = object + 1
      for _ in 0..<members {
        all.insert(JSONTape.text(nodes[other], bytes, unescaped))
        other = Int(nodes[other + 1].next)
      }
      known.all = all
    }
    return known.all?.insert(JSONTape.text(nodes[key], bytes, unescaped)).inserted == true
  }

  private mutating func text() throws(WireError) {
    let start = position
    let first = position + 1
    var end = first
    var bits: UInt8 = 0
    // Most texts stand in the message as they are.
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      bits |= byte
      end += 1
    }
    position = end
    let isASCII = bits < 0x80
    if next == UInt8(ascii: "\"") {
      if !isASCII, String(validating: bytes[first..<position], as: UTF8.self) == nil {
        throw .invalidText(offset: start)
      }
      append(isASCII ? .ascii : .text, JSONTape.range(first, position))
      position += 1
      return
    }
    let place = unescaped.count
    unescaped += bytes[first..<position]
    while true {
      let byte = try take()
      switch byte {
      case UInt8(ascii: "\""):
        guard String(validating: unescaped[place...], as: UTF8.self) != nil else { throw .invalidText(offset: start) }
        append(.unescaped, JSONTape.range(place, unescaped.count))
        return
      case UInt8(ascii: "\\"): try escape()
      case 0..<0x20: throw .malformed(offset: position - 1)
      default: unescaped.append(byte)
      }
    }
  }

  private mutating func escape() throws(WireError) {
    let byte = try take()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0c)
    case UInt8(ascii: "n"): unescaped.append(0x0a)
    case UInt8(ascii: "r"): unescaped.append(0x0d)
    case UInt8(ascii: "t"): unescaped.append(0x09)
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
      unescaped += String(Character(scalar)).utf8
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
