// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A store that Core Data, SwiftData or this library wrote, opened without the
/// classes of its app.
///
/// ```swift
/// let store = try Store(reading: URL(fileURLWithPath: "default.store"))
/// for entity in store.model.entities {
///   print(entity.name, try store.count(of: entity.name))
/// }
/// ```
///
/// No byte of the file or its folder changes. A store belongs to one thread.
package final class Store {
  /// The file, with symbolic links resolved.
  package let url: URL
  package let metadata: StoreMetadata
  package let numbers: EntityNumbers
  package let model: ManagedObjectModel
  package let modelOrigin: ModelOrigin
  package let layout: ModelLayout
  let header: SQLiteFileHeader
  let catalog: TableCatalog
  package let connection: Connection
  /// The entity that rows of a number are read as.
  package let entitiesByNumber: [Int64: String]
  package lazy var relationshipIndex = RelationshipIndex(self)

  /// Opens a file for reading.
  package convenience init(reading url: URL) throws {
    let file = url.resolvingSymlinksInPath()
    let header = try SQLiteFileHeader(file)
    try self.init(header, ReadOnlyOpening.open(header))
  }

  init(_ header: SQLiteFileHeader, _ connection: Connection) throws {
    self.header = header
    url = header.url
    self.connection = connection
    catalog = try TableCatalog(connection)
    guard catalog.has(MetadataTable.name), catalog.has(PrimaryKeyTable.name) else {
      throw StoreError(
        .notAStore, "This SQLite database was not written by Core Data or SwiftData.",
        file: url.path, advice: "It has no tables Z_METADATA and Z_PRIMARYKEY; check the path.")
    }
    metadata = StoreMetadata(connection)
    let numbers = try EntityNumbers(connection)
    (model, modelOrigin) = ModelLoading.load(numbers, catalog, connection)
    self.numbers = numbers.renamed(for: model)
    layout = LayoutBuilder.layout(of: model, modelOrigin, self.numbers, catalog, connection)
    var byNumber: [Int64: String] = [:]
    for table in layout.entities.values { byNumber[table.number] = table.entity }
    entitiesByNumber = byNumber
    // What could not be read may have been taken for what is not there.
    try connection.expectUnchanged()
  }

  /// The entity of a name; its case may differ.
  package func entity(named name: String) throws -> EntityDescription {
    if let entity = model.entity(named: name) { return entity }
    let similar = model.entities.filter { $0.name.lowercased() == name.lowercased() }
    if similar.count == 1 { return similar[0] }
    let names = model.entities.map(\.name).sorted()
    throw StoreError(
      .unknownEntity, "There is no entity '\(name)'.", file: url.path,
      advice: "There are: \(names.joined(separator: ", ")).")
  }

  /// How many rows an entity has, without those of its subentities unless
  /// these are included.
  package func count(of entity: String, includingSubentities: Bool = false) throws -> Int {
    guard let layout = layout[entity], let table = layout.table else { return 0 }
    let condition = entityCondition(layout, includingSubentities).map { " WHERE " + $0 } ?? ""
    return Int(
      try connection.integer("SELECT count(*) FROM \(table.sqlName) AS t0" + condition) ?? 0)
  }

  /// The damage that SQLite finds in the pages of the file; `nil` if there is none. O(bytes).
  package func damage() -> String? { connection.damage() }

  /// The identifier that Core Data gives a row.
  package func uri(of object: ObjectReference) -> String {
    "x-coredata://\(metadata.storeUUID)/\(object.entity)/p\(object.key)"
  }
}
