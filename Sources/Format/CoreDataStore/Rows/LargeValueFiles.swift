// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The files of large values beside a store (`ExternalFolder`, `ExternalColumn`).
struct LargeValueFiles: Sendable {
  let folder: URL

  /// - Parameter store: with symbolic links resolved.
  init(of store: URL) { folder = ExternalFolder.url(of: store) }

  func file(_ name: String) -> ExternalFile {
    let url = folder.appendingPathComponent(name)
    let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
    let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
    return ExternalFile(
      name: name, url: url, size: isFile ? (attributes?[.size] as? NSNumber)?.uint64Value : nil)
  }

  /// The files that are there, by name.
  func all() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { file($0).size != nil }.sorted()
  }
}

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
