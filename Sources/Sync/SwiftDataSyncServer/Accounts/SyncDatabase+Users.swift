// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
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

/// Users and their tokens. A server that works with the file follows each change at once.
extension SyncDatabase {
  /// - Throws: ``SyncDatabaseError/userExists(_:)``, ``SyncDatabaseError/badName(_:)``.
  package func addUser(_ account: String, now: Int64) throws {
    try Self.check(name: account)
    try pool.write { db in
      guard try !Self.isUser(account, db) else { throw SyncDatabaseError.userExists(account) }
      try db.execute(sql: "INSERT INTO user (account, created) VALUES (?, ?)", arguments: [account, now])
    }
  }

  /// Removes a user with all tokens. What it has stays: `erase(account:)` removes that.
  ///
  /// - Throws: ``SyncDatabaseError/noUser(_:)``.
  package func removeUser(_ account: String) throws {
    try pool.write { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      try Self.removeUser(account, db)
    }
  }

  package func users(now: Int64) throws -> [ServerUser] {
    try pool.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT account, created,
            (SELECT count(*) FROM token WHERE account = user.account AND (expires IS NULL OR expires > ?)) AS tokens
          FROM user ORDER BY account
          """, arguments: [now]
      ).map { row in
        guard let account = row["account"] as String?, let created = row["created"] as Int64? else {
          throw SyncDatabaseError.damaged("a user")
        }
        return ServerUser(account: account, created: created, tokens: row["tokens"] ?? 0)
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
    let number = try pool.write { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      try db.execute(
        sql: "INSERT INTO token (hash, account, device, created, expires) VALUES (?, ?, ?, ?, ?)",
        arguments: [Self.hash(token), account, device, now, expires])
      return db.lastInsertedRowID
    }
    return (number, token)
  }

  /// - Parameter number: nil: all of the user's.
  /// - Returns: How many were revoked.
  /// - Throws: ``SyncDatabaseError/noUser(_:)``, ``SyncDatabaseError/noToken(_:)``.
  package func revokeToken(_ number: Int64?, of account: String) throws -> Int {
    try pool.write { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      try db.execute(
        sql: "DELETE FROM token WHERE account = ? AND (? IS NULL OR number = ?)", arguments: [account, number, number])
      let count = db.changesCount
      if let number, count == 0 { throw SyncDatabaseError.noToken(number) }
      try Self.noteRevocation(db)
      return count
    }
  }

  package func tokens(of account: String) throws -> [ServerToken] {
    try pool.read { db in
      guard try Self.isUser(account, db) else { throw SyncDatabaseError.noUser(account) }
      return try Row.fetchAll(
        db, sql: "SELECT number, device, created, expires FROM token WHERE account = ? ORDER BY number",
        arguments: [account]
      ).map { row in
        guard let number = row["number"] as Int64?, let device = row["device"] as String?,
          let created = row["created"] as Int64?
        else { throw SyncDatabaseError.damaged("a token") }
        return ServerToken(number: number, device: device, created: created, expires: row["expires"])
      }
    }
  }

  /// Whether a text looks like a token of the table.
  static func isIssued(_ token: String) -> Bool { token.hasPrefix(tokenMark) }

  /// Whose a token of the table is; nil: nobody's, or it has expired.
  static func account(ofToken token: String, now: Int64, _ db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT account FROM token WHERE hash = ? AND (expires IS NULL OR expires > ?)"),
      arguments: [hash(token), now])
  }

  /// Grows whenever tokens were revoked.
  package func revocations() throws -> Int64 {
    try pool.read { db in
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT value FROM setting WHERE name = 'revocations'")) ?? 0
    }
  }

  static func removeUser(_ account: String, _ db: Database) throws {
    try db.execute(sql: "DELETE FROM token WHERE account = ?", arguments: [account])
    try db.execute(sql: "DELETE FROM user WHERE account = ?", arguments: [account])
    try noteRevocation(db)
  }

  /// Tells the server's tokens from others at a glance, in a log or a commit by mistake, too.
  private static let tokenMark = "sdsync_"

  private static func noteRevocation(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO setting (name, value) VALUES ('revocations', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1
        """)
  }

  private static func isUser(_ account: String, _ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM user WHERE account = ?)", arguments: [account]) ?? false
  }

  /// A token is random, so that no salt and no slow function are needed: there is nothing to guess.
  private static func hash(_ token: String) -> Data { Data(SHA2.sha256(Array(token.utf8))) }
}
