// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the tags and texts of XML that has no attributes worth reading.
struct XMLTagScanner {
  struct Tag: Equatable {
    enum Kind { case start, end, empty }
    let name: String
    let kind: Kind
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ data: Data) { bytes = Array(data) }

  func error(_ reason: String) -> PropertyListError { PropertyListError(reason, at: position) }

  /// The next tag; nothing but white space, comments and declarations may lie before it.
  mutating func nextTag() throws -> Tag {
    while true {
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      // A mark of the order of bytes may come first.
      if position == 0, starts(with: "\u{FEFF}") { position = 3 }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "<") else {
        throw error(position < bytes.count ? "A tag is expected." : "The list ends too early.")
      }
      if starts(with: "<!--") {
        try skip(past: "-->")
      } else if starts(with: "<?") {
        try skip(past: "?>")
      } else if starts(with: "<!") {
        // Entities of a document type are never looked up.
        try skip(past: ">")
      } else {
        return try tag()
      }
    }
  }

  private mutating func tag() throws -> Tag {
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else {
      throw error("A tag has no end.")
    }
    var content = bytes[start..<end]
    var kind = Tag.Kind.start
    if content.first == UInt8(ascii: "/") {
      kind = .end
      content = content.dropFirst()
    } else if content.last == UInt8(ascii: "/") {
      kind = .empty
      content = content.dropLast()
    }
    let name = String(decoding: content.prefix { !Self.isSpace($0) }, as: UTF8.self)
    guard !name.isEmpty else { throw error("A tag has no name.") }
    position = end + 1
    return Tag(name: name, kind: kind)
  }

  /// The text up to the next tag.
  mutating func text() throws -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&") {
        try appendEntity(to: &text)
      } else if byte != UInt8(ascii: "<") {
        text.append(byte)
        position += 1
      } else if starts(with: "<![CDATA[") {
        let start = position + 9
        try skip(past: "]]>")
        text += bytes[start..<(position - 3)]
      } else if starts(with: "<!--") {
        try skip(past: "-->")
      } else {
        break
      }
    }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw error("A text is not in UTF-8.")
    }
    return string
  }

  private mutating func appendEntity(to text: inout [UInt8]) throws {
    let start = position + 1
    guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw error("An entity has no end.")
    }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    let scalar: Unicode.Scalar?
    switch name {
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "amp": scalar = "&"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    default:
      let isHexadecimal = name.hasPrefix("#x")
      guard name.hasPrefix("#"),
        let number = UInt32(
          name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
      else { throw error("The entity &\(name); is not known.") }
      scalar = Unicode.Scalar(number)
    }
    guard let scalar else { throw error("&\(name); is no character.") }
    text += Array(String(Character(scalar)).utf8)
    position = end + 1
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func skip(past text: String) throws {
    let wanted = Array(text.utf8)
    var start = position
    while start + wanted.count <= bytes.count {
      if bytes[start] == wanted[0], bytes[start...].starts(with: wanted) {
        position = start + wanted.count
        return
      }
      start += 1
    }
    throw error("'\(text)' is missing.")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
