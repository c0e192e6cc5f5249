// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SecureHashes
import SwiftDataSyncCore
import SwiftDataSyncWire

/// Shares in a server's file. `ServerShare` decides; here it is read and written.
extension SyncDatabase {
  /// Where the records of a request are, and what its account may do there; nil: nothing.
  struct Access {
    /// Whose zone it is: that account's quota counts.
    var owner: String
    var right: ShareRight
  }

  /// Whose a zone is that an account asks for; nil: it is a share which the account is not in.
  static func access(_ account: String, _ zone: String, _ db: Database) throws -> Access? {
    guard ServerShare.isName(zone) else { return Access(owner: account, right: .owner) }
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT zone.account AS owner, member.rights AS rights FROM share JOIN zone ON zone.id = share.zone
          LEFT JOIN member ON member.zone = share.zone AND member.account = :account
          WHERE zone.name = :zone
          """), arguments: ["account": account, "zone": zone])
    guard let row else { return nil }
    guard let owner = row["owner"] as String? else { throw SyncDatabaseError.damaged("a share") }
    if Array(owner.utf8) == Array(account.utf8) { return Access(owner: owner, right: .owner) }
    guard let text = row["rights"] as String? else { return nil }
    guard let right = ShareRight(rawValue: text) else { throw SyncDatabaseError.damaged("a member of a share") }
    return Access(owner: owner, right: right)
  }

  /// Whose zone this is, if the account may read it.
  package func owner(ofZone zone: String, for account: String) throws -> String? {
    guard ServerShare.isName(zone) else { return account }
    return try pool.read { db in try Self.access(account, zone, db)?.owner }
  }

  /// Answers what a device asks about shares.
  func answer(_ command: ShareCommand, zone: String, account: String, now: Int64) throws -> ShareAnswer {
    switch command {
    case .list:
      let all = try pool.read { db in try Self.shares(of: account, db) }
      return .shares(all.compactMap { $0.info(for: account) }, accepted: nil)
    case .look(let secret):
      return try pool.read { db in
        try Self.told {
          let share = try Self.share(invitation: secret, db)
          return .offer(try share.offer(key: Self.key(secret), to: account, now: now))
        }
      }
    default:
      return try pool.write { db in
        try Self.told {
          let accepted = try perform(command, zone, account, now, db)
          let all = try Self.shares(of: account, db)
          return .shares(all.compactMap { $0.info(for: account) }, accepted: accepted)
        }
      }
    }
  }

  private static func told(_ body: () throws -> ShareAnswer) throws -> ShareAnswer {
    do { return try body() } catch let fault as ShareFault { return .refused(fault, fault.reason) }
  }

  private func perform(
    _ command: ShareCommand, _ zone: String, _ account: String, _ now: Int64, _ db: Database
  ) throws -> String? {
    switch command {
    case .create(let root, let title):
      try create(zone, of: account, root: root, title: title, now, db)
      return nil
    case .accept(let secret):
      var share = try Self.share(invitation: secret, db)
      try share.accept(key: Self.key(secret), by: account, now: now)
      try Self.write(share, now, db)
      return share.zone
    case .decline(let secret):
      var share = try Self.share(invitation: secret, db)
      try share.decline(key: Self.key(secret), by: account, now: now)
      try Self.write(share, now, db)
      return nil
    default:
      guard var share = try Self.share(zone, db) else { throw ShareFault.noShare }
      try share.perform(command, by: account, key: Self.key)
      try Self.write(share, now, db)
      return nil
    }
  }

  private func create(
    _ zone: String, of account: String, root: RecordID?, title: String, _ now: Int64, _ db: Database
  ) throws {
    guard ServerShare.isName(zone), title.utf8.count <= ServerShare.titleBytes else { throw ShareFault.malformed }
    if let share = try Self.share(zone, db) {
      guard share.right(of: account) == .owner else { throw ShareFault.noShare }
      return
    }
    let id: Int64
    do { id = try make(zone, of: account, db) } catch SyncDatabaseError.tooManyZones { throw ShareFault.tooMany }
    try db.execute(
      sql: "INSERT INTO share (zone, title, rootType, rootName, created) VALUES (?, ?, ?, ?, ?)",
      arguments: [id, title, root?.type, root?.name, now])
  }

  // MARK: Reading and writing

  /// The file has no secret: who reads it, or a copy of it, can accept nothing with it.
  static func key(_ secret: String) -> String {
    SHA2.sha256(Array(secret.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func share(invitation secret: String, _ db: Database) throws -> ServerShare {
    let zone = try String.fetchOne(
      db.cachedStatement(
        sql: "SELECT zone.name FROM invitation JOIN zone ON zone.id = invitation.zone WHERE invitation.key = ?"),
      arguments: [key(secret)])
    guard let zone, let share = try share(zone, db) else { throw ShareFault.noInvitation }
    return share
  }

  /// The shares that an account is in, in the order of their names.
  static func shares(of account: String, _ db: Database) throws -> [ServerShare] {
    try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT zone.name FROM share JOIN zone ON zone.id = share.zone
          WHERE zone.account = :account
            OR EXISTS (SELECT 1 FROM member WHERE member.zone = share.zone AND member.account = :account)
          ORDER BY zone.name
          """), arguments: ["account": account]
    ).compactMap { try share($0, db) }
  }

  static func share(_ zone: String, _ db: Database) throws -> ServerShare? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT share.zone AS id, zone.account AS owner, title, rootType, rootName
          FROM share JOIN zone ON zone.id = share.zone WHERE zone.name = ?
          """), arguments: [zone])
    guard let row else { return nil }
    guard let id = row["id"] as Int64?, let owner = row["owner"] as String?, let title = row["title"] as String? else {
      throw SyncDatabaseError.damaged("a share")
    }
    var root: RecordID?
    if let type = row["rootType"] as String?, let name = row["rootName"] as String? { root = RecordID(type, name) }
    var share = ServerShare(zone: zone, owner: owner, title: title, root: root)
    for row in try Row.fetchAll(
      db.cachedStatement(sql: "SELECT account, rights FROM member WHERE zone = ?"), arguments: [id])
    {
      guard let account = row["account"] as String?, let right = (row["rights"] as String?).flatMap(ShareRight.init)
      else {
        throw SyncDatabaseError.damaged("a member of a share")
      }
      share.members[account] = right
    }
    for row in try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT number, key, account, rights, expires, isPublic, acceptedBy FROM invitation WHERE zone = ? ORDER BY number
          """), arguments: [id])
    {
      guard let number = (row["number"] as String?).flatMap(Wire.number), let key = row["key"] as String?,
        let right = (row["rights"] as String?).flatMap(ShareRight.init), let isPublic = row["isPublic"] as Bool?
      else { throw SyncDatabaseError.damaged("an invitation") }
      let invitation = ShareInvitation(
        number: number, account: row["account"], right: right, expires: row["expires"], isPublic: isPublic)
      share.invited.append(.init(invitation: invitation, key: key, acceptedBy: row["acceptedBy"]))
    }
    return share
  }

  static func write(_ share: ServerShare, _ now: Int64, _ db: Database) throws {
    let id = try zone(share.owner, share.zone, db)
    let known = try Set(String.fetchAll(db, sql: "SELECT account FROM member WHERE zone = ?", arguments: [id]))
    for account in known.sorted() where share.members[account] == nil {
      try db.execute(sql: "DELETE FROM member WHERE zone = ? AND account = ?", arguments: [id, account])
    }
    for (account, right) in share.members {
      try db.execute(
        sql: """
          INSERT INTO member (zone, account, rights, created) VALUES (:zone, :account, :rights, :now)
          ON CONFLICT (zone, account) DO UPDATE SET rights = :rights
          """, arguments: ["zone": id, "account": account, "rights": right.rawValue, "now": now])
    }
    try db.execute(sql: "DELETE FROM invitation WHERE zone = ?", arguments: [id])
    for invited in share.invited {
      let invitation = invited.invitation
      try db.execute(
        sql: """
          INSERT INTO invitation (zone, number, key, account, rights, expires, isPublic, acceptedBy)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, Wire.text(invitation.number), invited.key, invitation.account, invitation.right.rawValue,
          invitation.expires, invitation.isPublic, invited.acceptedBy,
        ])
    }
  }
}
