// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Says whose a token is.
package protocol SyncAuthority: Sendable {
  /// The account of a token; nil: nobody's, or nobody's any more.
  func account(of token: String, now: Date) async throws -> String?
  /// Reads again what has changed. It is called about once a second, and may wait for the disk.
  ///
  /// - Returns: Whether tokens that were valid may not be any more.
  /// - Throws: If what has changed cannot be used; what was known stays in force then.
  func refresh() throws -> Bool
}

/// The users in the server's database.
package final class UserTable: SyncAuthority {
  private let database: SyncDatabase
  private let seen = WatchedValue<Int64>()

  package init(_ database: SyncDatabase) throws {
    self.database = database
    _ = try refresh()
  }

  package func account(of token: String, now: Date) async throws -> String? {
    guard SyncDatabase.isIssued(token) else { return nil }
    let time = Int64(now.timeIntervalSince1970 * 1_000)
    return try await database.database.readAside { db in try SyncDatabase.account(ofToken: token, now: time, db) }
  }

  package func refresh() throws -> Bool { seen.changes(to: try database.revocations()) }
}
