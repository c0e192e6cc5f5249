// SPDX-License-Identifier: Apache-2.0

import Logging
import SwiftDataCore
import Synchronization

/// Logs what a configuration's cloud database means here.
package enum CloudRemarks {
  private static let logger = Logger(label: "SwiftData.Cloud")
  /// Each is logged once in a process, however often a store is opened.
  private static let said = Mutex<Set<String>>([])

  /// - Parameter violations: Of CloudKit's rules, which the server in its place does not need.
  package static func log(_ configuration: ModelConfiguration, _ violations: [String]) {
    guard let database = configuration.cloudKitContainerIdentifier else {
      logger.debug(
        "The store is not synced: its configuration names no cloud database.",
        metadata: ["configuration": "\(configuration.name)"])
      return
    }
    for violation in violations where said.withLock({ $0.insert(violation).inserted }) {
      logger.warning(
        "The models sync with a server of one's own, and would not with CloudKit.",
        metadata: ["rule": "\(violation)", "database": "\(database)"])
    }
    // In the order in which a companion looks at it.
    let reason =
      if ContainerCompanions.type?.relaxesRules != true {
        "No server of one's own is named, or CloudKit's rules are strict."
      } else if configuration.isStoredInMemoryOnly {
        "It is in memory only."
      } else if !configuration.allowsSave {
        "It is read-only."
      } else {
        String?.none
      }
    guard let reason else { return }
    logger.debug(
      "The store may not be synced: \(reason)",
      metadata: ["configuration": "\(configuration.name)", "database": "\(database)"])
  }
}
