// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

/// Gives entities other numbers, in every row that has one. Each column is
/// changed by one statement, so that numbers may change places.
struct EntityRenumbering {
  let connection: SQLiteConnection
  let numbers: EntityNumberChanges

  func run() throws {
    for table in numbers.tables {
      try checkRows(of: table)
      try renumber("Z_ENT", of: table)
    }
    for (table, column) in numbers.columns { try renumber(column, of: table) }
    if numbers.hasHistory { try renumber("ZENTITY", of: "ACHANGE") }
    for (table, column) in numbers.mirrored { try renumberApart(column, of: table) }
    try renumber("Z_SUPER", of: "Z_PRIMARYKEY")
    try renumberApart("Z_ENT", of: "Z_PRIMARYKEY")
  }

  /// Where numbers are part of a key: none may be there twice meanwhile.
  private func renumberApart(_ column: String, of table: String) throws {
    let (table, column) = (DDL.quoted(table), DDL.quoted(column))
    try connection.executeOnce(
      "UPDATE \(table) SET \(column) = -(\(new(of: column))) WHERE \(column) IN (\(old))")
    let moved = numbers.changes.map { "-\($0.new)" }.joined(separator: ", ")
    try connection.executeOnce(
      "UPDATE \(table) SET \(column) = -\(column) WHERE \(column) IN (\(moved))")
  }

  private var old: String { numbers.changes.map { "\($0.old)" }.joined(separator: ", ") }

  private func new(of column: String) -> String {
    let cases = numbers.changes.map { "WHEN \($0.old) THEN \($0.new)" }
    return "CASE \(column) \(cases.joined(separator: " ")) END"
  }

  private func renumber(_ column: String, of table: String) throws {
    let (table, column) = (DDL.quoted(table), DDL.quoted(column))
    try connection.executeOnce(
      "UPDATE \(table) SET \(column) = \(new(of: column)) WHERE \(column) IN (\(old))")
  }

  /// A row of no entity would become one of the entity that gets its number.
  private func checkRows(of table: String) throws {
    let known = Set(numbers.known)
    let taken = numbers.changes.map(\.new).filter { !known.contains($0) }
    guard !taken.isEmpty else { return }
    let list = taken.map { "\($0)" }.joined(separator: ", ")
    let number = try connection.integer(
      "SELECT Z_ENT FROM \(DDL.quoted(table)) WHERE Z_ENT IN (\(list)) LIMIT 1")
    guard let number else { return }
    throw SwiftDataError(
      .storeIsCorrupted, "The table \(table) has rows of an unknown entity, number \(number).",
      file: connection.file, advice: "Check the store with `swiftdata check`.")
  }
}
