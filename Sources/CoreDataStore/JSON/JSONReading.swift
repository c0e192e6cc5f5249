import Foundation

/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible {
  public let message: String
  /// In bytes from the start.
  public let offset: Int
  public let line: Int

  public var description: String { "line \(line): \(message)" }
}

extension JSONValue {
  /// Reads one value, with nothing behind it.
  public init(parsing data: Data, maximumDepth: Int = 200) throws {
    self = try data.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes, maximumDepth)
      return try reader.document()
    }
  }
}

private struct JSONReader {
  private let bytes: UnsafeRawBufferPointer
  private let maximumDepth: Int
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer, _ maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  mutating func document() throws -> JSONValue {
    let value = try value(0)
    skipSpace()
    guard position == bytes.count else { throw error("There is something behind the value.") }
    return value
  }

  private func error(_ message: String) -> JSONError {
    let end = min(position, bytes.count)
    let line = bytes[..<end].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return JSONError(message: message, offset: end, line: line)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(_ depth: Int) throws -> JSONValue {
    guard depth < maximumDepth else { throw error("The values are nested too deeply.") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some: return .number(try number())
    case nil: throw error("A value is missing.")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    let end = position + word.utf8.count
    guard end <= bytes.count, bytes[position..<end].elementsEqual(word.utf8) else {
      throw error("This is no value.")
    }
    position = end
    return value
  }

  private mutating func object(_ depth: Int) throws -> JSONValue {
    position += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("A name between quotes is expected.") }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw error("':' is expected.") }
      members.append(.init(name, try value(depth + 1)))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "}")) else { throw error("',' or '}' is expected.") }
      return .object(members)
    }
  }

  private mutating func array(_ depth: Int) throws -> JSONValue {
    position += 1
    var values: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      values.append(try value(depth + 1))
      skipSpace()
      if take(UInt8(ascii: ",")) { continue }
      guard take(UInt8(ascii: "]")) else { throw error("',' or ']' is expected.") }
      return .array(values)
    }
  }

  private mutating func number() throws -> String {
    let start = position
    _ = take(UInt8(ascii: "-"))
    try digits()
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw error("This is no value.") }
  }

  private mutating func string() throws -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw error("The text is not UTF-8.")
        }
        return text
      case UInt8(ascii: "\\"): try escape(&text)
      case 0..<0x20: throw error("A text has a control character that is not escaped.")
      default: text.append(byte)
      }
    }
    throw error("The closing quote is missing.")
  }

  private mutating func escape(_ text: inout [UInt8]) throws {
    guard let byte = next else { throw error("The closing quote is missing.") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), position + 1 < bytes.count,
        bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw error("Half of a character is missing.")
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw error("Half of a character is missing.")
      }
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: throw error("There is no escape of this kind.")
    }
  }

  private mutating func hexadecimal() throws -> UInt32 {
    guard position + 4 <= bytes.count,
      let code = UInt32(
        String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
    else { throw error("Four hexadecimal digits are expected.") }
    position += 4
    return code
  }
}
