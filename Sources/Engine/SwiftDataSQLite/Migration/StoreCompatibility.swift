// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Whether a store may be opened with a schema at all.
enum StoreCompatibility {
  /// - Parameter schemaVersion: `nil` if the store's may be any.
  static func check(
    _ contents: StoreContents, layout: StoreLayout, entities: [_Entity], hashes: [String: Data],
    schemaVersion: String?, file: URL?
  ) throws {
    let stored = contents.metadata?.hashes ?? [:]
    if stored == hashes { return }
    if let schemaVersion {
      try checkVersion(
        contents, layout: layout, entities: entities, schemaVersion: schemaVersion, file: file)
    }
    if contents.metadata?.columns == nil {
      // What the store's own model explains need not be guessed.
      try checkNames(contents, layout: layout, hashes: stored, expected: hashes, file: file)
    }
  }

  /// A newer version of the schema may have given columns a meaning that this
  /// one would destroy.
  private static func checkVersion(
    _ contents: StoreContents, layout: StoreLayout, entities: [_Entity], schemaVersion: String,
    file: URL?
  ) throws {
    let versions = contents.metadata?.versionIdentifiers ?? []
    guard let version = versions.max(by: SchemaVersions.isLess),
      SchemaVersions.isLess(schemaVersion, version)
    else { return }
    let known = Set(entities.map(\.name))
    let unknownEntity = contents.entities.first {
      $0.number < KeptNames.firstEntity && !known.contains($0.name)
    }
    var unknownColumn: (entity: String, column: String)?
    for table in layout.tables {
      let expected = Set(table.columns.map(\.name)).union(RowHeader.columns)
      let unknown = contents.columnNames(of: table.name).subtracting(expected)
      // What is kept is of an older version; the order of an ordered
      // relationship, which no schema here has, is left alone.
      let newer = unknown.filter { !$0.hasPrefix(KeptNames.prefix) && !$0.hasPrefix(ColumnNames.orderPrefix) }
      if let column = newer.min() {
        unknownColumn = (table.root.name, column)
        break
      }
    }
    guard unknownEntity != nil || unknownColumn != nil else { return }
    throw SwiftDataError(
      .backwardMigration,
      "The store was written with version \(version) of the schema; this program has version \(schemaVersion)."
        + (unknownColumn.map { " It has no property for the column \($0.column)." } ?? ""),
      entity: unknownColumn?.entity ?? unknownEntity?.name, file: file,
      advice: "Open the store with the newer version of the program.")
  }

  /// Columns of equal names were numbered by the schema that the store was
  /// made with. With another schema, and no record of the names, a number may
  /// stand for another property: that is not guessed.
  private static func checkNames(
    _ contents: StoreContents, layout: StoreLayout, hashes: [String: Data],
    expected: [String: Data], file: URL?
  ) throws {
    for table in layout.tables where contents.knownColumns?[table.root.name] == nil {
      guard let columns = contents.tables[table.name] else { continue }
      let stored = Set(columns.map(\.name))
      let wanted = Set(table.columns.map(\.name)).union(RowHeader.columns)
      guard stored != wanted else { continue }
      for entity in table.root.family where hashes[entity.name] != expected[entity.name] {
        let names = Set((layout.columnNames[entity.name] ?? [:]).values)
        let numbered = names.first { name in
          let stem = name.reversed().drop { $0.isNumber }
          return stem.count < name.count && names.contains(String(stem.reversed()))
            && !entity.properties.contains { "Z" + $0.name.uppercased() == name }
        }
        guard let numbered else { continue }
        throw SwiftDataError(
          .unknownDataStoreSchema,
          "The store was written with another version of this entity, and it is unknown which property the column \(numbered) belongs to.",
          entity: entity.name, file: file,
          advice: "Open and save the store once with the schema it was written with, then with this one.")
      }
    }
  }
}
