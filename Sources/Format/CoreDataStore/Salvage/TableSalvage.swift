// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Copies the rows of one table that can be read, however damaged its pages are.
///
/// A scan ends at the first damaged page. The rows behind it are reached from the other end, and by key between the two,
/// since each search takes its own way down the tree.
struct TableSalvage {
  /// A row of which some columns cannot be read, as where a page of a long value is damaged.
  struct Incomplete: Equatable {
    let key: Int64
    let columns: [String]
  }

  /// After so many searches in vain, what is left of a table counts as unreadable: some seconds.
  private static let mostSearches = 2_000_000
  /// The highest key that is looked for where nothing tells how many rows there were.
  static let highestKey: Int64 = 10_000_000

  let table: String
  /// How many rows were copied.
  private(set) var rows = 0
  /// Keys that may have had rows.
  private(set) var unreadable: [ClosedRange<Int64>] = []
  private(set) var incomplete: [Incomplete] = []

  private let source: Connection
  private let target: Connection
  private let columns: [String]
  private let selection: String
  private let insertion: String
  /// The column that names the entity of a row.
  private let entityColumn: Int?
  private let entities: Set<Int64>
  private let highest: Int64
  private var searches = 0

  /// - Parameters:
  ///   - entities: the numbers of the entities; a row of another one is damaged. Empty if they are not known.
  ///   - highest: about the highest key that the table can have.
  init(
    _ table: String, from source: Connection, to target: Connection, entities: Set<Int64>, highest: Int64
  ) throws {
    self.table = table
    self.source = source
    self.target = target
    self.entities = entities
    self.highest = min(max(highest, 1000), Self.highestKey)
    let columns: [String] = try target.rows("PRAGMA table_info(\(table.sqlName))").compactMap {
      if case .text(let name) = $0[1] { name } else { nil }
    }
    self.columns = columns
    let names = columns.map(\.sqlName).joined(separator: ", ")
    selection = "SELECT rowid, \(names) FROM \(table.sqlName) NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid "
    insertion =
      "INSERT OR IGNORE INTO \(table.sqlName) (\(names)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    let isOfEntities = columns.contains(RowHeader.key)
    entityColumn = isOfEntities ? columns.firstIndex(of: RowHeader.entity) : nil
  }

  mutating func run() throws {
    guard !columns.isEmpty else { return }
    if let last = try walk(.min, .max, isAscending: true) {
      // Keys begin at 1.
      let first = try walk(last == .min ? last : last + 1, .max, isAscending: false)
      guard let first else { return }
      let low = last == .min ? 1 : last + 1
      let high = first == .max ? max(highest, low) : first - 1
      if low <= high { try search(low, high) }
    }
    merge()
  }

  /// Reads what lies between two keys, to which no scan leads.
  private mutating func search(_ first: Int64, _ last: Int64) throws {
    guard searches < Self.mostSearches else {
      unreadable.append(first...last)
      return
    }
    guard first < last else { return try readSingly(first) }
    guard let low = try walk(first, last, isAscending: true) else { return }
    let start = low == .min ? first : low + 1
    guard start <= last, let high = try walk(start, last, isAscending: false) else { return }
    let end = high == .max ? last : high - 1
    guard start <= end else { return }
    guard start < end else { return try readSingly(start) }
    let middle = start + (end - start) / 2
    try search(start, middle)
    try search(middle + 1, end)
  }

  /// Copies the rows of a range up to the first damage.
  ///
  /// - Returns: The last key that was read, `min` or `max` if there was none; `nil` if the range was read to its end.
  private mutating func walk(_ first: Int64, _ last: Int64, isAscending: Bool) throws -> Int64? {
    searches += 1
    var previous = isAscending ? Int64.min : .max
    do {
      let statement = try source.cached(selection + (isAscending ? "ASC" : "DESC"))
      defer { statement.reset() }
      try statement.bind([.integer(first), .integer(last)])
      while try statement.step() {
        let key = statement.integer(0)
        // Keys that do not follow each other, or were not asked for, are of a page that belongs elsewhere.
        guard first...last ~= key,
          isAscending ? key > previous || previous == .min : key < previous || previous == .max
        else { return previous }
        try insert(key, (0..<columns.count).map { statement.value($0 + 1) })
        previous = key
      }
      return nil
    } catch let error as StoreError where error.isDamage {
      return previous
    }
  }

  private mutating func insert(_ key: Int64, _ values: [SQLiteValue]) throws {
    if let entityColumn, !entities.isEmpty, !isEntity(values[entityColumn].key) {
      unreadable.append(key...key)
      return
    }
    do {
      try target.run(insertion, values)
    } catch let error as StoreError where error.isDamage {
      // A value that the table does not take: it is none of this table's.
      unreadable.append(key...key)
      return
    }
    rows += target.changes
  }

  /// Rows of the history may have numbers that no list has.
  private func isEntity(_ number: Int64?) -> Bool {
    guard let number else { return false }
    return entities.contains(number) || number >= PrimaryKeyTable.firstInternalNumber
  }

  /// Copies those columns of a row that can be read.
  private mutating func readSingly(_ key: Int64) throws {
    var values: [SQLiteValue] = []
    var missing: [String] = []
    for column in columns {
      searches += 1
      do {
        let found = try source.rows(
          "SELECT \(column.sqlName) FROM \(table.sqlName) NOT INDEXED WHERE rowid = ?", [.integer(key)])
        guard let value = found.first?.first else { return }
        values.append(value)
      } catch let error as StoreError where error.isDamage {
        values.append(.null)
        missing.append(column)
      }
    }
    guard missing.count < columns.count, !missing.contains(where: RowHeader.columns.contains) else {
      unreadable.append(key...key)
      return
    }
    let before = rows
    try insert(key, values)
    if rows > before, !missing.isEmpty { incomplete.append(Incomplete(key: key, columns: missing)) }
  }

  /// Neighbours become one range.
  private mutating func merge() {
    var merged: [ClosedRange<Int64>] = []
    for range in unreadable.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound &+ 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    unreadable = merged
  }
}
