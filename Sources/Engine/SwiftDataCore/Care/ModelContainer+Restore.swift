// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ModelContainer {
  /// Replaces the contents of all stores with those of a backup, while the container is open.
  ///
  /// ```swift
  /// try await container.restore(from: folder)
  /// ```
  ///
  /// The backup is read, checked and compared with the models of the container before anything is changed. Then each
  /// store is replaced in one transaction: after a crash, it has the former contents or those of the backup. If there
  /// are several stores, all are written before the first is committed.
  ///
  /// Contexts see the new contents at their next fetch, save or merge: objects get their restored values, objects whose
  /// rows are not in the backup report `isDeleted`, and observers are notified. Unsaved changes meet the restored rows
  /// like changes of another process (``MergePolicy``). Other processes see the new contents at their next read.
  ///
  /// Custom stores in the backup are replaced as well, before the SQLite stores are committed. Stores that do not
  /// conform to ``DataStoreCare`` stay unchanged.
  ///
  /// The stores keep their identifiers, and keys are not reused. All rows count as changed, so that no context mistakes
  /// its objects for the restored rows. The restored history has no transaction for the restore itself, and every token
  /// from before it has expired: reading on from one throws ``SwiftDataError/historyTokenExpired``, as after a deletion
  /// of the history. In a synced container, the account's values are newer, and stay: the next sync brings the restored
  /// objects up to date.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Parameters:
  /// - backup: A folder of ``backup(to:overwriting:progress:)``. For a container with one store, also a store file that
  ///   no program is writing to.
  ///   - progress: Called on some thread, every few hundred pages.
  /// - Throws: ``SwiftDataError/storeIsCorrupted`` for a damaged backup; ``SwiftDataError/unknownDataStoreSchema`` for
  ///   one of other models, which a container with a migration plan can bring up to date; `CancellationError` if the
  ///   task is cancelled. In all these cases nothing was changed.
  public func restore(
    from backup: URL, progress: (@Sendable (CareProgress) -> Void)? = nil
  ) async throws {
    try await LongWork(progress: progress).run { work in try self.restore(backup, work) }
  }

  private func restore(_ backup: URL, _ work: LongWork) throws {
    for entry in core.stores where !entry.allowsSave {
      throw SwiftDataError(
        .storeIsReadOnly, "The configuration \(entry.name) does not allow saving.", file: backup,
        advice: "Open the container with allowsSave: true.")
    }
    let care = try CareStores(self).require("restored")
    let (sources, custom) = try RestoreSource.all(in: backup, for: care)
    var replacements: [(name: String, replacement: any _StoreReplacement)] = []
    defer { for (_, replacement) in replacements { replacement.discard() } }
    for source in sources {
      work.begin(source.name)
      replacements.append(
        (source.name, try source.store.prepareReplacement(from: source.file, missing: source.missing, work)))
    }
    for (_, replacement) in replacements { work.expect(replacement.bytes) }
    let arrived = try core.saveGate.withLock(.restore) {
      try Self.apply(replacements[...], work) {
        for (store, folder) in custom {
          store.noteWrite()
          try store.restore(from: folder)
          store.noteWrite()
        }
      }
      return core.liveCores().map { (context: $0, changes: $0.receiveReplacement()) }
    }
    // Observers may wait for a save, so the gate is open.
    for (context, changes) in arrived {
      core.announce(changes, to: [context])
      // Also for rows without objects.
      context.changeObservers.notify()
    }
  }

  private static func apply(
    _ replacements: ArraySlice<(name: String, replacement: any _StoreReplacement)>, _ work: LongWork,
    _ others: () throws -> Void
  ) throws {
    guard let (name, replacement) = replacements.first else { return try others() }
    work.begin(name)
    try replacement.apply(work) { try apply(replacements.dropFirst(), work, others) }
  }
}

/// Which copy goes into which store.
private struct RestoreSource {
  let name: String
  let store: any CareStore
  let file: URL
  let missing: Set<String>

  /// - Returns: The copies of SQLite stores, and the folders of custom ones.
  static func all(in url: URL, for care: CareStores) throws
    -> (rows: [RestoreSource], custom: [(store: CustomStore, folder: URL)])
  {
    let stores = care.rows
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw SwiftDataError(
        .storeIsNotADatabase, "There is no backup.", file: url, advice: "Check the path.")
    }
    if !isFolder.boolValue {
      guard let only = stores.first, stores.count == 1, care.custom.isEmpty else {
        throw SwiftDataError(
          .storeFailure, "One file cannot be restored into \(stores.count + care.custom.count) stores.", file: url,
          advice: "Name the folder that backup(to:) has made.")
      }
      return ([RestoreSource(name: only.name, store: only.store, file: url, missing: [])], [])
    }
    let backup = try StoreBackup(contentsOf: url)
    let names = stores.map(\.name) + care.custom.map(\.name)
    var folders = backup.stores.filter(\.isCustom)
    var rest = backup.stores.filter { !$0.isCustom }
    guard rest.count == stores.count, folders.count == care.custom.count else { throw mismatch(backup, names) }
    let custom = try care.custom.map { entry in
      guard let index = folders.firstIndex(where: { $0.name == entry.name }) else { throw mismatch(backup, names) }
      let folder = url.appendingPathComponent(folders.remove(at: index).file, isDirectory: true)
      return (store: entry.store, folder: folder)
    }
    if let only = stores.first, stores.count == 1 { return ([source(only, rest[0], url)], custom) }
    let rows = try stores.map { entry in
      // Two configurations may have one name, for files of different folders.
      let index =
        rest.firstIndex { $0.name == entry.name && $0.identifier == entry.store.identifier }
        ?? rest.firstIndex { $0.name == entry.name }
      guard let index else { throw mismatch(backup, names) }
      return source(entry, rest.remove(at: index), url)
    }
    return (rows, custom)
  }

  private static func source(
    _ entry: (name: String, store: any CareStore), _ copy: StoreBackup.Store, _ folder: URL
  ) -> RestoreSource {
    RestoreSource(
      name: entry.name, store: entry.store, file: folder.appendingPathComponent(copy.file),
      missing: Set(copy.missingFiles))
  }

  private static func mismatch(_ backup: StoreBackup, _ names: [String]) -> SwiftDataError {
    SwiftDataError(
      .unknownDataStoreSchema,
      "The backup is of the stores \(backup.stores.map(\.name).joined(separator: ", ")); "
        + "the container has \(names.joined(separator: ", ")).",
      file: backup.url, advice: "Restore it into a container with the same configurations.")
  }
}

extension ContextCore {
  /// The contents of the stores were replaced by others: what is registered is read again.
  ///
  /// - Returns: What observers are to be told.
  fileprivate func receiveReplacement() -> [ExternalChange] {
    let changes = model.entities.filter { $0.superentity == nil }.flatMap { entity in
      map(of: entity).all().compactMap { object in
        object._$state.map { ExternalChange(entity: entity.ordinal, key: $0.key, kind: .updated(.all)) }
      }
    }.filter { $0.key > 0 }
    receive(changes)
    return changes
  }
}
