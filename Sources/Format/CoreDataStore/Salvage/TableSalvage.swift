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
  /// What a row takes up at least, in bytes.
  private static let smallestRow: Int64 = 6
  /// The highest key that is looked for where nothing tells how many rows there were.
  static let highestKey: Int64 = 10_000_000

  let table: String
  /// How many rows were copied.
  var rows = 0
  /// Keys that may have had rows; up to the highest of all if it is not known how many there were.
  var unreadable: [ClosedRange<Int64>] = []
  private(set) var incomplete: [Incomplete] = []

  let source: Connection
  let target: Connection
  let columns: [String]
  private let selection: String
  private let insertion: String
  /// The column that names the entity of a row.
  private let entityColumn: Int?
  private let entities: Set<Int64>
  private let counter: Int64?
  private let highest: Int64
  private var searches = 0

  /// How far a scan came.
  private enum Walk {
    /// The range was read to its end.
    case complete
    /// Up to the first damage: the last key that was read, if there was one.
    case stopped(at: Int64?)
  }

  /// - Parameters:
  ///   - entities: the numbers of the entities; a row of another one is damaged. Empty if they are not known.
  ///   - counter: the highest key that the table has had; `nil` if nothing counts its keys.
  ///   - highest: about the highest key of any table, to be looked for where there is no counter.
  init(
    _ table: String, from source: Connection, to target: Connection, entities: Set<Int64>, counter: Int64?,
    highest: Int64
  ) throws {
    self.table = table
    self.source = source
    self.target = target
    self.entities = entities
    self.counter = counter
    self.highest = min(counter ?? max(highest, 1000), Self.highestKey)
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
    if case .stopped(let last) = try walk(.min, .max, isAscending: true) { try readRest(behind: last) }
    if !unreadable.isEmpty { try readIndex() }
    merge()
  }

  /// Reads what lies behind the first damage.
  private mutating func readRest(behind last: Int64?) throws {
    guard last != .max else { return }
    let start = last.map { $0 + 1 }
    guard case .stopped(let first) = try walk(start ?? .min, .max, isAscending: false) else { return }
    // Keys begin at 1.
    let low = start ?? 1
    if let first {
      if first > low { try search(low, first - 1) }
      return
    }
    // The page of the highest keys is damaged, so no scan leads back from the end.
    let reached = TreeKeys.highest(of: table, source, file: URL(fileURLWithPath: source.file))
    var end = Int64.max
    // A counter that is below a key is wrong.
    if let counter, counter >= max(reached ?? 0, last ?? 0) { end = counter }
    guard low <= end else { return }
    // Rows that have keys of their own may lack a long value only, so they are looked for one by one.
    let isOfPairs = !columns.contains(RowHeader.key)
    let bound = min(end, max(low, isOfPairs ? reached ?? highest : max(reached ?? 0, highest)))
    let searched = try searchEnd(low, bound)
    if searched < end { unreadable.append((searched + 1)...end) }
  }

  /// Searches the keys before the damaged end of the table.
  ///
  /// - Returns: The last key that was looked for.
  private mutating func searchEnd(_ low: Int64, _ high: Int64) throws -> Int64 {
    var high = high
    // A key that the tree alone names may itself be damaged. To look for many times as many keys as the file has room
    // for would take long, and lead to nothing.
    let size = Int64(clamping: SQLiteFileHeader.size(URL(fileURLWithPath: source.file)))
    let most = max(10_000, 4 * (size / Self.smallestRow))
    if high > highest, UInt64(bitPattern: high &- low) > UInt64(most) {
      switch try walk(low, high, isAscending: false) {
      case .complete: return high
      case .stopped(let first?):
        if first > low { try search(low, first - 1) }
        return high
      case .stopped(nil): high = low + most
      }
    }
    try search(low, high)
    return high
  }

  /// Reads what lies between two keys, to which no scan leads.
  private mutating func search(_ first: Int64, _ last: Int64) throws {
    guard searches < Self.mostSearches else {
      unreadable.append(first...last)
      return
    }
    guard first < last else { return try readSingly(first) }
    var (start, end) = (first, last)
    guard case .stopped(let low) = try walk(start, end, isAscending: true) else { return }
    if let low {
      guard low < end else { return }
      start = low + 1
    }
    guard case .stopped(let high) = try walk(start, end, isAscending: false) else { return }
    if let high {
      guard high > start else { return }
      end = high - 1
    }
    guard start < end else { return try readSingly(start) }
    // Their distance may be more than the type holds.
    let middle = start &+ Int64(UInt64(bitPattern: end &- start) / 2)
    try search(start, middle)
    try search(middle + 1, end)
  }

  /// Copies the rows of a range up to the first damage.
  private mutating func walk(_ first: Int64, _ last: Int64, isAscending: Bool) throws -> Walk {
    searches += 1
    var previous: Int64?
    do {
      let statement = try source.cached(selection + (isAscending ? "ASC" : "DESC"))
      defer { statement.reset() }
      try statement.bind([.integer(first), .integer(last)])
      while try statement.step() {
        let key = statement.integer(0)
        // Keys that do not follow each other, or were not asked for, are of a page that belongs elsewhere.
        guard first...last ~= key, previous.map({ isAscending ? key > $0 : key < $0 }) ?? true else {
          return .stopped(at: previous)
        }
        try insert(key, (0..<columns.count).map { statement.value($0 + 1) })
        previous = key
      }
      return .complete
    } catch let error as StoreError where error.isDamage {
      return .stopped(at: previous)
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
      if let last = merged.last, last.upperBound == .max || range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    unreadable = merged
  }
}
