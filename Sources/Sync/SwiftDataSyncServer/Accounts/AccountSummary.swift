// SPDX-License-Identifier: Apache-2.0

import SwiftDataSyncCore

/// An account in short, as a list of many has it.
package struct AccountSummary: Hashable, Sendable, Identifiable {
  package var account: String
  /// Whether it is in the server's own table of users.
  package var isUser: Bool
  package var zones: Int
  package var usage: AccountUsage

  package var id: String { account }
}

extension SyncDatabase {
  /// The accounts that have something, or are users, by name.
  ///
  /// - Parameter text: What their names have in them, in this spelling; empty: all.
  package func accounts(matching text: String = "", limit: Int = 200) throws -> [AccountSummary] {
    try database.read { db in
      let condition = text.isEmpty ? "" : "WHERE \(db.dialect.contains("a.account", "?2"))"
      return try db.rows(
        """
        SELECT a.account, (SELECT count(*) FROM zone WHERE zone.account = a.account),
          (SELECT count(*) FROM "user" WHERE "user".account = a.account), usage.records, usage.bytes
        FROM (SELECT account FROM zone UNION SELECT account FROM "user") AS a
          LEFT JOIN usage ON usage.account = a.account
        \(condition) ORDER BY a.account LIMIT ?1
        """, text.isEmpty ? [limit] : [limit, text]
      ).map { row in
        guard let account = row.text(0) else { throw SyncDatabaseError.damaged("an account") }
        return AccountSummary(
          account: account, isUser: row.int(2) ?? 0 > 0, zones: row.int(1) ?? 0,
          usage: AccountUsage(records: row.integer(3) ?? 0, bytes: row.integer(4) ?? 0))
      }
    }
  }
}
