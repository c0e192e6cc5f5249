// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import SwiftDataSQL

/// The columns of attributes that the schema lacks, whose large values are in files: these go with their rows, too.
///
/// Only what the store says itself of a column counts. The bytes of another one may look like a reference to a file.
enum KeptExternalColumns {
  /// The names of the columns by table.
  static func find(_ layout: StoreLayout, _ connection: SQLiteConnection) throws -> [String: [String]] {
    // Most stores keep nothing.
    let kept =
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND instr(sql, '\(KeptNames.prefix)') > 0 LIMIT 1"
    guard try connection.integerUncounted(kept) != nil else { return [:] }
    let metadata = try MetadataTable.row(connection)
    let attributes = metadata.keptAttributes
    guard !attributes.isEmpty, let columns = metadata.columns else { return [:] }
    var found: [String: [String]] = [:]
    for table in layout.tables {
      for entity in table.root.family {
        for (path, column) in columns[entity.name] ?? [:] where column.hasPrefix(KeptNames.prefix) {
          let name = String(path.prefix { $0 != "." && $0 != "/" })
          guard attributes[entity.name]?[name]?.allowsExternalStorage == true,
            try has(table.name, column, connection)
          else { continue }
          found[table.name, default: []].append(column)
        }
      }
    }
    return found
  }

  private static func has(_ table: String, _ column: String, _ connection: SQLiteConnection) throws -> Bool {
    try connection.integerUncounted(
      "SELECT 1 FROM pragma_table_info(\(table.inSingleQuotes)) WHERE name = \(column.inSingleQuotes)") != nil
  }
}
