// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A custom store that takes part in the care of its container: backups, restoring, checks, compaction.
///
/// ```swift
/// extension ArchiveStore: DataStoreCare {
///   func backUp(to folder: URL) throws {
///     try FileManager.default.copyItem(at: configuration.file, to: folder.appendingPathComponent("archive.json"))
///   }
///
///   func restore(from folder: URL) throws {
///     let new = try read(folder.appendingPathComponent("archive.json"))
///     try write(new)
///   }
/// }
/// ```
///
/// The container calls these methods while none of its contexts is saving and no other call of the store runs. Stores
/// that do not conform are left unchanged, and named in ``StoreBackup/leftOut`` and ``IntegrityReport/leftOut``.
///
/// Not part of Apple's API.
public protocol DataStoreCare: DataStore {
  /// Writes all that the store has into a folder, which is empty.
  ///
  /// - Throws: What has gone wrong; there is no backup, then.
  func backUp(to folder: URL) throws

  /// Replaces all that the store has by what ``backUp(to:)`` has written, all or nothing.
  ///
  /// Contexts read everything again afterwards. Identifiers that were given out since the backup must not be given out
  /// again.
  ///
  /// - Throws: What is wrong with the backup; the store is as before, then.
  func restore(from folder: URL) throws

  /// Looks for damage, without changing anything. By default there is none.
  ///
  /// - Returns: What is wrong, one sentence each.
  func findProblems() throws -> [String]

  /// Gives back room that the store does not need. By default nothing is done.
  ///
  /// - Returns: How many bytes it was.
  func compact() throws -> Int64
}

extension DataStoreCare {
  /// Finds nothing, unless the store says otherwise.
  public func findProblems() throws -> [String] { [] }
  /// Gains nothing, unless the store says otherwise.
  public func compact() throws -> Int64 { 0 }
}

/// The stores of a container, by what can be done about them.
struct CareStores {
  var rows: [(name: String, store: any CareStore)] = []
  /// Custom ones that take part.
  var custom: [(name: String, store: CustomStore)] = []
  /// The names of those that do not.
  var leftOut: [String] = []

  init(_ container: ModelContainer) {
    for entry in container.core.stores {
      if let store = entry.store as? any CareStore {
        rows.append((entry.name, store))
      } else if let session = entry.store as? DataStoreSession, session.store.takesCare {
        custom.append((entry.name, session.store))
      } else {
        leftOut.append(entry.name)
      }
    }
  }

  /// - Throws: ``SwiftDataError/storeFailure`` if no store takes part.
  func require(_ purpose: String) throws -> CareStores {
    if !rows.isEmpty || !custom.isEmpty { return self }
    throw SwiftDataError(
      .storeFailure, "No store of the container can be \(purpose): \(leftOut.joined(separator: ", ")).",
      advice: "Let the store conform to DataStoreCare.")
  }
}
