// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore

extension MetadataTable {
  static func row(_ connection: SQLiteConnection) throws -> MetadataRow {
    try connection.withStatement(selection) { statement in
      guard try statement.step(), let identifier = statement.text(0) else {
        throw SwiftDataError(
          .storeIsCorrupted, "The store has no metadata.", file: connection.file,
          advice: "Restore the file and its -wal from a backup.")
      }
      do {
        return try MetadataRow(identifier: identifier, propertyList: Data(statement.bytes(1)))
      } catch {
        throw SwiftDataError(
          .storeIsCorrupted, "The store's metadata cannot be read.", file: connection.file,
          advice: "Restore the file and its -wal from a backup.", underlying: error)
      }
    }
  }

  static func insert(_ metadata: MetadataRow, into connection: SQLiteConnection) throws {
    try write(insertion, metadata, connection)
  }

  static func update(_ metadata: MetadataRow, in connection: SQLiteConnection) throws {
    try write(update, metadata, connection)
  }

  private static func write(
    _ sql: String, _ metadata: MetadataRow, _ connection: SQLiteConnection
  ) throws {
    let list = try metadata.propertyList()
    try connection.withStatement(sql) { statement in
      try statement.bind(metadata.identifier, 1)
      try list.withUnsafeBytes { try statement.bind($0, 2) }
      try statement.run()
    }
  }
}

extension ModelCacheTable {
  static func insert(_ model: ManagedObjectModel, into connection: SQLiteConnection) throws {
    let content = try ModelCache.encode(model)
    try connection.withStatement(insertion) { statement in
      try content.withUnsafeBytes { try statement.bind($0, 1) }
      try statement.run()
    }
  }

  /// Replaces the model, unless the one that is there says the same: another
  /// program's may say more.
  static func update(_ model: ManagedObjectModel, in connection: SQLiteConnection) throws {
    // Stores of Mac OS X 10.6 have no such table.
    try connection.executeOnce("CREATE TABLE IF NOT EXISTS \(name) (\(column) BLOB)")
    if let known = try content(connection).flatMap({ try? ModelCache.decode($0) }),
      isEquivalent(known, model)
    {
      return
    }
    try connection.executeOnce(deletion)
    try insert(model, into: connection)
  }

  static func content(_ connection: SQLiteConnection) throws -> Data? {
    try connection.withStatement(selection) { statement in
      try statement.step() ? Data(statement.bytes(0)) : nil
    }
  }

  /// Whether stores of both models have the same tables and indexes.
  private static func isEquivalent(_ known: ManagedObjectModel, _ model: ManagedObjectModel) -> Bool {
    guard known.versionIdentifiers == model.versionIdentifiers,
      VersionHashes.hashes(of: known) == VersionHashes.hashes(of: model)
    else { return false }
    return model.entities.allSatisfy { entity in
      guard let same = known.entity(named: entity.name), same.indexes == entity.indexes else {
        return false
      }
      // Whether an enum is optional is in no hash, nor is what the parts of a composite belong to, nor of which type the
      // elements of an array are.
      let optional = Set(same.attributes.filter(\.isOptional).map(\.name))
      return optional == Set(entity.attributes.filter(\.isOptional).map(\.name))
        && paths(same) == paths(entity) && collections(same) == collections(entity)
    }
  }

  /// The types of arrays and the like, by the names of their attributes.
  private static func collections(_ entity: EntityDescription) -> [String: String] {
    var types: [String: String] = [:]
    for attribute in entity.attributes where attribute.type == .transformable {
      if let type = attribute.valueClassName, type.contains("<") { types[attribute.name] = type }
    }
    return types
  }

  private static func paths(_ entity: EntityDescription) -> Set<String> {
    Set(entity.attributes.flatMap { $0.leaves.map(\.path) })
  }
}

extension PrimaryKeyTable {
  static func insert(
    number: Int64, name: String, superentity: Int64, into connection: SQLiteConnection
  ) throws {
    try connection.withStatement(insertion) { statement in
      statement.bind(number, 1)
      try statement.bind(name, 2)
      statement.bind(superentity, 3)
      try statement.run()
    }
  }

  /// The highest key; `nil` if there is no row for the number.
  static func maximum(of number: Int64, in connection: SQLiteConnection) throws -> Int64? {
    try connection.withStatement(maximum) { statement in
      statement.bind(number, 1)
      return try statement.step() ? statement.integer(0) : nil
    }
  }

  static func setMaximum(
    _ maximum: Int64, of number: Int64, in connection: SQLiteConnection
  ) throws {
    try connection.withStatement(raise) { statement in
      statement.bind(maximum, 1)
      statement.bind(number, 2)
      try statement.run()
    }
  }
}
