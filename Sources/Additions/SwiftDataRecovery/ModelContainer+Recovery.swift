// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData

extension ModelContainer {
  /// Creates a container even if a store cannot be opened, with the steps that the caller allows.
  ///
  /// ```swift
  /// let (container, recoveries) = try ModelContainer.recovering(for: Schema([Trip.self]), by: [.salvage])
  /// for recovery in recoveries { log.error("\(recovery)") }
  /// ```
  ///
  /// A former store is never deleted: it moves into a new folder in `quarantine`, with a report. If no step leads to a
  /// container, all files stay where they were, and the first error is thrown. Temporary errors, such as a busy file, a
  /// full disk or missing permissions, are always thrown.
  ///
  /// - Parameters:
  ///   - schema: The container's schema.
  ///   - migrationPlan: How to migrate a store of an older version.
  ///   - configurations: Where the models are stored; the default file if none is given.
  /// - steps: The allowed steps for a store that cannot be opened, in this order.
  /// - quarantine: The folder for former stores, on the same volume; `Quarantine` beside each store by default.
  /// - checksPages: Whether all pages are read and checked first, in O(bytes). Otherwise a later fetch may find damage
  ///   that opening does not notice.
  /// - Returns: The container, and the steps that were taken; usually none.
  /// - Throws: ``SwiftDataError`` if a store cannot be opened and no step applies or succeeds.
  public static func recovering(
    for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: [ModelConfiguration] = [], by steps: [StoreRecovery.Step], quarantine: URL? = nil,
    checksPages: Bool = false
  ) throws -> (container: ModelContainer, recoveries: [StoreRecovery]) {
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    var recoveries: [StoreRecovery] = []
    do {
      let container = try recover(&recoveries, schema, migrationPlan, configurations, steps, quarantine, checksPages)
      return (container, recoveries)
    } catch {
      for recovery in recoveries.reversed() { StoreQuarantine.putBack(recovery.quarantine, recovery.store) }
      throw recoveries.first?.reason ?? error
    }
  }

  private static func recover(
    _ recoveries: inout [StoreRecovery], _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?,
    _ configurations: [ModelConfiguration], _ steps: [StoreRecovery.Step], _ quarantine: URL?, _ checksPages: Bool
  ) throws -> ModelContainer {
    if checksPages {
      for configuration in configurations where configuration.isRecoverable {
        // What is no store at all is met when it is opened.
        if let damage = try? RecoveredStoreInstallation.damage(of: configuration.url) {
          recoveries.append(try RecoveredStoreInstallation(configuration.url, damage, quarantine).run(steps))
        }
      }
    }
    // Each store is replaced once by each step, so this ends.
    var open = configurations.reduce(into: [URL: [StoreRecovery.Step]]()) { $0[$1.url] = steps }
    while true {
      do {
        return try ModelContainer(for: schema, migrationPlan: migrationPlan, configurations: configurations)
      } catch let error as SwiftDataError {
        guard let file = error.file, let configuration = configurations.first(where: { $0.isStore(file) }),
          configuration.isRecoverable, let rest = open[configuration.url], !rest.isEmpty
        else { throw error }
        let recovery = try RecoveredStoreInstallation(configuration.url, error, quarantine).run(rest)
        open[configuration.url] = Array(rest.drop { $0 != recovery.step }.dropFirst())
        recoveries.append(recovery)
      }
    }
  }
}

extension ModelConfiguration {
  /// What is in memory has no file, and what is read only belongs to another program.
  fileprivate var isRecoverable: Bool { !isStoredInMemoryOnly && allowsSave }

  fileprivate func isStore(_ file: URL) -> Bool {
    file.resolvingSymlinksInPath().path == url.resolvingSymlinksInPath().path
  }
}
