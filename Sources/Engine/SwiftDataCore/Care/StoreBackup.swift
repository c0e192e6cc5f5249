// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A backup: a folder with a copy of each store of a container.
///
/// You can open each copy with a ``ModelConfiguration`` that has its URL.
public struct StoreBackup: Sendable, Hashable {
  /// One store in a backup.
  public struct Store: Sendable, Hashable, Codable {
    /// The name of the configuration that had opened the store.
    public let name: String
    /// The name of the copy, in the backup's folder.
    public let file: String
    /// The store's identifier.
    public let identifier: String
    /// Files of large values that the store lacked when it was copied. Their values are read as `nil`.
    public let missingFiles: [String]
    /// Whether ``file`` is a folder of a custom store (``DataStoreCare``).
    public let isCustom: Bool

    init(name: String, file: String, identifier: String, missingFiles: [String] = [], isCustom: Bool = false) {
      self.name = name
      self.file = file
      self.identifier = identifier
      self.missingFiles = missingFiles
      self.isCustom = isCustom
    }

    /// Reads the description of a store in a backup. Backups of earlier versions may lack later additions.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        name: try container.decode(String.self, forKey: .name),
        file: try container.decode(String.self, forKey: .file),
        identifier: try container.decode(String.self, forKey: .identifier),
        missingFiles: try container.decode([String].self, forKey: .missingFiles),
        // Earlier backups have SQLite stores only.
        isCustom: try container.decodeIfPresent(Bool.self, forKey: .isCustom) ?? false)
    }
  }

  /// The folder.
  public let url: URL
  /// When the backup was made.
  public let created: Date
  /// In the order of the container's configurations.
  public let stores: [Store]
  /// The names of the configurations whose stores are not in the backup: custom ones that are no ``DataStoreCare``.
  public let leftOut: [String]

  /// The file that says what a backup has.
  static let manifestName = "backup.json"
  private static let format = 1

  private struct Manifest: Codable {
    let format: Int
    let created: Date
    let stores: [Store]
    var leftOut: [String]?
  }

  init(url: URL, created: Date, stores: [Store], leftOut: [String]) {
    self.leftOut = leftOut
    self.url = url
    self.created = created
    self.stores = stores
  }

  /// Reads the description of a backup.
  ///
  /// - Throws: ``SwiftDataError/storeIsNotADatabase`` if the folder is not a backup;
  ///   ``SwiftDataError/storeIsCorrupted`` if it is damaged or was made by a later version of this library.
  public init(contentsOf url: URL) throws {
    let file = url.appendingPathComponent(Self.manifestName)
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw SwiftDataError(
        .storeIsNotADatabase, "The folder is no backup: it has no \(Self.manifestName).", file: url,
        advice: "Name the folder that backup(to:) was given.")
    }
    let manifest: Manifest
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      manifest = try decoder.decode(Manifest.self, from: Data(contentsOf: file))
    } catch {
      throw SwiftDataError(
        .storeIsCorrupted, "The backup's \(Self.manifestName) cannot be read.", file: file,
        advice: "Use another backup.", underlying: error)
    }
    guard manifest.format == Self.format else {
      throw SwiftDataError(
        .storeIsCorrupted, "The backup has format \(manifest.format); this version reads \(Self.format).", file: file,
        advice: "Use the version of the library that made the backup, or a later one.")
    }
    // A name is never a path to somewhere else.
    for store in manifest.stores
    where store.file.isEmpty || store.file.contains("/") || store.file.contains("\\") || store.file.hasPrefix(".") {
      throw SwiftDataError(
        .storeIsCorrupted, "The backup names a file outside of its folder.", file: file, advice: "Use another backup.")
    }
    self.init(url: url, created: manifest.created, stores: manifest.stores, leftOut: manifest.leftOut ?? [])
  }

  func writeManifest(to folder: URL) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let manifest = Manifest(format: Self.format, created: created, stores: stores, leftOut: leftOut)
    let file = folder.appendingPathComponent(Self.manifestName)
    try encoder.encode(manifest).write(to: file)
    try FileSync.flush(file)
  }
}

/// Brings files to the disk, so that a name never outlives what it names.
package enum FileSync {
  /// Waits until a file is on the disk.
  package static func flush(_ file: URL) throws {
    let handle = try FileHandle(forUpdating: file)
    defer { try? handle.close() }
    try handle.synchronize()
  }

  /// Makes a folder, and those above it that are missing, and waits until their names are on the disk.
  ///
  /// - Throws: Cocoa's errors.
  package static func makeFolder(_ folder: URL) throws {
    // Also the name of one that is there: who made it may have been killed before this.
    var new = [folder]
    while let last = new.last {
      let parent = last.deletingLastPathComponent()
      guard parent.path.count < last.path.count, !FileManager.default.fileExists(atPath: parent.path) else { break }
      new.append(parent)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for folder in new { flushNames(in: folder.deletingLastPathComponent()) }
  }

  /// Brings the names in a folder to the disk, where folders can be opened; or a file that may only be read.
  package static func flushNames(in folder: URL) {
    guard let handle = try? FileHandle(forReadingFrom: folder) else { return }
    try? handle.synchronize()
    try? handle.close()
  }
}
