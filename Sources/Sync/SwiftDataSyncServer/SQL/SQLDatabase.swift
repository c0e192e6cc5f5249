// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A database with a server's tables: a file, or one that several servers share.
package protocol SQLDatabase: Sendable {
  /// How many requests may wait for it at a time; nil: as few as there are processors, since it answers at once.
  var parallelism: Int? { get }

  /// Runs questions that see one state of the database.
  ///
  /// - Parameter isRepeatable: Whether `body` may be run again after the connection was lost: it leaves nothing behind.
  func read<R>(isRepeatable: Bool, _ body: (any SQLConnection) throws -> R) throws -> R

  /// The same without holding up a thread of the caller's.
  func readAside<R: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> R) async throws -> R

  /// Runs a transaction, which is durable when this returns. `body` may be run again if others were in its way.
  func write<R>(_ body: (any SQLConnection) throws -> R) throws -> R

  /// Tells other processes that a zone has changed, for those that want to know before they look.
  func announce(zone: Int64)

  /// Notices what other processes write.
  func monitor() throws -> any ChangeMonitor

  /// Leaves nothing of what was removed in unused parts, as far as it is up to the database.
  func tidyUp() throws

  /// Copies the database while it is used.
  func backUp(to file: URL) throws

  /// How many bytes it has; nil: that is not known.
  var size: Int? { get }

  func close() throws
}

extension SQLDatabase {
  package func read<R>(_ body: (any SQLConnection) throws -> R) throws -> R { try read(isRepeatable: true, body) }
}

/// Tells whether others have written to a server's database.
package protocol ChangeMonitor: Sendable {
  /// Calls `body` if something may have been written since it last succeeded; the first time, it does.
  func afterChange(_ body: () throws -> Void) throws

  /// Something comes whenever another process has told of changes.
  var calls: AsyncStream<Void> { get }

  /// The zones that others have told of since the last time.
  func news() -> [Int64]

  func close() throws
}
