// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import Synchronization

/// Where a zone's log ends.
package struct ZonePosition: Hashable, Sendable {
  /// The server's generation of the zone; 0: there is no such zone.
  package var generation: UInt64 = 0
  /// The number of the latest change; 0: there is none.
  package var head: UInt64 = 0

  package init(generation: UInt64 = 0, head: UInt64 = 0) { (self.generation, self.head) = (generation, head) }
}

extension SyncDatabase {
  /// Where the logs of zones end, of one moment.
  package func positions(of zones: [(account: String, zone: String)]) throws -> [ZonePosition] {
    try pool.read { db in
      try zones.map { account, zone in
        guard let id = try Self.find(account, zone, db) else { return ZonePosition() }
        let header = try SQLiteZone(db: db, id: id).header()
        return ZonePosition(generation: header.lineage.generation, head: header.head)
      }
    }
  }

  package func position(account: String, zone: String) throws -> ZonePosition {
    try positions(of: [(account, zone)]).first ?? ZonePosition()
  }

  /// Notices what other processes write.
  package func monitor() throws -> FileMonitor { try FileMonitor(file: file) }
}

/// Tells whether anybody has written to a server's file, without reading any of its tables.
package final class FileMonitor: Sendable {
  private let queue: DatabaseQueue
  private let last = Mutex<Int64?>(nil)

  init(file: URL) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
  }

  /// Whether something was written since the last time; true the first time.
  package func hasChanged() throws -> Bool {
    // Of a connection: it changes when another connection has committed.
    let version = try queue.read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") }
    return last.withLock { last in
      defer { last = version }
      return last != version
    }
  }

  package func close() throws { try queue.close() }
}
