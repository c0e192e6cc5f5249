// SPDX-License-Identifier: Apache-2.0

/// Writes JSON, with the keys of objects in the order of their bytes: the same answer has the same bytes.
struct CloudJSONWriter {
  private(set) var bytes: [UInt8] = []

  static func bytes(_ value: CloudJSON) -> [UInt8] {
    var writer = CloudJSONWriter()
    writer.write(value)
    return writer.bytes
  }

  private mutating func write(_ value: CloudJSON) {
    switch value {
    case .null: bytes += Array("null".utf8)
    case .bool(let value): bytes += Array((value ? "true" : "false").utf8)
    case .integer(let value): bytes += Array(String(value).utf8)
    // JSON has no infinity; a layout leaves such values out.
    case .number(let value): bytes += Array((value.isFinite ? String(value) : "null").utf8)
    case .text(let value): write(text: value)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(text: member.key)
        bytes.append(UInt8(ascii: ":"))
        write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func write(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
      case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
      case 0..<0x20: bytes += Array("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension CloudJSON {
  /// The text of an answer.
  package var bytes: [UInt8] { CloudJSONWriter.bytes(self) }

  /// - Throws: ``CloudKitError`` with a place.
  package init(_ bytes: [UInt8]) throws(CloudKitError) { self = try CloudJSONParser.parse(bytes) }
}
