// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataSQLite

/// Puts a new store into the place of one that cannot be opened.
struct RecoveredStoreInstallation {
  let store: URL
  let reason: SwiftDataError
  let quarantine: URL

  init(_ store: URL, _ reason: SwiftDataError, _ quarantine: URL?) {
    self.store = store
    self.reason = reason
    self.quarantine = quarantine ?? store.deletingLastPathComponent().appendingPathComponent("Quarantine")
  }

  /// Takes the first step that applies and succeeds.
  ///
  /// - Throws: The reason, if there is none; the store is where it was.
  func run(_ steps: [StoreRecovery.Step]) throws -> StoreRecovery {
    guard !SQLiteRowStore.isOpenHere(store) else {
      throw SwiftDataError(
        .storeIsBusy, "The store cannot be replaced while this process has it open.", file: store,
        advice: "Let go of the other containers first.", underlying: reason)
    }
    // A folder, or a device, is not ours to move.
    let type = try? FileManager.default.attributesOfItem(atPath: store.resolvingSymlinksInPath().path)[.type]
    guard type as? FileAttributeType == .typeRegular else { throw reason }
    for step in steps {
      switch step {
      case .salvage where reason.isDamage:
        if let recovery = try? salvage() { return recovery }
      case .startEmpty where reason.isDamage || reason.isOfSchema:
        return try replace(step: .startEmpty, with: nil, rows: [:], losses: ["No row was carried over."])
      default: continue
      }
    }
    throw reason
  }

  /// Damage that opening a store may not meet; `nil` if there is none.
  static func damage(of store: URL) throws -> SwiftDataError? {
    try SQLiteRowStore.damage(of: store).map { what in
      SwiftDataError(
        .storeIsCorrupted, "The file is damaged: \(what)", file: store,
        advice: "Restore the file from a backup, or salvage the rows that can be read.")
    }
  }

  private func salvage() throws -> StoreRecovery {
    let new = store.deletingLastPathComponent().appendingPathComponent(
      "\(store.deletingPathExtension().lastPathComponent)-\(UUID().uuidString.prefix(8)).salvaged")
    let salvage = try StoreSalvage.salvage(store, into: new)
    do {
      let salvaged = try Store(reading: new)
      let rows = try salvaged.model.entities.reduce(into: [:]) { $0[$1.name] = try salvaged.count(of: $1.name) }
      return try replace(step: .salvage, with: new, rows: rows, losses: salvage.losses)
    } catch {
      Backup.remove(new)
      throw error
    }
  }

  private func replace(
    step: StoreRecovery.Step, with new: URL?, rows: [String: Int], losses: [String]
  ) throws -> StoreRecovery {
    let report = ([reason.explanation] + losses).joined(separator: "\n") + "\n"
    let place =
      if let new {
        try StoreQuarantine.replace(store, with: new, into: quarantine, report: report)
      } else {
        try StoreQuarantine.move(store, into: quarantine, report: report)
      }
    return StoreRecovery(
      step: step, store: store, reason: reason, quarantine: place, rows: rows, losses: losses)
  }
}

extension SwiftDataError {
  /// Whether the content of the file is the reason.
  var isDamage: Bool { self == .storeIsCorrupted || self == .storeIsNotADatabase }

  /// Whether the file is a database that the schema does not fit, and cannot be made to.
  var isOfSchema: Bool {
    self == .unknownSchema || self == .unknownDataStoreSchema || self == .backwardMigration
  }
}
