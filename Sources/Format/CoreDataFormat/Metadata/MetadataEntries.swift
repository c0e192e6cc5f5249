// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The property list of Z_METADATA. Entries of unknown meaning are kept.
package struct MetadataEntries: Equatable, Sendable {
  /// The entries whose meaning is known.
  package enum Key {
    package static let type = "NSStoreType"
    package static let frameworkVersion = "NSPersistenceFrameworkVersion"
    package static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
    package static let hashes = "NSStoreModelVersionHashes"
    package static let hashesVersion = "NSStoreModelVersionHashesVersion"
    package static let digest = "NSStoreModelVersionHashesDigest"
    package static let checksum = "NSStoreModelVersionChecksumKey"
    package static let versionIdentifiers = "NSStoreModelVersionIdentifiers"
    package static let autoVacuum = "_NSAutoVacuumLevel"

    /// Core Data's own.
    package static let all: Set<String> = [
      type, frameworkVersion, maximumFrameworkVersion, hashes, hashesVersion, digest, checksum,
      versionIdentifiers, autoVacuum,
    ]
  }

  /// The version of Apple's framework whose files ours equal.
  package static let writtenFrameworkVersion: Int64 = 1526
  /// The rules by which ``VersionHashes`` makes them.
  private static let writtenHashesVersion: Int64 = 3

  /// By key.
  package var values: [String: PropertyListValue]

  package init(_ values: [String: PropertyListValue] = [:]) { self.values = values }

  /// Those of a new store, before it has a model.
  package static var initial: MetadataEntries {
    MetadataEntries([Key.type: .string("SQLite"), Key.autoVacuum: .string("2")])
  }

  /// - Throws: `PropertyListError` if the bytes are no property list.
  package init(propertyList: Data) throws {
    self.init(try PropertyListValue(propertyList: propertyList).dictionary ?? [:])
  }

  /// - Throws: `PropertyListError` if a value cannot be written.
  package func propertyList() throws -> Data { try PropertyListValue.dictionary(values).binary() }

  package var storeType: String? { values[Key.type]?.string }

  /// The version of the framework that last wrote the metadata.
  package var frameworkVersion: Int? { number(Key.frameworkVersion) }

  /// Version hashes by entity.
  package var hashes: [String: Data] {
    values[Key.hashes]?.dictionary?.compactMapValues(\.data) ?? [:]
  }

  package var hashesVersion: Int? { number(Key.hashesVersion) }
  package var digest: String? { values[Key.digest]?.string }
  package var checksum: String? { values[Key.checksum]?.string }
  package var autoVacuumLevel: String? { values[Key.autoVacuum]?.string }

  /// The modeller's names of the model's version.
  package var versionIdentifiers: [String] {
    get { values[Key.versionIdentifiers]?.members?.compactMap(\.string) ?? [] }
    set {
      values[Key.versionIdentifiers] =
        newValue.isEmpty ? nil : .array(newValue.map { .string($0) })
    }
  }

  /// Takes over the hashes of the model that the store is now written with.
  package mutating func setModel(hashes: [String: Data]) {
    values[Key.frameworkVersion] = .integer(Self.writtenFrameworkVersion)
    values[Key.maximumFrameworkVersion] = .integer(Self.writtenFrameworkVersion)
    values[Key.hashes] = .dictionary(hashes.mapValues { .data($0) })
    values[Key.hashesVersion] = .integer(Self.writtenHashesVersion)
    values[Key.digest] = .string(VersionHashes.digest(hashes))
    values[Key.checksum] = .string(VersionHashes.checksum(hashes))
  }

  private func number(_ key: String) -> Int? {
    values[key]?.integer.flatMap { Int(exactly: $0) }
  }
}

/// Z_METADATA: one row with the store's UUID and a property list.
package enum MetadataTable {
  package static let name = "Z_METADATA"
  package static let columns = ["Z_VERSION", "Z_UUID", "Z_PLIST"]

  /// As Core Data writes it.
  package static let creation =
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"
  /// The UUID and the property list.
  package static let selection = "SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1"
  /// The row of a new store: the UUID, ?1, and the property list, ?2.
  package static let insertion =
    "INSERT INTO Z_METADATA (Z_UUID, Z_PLIST, Z_VERSION) VALUES (?1, ?2, 1)"
  /// Replaces the UUID, ?1, and the property list, ?2.
  package static let update = "UPDATE Z_METADATA SET Z_UUID = ?1, Z_PLIST = ?2"
}
