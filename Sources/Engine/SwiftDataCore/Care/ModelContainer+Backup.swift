// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Foundation

extension ModelContainer {
  /// Copies all stores of the container into a folder, while they are in use.
  ///
  /// ```swift
  /// let folder = URL(fileURLWithPath: "/srv/backups/monday", isDirectory: true)
  /// try await container.backup(to: folder) { print(Int($0.fractionCompleted * 100), "%") }
  /// ```
  ///
  /// The copy has the state of one moment, between two saves of the container, with the history, the search indexes,
  /// the files of large values and everything else in the support folders of the stores. This process and others can
  /// save during the backup. A store in memory becomes a file.
  ///
  /// The folder gets its name when the backup is complete, so there is never a partial backup. Each copy is checked
  /// first: a damaged store does not replace a good backup. Unsaved changes of contexts are not included.
  ///
  /// Custom stores that conform to ``DataStoreCare`` are included; saves wait while these write.
  /// ``StoreBackup/leftOut`` names the others.
  ///
  /// This is an addition: Apple's framework has no such method.
  ///
  /// - Parameters:
  ///   - folder: Must not exist, unless it is to be overwritten.
  /// - overwriting: Whether to replace an existing backup. Anything else is never replaced.
  ///   - progress: Called on some thread, every few hundred pages.
  /// - Returns: The contents of the backup.
  /// - Throws: ``SwiftDataError/storeFailure`` if there is something at `folder`;
  ///   ``SwiftDataError/storeIsCorrupted`` if a store is damaged; `CancellationError` if the task is cancelled.
  @discardableResult
  public func backup(
    to folder: URL, overwriting: Bool = false, progress: (@Sendable (CareProgress) -> Void)? = nil
  ) async throws -> StoreBackup {
    try await LongWork(progress: progress).run { work in
      try BackupFolder(URL(fileURLWithPath: folder.path).standardizedFileURL, overwriting: overwriting)
        .fill(from: self, work)
    }
  }
}

/// The folder of a backup in the making.
private struct BackupFolder {
  let target: URL
  let overwriting: Bool

  init(_ target: URL, overwriting: Bool) {
    self.target = target
    self.overwriting = overwriting
  }

  func fill(from container: ModelContainer, _ work: LongWork) throws -> StoreBackup {
    try checkTarget()
    let partial = sibling("partial")
    defer { try? FileManager.default.removeItem(at: partial) }
    do {
      try FileSync.makeFolder(target.deletingLastPathComponent())
      try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
    } catch {
      throw notWritable("The folder of the backup cannot be created.", error)
    }
    let care = try CareStores(container).require("backed up")
    let stores = try copyStores(care, of: container, to: partial, work)
    let backup = StoreBackup(url: target, created: Date(), stores: stores, leftOut: care.leftOut)
    do {
      try backup.writeManifest(to: partial)
    } catch {
      throw notWritable("The backup cannot be written.", error)
    }
    FileSync.flushNames(in: partial)
    try work.check()
    try takeName(partial)
    return backup
  }

  private func copyStores(
    _ care: CareStores, of container: ModelContainer, to folder: URL, _ work: LongWork
  ) throws -> [StoreBackup.Store] {
    let stores = care.rows
    var names: Set<String> = []
    var custom: [StoreBackup.Store] = []
    var copies: [any _StoreCopy] = []
    defer { for copy in copies { copy.close() } }
    // All of them between two saves: what a save has written to several stores belongs together.
    try container.core.saveGate.withLock(.backup) {
      for (_, store) in stores { copies.append(try store.beginCopy()) }
      for (name, store) in care.custom {
        let file = Self.freeName(Self.fileName(name), &names)
        let own = folder.appendingPathComponent(file, isDirectory: true)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try store.backUp(to: own)
        custom.append(.init(name: name, file: file, identifier: store.identifier, isCustom: true))
        try work.check()
      }
    }
    for copy in copies { work.expect(copy.bytes) }
    return try custom
      + zip(stores, copies).map { entry, copy in
        work.begin(entry.name)
        let file = Self.freeName(copy.fileName, &names)
        let missing = try copy.write(to: folder.appendingPathComponent(file), work)
        return StoreBackup.Store(
          name: entry.name, file: file, identifier: entry.store.identifier, missingFiles: missing.sorted())
      }
  }

  /// A name of a configuration, as one of a file.
  private static func fileName(_ name: String) -> String {
    let safe = String(name.map { $0.isLetter || $0.isNumber || "-_ ".contains($0) ? $0 : "_" })
    return safe.isEmpty ? "custom" : safe
  }

  /// Two stores share no name, with or without extension: that of the support folder has none.
  private static func freeName(_ name: String, _ taken: inout Set<String>) -> String {
    let base = (name as NSString).deletingPathExtension
    let suffix = (name as NSString).pathExtension
    var candidate = base
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(base)-\(number)"
      number += 1
    }
    return suffix.isEmpty ? candidate : "\(candidate).\(suffix)"
  }

  // MARK: Names

  private func sibling(_ purpose: String) -> URL {
    target.deletingLastPathComponent().appendingPathComponent(
      ".\(target.lastPathComponent).\(purpose)-\(UUID().uuidString.prefix(8))", isDirectory: true)
  }

  private func checkTarget() throws {
    guard exists(target) else { return }
    guard overwriting else {
      throw SwiftDataError(
        .storeFailure, "There is already a file or folder where the backup is to be.", file: target,
        advice: "Choose another name, or pass overwriting: true to replace a backup.")
    }
    guard (try? StoreBackup(contentsOf: target)) != nil else {
      throw SwiftDataError(
        .storeFailure, "The existing file or folder is not a backup, and is not overwritten.", file: target,
        advice: "Choose another name, or move it away.")
    }
  }

  /// A broken symbolic link exists, too.
  private func exists(_ url: URL) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil
  }

  private func takeName(_ partial: URL) throws {
    let manager = FileManager.default
    // Another process may have been faster.
    try checkTarget()
    // At each moment there is a backup under the name: the former one, or the new one.
    if exists(target), osd_exchange_names(partial.path, target.path) == 0 {
      // The former one is removed when that is certain.
      FileSync.flushNames(in: target.deletingLastPathComponent())
      return
    }
    // Where names cannot be exchanged, there is none for a moment.
    let former = exists(target) ? sibling("former") : nil
    do {
      if let former { try manager.moveItem(at: target, to: former) }
      do {
        try manager.moveItem(at: partial, to: target)
      } catch {
        if let former { try? manager.moveItem(at: former, to: target) }
        throw error
      }
    } catch {
      throw notWritable("The finished backup cannot be moved to its name.", error)
    }
    FileSync.flushNames(in: target.deletingLastPathComponent())
    if let former { try? manager.removeItem(at: former) }
  }

  private func notWritable(_ explanation: String, _ error: any Error) -> SwiftDataError {
    SwiftDataError(
      .storeFailure, explanation, file: target,
      advice: "Check that the folder above it may be written to, and has room.", underlying: error)
  }
}
