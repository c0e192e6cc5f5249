// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The files of large values that a database refers to.
enum ExternalReferences {
  /// - Returns: the names in all tables, of which the model may not know some.
  static func names(_ catalog: TableCatalog, _ connection: Connection) throws -> Set<String> {
    var names: Set<String> = []
    for table in catalog.tables {
      for column in table.columns where ["BLOB", ""].contains(column.type) {
        let name = column.name.sqlName
        // The length is known without reading what is large.
        let statement = try connection.prepare(
          "SELECT \(name) FROM \(table.name.sqlName) WHERE typeof(\(name)) = 'blob'"
            + " AND length(\(name)) = \(ExternalColumn.referenceLength)"
            + " AND \(ExternalColumn.beginsAsReference(name))")
        while try statement.step() {
          guard case .blob(let bytes) = statement.value(0) else { continue }
          if let file = ExternalColumn(bytes).file { names.insert(file) }
        }
      }
    }
    return names
  }
}
