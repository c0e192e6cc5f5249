// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation

/// A store made by hand, for what no store at hand has.
struct HandmadeStore: Sendable {
  let folder: TemporaryFolder
  let url: URL

  /// - Parameters:
  ///   - tables: statements that make tables, indexes and rows.
  ///   - counters: the highest keys of root entities.
  ///   - isOpenSwiftData: whether the metadata say so.
  init(
    _ model: ManagedObjectModel, counters: [String: Int] = [:], keepsModel: Bool = true,
    history: Bool = false, isOpenSwiftData: Bool = false, _ tables: [String]
  ) throws {
    folder = try TemporaryFolder()
    url = folder.url.appendingPathComponent("Handmade.store")
    let app = try App(url)
    try app.execute(
      """
      PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL;
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)
      """)
    let ordered = ManagedObjectModel.ordered(model.entities)
    for (index, entity) in ordered.enumerated() {
      let parent = (ordered.firstIndex { $0.name == entity.superentity } ?? -1) + 1
      try app.execute(
        "INSERT INTO Z_PRIMARYKEY VALUES (\(index + 1), '\(entity.name)', \(parent), \(counters[entity.name] ?? 0))"
      )
    }
    let hashes = VersionHashes.hashes(of: model)
    var entries: [String: PropertyListValue] = [
      "NSStoreType": .string("SQLite"), "NSPersistenceFrameworkVersion": .integer(1414),
      "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionHashes": .dictionary(hashes.mapValues { .data($0) }),
      "NSStoreModelVersionHashesDigest": .string(VersionHashes.digest(hashes)),
      "NSStoreModelVersionChecksumKey": .string(VersionHashes.checksum(hashes)),
      "NSStoreModelVersionIdentifiers": .array([.string("1.0.0")]),
      "_NSAutoVacuumLevel": .string("2"), "AppsOwn": .string("kept"),
    ]
    if isOpenSwiftData { entries["OpenSwiftDataColumns"] = .dictionary([:]) }
    let plist = PropertyListValue.dictionary(entries)
    try app.execute(
      "INSERT INTO Z_METADATA VALUES (1, '3F2504E0-4F89-41D3-9A0C-0305E82C3301', x'\(Self.hex(plist.binary()))')"
    )
    if keepsModel {
      try app.execute("INSERT INTO Z_MODELCACHE VALUES (x'\(Self.hex(ModelCache.encode(model)))')")
    }
    if history { try app.execute(Self.history) }
    for statement in tables { try app.execute(statement) }
  }

  func open() throws -> Store { try Store(reading: url) }

  func execute(_ sql: String) throws { try App(url).execute(sql) }

  /// Makes the indexes that Core Data would have made.
  ///
  /// - Parameter changes: statements that come after it.
  func indexed(changed changes: [String] = []) throws -> HandmadeStore {
    let statements = try open().missingIndexes().map(\.statement)
    for statement in statements + changes { try execute(statement) }
    return self
  }

  static func hex(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static let history = """
    CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB, ZTOMBSTONE0 BLOB );
    CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB );
    CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
    """
}

// MARK: Models in a few words

extension EntityDescription {
  static func make(
    _ name: String, super superentity: String? = nil, _ attributes: [AttributeDescription] = [],
    _ relationships: [RelationshipDescription] = [], unique: [[String]] = []
  ) -> EntityDescription {
    var entity = EntityDescription(name: name)
    entity.superentity = superentity
    entity.attributes = attributes
    entity.relationships = relationships
    entity.uniquenessConstraints = unique
    return entity
  }
}

extension AttributeDescription {
  static func make(
    _ name: String, _ type: AttributeType, optional: Bool = true,
    _ change: (inout AttributeDescription) -> Void = { _ in }
  ) -> AttributeDescription {
    var attribute = AttributeDescription(name: name, type: type)
    attribute.isOptional = optional
    change(&attribute)
    return attribute
  }
}

extension RelationshipDescription {
  static func toOne(
    _ name: String, _ destination: String, inverse: String? = nil
  ) -> RelationshipDescription {
    var relationship = RelationshipDescription(name: name, destination: destination)
    relationship.inverse = inverse
    return relationship
  }

  static func toMany(
    _ name: String, _ destination: String, inverse: String? = nil, ordered: Bool = false
  ) -> RelationshipDescription {
    var relationship = toOne(name, destination, inverse: inverse)
    relationship.maximumCount = 0
    relationship.isOrdered = ordered
    return relationship
  }
}
