// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Synchronization

/// Tells whether anybody has written to a server's file, without reading any of its tables.
final class FileMonitor: ChangeMonitor {
  private let queue: DatabaseQueue
  private let last = Mutex<Int64?>(nil)

  init(file: URL) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    queue = try DatabaseQueue(path: file.path, configuration: configuration)
  }

  func hasChanged() throws -> Bool {
    // Of a connection: it changes when another connection has committed.
    let version = try queue.read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") }
    return last.withLock { last in
      defer { last = version }
      return last != version
    }
  }

  /// Nobody tells of changes to a file.
  var calls: AsyncStream<Void> { AsyncStream { $0.finish() } }

  func news() -> [Int64] { [] }

  func close() throws { try queue.close() }
}
