// SPDX-License-Identifier: Apache-2.0

/// Writes the nodes of a file of format 24, one behind the other.
///
/// Made from a description of the format, without any code of the reader: so
/// that a mistake in one shows in the other.
struct NodeWriter {
  private(set) var bytes = [UInt8](repeating: 0, count: 24)
  /// Takes what is complete of a file that is larger than memory.
  var sink: (([UInt8]) throws -> Void)?
  private var flushed = 0

  /// Where the next node begins.
  var end: Int { flushed + bytes.count }

  /// What a node is, beside its elements.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let inner = Flags(rawValue: 0x80)
    static let references = Flags(rawValue: 0x40)
    static let context = Flags(rawValue: 0x20)
  }

  /// - Returns: where the node is.
  mutating func node(
    _ flags: Flags, kind: UInt8, widthCode: UInt8, count: Int, _ payload: [UInt8]
  ) -> Int {
    precondition(count < 1 << 24)
    if sink != nil, bytes.count > 1 << 22 { flush() }
    let offset = end
    bytes += [0x41, 0x41, 0x41, 0x41, flags.rawValue | kind << 3 | widthCode]
    bytes += [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
    bytes += payload
    while bytes.count % 8 != 0 { bytes.append(0) }
    return offset
  }

  /// Hands over what there is.
  mutating func flush() {
    guard let sink else { return }
    do {
      try sink(bytes)
    } catch {
      fatalError("The file cannot be written: \(error)")
    }
    flushed += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// The first bytes of the file, which say where its content begins.
  static func header(top: Int, format: UInt8 = 24) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 24)
    for index in 0..<8 { header[index] = UInt8(truncatingIfNeeded: top >> (8 * index)) }
    header.replaceSubrange(16..<24, with: Array("T-DB".utf8) + [format, format, 0, 0])
    return header
  }

  private static func code(_ width: Int) -> UInt8 {
    width == 0 ? 0 : UInt8(width.trailingZeroBitCount + 1)
  }

  /// Numbers, in as few bits as they need.
  mutating func integers(_ values: [Int64], _ flags: Flags = []) -> Int {
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let width: Int
    if low >= 0, high < 16 {
      width = high == 0 ? 0 : high < 2 ? 1 : high < 4 ? 2 : 4
    } else if Int64(Int8(clamping: low)) == low, Int64(Int8(clamping: high)) == high {
      width = 8
    } else if Int64(Int16(clamping: low)) == low, Int64(Int16(clamping: high)) == high {
      width = 16
    } else if Int64(Int32(clamping: low)) == low, Int64(Int32(clamping: high)) == high {
      width = 32
    } else {
      width = 64
    }
    return packed(values.map { UInt64(bitPattern: $0) }, width: width, flags)
  }

  /// Numbers without sign.
  mutating func unsigned(_ values: [UInt64]) -> Int {
    let high = values.max() ?? 0
    let width = high <= 0xFF ? 8 : high <= 0xFFFF ? 16 : high <= 0xFFFF_FFFF ? 32 : 64
    return packed(values, width: width, [])
  }

  private mutating func packed(_ values: [UInt64], width: Int, _ flags: Flags) -> Int {
    var payload: [UInt8] = []
    if width >= 8 {
      for value in values {
        for byte in 0..<width / 8 {
          payload.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)))
        }
      }
    } else if width > 0 {
      payload = [UInt8](repeating: 0, count: (values.count * width + 7) / 8)
      for (index, value) in values.enumerated() {
        payload[index * width / 8] |= UInt8(value) << UInt8(index * width % 8)
      }
    }
    return node(flags, kind: 0, widthCode: Self.code(width), count: values.count, payload)
  }

  /// References, and odd numbers among them.
  mutating func references(_ values: [Int64], _ flags: Flags = []) -> Int {
    integers(values, flags.union(.references))
  }

  /// Elements of so many bytes.
  mutating func fixed(_ payload: [UInt8], width: Int, count: Int, _ flags: Flags = []) -> Int {
    node(flags, kind: 1, widthCode: Self.code(width), count: count, payload)
  }

  mutating func blob(_ content: [UInt8], pieces size: Int = (1 << 24) - 16) -> Int {
    guard content.count > size else {
      return node([], kind: 2, widthCode: 0, count: content.count, content)
    }
    let pieces = stride(from: 0, to: content.count, by: size).map {
      Int64(blob(Array(content[$0..<min($0 + size, content.count)])))
    }
    return references(pieces, .context)
  }

  /// Names of tables and columns.
  mutating func names(_ values: [String]) -> Int {
    shortStrings(values.map { Array($0.utf8) })
  }

  mutating func shortStrings(_ values: [[UInt8]?]) -> Int {
    let longest = values.map { $0.map { $0.count + 1 } ?? 1 }.max() ?? 0
    var width = 1
    while width < longest { width *= 2 }
    if values.allSatisfy({ $0 == nil }) { width = 0 }
    var payload: [UInt8] = []
    for value in values where width > 0 {
      let text = value ?? []
      payload += text + [UInt8](repeating: 0, count: width - 1 - text.count)
      payload.append(value == nil ? UInt8(width) : UInt8(width - 1 - text.count))
    }
    return fixed(payload, width: width, count: values.count)
  }

  static func tagged(_ value: Int64) -> Int64 { value << 1 | 1 }

  /// The whole file.
  func file(top: Int, format: UInt8 = 24) -> [UInt8] {
    var file = bytes
    file.replaceSubrange(0..<24, with: Self.header(top: top, format: format))
    return file
  }

  /// The whole file, as `writeCopy` makes it: its beginning is told at its end.
  func streamed(top: Int, format: UInt8 = 24) -> [UInt8] {
    var file = self.file(top: top, format: format)
    file.replaceSubrange(0..<8, with: repeatElement(0xFF, count: 8))
    for value in [UInt64(top), 0x3034_1252_37E5_26C8] {
      for index in 0..<8 { file.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }
    return file
  }
}
