// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// A summary of a store.
package struct Inspection: Sendable {
  /// An entity, and how many objects it has.
  package struct Entity: Sendable {
    package let name: String
    /// Without those of subentities; `nil` if the table is damaged.
    package let rows: Int?
    package let superentity: String?
    package let isAbstract: Bool
    package let table: String?
  }

  /// Of the file and its log in bytes, and how many pages the file has.
  package struct Sizes: Sendable {
    package let file: UInt64
    package let log: UInt64
    package let pageSize: Int
    package let pages: Int
    package let freePages: Int
    package let externalFiles: Int
    package let externalBytes: UInt64
  }

  package struct History: Sendable {
    package let transactions: Int
    package let changes: Int
    package let first: Date?
    package let last: Date?
  }

  package let entities: [Entity]
  package let sizes: Sizes
  package let journal: String
  package let autoVacuum: String
  package let hashes: HashComparison?
  /// `nil` if the store keeps none.
  package let history: History?

  package init(of store: Store) throws {
    let ordered = store.model.entities.sorted {
      (store.layout[$0.name]?.number ?? .max, $0.name)
        < (store.layout[$1.name]?.number ?? .max, $1.name)
    }
    // A damaged store is what one most wants to look into.
    entities = try ordered.map { entity in
      Entity(
        name: entity.name, rows: try Self.unlessDamaged { try store.count(of: entity.name) },
        superentity: entity.superentity, isAbstract: entity.isAbstract,
        table: store.layout[entity.name]?.table)
    }
    let connection = store.connection
    func pragma(_ name: String) throws -> Int { Int(try connection.integer("PRAGMA \(name)") ?? 0) }
    let external = store.externalFiles
    let names = external.all()
    let header = store.header
    sizes = Sizes(
      file: header.size, log: header.logSize, pageSize: try pragma("page_size"),
      pages: try pragma("page_count"), freePages: try pragma("freelist_count"),
      externalFiles: names.count,
      externalBytes: names.reduce(0) { $0 + (external.file($1).size ?? 0) })
    journal = header.usesLog ? "wal" : "rollback"
    autoVacuum =
      switch try pragma("auto_vacuum") {
      case 1: "full"
      case 2: "incremental"
      default: "none"
      }
    hashes = HashComparison(store)
    history = try Self.unlessDamaged { try Self.history(of: store) } ?? nil
  }

  private static func unlessDamaged<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as StoreError where error.isDamage {
      return nil
    }
  }

  private static func history(of store: Store) throws -> History? {
    guard store.catalog.table("ATRANSACTION")?.column("ZTIMESTAMP") != nil,
      store.catalog.has("ACHANGE")
    else { return nil }
    try RecentHistory.prepareToRead(store.connection, store.catalog)
    guard
      let row = try store.connection.rows(
        "SELECT count(*), min(ZTIMESTAMP), max(ZTIMESTAMP) FROM ATRANSACTION"
      ).first
    else { return nil }
    func date(_ value: SQLiteValue) -> Date? {
      value.number.map { Date(timeIntervalSinceReferenceDate: $0) }
    }
    return History(
      transactions: Int(row[0].key ?? 0),
      changes: Int(try store.connection.integer("SELECT count(*) FROM ACHANGE") ?? 0),
      first: date(row[1]), last: date(row[2]))
  }
}

/// The version hashes of the metadata beside those recomputed from the model
/// that the store carries.
package struct HashComparison: Sendable {
  /// Entities whose hashes differ, or that only one side has.
  package let different: [String]
  /// Entities with derived attributes: how these enter is not known.
  package let leftOut: [String]
  /// Whether the digest in the metadata is that of its hashes; `nil` if there
  /// is none.
  package let digestMatches: Bool?
  /// Whether the checksum in the metadata is that of its hashes; `nil` if
  /// there is none.
  package let checksumMatches: Bool?

  package var allMatch: Bool { different.isEmpty }

  /// `nil` if the store carries no model.
  init?(_ store: Store) {
    guard store.modelOrigin == .cache else { return nil }
    let stated = store.metadata.versionHashes
    let computed = VersionHashes.hashes(of: store.model)
    // This library has not always put them together as Core Data does.
    let former = VersionHashes.hashes(of: store.model, .former)
    let derived = store.model.entities.filter { $0.attributes.contains(where: \.isDerived) }
    leftOut = derived.map(\.name).sorted()
    let names = Set(stated.keys).union(computed.keys).subtracting(leftOut)
    different = names.filter { stated[$0] != computed[$0] && stated[$0] != former[$0] }.sorted()
    digestMatches = store.metadata.digest.map { $0 == VersionHashes.digest(stated) }
    checksumMatches = store.metadata.checksum.map { $0 == VersionHashes.checksum(stated) }
  }
}
