// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Makes a new, empty store for a model, without the classes of an app.
///
/// ```swift
/// try StoreCreation.create(model, at: URL(fileURLWithPath: "default.store"))
/// ```
///
/// An app whose classes describe the same model opens the store as its own: version hashes, tables
/// and indexes are those that it would have made.
package enum StoreCreation {
  /// - Parameters:
  ///   - model: what the store keeps.
  ///   - url: where nothing is yet.
  ///   - version: the version of the app's schema.
  ///   - identifier: by which identifiers of objects name the store; a new one if `nil`.
  /// - Throws: ``StoreError`` if there is a file already, or it cannot be made.
  package static func create(
    _ model: ManagedObjectModel, at url: URL, version: String = "1.0.0", identifier: String? = nil
  ) throws {
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: url.path + suffix) {
      throw StoreError(
        .alreadyExists, "There is already a file here.", file: url.path + suffix,
        advice: "Move it away, or choose another name.")
    }
    let tables = StoreTables(model)
    var model = model
    model.entities = tables.entities
    model.configurations = ["default": model.entities.map(\.name).sorted()]
    let connection: Connection
    do {
      connection = try Connection(url, .creating)
    } catch let error as StoreError where error.code == .unreadable {
      throw StoreError(
        .notWritable, "The store cannot be created.", file: url.path,
        advice: "Check that the folder exists, may be written to, and has room.")
    }
    defer { connection.close() }
    try connection.execute("PRAGMA page_size = 4096")
    try connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.execute("PRAGMA journal_mode = WAL")
    try connection.transaction {
      for statement in tables.statements { try connection.execute(statement) }
      for (index, entity) in tables.entities.enumerated() {
        try connection.run(
          PrimaryKeyTable.insertion,
          [
            .integer(Int64(index + 1)), .text(entity.name), .integer(tables.superentityNumber(of: entity)),
          ])
      }
      try connection.run(
        "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
        [
          .text(identifier ?? UUID().uuidString),
          .blob(try metadata(model, version, tables.columns).propertyList()),
        ])
      try connection.run(
        "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", [.blob(try ModelCache.encode(model))])
    }
  }

  private static func metadata(
    _ model: ManagedObjectModel, _ version: String, _ columns: [String: [String: String]]
  ) -> MetadataEntries {
    let hashes = VersionHashes.hashes(of: model)
    var entries = MetadataEntries.initial
    entries.setModel(hashes: hashes)
    entries.versionIdentifiers = [version]
    // Which column each path of names has, as SwiftData here keeps it.
    entries.values["OpenSwiftDataColumns"] = .dictionary(
      columns.mapValues { .dictionary($0.mapValues { .string($0) }) })
    entries.values["OpenSwiftDataColumnsDigest"] = .string(VersionHashes.digest(hashes))
    return entries
  }
}
