// SPDX-License-Identifier: Apache-2.0

import CoreDataStore

/// The keys of a grid's rows by their places, so that any window is read at the cost of its own rows.
package protocol RowOrder: AnyObject {
  var count: Int { get }
  func keys(_ range: Range<Int>) throws -> [Int64]
  /// Gives back what it holds.
  func drop()
}

/// All rows of an entity, by key.
///
/// Every 1,024th key is kept: a window begins at the one before it, and is read along the table's own tree.
final class KeyOrder: RowOrder {
  private static let step = 1_024

  let count: Int
  private let places: [Int64]
  private let connection: Connection
  private let selection: GridSelection
  /// For tests: how many keys were stepped over.
  private(set) var keysRead = 0

  init(_ selection: GridSelection, _ connection: Connection) throws {
    self.selection = selection
    self.connection = connection
    var places: [Int64] = []
    var count = 0
    let statement = try connection.prepare(
      "SELECT t0.Z_PK FROM \(selection.from)\(selection.filter) ORDER BY t0.Z_PK")
    try statement.bind(selection.values)
    while try statement.step() {
      if count % Self.step == 0 { places.append(statement.integer(0)) }
      count += 1
    }
    self.places = places
    self.count = count
  }

  func drop() {}

  func keys(_ range: Range<Int>) throws -> [Int64] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    let block = range.lowerBound / Self.step
    let skipped = range.lowerBound - block * Self.step
    let filter = selection.filter.isEmpty ? " WHERE t0.Z_PK >= ?" : selection.filter + " AND t0.Z_PK >= ?"
    let statement = try connection.prepare(
      "SELECT t0.Z_PK FROM \(selection.from)\(filter) ORDER BY t0.Z_PK LIMIT \(skipped + range.count)")
    try statement.bind(selection.values + [.integer(places[block])])
    var keys: [Int64] = []
    keys.reserveCapacity(range.count)
    var position = 0
    while try statement.step() {
      if position >= skipped { keys.append(statement.integer(0)) }
      position += 1
    }
    keysRead += position
    return keys
  }
}

/// Rows in any order, or some of them: their keys lie sorted in a temporary table, which is no part of the file.
final class SortedOrder: RowOrder {
  let count: Int
  private let table: String
  private let connection: Connection

  init(_ selection: GridSelection, _ connection: Connection, number: Int) throws {
    self.connection = connection
    table = "studio_order_\(number)"
    try connection.execute("CREATE TEMP TABLE \(table) (position INTEGER PRIMARY KEY, key INTEGER)")
    do {
      try connection.run(
        "INSERT INTO temp.\(table) (key) SELECT t0.Z_PK FROM \(selection.from)\(selection.filter)"
          + " ORDER BY \(selection.order)", selection.values)
      count = Int(try connection.integer("SELECT max(position) FROM temp.\(table)") ?? 0)
    } catch {
      try? connection.execute("DROP TABLE temp.\(table)")
      throw error
    }
  }

  func drop() { try? connection.execute("DROP TABLE IF EXISTS temp.\(table)") }

  func keys(_ range: Range<Int>) throws -> [Int64] {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return [] }
    // Positions begin at 1.
    return try connection.rows(
      "SELECT key FROM temp.\(table) WHERE position BETWEEN ? AND ? ORDER BY position",
      [.integer(Int64(range.lowerBound + 1)), .integer(Int64(range.upperBound))]
    ).compactMap { $0.first?.key }
  }
}
