// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore

/// What an administrator may see of shares, and change. A server that works with the file follows it with the next message.
extension SyncDatabase {
  /// All shares, or those that an account is in, as their owners see them.
  package func shares(of account: String?) throws -> [ShareInfo] {
    try pool.read { db in
      let all: [ServerShare]
      if let account {
        all = try Self.shares(of: account, db)
      } else {
        all = try String.fetchAll(
          db, sql: "SELECT zone.name FROM share JOIN zone ON zone.id = share.zone ORDER BY zone.name"
        ).compactMap { try Self.share($0, db) }
      }
      return all.compactMap { $0.info(for: $0.owner) }
    }
  }

  /// Gives a member another right, takes it, or ends the share, as its owner may.
  ///
  /// - Throws: ``SyncDatabaseError/noShare(_:)``, or ``SyncDatabaseError/notShared(_:)`` with the reason.
  package func administer(_ command: ShareCommand, share zone: String, now: Int64) throws {
    try pool.write { db in
      guard var share = try Self.share(zone, db) else { throw SyncDatabaseError.noShare(zone) }
      if case .remove(let account) = command, share.members[account] == nil {
        throw SyncDatabaseError.notShared(ShareFault.noMember.reason)
      }
      do throws(ShareFault) { try share.perform(command, by: share.owner, key: Self.key) } catch {
        throw SyncDatabaseError.notShared(error.reason)
      }
      try Self.write(share, now, db)
    }
  }

  /// Removes an account from the shares of others, with what it was invited to. Its own go with their zones.
  static func leaveShares(_ account: String, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM member WHERE account = ?", arguments: [account])
    try db.execute(
      sql: "DELETE FROM invitation WHERE account = :account OR acceptedBy = :account", arguments: ["account": account])
  }
}
