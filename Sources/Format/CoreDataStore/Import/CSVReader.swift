// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads comma-separated values (RFC 4180).
///
/// A cell without quotes and without text is nothing; between quotes it is an
/// empty text.
struct CSVReader {
  private let stream: ByteStream
  /// Of the line that was read last.
  private(set) var line = 0
  private var nextLine = 1

  init(_ stream: ByteStream) { self.stream = stream }

  /// The cells of the next line; `nil` at the end. Empty lines are left out.
  mutating func next() throws -> [String?]? {
    while try stream.peek() != nil {
      line = nextLine
      let cells = try row()
      if cells.count == 1, cells[0] == nil { continue }
      return cells
    }
    return nil
  }

  private mutating func row() throws -> [String?] {
    var cells: [String?] = []
    while true {
      cells.append(try cell())
      guard let byte = try stream.peek() else { return cells }
      stream.advance()
      if byte == UInt8(ascii: ",") {
        // A comma at the very end has an empty cell behind it.
        if try stream.peek() == nil { return cells + [nil] }
        continue
      }
      if byte == UInt8(ascii: "\r"), try stream.peek() == UInt8(ascii: "\n") { stream.advance() }
      nextLine += 1
      return cells
    }
  }

  private static func endsCell(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private mutating func cell() throws -> String? {
    if try stream.peek() == UInt8(ascii: "\"") { return try quoted() }
    var bytes: [UInt8] = []
    try stream.take(into: &bytes) { !Self.endsCell($0) }
    return bytes.isEmpty ? nil : try text(bytes)
  }

  private func text(_ bytes: [UInt8]) throws -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw StoreError(.invalidInput, "Line \(nextLine): the text is not UTF-8.")
    }
    return text
  }

  private mutating func quoted() throws -> String {
    let start = nextLine
    stream.advance()
    var bytes: [UInt8] = []
    while true {
      let count = bytes.count
      try stream.take(into: &bytes) { $0 != UInt8(ascii: "\"") }
      nextLine += bytes[count...].count { $0 == UInt8(ascii: "\n") }
      guard try stream.peek() != nil else {
        throw StoreError(.invalidInput, "Line \(start): the closing quote is missing.")
      }
      stream.advance()
      guard let byte = try stream.peek() else { return try text(bytes) }
      if byte == UInt8(ascii: "\"") {
        bytes.append(byte)
        stream.advance()
      } else if Self.endsCell(byte) {
        return try text(bytes)
      } else {
        throw StoreError(.invalidInput, "Line \(nextLine): there is text after a closing quote.")
      }
    }
  }
}
