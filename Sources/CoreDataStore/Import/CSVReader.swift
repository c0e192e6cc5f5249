import Foundation

/// Reads comma-separated values (RFC 4180).
///
/// A cell without quotes and without text is nothing; between quotes it is an
/// empty text.
struct CSVReader {
  private let bytes: [UInt8]
  private var position = 0
  /// Of the line that was read last.
  private(set) var line = 0
  private var nextLine = 1

  init(_ data: Data) {
    bytes = Array(data)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The cells of the next line; `nil` at the end. Empty lines are left out.
  mutating func next() throws -> [String?]? {
    while position < bytes.count {
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
      guard position < bytes.count else { return cells }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ",") {
        // A comma at the very end has an empty cell behind it.
        if position == bytes.count { return cells + [nil] }
        continue
      }
      if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      nextLine += 1
      return cells
    }
  }

  private mutating func cell() throws -> String? {
    guard position < bytes.count else { return nil }
    if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        break
      }
      position += 1
    }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quoted() throws -> String {
    let start = nextLine
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
      guard byte == UInt8(ascii: "\"") else {
        text.append(byte)
        continue
      }
      if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
        text.append(byte)
        position += 1
        continue
      }
      if position < bytes.count, bytes[position] != UInt8(ascii: ","),
        bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r")
      {
        throw StoreError(.invalidInput, "Line \(nextLine): there is text behind a closing quote.")
      }
      return String(decoding: text, as: UTF8.self)
    }
    throw StoreError(.invalidInput, "Line \(start): the closing quote is missing.")
  }
}
