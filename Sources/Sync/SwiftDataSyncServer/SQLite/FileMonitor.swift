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

  func afterChange(_ body: () throws -> Void) throws {
    // Of a connection: it changes when another connection has committed.
    let version = try queue.read { db in try Int64.fetchOne(db, sql: "PRAGMA data_version") }
    guard last.withLock({ $0 != version }) else { return }
    try body()
    last.withLock { $0 = version }
  }

  /// Nobody tells of changes to a file.
  var calls: AsyncStream<Void> { AsyncStream { $0.finish() } }

  func news() -> [Int64] { [] }

  func close() throws { try queue.close() }
}
