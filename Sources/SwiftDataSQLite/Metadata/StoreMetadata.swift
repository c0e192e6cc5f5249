import CoreDataModel
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The one row of Z_METADATA: the store's UUID, and a property list in which
/// entries of unknown meaning are kept.
struct StoreMetadata {
  /// Upper-case.
  var identifier: String
  var entries: [String: PropertyListValue]

  private enum Key {
    static let type = "NSStoreType"
    static let frameworkVersion = "NSPersistenceFrameworkVersion"
    static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
    static let hashes = "NSStoreModelVersionHashes"
    static let hashesVersion = "NSStoreModelVersionHashesVersion"
    static let digest = "NSStoreModelVersionHashesDigest"
    static let checksum = "NSStoreModelVersionChecksumKey"
    static let versionIdentifiers = "NSStoreModelVersionIdentifiers"
    static let autoVacuum = "_NSAutoVacuumLevel"
    // Ours: which column each path of names has, and the digest of the model
    // that this was written for.
    static let columns = "OpenSwiftDataColumns"
    static let columnsDigest = "OpenSwiftDataColumnsDigest"
  }

  /// The version of Apple's framework whose files ours equal.
  private static let frameworkVersion: Int64 = 1526

  init(identifier: String, entries: [String: PropertyListValue]) {
    self.identifier = identifier
    self.entries = entries
  }

  /// The metadata of a new store.
  init() {
    self.init(identifier: UUID().uuidString, entries: [Key.type: .string("SQLite"), Key.autoVacuum: .string("2")])
  }

  /// - Throws: `PropertyListError` if the bytes are no property list.
  init(identifier: String, propertyList: Data) throws {
    let list = try PropertyListValue(propertyList: propertyList)
    self.init(identifier: identifier, entries: list.dictionary ?? [:])
  }

  func propertyList() throws -> Data { try PropertyListValue.dictionary(entries).binary() }

  var hashes: [String: Data] { entries[Key.hashes]?.dictionary?.compactMapValues(\.data) ?? [:] }

  var versionIdentifiers: [String] {
    entries[Key.versionIdentifiers]?.members?.compactMap(\.string) ?? []
  }

  /// The columns by entity and path, unless another program has since
  /// written the store with another model.
  var columns: [String: [String: String]]? {
    guard let recorded = entries[Key.columnsDigest]?.string,
      recorded == entries[Key.digest]?.string
    else { return nil }
    return entries[Key.columns]?.dictionary?.mapValues {
      $0.dictionary?.compactMapValues(\.string) ?? [:]
    }
  }

  private mutating func set(columns: [String: [String: String]]) {
    entries[Key.columns] = .dictionary(
      columns.mapValues { .dictionary($0.mapValues { .string($0) }) })
  }

  /// Whether the store was last written with an older version of the schema.
  /// Core Data's models have names of any kind: they are not older.
  func isOlder(than version: String) -> Bool {
    let versions = versionIdentifiers.filter { SchemaVersions.isVersion($0) }
    return !versions.isEmpty && versions.allSatisfy { SchemaVersions.isLess($0, version) }
  }

  /// Never back to an older version: what that one does not know is still here.
  mutating func setVersion(_ version: String) {
    guard versionIdentifiers.allSatisfy({ SchemaVersions.isLess($0, version) }) else { return }
    entries[Key.versionIdentifiers] = .array([.string(version)])
  }

  /// Whatever version is set next is the store's.
  mutating func forgetVersion() { entries[Key.versionIdentifiers] = nil }

  /// Forgets which columns some paths had.
  mutating func forget(_ paths: [String: Set<String>]) {
    guard var columns else { return }
    for (entity, paths) in paths {
      for path in paths { columns[entity]?[path] = nil }
    }
    set(columns: columns)
  }

  /// Takes over the model that the store is now written with.
  mutating func setModel(
    hashes: [String: Data], schemaVersion: String, columns: [String: [String: String]]
  ) {
    let digest = VersionHashes.digest(hashes)
    entries[Key.frameworkVersion] = .integer(Self.frameworkVersion)
    entries[Key.maximumFrameworkVersion] = .integer(Self.frameworkVersion)
    entries[Key.hashes] = .dictionary(hashes.mapValues { .data($0) })
    entries[Key.hashesVersion] = .integer(3)
    entries[Key.digest] = .string(digest)
    entries[Key.checksum] = .string(VersionHashes.checksum(hashes))
    setVersion(schemaVersion)
    set(columns: columns)
    entries[Key.columnsDigest] = .string(digest)
  }
}

/// Versions such as `1.0.0`, as text.
enum SchemaVersions {
  /// Text that is no version, such as Core Data's empty one, is less than any.
  static func isLess(_ lhs: String, _ rhs: String) -> Bool {
    numbers(lhs).lexicographicallyPrecedes(numbers(rhs))
  }

  /// Three numbers, as SwiftData writes them. Modellers give Core Data's models
  /// names such as `1`.
  static func isVersion(_ text: String) -> Bool { numbers(text).count == 3 }

  private static func numbers(_ version: String) -> [Int] {
    let parts = version.split(separator: ".").map { Int($0) }
    return parts.contains(nil) ? [] : parts.compactMap { $0 }
  }
}
