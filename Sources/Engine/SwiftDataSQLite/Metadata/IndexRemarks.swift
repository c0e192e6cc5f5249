// SPDX-License-Identifier: Apache-2.0

import Logging
import SwiftDataCore
import Synchronization

/// Logs which indexes of a schema a store creates in another form.
enum IndexRemarks {
  private static let logger = Logger(label: "SwiftData.Indexes")
  /// Each is logged once in a process, however often a store is opened.
  private static let said = Mutex<Set<String>>([])

  /// A spatial index of Core Data's is a table of its own, which serves nothing
  /// but a function that predicates of Swift do not have. How Core Data keeps
  /// it up to date is not known; so it is a sorted one here.
  static func log(_ entities: [_Entity]) {
    for entity in entities {
      for group in entity.schemaEntity?._spatialIndices ?? [] {
        let name = "\(entity.name).rtree(\(group.joined(separator: ", ")))"
        guard said.withLock({ $0.insert(name).inserted }) else { continue }
        logger.warning(
          "A sorted index is created instead of a spatial one. Write .binary, so that Apple's frameworks do the same.",
          metadata: ["index": "\(name)"])
      }
    }
  }
}
