// SPDX-License-Identifier: Apache-2.0

/// Reads JSON that strangers have sent, in one pass. How deep it is and how many values it has are bounded, so that the
/// stack and the memory are.
struct CloudJSONParser {
  static let depth = 32
  static let values = 200_000

  private let bytes: [UInt8]
  private var position = 0
  private var count = 0

  static func parse(_ bytes: [UInt8]) throws(CloudKitError) -> CloudJSON {
    var parser = CloudJSONParser(bytes: bytes)
    parser.skipSpace()
    // Some questions have nothing to say.
    if parser.position == bytes.count { return .object([:]) }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.malformed() }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func malformed() -> CloudKitError { .badRequest("the request is not JSON at byte \(position)") }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let next, next == 0x20 || next == 0x09 || next == 0x0a || next == 0x0d { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(CloudKitError) -> CloudJSON {
    count += 1
    guard count <= Self.values else { throw .badRequest("the request has more than \(Self.values) values") }
    guard depth <= Self.depth else { throw .badRequest("the request has more than \(Self.depth) levels") }
    skipSpace()
    guard let next else { throw malformed() }
    switch next {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw malformed()
    }
  }

  private mutating func word(_ word: String, _ value: CloudJSON) throws(CloudKitError) -> CloudJSON {
    for byte in word.utf8 where !take(byte) { throw malformed() }
    return value
  }

  private mutating func array(_ depth: Int) throws(CloudKitError) -> CloudJSON {
    position += 1
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    var elements: [CloudJSON] = []
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw malformed() }
    }
  }

  private mutating func object(_ depth: Int) throws(CloudKitError) -> CloudJSON {
    position += 1
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([:]) }
    var members: [String: CloudJSON] = [:]
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw malformed() }
      let key = try text()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw malformed() }
      // Of two values of one key, nobody knows which is meant.
      guard members.updateValue(try value(depth: depth + 1), forKey: key) == nil else {
        throw .badRequest("an object has a key twice before byte \(position)")
      }
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw malformed() }
    }
  }

  private mutating func digits() throws(CloudKitError) {
    let start = position
    while let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) { position += 1 }
    guard position > start else { throw malformed() }
  }

  private mutating func number() throws(CloudKitError) -> CloudJSON {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let first = position
    try digits()
    guard position - first == 1 || bytes[first] != UInt8(ascii: "0") else { throw malformed() }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try digits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw .badRequest("the number before byte \(position) is too large")
    }
    return .number(number)
  }

  private mutating func text() throws(CloudKitError) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else {
          throw .badRequest("a text before byte \(position) is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(&content)
      case 0..<0x20: throw malformed()
      default: content.append(byte)
      }
    }
    throw malformed()
  }

  private mutating func escape(_ content: inout [UInt8]) throws(CloudKitError) {
    guard let byte = next else { throw malformed() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0c)
    case UInt8(ascii: "n"): content.append(0x0a)
    case UInt8(ascii: "r"): content.append(0x0d)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if (0xd800..<0xdc00).contains(unit) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw malformed() }
        let low = try hexadecimal()
        guard (0xdc00..<0xe000).contains(low) else { throw malformed() }
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw malformed() }
      content += Array(String(Character(scalar)).utf8)
    default: throw malformed()
    }
  }

  private mutating func hexadecimal() throws(CloudKitError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw malformed() }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
