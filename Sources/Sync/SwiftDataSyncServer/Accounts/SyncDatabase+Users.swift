// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore

/// A user of the server's own table.
package struct ServerUser: Hashable, Sendable {
  package var account: String
  /// In milliseconds since 1970.
  package var created: Int64
  /// How many tokens it has that have not expired.
  package var tokens: Int
}

/// A token, without what it is: the file has its hash only.
package struct ServerToken: Hashable, Sendable {
  package var number: Int64
  /// What it was issued for, as the administrator wrote it.
  package var device: String
  package var created: Int64
  /// In milliseconds since 1970; nil: it does not expire.
  package var expires: Int64?
}

/// Users and their tokens. A server that works with the database follows each change at once.
extension SyncDatabase {
  /// - Throws: ``SyncDatabaseError/userExists(_:)``, ``SyncDatabaseError/badName(_:)``.
  package func addUser(_ account: String, now: Int64) throws {
    try Self.check(name: account)
    try database.write { db in
      guard try !Self.isUser(account, db) else { throw SyncDatabaseError.userExists(account) }
      try db.run(#"INSERT INTO "user" (account, created) VALUES (?1, ?2)"#, [account, now])
    }
  }

  /// Removes a user with all tokens. What it has stays: `erase(account:)` removes that.
  ///
  /// - Throws: ``SyncDatabaseError/noUser(_:)``.
  package func removeUser(_ account: String) throws {
    try database.write { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      try Self.removeUser(account, db)
    }
  }

  package func users(now: Int64) throws -> [ServerUser] {
    try database.read { db in
      try db.rows(
        """
        SELECT account, created, (
          SELECT count(*) FROM token WHERE token.account = "user".account AND (expires IS NULL OR expires > ?1))
        FROM "user" ORDER BY account
        """, [now]
      ).map { row in
        guard let account = row.text(0), let created = row.integer(1) else { throw SyncDatabaseError.damaged("a user") }
        return ServerUser(account: account, created: created, tokens: row.int(2) ?? 0)
      }
    }
  }

  /// Makes a token of 256 random bits, which is nowhere but in the answer.
  ///
  /// - Parameters:
  ///   - device: What it is for.
  ///   - expires: In milliseconds since 1970; nil: never.
  /// - Throws: ``SyncDatabaseError/noUser(_:)``, ``SyncDatabaseError/badName(_:)``.
  package func issueToken(
    for account: String, device: String, now: Int64, expires: Int64?
  ) throws -> (number: Int64, token: String) {
    try Self.check(name: device)
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<4).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    let token = Self.tokenMark + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let number = try database.write { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      return try db.insert(
        "INSERT INTO token (hash, account, device, created, expires) VALUES (?1, ?2, ?3, ?4, ?5)",
        [Self.hash(token), account, device, now, expires], number: "number")
    }
    return (number, token)
  }

  /// - Parameter number: nil: all of the user's.
  /// - Returns: How many were revoked.
  /// - Throws: ``SyncDatabaseError/noUser(_:)``, ``SyncDatabaseError/noToken(_:)``.
  package func revokeToken(_ number: Int64?, of account: String) throws -> Int {
    try database.write { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      let count: Int
      if let number {
        count = try db.change("DELETE FROM token WHERE account = ?1 AND number = ?2", [account, number])
        if count == 0 { throw SyncDatabaseError.noToken(number) }
      } else {
        count = try db.change("DELETE FROM token WHERE account = ?1", [account])
      }
      try Self.noteRevocation(db)
      return count
    }
  }

  package func tokens(of account: String) throws -> [ServerToken] {
    try database.read { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      return try db.rows(
        "SELECT number, device, created, expires FROM token WHERE account = ?1 ORDER BY number", [account]
      ).map { row in
        guard let number = row.integer(0), let device = row.text(1), let created = row.integer(2) else {
          throw SyncDatabaseError.damaged("a token")
        }
        return ServerToken(number: number, device: device, created: created, expires: row.integer(3))
      }
    }
  }

  /// Whether a text looks like a token of the table.
  static func isIssued(_ token: String) -> Bool { token.hasPrefix(tokenMark) }

  /// Whose a token of the table is; nil: nobody's, or it has expired.
  static func account(ofToken token: String, now: Int64, _ db: any SQLConnection) throws -> String? {
    try db.first(
      "SELECT account FROM token WHERE hash = ?1 AND (expires IS NULL OR expires > ?2)", [hash(token), now])?.text(0)
  }

  /// Grows whenever tokens were revoked.
  package func revocations() throws -> Int64 {
    try database.read { db in
      try db.first("SELECT value FROM setting WHERE name = 'revocations'")?.integer(0) ?? 0
    }
  }

  static func removeUser(_ account: String, _ db: any SQLConnection) throws {
    try db.run("DELETE FROM token WHERE account = ?1", [account])
    try db.run(#"DELETE FROM "user" WHERE account = ?1"#, [account])
    try noteRevocation(db)
  }

  /// Tells the server's tokens from others at a glance, in a log or a commit by mistake, too.
  private static let tokenMark = "sdsync_"

  private static func noteRevocation(_ db: any SQLConnection) throws {
    try db.run(
      """
      INSERT INTO setting (name, value) VALUES ('revocations', 1)
      ON CONFLICT (name) DO UPDATE SET value = setting.value + 1
      """)
  }

  private static func isUser(_ account: String, _ db: any SQLConnection) throws -> Bool {
    try db.first(#"SELECT account FROM "user" WHERE account = ?1"#, [account]) != nil
  }

  /// A token is random, so that no salt and no slow function are needed: there is nothing to guess.
  private static func hash(_ token: String) -> Data { Data(SHA2.sha256(Array(token.utf8))) }
}
