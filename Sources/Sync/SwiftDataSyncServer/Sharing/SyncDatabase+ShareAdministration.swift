// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// What an administrator may see of shares, and change. A server that works with the file follows it with the next message.
extension SyncDatabase {
  /// All shares, or those that an account is in, as their owners see them.
  package func shares(of account: String?) throws -> [ShareInfo] {
    try database.read { db in
      let all: [ServerShare]
      if let account {
        all = try Self.shares(of: account, db)
      } else {
        all = try db.rows("SELECT zone.name FROM share JOIN zone ON zone.id = share.zone ORDER BY zone.name")
          .compactMap { row in try row.text(0).flatMap { try Self.share($0, db) } }
      }
      return all.compactMap { $0.info(for: $0.owner) }
    }
  }

  /// Gives a member another right, takes it, or ends the share, as its owner may.
  ///
  /// - Throws: ``SyncDatabaseError/noShare(_:)``, or ``SyncDatabaseError/notShared(_:)`` with the reason.
  package func administer(_ command: ShareCommand, share zone: String, now: Int64) throws {
    try database.write { db in
      try Self.lockShare(zone, db)
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
  static func leaveShares(_ account: String, _ db: any SQLConnection) throws {
    try db.run("DELETE FROM member WHERE account = ?1", [account])
    try db.run("DELETE FROM invitation WHERE account = ?1 OR acceptedBy = ?1", [account])
  }
}
