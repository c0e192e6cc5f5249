import Foundation

/// The property list of Z_METADATA. Entries of unknown meaning are kept.
public struct MetadataEntries: Equatable, Sendable {
  /// The entries whose meaning is known.
  public enum Key {
    public static let type = "NSStoreType"
    public static let frameworkVersion = "NSPersistenceFrameworkVersion"
    public static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"
    public static let hashes = "NSStoreModelVersionHashes"
    public static let hashesVersion = "NSStoreModelVersionHashesVersion"
    public static let digest = "NSStoreModelVersionHashesDigest"
    public static let checksum = "NSStoreModelVersionChecksumKey"
    public static let versionIdentifiers = "NSStoreModelVersionIdentifiers"
    public static let autoVacuum = "_NSAutoVacuumLevel"

    /// Core Data's own.
    public static let all: Set<String> = [
      type, frameworkVersion, maximumFrameworkVersion, hashes, hashesVersion, digest, checksum,
      versionIdentifiers, autoVacuum,
    ]
  }

  /// The version of Apple's framework whose files ours equal.
  private static let writtenFrameworkVersion: Int64 = 1526
  /// The rules by which ``VersionHashes`` makes them.
  private static let writtenHashesVersion: Int64 = 3

  /// By key.
  public var values: [String: PropertyListValue]

  public init(_ values: [String: PropertyListValue] = [:]) { self.values = values }

  /// Those of a new store, before it has a model.
  public static var initial: MetadataEntries {
    MetadataEntries([Key.type: .string("SQLite"), Key.autoVacuum: .string("2")])
  }

  /// - Throws: `PropertyListError` if the bytes are no property list.
  public init(propertyList: Data) throws {
    self.init(try PropertyListValue(propertyList: propertyList).dictionary ?? [:])
  }

  /// - Throws: `PropertyListError` if a value cannot be written.
  public func propertyList() throws -> Data { try PropertyListValue.dictionary(values).binary() }

  public var storeType: String? { values[Key.type]?.string }

  /// The version of the framework that last wrote the metadata.
  public var frameworkVersion: Int? { number(Key.frameworkVersion) }

  /// Version hashes by entity.
  public var hashes: [String: Data] {
    values[Key.hashes]?.dictionary?.compactMapValues(\.data) ?? [:]
  }

  public var hashesVersion: Int? { number(Key.hashesVersion) }
  public var digest: String? { values[Key.digest]?.string }
  public var checksum: String? { values[Key.checksum]?.string }
  public var autoVacuumLevel: String? { values[Key.autoVacuum]?.string }

  /// The modeller's names of the model's version.
  public var versionIdentifiers: [String] {
    get { values[Key.versionIdentifiers]?.members?.compactMap(\.string) ?? [] }
    set {
      values[Key.versionIdentifiers] =
        newValue.isEmpty ? nil : .array(newValue.map { .string($0) })
    }
  }

  /// Takes over the hashes of the model that the store is now written with.
  public mutating func setModel(hashes: [String: Data]) {
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
