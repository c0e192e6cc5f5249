// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation

/// Which row each object of the file becomes: of one step, a page of neighbours at a time.
///
/// Objects come in the order of their keys, and get keys of rows one after the other. So a page is
/// mostly four numbers; only where keys have gaps are they listed. Pages lie in the store, in the
/// ledger's second table, and a bounded number of lists in memory.
final class KeyPages {
  /// What is known of a page without reading its list.
  private struct Page {
    let first: Int64
    let last: Int64
    let row: Int64
    let count: Int
    let form: Form
    /// The ledger's row, for the list.
    let number: Int64

    /// Whether keys and rows can be counted on from the first ones.
    var isSound: Bool {
      guard 1...KeyPages.size ~= count, first <= last, !row.addingReportingOverflow(Int64(count)).overflow else {
        return false
      }
      return form != .dense || last.subtractingReportingOverflow(first) == (Int64(count) - 1, false)
    }
  }

  private enum Form: Int64 {
    /// Every key from the first to the last, and rows one after the other.
    case dense = 0
    /// Listed keys, and rows one after the other.
    case listed = 1
    /// Listed keys and rows.
    case pairs = 2
  }

  static let size = 4096
  private static let cacheLimit = 400

  private let connection: Connection
  private var pages: [[Page]] = []
  private var lists: [Int64: (keys: [Int64], rows: [Int64])] = [:]
  private var last: (step: Int, page: Page)?

  /// Reads what is known of the pages of one pass.
  init(_ connection: Connection, source: Int64, pass: Int, steps: Int) throws {
    self.connection = connection
    pages = Array(repeating: [], count: steps)
    let statement = try connection.prepare(
      "SELECT step, first, last, row, count, form, number FROM \(Ledger.keysTable)"
        + " WHERE pass = ? AND \(try Ledger.condition(source, connection)) ORDER BY step, first")
    try statement.bind([.integer(Int64(pass))])
    while try statement.step() {
      let step = Int(statement.integer(0))
      guard pages.indices.contains(step), let form = Form(rawValue: statement.integer(5)) else {
        continue
      }
      let page = Page(
        first: statement.integer(1), last: statement.integer(2), row: statement.integer(3),
        count: Int(statement.integer(4)), form: form, number: statement.integer(6))
      guard page.isSound else { throw Ledger.damage(connection) }
      pages[step].append(page)
    }
  }

  func count(of step: Int) -> Int { pages[step].reduce(0) { $0 + $1.count } }

  /// The row that an object becomes; `nil` if it becomes none in this step.
  func row(of key: Int64, step: Int) throws -> Int64? {
    let page: Page
    if let last, last.step == step, last.page.first <= key, key <= last.page.last {
      page = last.page
    } else {
      guard let found = find(key, pages[step]) else { return nil }
      page = found
      last = (step, found)
    }
    if page.form == .dense { return page.row + (key - page.first) }
    let list = try list(page)
    guard let index = Self.position(of: key, in: list.keys) else { return nil }
    return page.form == .listed ? page.row + Int64(index) : list.rows[index]
  }

  private func find(_ key: Int64, _ pages: [Page]) -> Page? {
    var (low, high) = (0, pages.count)
    while low < high {
      let middle = (low + high) / 2
      if pages[middle].last < key { low = middle + 1 } else { high = middle }
    }
    guard low < pages.count, pages[low].first <= key else { return nil }
    return pages[low]
  }

  private static func position(of key: Int64, in keys: [Int64]) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  private func list(_ page: Page) throws -> (keys: [Int64], rows: [Int64]) {
    if let list = lists[page.number] { return list }
    if lists.count >= Self.cacheLimit { lists.removeAll(keepingCapacity: true) }
    let list = try Self.list(page.number, page.count, page.form, connection)
    lists[page.number] = list
    return list
  }

  private static func list(
    _ number: Int64, _ count: Int, _ form: Form, _ connection: Connection
  ) throws -> (keys: [Int64], rows: [Int64]) {
    let value = try connection.value(
      "SELECT list FROM \(Ledger.keysTable) WHERE number = ?", [.integer(number)])
    let expected = (form == .pairs ? 2 : 1) * count
    guard case .blob(let data)? = value, data.count == expected * 8 else {
      throw Ledger.damage(connection)
    }
    let numbers = data.withUnsafeBytes { bytes in
      (0..<expected).map {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self))
      }
    }
    return (Array(numbers[..<count]), Array(numbers[count...]))
  }

  /// Every object and its row, in the order of the objects.
  func forEach(step: Int, _ body: (_ key: Int64, _ row: Int64) throws -> Void) throws {
    for page in pages[step] {
      if page.form == .dense {
        for offset in 0..<Int64(page.count) { try body(page.first + offset, page.row + offset) }
        continue
      }
      let list = try Self.list(page.number, page.count, page.form, connection)
      for (index, key) in list.keys.enumerated() {
        try body(key, page.form == .listed ? page.row + Int64(index) : list.rows[index])
      }
    }
  }

  // MARK: Writing

  /// Collects pairs, and writes pages.
  struct Writer {
    let connection: Connection
    let source: Int64
    let pass: Int
    let step: Int
    private var keys: [Int64] = []
    private var rows: [Int64] = []

    init(_ connection: Connection, source: Int64, pass: Int, step: Int) {
      self.connection = connection
      self.source = source
      self.pass = pass
      self.step = step
    }

    mutating func add(_ key: Int64, _ row: Int64) throws {
      keys.append(key)
      rows.append(row)
      if keys.count == KeyPages.size { try flush() }
    }

    mutating func flush() throws {
      guard let first = keys.first, let last = keys.last, let row = rows.first else { return }
      var form = Form.listed
      if zip(rows, rows.dropFirst()).contains(where: { $1 != $0 &+ 1 }) {
        form = .pairs
      } else if last &- first == Int64(keys.count - 1) {
        form = .dense
      }
      var list = SQLiteValue.null
      if form != .dense {
        let numbers = (form == .pairs ? keys + rows : keys).map(\.littleEndian)
        list = .blob(numbers.withUnsafeBytes { Data($0) })
      }
      try connection.run(
        "INSERT INTO \(Ledger.keysTable) (pass, step, first, last, row, count, form, list, source)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          .integer(Int64(pass)), .integer(Int64(step)), .integer(first), .integer(last),
          .integer(row), .integer(Int64(keys.count)), .integer(form.rawValue), list,
          .integer(source),
        ])
      keys.removeAll(keepingCapacity: true)
      rows.removeAll(keepingCapacity: true)
    }
  }
}
