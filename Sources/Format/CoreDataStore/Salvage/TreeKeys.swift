// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The keys in the inner pages of a table's tree: each page below holds the keys up to one of them.
///
/// They tell how far the pages reach that can be read, even if those of the highest keys are damaged. SQLite gives no
/// such answer, so the pages are read from the file.
enum TreeKeys {
  /// A page's kind: an inner page of a table.
  private static let innerPage: UInt8 = 5
  /// More than any table has.
  private static let deepest = 20

  /// The highest key that inner pages name, on the way to the table's end.
  ///
  /// - Parameter file: the database, whose log has been moved into it.
  /// - Returns: `nil` if the table has one page only, or if its first page cannot be read. Rows with higher keys are
  ///   below the last page that was met.
  static func highest(of table: String, _ connection: Connection, file: URL) -> Int64? {
    guard
      let root = try? connection.integer(
        "SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(table)]),
      let handle = try? FileHandle(forReadingFrom: file)
    else { return nil }
    defer { try? handle.close() }
    guard let header = try? handle.read(upToCount: 18), header.count == 18 else { return nil }
    let stated = Int(header[16]) << 8 | Int(header[17])
    let size = stated == 1 ? 65_536 : stated
    guard size >= 512 else { return nil }
    var page = root
    var highest: Int64?
    // A damaged page may lead back to one above it.
    for _ in 0..<deepest {
      guard page > 1, page <= Int64(UInt32.max),
        (try? handle.seek(toOffset: UInt64(page - 1) * UInt64(size))) != nil,
        let bytes = try? handle.read(upToCount: size), bytes.count == size,
        let (next, key) = last(of: [UInt8](bytes))
      else { break }
      if let key { highest = max(highest ?? key, key) }
      page = next
    }
    return highest
  }

  /// The last page below an inner page, and the key that the pages before it reach up to; `nil` if it is another page.
  private static func last(of bytes: [UInt8]) -> (page: Int64, key: Int64?)? {
    func number(_ offset: Int, _ count: Int) -> Int64? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int64($1) }
    }
    guard bytes.first == innerPage, let cells = number(3, 2), let next = number(8, 4) else { return nil }
    guard cells > 0, let cell = number(12 + 2 * Int(cells - 1), 2) else { return (next, nil) }
    return (next, variable(bytes, Int(cell) + 4))
  }

  /// A number of one to nine bytes, as SQLite writes it.
  private static func variable(_ bytes: [UInt8], _ offset: Int) -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard bytes.indices.contains(offset + index) else { return nil }
      let byte = bytes[offset + index]
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}
