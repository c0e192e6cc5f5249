// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

extension TableSalvage {
  /// Reads the pairs of a many-to-many relationship from the index of their primary key, which has each of them again.
  ///
  /// Where both are damaged, what can be read of one completes the other.
  mutating func readIndex() throws {
    guard !columns.contains(RowHeader.key), let (index, keys) = try primaryKey() else { return }
    let names = keys.map(\.sqlName).joined(separator: ", ")
    let insertion =
      "INSERT OR IGNORE INTO \(table.sqlName) (\(names)) VALUES (\(keys.map { _ in "?" }.joined(separator: ", ")))"
    for order in ["ASC", "DESC"] {
      let sorted = keys.map { "\($0.sqlName) \(order)" }.joined(separator: ", ")
      do {
        let statement = try source.prepare(
          "SELECT \(names) FROM \(table.sqlName) INDEXED BY \(index.sqlName) ORDER BY \(sorted)")
        var previous: [Int64]?
        var isWhole = true
        while try statement.step() {
          let pair = statement.row.compactMap(\.key)
          // What does not follow is of a page that belongs elsewhere.
          guard pair.count == keys.count,
            previous.map({ order == "ASC" ? $0.lexicographicallyPrecedes(pair) : pair.lexicographicallyPrecedes($0) })
              ?? true
          else {
            isWhole = false
            break
          }
          try target.run(insertion, pair.map { .integer($0) })
          rows += target.changes
          previous = pair
        }
        guard isWhole else { continue }
        // Positions of ordered relationships are in the table alone.
        if keys.count == columns.count { unreadable = [] }
        return
      } catch let error as StoreError where error.isDamage {
        continue
      }
    }
  }

  /// The index that SQLite made for the primary key, and its columns.
  private func primaryKey() throws -> (index: String, columns: [String])? {
    let known = try? source.rows(
      "SELECT l.name, i.name FROM pragma_index_list(?1) AS l, pragma_index_info(l.name) AS i"
        + " WHERE l.origin = 'pk' ORDER BY i.seqno", [.text(table)])
    var index: String?
    var names: [String] = []
    for row in known ?? [] {
      guard case .text(let name) = row[0], case .text(let column) = row[1], columns.contains(column) else { return nil }
      index = name
      names.append(column)
    }
    return index.map { ($0, names) }
  }
}
