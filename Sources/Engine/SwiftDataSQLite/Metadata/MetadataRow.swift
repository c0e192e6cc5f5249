// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// The one row of Z_METADATA: the store's UUID, and a property list in which
/// entries of unknown meaning are kept.
struct MetadataRow {
  /// Upper-case.
  var identifier: String
  var entries: MetadataEntries

  /// Entries of this library's own.
  private enum Key {
    /// Which column each path of names has.
    static let columns = "OpenSwiftDataColumns"
    /// The digest of the model that the columns were written for.
    static let columnsDigest = "OpenSwiftDataColumnsDigest"
    /// What attributes are that only older models have, but that have columns.
    static let keptAttributes = "OpenSwiftDataKeptAttributes"
    /// Stands beside ``MetadataRow/deletedHistoryKey`` only.
    static let restoredTransaction = "OpenSwiftDataRestoredHistory"
    /// The versions of seeds, by their names.
    static let seeds = "OpenSwiftDataSeeds"
  }

  /// Of the entry that ``DeletedHistory`` looks for.
  static let deletedHistoryKey = "OpenSwiftDataDeletedHistory"

  /// The metadata of a new store.
  init() {
    identifier = UUID().uuidString
    entries = .initial
  }

  /// - Throws: `PropertyListError` if the bytes are no property list.
  init(identifier: String, propertyList: Data) throws {
    self.identifier = identifier
    entries = try MetadataEntries(propertyList: propertyList)
  }

  func propertyList() throws -> Data { try entries.propertyList() }

  var hashes: [String: Data] { entries.hashes }

  var versionIdentifiers: [String] { entries.versionIdentifiers }

  /// The columns by entity and path, unless another program has since
  /// written the store with another model.
  var columns: [String: [String: String]]? {
    guard let recorded = entries.values[Key.columnsDigest]?.string, recorded == entries.digest
    else { return nil }
    return entries.values[Key.columns]?.dictionary?.mapValues {
      $0.dictionary?.compactMapValues(\.string) ?? [:]
    }
  }

  /// The attributes of older models that have columns still.
  var keptAttributes: KeptAttributes.Descriptions {
    guard let record = entries.values[Key.keptAttributes], columns != nil else { return [:] }
    return KeptAttributes.descriptions(record)
  }

  /// Up to where the history has lost transactions, although older ones are left.
  var highestDeletedTransaction: Int64? {
    get { entries.values[Self.deletedHistoryKey]?.integer }
    set { entries.values[Self.deletedHistoryKey] = newValue.map { .integer($0) } }
  }

  /// Where in the history the contents were last replaced by those of a backup, or erased.
  var restoredTransaction: Int64? {
    get { entries.values[Key.restoredTransaction]?.integer }
    set { entries.values[Key.restoredTransaction] = newValue.map { .integer($0) } }
  }

  /// The versions of the seeds that the store has.
  var seeds: [String: Int] {
    get { entries.values[Key.seeds]?.dictionary?.compactMapValues { $0.integer.flatMap { Int(exactly: $0) } } ?? [:] }
    set {
      entries.values[Key.seeds] = newValue.isEmpty ? nil : .dictionary(newValue.mapValues { .integer(Int64($0)) })
    }
  }

  private mutating func set(columns: [String: [String: String]]) {
    entries.values[Key.columns] = .dictionary(
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
    entries.versionIdentifiers = [version]
  }

  /// Whatever version is set next is the store's.
  mutating func removeVersion() { entries.versionIdentifiers = [] }

  /// Removes the columns of some paths.
  mutating func removeColumns(_ paths: [String: Set<String>]) {
    guard var columns else { return }
    for (entity, paths) in paths {
      for path in paths { columns[entity]?[path] = nil }
    }
    set(columns: columns)
  }

  /// Takes over the model that the store is now written with.
  mutating func setModel(
    hashes: [String: Data], schemaVersion: String, columns: [String: [String: String]],
    kept: KeptAttributes.Descriptions = [:]
  ) {
    entries.setModel(hashes: hashes)
    setVersion(schemaVersion)
    set(columns: columns)
    entries.values[Key.keptAttributes] = kept.isEmpty ? nil : KeptAttributes.record(kept)
    entries.values[Key.columnsDigest] = entries.digest.map { .string($0) }
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
