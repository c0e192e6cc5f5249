// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore

/// The full-text index over the attributes of one table that are marked
/// `.spotlight`.
///
/// It has the words only; the text stays in the table. Triggers keep it right
/// in the transaction that changes the table, whoever does that.
package struct SearchIndexLayout: Hashable, Sendable {
  package static let prefix = "OSD_SEARCH_"

  /// The table of the texts.
  package let table: String
  /// Its columns that are searched, in the table's order.
  package let columns: [String]

  /// Ends as the names of no index's own tables do, so that the index of an
  /// entity `Note_data` does not meet one of those of `Note`.
  package var name: String { Self.name(of: table) }

  static func name(of table: String) -> String { "\(prefix)\(table)_FTS" }

  /// The names that belong to the index of a table, the index itself last.
  package static func names(of table: String) -> (triggers: [String], index: String) {
    let name = name(of: table)
    return (["_INSERT", "_DELETE", "_UPDATE"].map { name + $0 }, name)
  }

  /// The statements that create the index and its triggers, by the names of these.
  package var statements: [(name: String, sql: String)] {
    let (triggers, index) = Self.names(of: table)
    let texts = [insertTrigger, deleteTrigger, updateTrigger]
    return [(index, create)] + zip(triggers, texts).map { ($0, "CREATE TRIGGER \($0) \($1)") }
  }

  /// Reads all rows of the table into the index.
  package var rebuild: String { "INSERT INTO \(name) (\(name)) VALUES ('rebuild')" }

  private var create: String {
    "CREATE VIRTUAL TABLE \(name) USING fts5(\(list(columns)), content='\(table)', "
      + "content_rowid='Z_PK', tokenize=\"unicode61 remove_diacritics 2\", prefix='2 3')"
  }

  private var insertTrigger: String { "AFTER INSERT ON \(table) BEGIN \(add); END" }

  private var deleteTrigger: String { "AFTER DELETE ON \(table) BEGIN \(remove); END" }

  /// A save of other properties, or of equal texts, leaves the index alone.
  private var updateTrigger: String {
    let isChanged = columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR ")
    return "AFTER UPDATE OF \(list(columns)) ON \(table) WHEN \(isChanged) "
      + "BEGIN \(remove); \(add); END"
  }

  private var add: String {
    "INSERT INTO \(name) (rowid, \(list(columns))) VALUES (new.Z_PK, \(list(columns, of: "new")))"
  }

  /// The index finds the words to remove by the text that had them.
  private var remove: String {
    "INSERT INTO \(name) (\(name), rowid, \(list(columns))) "
      + "VALUES ('delete', old.Z_PK, \(list(columns, of: "old")))"
  }

  private func list(_ columns: [String], of row: String? = nil) -> String {
    columns.map { column in row.map { "\($0).\(column)" } ?? column }.joined(separator: ", ")
  }
}

extension StoreLayout {
  /// The index of a table; `nil` if no attribute of its entities is marked.
  package func searchIndex(of table: TableLayout) -> SearchIndexLayout? {
    var marked: Set<String> = []
    for entity in table.root.family where keeps(entity) {
      for property in entity.properties where property.isSearched {
        marked.formUnion(columns(of: property).map(\.name))
      }
    }
    let columns = table.columns.map(\.name).filter { marked.contains($0) }
    return columns.isEmpty ? nil : SearchIndexLayout(table: table.name, columns: columns)
  }

  /// The index that has the texts of an entity, or an error that says why
  /// there is none.
  package func existingSearchIndex(of entity: _Entity) throws -> SearchIndexLayout {
    let table = try existingTable(of: entity)
    guard entity.family.contains(where: { $0.properties.contains { $0.isSearched } }),
      let index = searchIndex(of: table)
    else {
      throw SwiftDataError(
        .notSearchable, "No String attribute of this entity is marked as searchable.",
        entity: entity.name, advice: "Mark the attributes with @Attribute(.spotlight).")
    }
    return index
  }
}

extension _Property {
  /// Whether the words of the attribute are indexed. Apple accepts the mark
  /// on other types too, where it means nothing here.
  var isSearched: Bool {
    guard attribute?.options.contains(.spotlight) == true, hasColumns else { return false }
    return description.valueType == String.self || description.valueType == String?.self
  }
}
