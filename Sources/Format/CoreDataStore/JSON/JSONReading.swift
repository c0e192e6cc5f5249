// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable, CustomStringConvertible {
  package let message: String
  /// In bytes from the start.
  package let offset: Int
  package let line: Int

  package var description: String { "line \(line): \(message)" }
}

extension JSONValue {
  /// Reads one value, with nothing behind it.
  package init(parsing data: Data, maximumDepth: Int = 200) throws {
    let reader = JSONReader(ByteStream(data), maximumDepth)
    self = try reader.value()
    try reader.end()
  }
}

/// Reads JSON from a stream, in values or in parts of values.
final class JSONReader {
  private let stream: ByteStream
  private let maximumDepth: Int
  private var depth = 0
  /// Line breaks stand between values only.
  private var line = 1
  private var scratch: [UInt8] = []

  init(_ stream: ByteStream, _ maximumDepth: Int = 200) {
    self.stream = stream
    self.maximumDepth = maximumDepth
  }

  /// How many bytes have been read.
  var offset: Int { stream.offset }

  private func error(_ message: String) -> JSONError {
    JSONError(message: message, offset: stream.offset, line: line)
  }

  // MARK: Parts

  /// The first byte of the next value.
  func peek() throws -> UInt8? {
    while let byte = try stream.peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte == 0x0A { line += 1 }
      stream.advance()
    }
    return try stream.peek()
  }

  /// Makes sure that nothing is left.
  func end() throws {
    guard try peek() == nil else { throw error("There is text after the value.") }
  }

  /// Calls `body` for each member of an object; it must read or skip the value.
  func forEachMember(_ body: (String) throws -> Void) throws {
    try enter("{")
    defer { depth -= 1 }
    if try take("}") { return }
    repeat {
      guard try peek() == UInt8(ascii: "\"") else {
        throw error("A name in quotes is expected here.")
      }
      let name = try string()
      guard try take(":") else { throw error("':' is expected here.") }
      try body(name)
    } while try take(",")
    guard try take("}") else { throw error("',' or '}' is expected here.") }
  }

  /// Calls `body` for each value of an array; it must read or skip the value.
  func forEachElement(_ body: () throws -> Void) throws {
    try enter("[")
    defer { depth -= 1 }
    if try take("]") { return }
    repeat { try body() } while try take(",")
    guard try take("]") else { throw error("',' or ']' is expected here.") }
  }

  private func enter(_ bracket: Unicode.Scalar) throws {
    guard try take(bracket) else { throw error("'\(bracket)' is expected here.") }
    guard depth < maximumDepth else { throw error("The values are nested too deeply.") }
    depth += 1
  }

  private func take(_ sign: Unicode.Scalar) throws -> Bool {
    guard try peek() == UInt8(ascii: sign) else { return false }
    stream.advance()
    return true
  }

  // MARK: Values

  func value() throws -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try forEachMember { members.append(.init($0, try value())) }
      return .object(members)
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      try forEachElement { values.append(try value()) }
      return .array(values)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some: return .number(try number())
    case nil: throw error("A value is missing.")
    }
  }

  /// Reads a value without keeping it.
  func skip() throws {
    switch try peek() {
    case UInt8(ascii: "{"): try forEachMember { _ in try skip() }
    case UInt8(ascii: "["): try forEachElement { try skip() }
    case UInt8(ascii: "\""):
      stream.advance()
      while let byte = try stream.peek() {
        stream.advance()
        if byte == UInt8(ascii: "\"") { return }
        if byte == UInt8(ascii: "\\"), try stream.peek() != nil { stream.advance() }
        try stream.skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      }
      throw error("The closing quote is missing.")
    default: _ = try value()
    }
  }

  private func word(_ word: String, _ value: JSONValue) throws -> JSONValue {
    for byte in word.utf8 {
      guard try stream.peek() == byte else { throw error("This is not a JSON value.") }
      stream.advance()
    }
    return value
  }

  private func number() throws -> String {
    scratch.removeAll(keepingCapacity: true)
    try keep("-")
    try digits()
    if try keep(".") { try digits() }
    let hasExponent = try keep("e") || keep("E")
    if hasExponent {
      if try !keep("+") { try keep("-") }
      try digits()
    }
    return String(decoding: scratch, as: UTF8.self)
  }

  @discardableResult
  private func keep(_ sign: Unicode.Scalar) throws -> Bool {
    guard try stream.peek() == UInt8(ascii: sign) else { return false }
    scratch.append(UInt8(ascii: sign))
    stream.advance()
    return true
  }

  private func digits() throws {
    let count = scratch.count
    try stream.take(into: &scratch) { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard scratch.count > count else { throw error("This is not a JSON value.") }
  }

  private func string() throws -> String {
    stream.advance()
    scratch.removeAll(keepingCapacity: true)
    while true {
      try stream.take(into: &scratch) {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
      guard let byte = try stream.peek() else { throw error("The closing quote is missing.") }
      stream.advance()
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: scratch, as: UTF8.self) else {
          throw error("The text is not UTF-8.")
        }
        // One value may be very large, the others are not.
        if scratch.capacity > 1 << 20 { scratch = [] }
        return text
      case UInt8(ascii: "\\"): try escape()
      default: throw error("The text contains a control character that is not escaped.")
      }
    }
  }

  private func escape() throws {
    guard let byte = try stream.peek() else { throw error("The closing quote is missing.") }
    stream.advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code) {
        for sign in ["\\", "u"] as [Unicode.Scalar] {
          guard try stream.peek() == UInt8(ascii: sign) else {
            throw error("Half of a character is missing.")
          }
          stream.advance()
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw error("Half of a character is missing.")
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw error("Half of a character is missing.")
      }
      scratch.append(contentsOf: String(Character(scalar)).utf8)
    default: throw error("This escape sequence does not exist in JSON.")
    }
  }

  private func hexadecimal() throws -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try stream.peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw error("Four hexadecimal digits are expected here.") }
      stream.advance()
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
