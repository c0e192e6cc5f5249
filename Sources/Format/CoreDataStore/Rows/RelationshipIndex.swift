// SPDX-License-Identifier: Apache-2.0

/// Stands in for indexes that a file lacks.
///
/// Without an index on the column of keys each object's targets would be
/// found by a scan. The pairs are then copied into a temporary table, which is
/// no part of the file.
package final class RelationshipIndex {
  private unowned let store: Store
  private var made: [String: String] = [:]

  init(_ store: Store) { self.store = store }

  /// What to select from.
  ///
  /// - Parameters:
  ///   - column: holds the keys that rows are looked up by.
  ///   - others: the columns that are read, if not those of an object's row.
  package func table(
    _ table: String, _ column: String, _ order: String?, others: [String] = ["Z_PK", "Z_ENT"]
  ) throws -> String {
    guard store.catalog.table(table)?.isIndexed(column) != true else { return table.sqlName }
    let key = "\(table) \(column)"
    if let name = made[key] { return name }
    let name = "temp.swiftdata_pairs_\(made.count)"
    let columns = ([column] + [order].compactMap { $0 } + others).map(\.sqlName)
    try store.connection.execute(
      "CREATE TEMP TABLE \(name.dropFirst(5)) AS SELECT \(columns.joined(separator: ", "))"
        + " FROM main.\(table.sqlName) WHERE \(column.sqlName) IS NOT NULL")
    try store.connection.execute(
      "CREATE INDEX temp.swiftdata_pairs_index_\(made.count)"
        + " ON \(name.dropFirst(5)) (\(column.sqlName))")
    made[key] = name
    return name
  }
}
