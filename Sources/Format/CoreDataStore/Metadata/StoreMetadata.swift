// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// The contents of Z_METADATA.
package struct StoreMetadata: Sendable {
  package let storeUUID: String
  /// The version of the framework that last wrote the metadata.
  package let frameworkVersion: Int?
  package let storeType: String?
  /// By entity.
  package let versionHashes: [String: Data]
  package let hashesVersion: Int?
  package let digest: String?
  package let checksum: String?
  package let versionIdentifiers: [String]
  package let autoVacuumLevel: String?
  /// The keys that an app added, and others that are not known.
  package let otherKeys: [String]
  /// Why there is no more than this; `nil` if all could be read.
  package let problem: String?

  /// Rows can be read without metadata, so their absence is no error here.
  init(_ connection: Connection) {
    let row: [SQLiteValue]?
    do {
      row = try connection.rows(MetadataTable.selection).first
    } catch {
      let reason = (error as? StoreError)?.what ?? "\(error)"
      self.init(uuid: "", MetadataEntries(), "The store's metadata cannot be read. \(reason)")
      return
    }
    guard let row, case .text(let uuid) = row[0] else {
      self.init(uuid: "", MetadataEntries(), "The store has no metadata.")
      return
    }
    guard case .blob(let bytes) = row[1], let entries = try? MetadataEntries(propertyList: bytes)
    else {
      self.init(uuid: uuid, MetadataEntries(), "The store's metadata is not a property list.")
      return
    }
    self.init(uuid: uuid, entries, nil)
  }

  private init(uuid: String, _ entries: MetadataEntries, _ problem: String?) {
    storeUUID = uuid
    self.problem = problem
    frameworkVersion = entries.frameworkVersion
    storeType = entries.storeType
    versionHashes = entries.hashes
    hashesVersion = entries.hashesVersion
    digest = entries.digest
    checksum = entries.checksum
    versionIdentifiers = entries.versionIdentifiers
    autoVacuumLevel = entries.autoVacuumLevel
    otherKeys = entries.values.keys.filter { !MetadataEntries.Key.all.contains($0) }.sorted()
  }

  /// Whether OpenSwiftData has made the store, or migrated it: it notes which column belongs to which property.
  package var isOpenSwiftData: Bool { otherKeys.contains("OpenSwiftDataColumns") }

  /// The writer of the store: OpenSwiftData, or the system whose framework wrote it.
  ///
  /// The systems are known from dated files; versions between two of them belong to the earlier one. OpenSwiftData writes
  /// the version of a framework, too; its stores are told by what it notes in them besides, which those of its first
  /// versions lack.
  package var era: String? {
    if isOpenSwiftData { return "OpenSwiftData" }
    guard let frameworkVersion else { return nil }
    var name: String?
    for (first, era) in Self.eras where frameworkVersion >= first { name = era }
    if frameworkVersion == Int(MetadataEntries.writtenFrameworkVersion) {
      return (name.map { "\($0), or " } ?? "") + "OpenSwiftData"
    }
    return name ?? "before Mac OS X 10.6"
  }

  private static let eras: [(Int, String)] = [
    (241, "Mac OS X 10.6 era"), (320, "iOS 4–5 / OS X 10.7 era"),
    (407, "iOS 6–7 / OS X 10.8–10.9 era"),
    (519, "iOS 8 / OS X 10.10 era"), (640, "iOS 9 / OS X 10.11 era"),
    (754, "iOS 10 / macOS 10.12 era"), (851, "iOS 11 / macOS 10.13"),
    (866, "iOS 12 / macOS 10.14"), (977, "iOS 13 / macOS 10.15"), (1044, "iOS 14 / macOS 11"),
    (1145, "iOS 15 / macOS 12"), (1239, "iOS 16 / macOS 13"), (1327, "iOS 17.0 / macOS 14.0"),
    (1338, "iOS 17.x / macOS 14.x"), (1403, "iOS 18 / macOS 15"), (1518, "iOS 26 / macOS 26"),
  ]
}
