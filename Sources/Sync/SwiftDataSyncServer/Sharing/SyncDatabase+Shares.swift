// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore
import SwiftDataSyncWire

/// Shares in a server's database. `ServerShare` decides; here it is read and written.
extension SyncDatabase {
  /// Where the records of a request are, and what its account may do there; nil: nothing.
  struct Access {
    /// Whose zone it is: that account's quota counts.
    var owner: String
    var right: ShareRight
  }

  /// Whose a zone is that an account asks for; nil: it is a share which the account is not in.
  static func access(_ account: String, _ zone: String, _ db: any SQLConnection) throws -> Access? {
    guard ServerShare.isName(zone) else { return Access(owner: account, right: .owner) }
    let row = try db.first(
      """
      SELECT zone.account, member.rights FROM share JOIN zone ON zone.id = share.zone
      LEFT JOIN member ON member.zone = share.zone AND member.account = ?1
      WHERE zone.name = ?2
      """, [account, zone])
    guard let row else { return nil }
    guard let owner = row.text(0) else { throw SyncDatabaseError.damaged("a share") }
    if Array(owner.utf8) == Array(account.utf8) { return Access(owner: owner, right: .owner) }
    guard let text = row.text(1) else { return nil }
    guard let right = ShareRight(rawValue: text) else { throw SyncDatabaseError.damaged("a member of a share") }
    return Access(owner: owner, right: right)
  }

  /// Keeps the zone that an account asks for to a transaction, before it looks at the account's right.
  ///
  /// - Returns: Whether it is there.
  @discardableResult
  static func lockZone(_ zone: String, of account: String, _ db: any SQLConnection) throws -> Bool {
    if ServerShare.isName(zone) { return try lockShare(zone, db) }
    return try db.lockZones(where: "account = ?1 AND name = ?2", [account, zone])
  }

  /// The same for a share: its members and invitations change with its zone.
  @discardableResult
  static func lockShare(_ zone: String, _ db: any SQLConnection) throws -> Bool {
    try db.lockZones(where: "name = ?1 AND id IN (SELECT zone FROM share)", [zone])
  }

  /// Whose zone this is, if the account may read it.
  package func owner(ofZone zone: String, for account: String) throws -> String? {
    guard ServerShare.isName(zone) else { return account }
    return try database.read { db in try Self.access(account, zone, db)?.owner }
  }

  /// Answers what a device asks about shares.
  func answer(_ command: ShareCommand, zone: String, account: String, now: Int64) throws -> ShareAnswer {
    switch command {
    case .list:
      let all = try database.read { db in try Self.shares(of: account, db) }
      return .shares(all.compactMap { $0.info(for: account) }, accepted: nil)
    case .look(let secret):
      return try database.read { db in
        try Self.told {
          let share = try Self.share(invitation: secret, db)
          return .offer(try share.offer(key: Self.key(secret), to: account, now: now))
        }
      }
    default:
      return try database.write { db in
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
    _ command: ShareCommand, _ zone: String, _ account: String, _ now: Int64, _ db: any SQLConnection
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
      var share: ServerShare
      do { share = try Self.share(invitation: secret, db) } catch ShareFault.noInvitation { return nil }
      try share.decline(key: Self.key(secret), by: account, now: now)
      try Self.write(share, now, db)
      return nil
    default:
      try Self.lockShare(zone, db)
      guard var share = try Self.share(zone, db) else {
        if ServerShare.isLeaving(command, account) { return nil }
        throw ShareFault.noShare
      }
      try share.perform(command, by: account, key: Self.key)
      if case .invite(_, let secret) = command { try Self.checkIsNew(secret, in: zone, db) }
      try Self.write(share, now, db)
      return nil
    }
  }

  private func create(
    _ zone: String, of account: String, root: RecordID?, title: String, _ now: Int64, _ db: any SQLConnection
  ) throws {
    guard ServerShare.isName(zone), title.utf8.count <= ServerShare.titleBytes else { throw ShareFault.malformed }
    try db.lockShareNames()
    if let share = try Self.share(zone, db) {
      guard share.right(of: account) == .owner else { throw ShareFault.noShare }
      return
    }
    let id: Int64
    do { id = try make(zone, of: account, db) } catch SyncDatabaseError.tooManyZones { throw ShareFault.tooMany }
    try db.run(
      "INSERT INTO share (zone, title, rootType, rootName, created) VALUES (?1, ?2, ?3, ?4, ?5)",
      [id, title, root?.type, root?.name, now])
  }

  // MARK: Reading and writing

  /// The file has no secret: who reads it, or a copy of it, can accept nothing with it.
  static func key(_ secret: String) -> String {
    SHA2.sha256(Array(secret.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A secret leads to one share. That another one has it is no accident, and does not pass.
  private static func checkIsNew(_ secret: String, in zone: String, _ db: any SQLConnection) throws {
    let rows = try db.rows(
      "SELECT zone.name FROM invitation JOIN zone ON zone.id = invitation.zone WHERE invitation.key = ?1",
      [key(secret)])
    guard rows.allSatisfy({ $0.text(0) == zone }) else { throw ShareFault.malformed }
  }

  /// To be changed by the transaction, if that writes.
  private static func share(invitation secret: String, _ db: any SQLConnection) throws -> ServerShare {
    let zone = try db.first(
      "SELECT zone.name FROM invitation JOIN zone ON zone.id = invitation.zone WHERE invitation.key = ?1",
      [key(secret)])?.text(0)
    guard let zone else { throw ShareFault.noInvitation }
    try lockShare(zone, db)
    guard let share = try share(zone, db) else { throw ShareFault.noInvitation }
    return share
  }

  /// The shares that an account is in, in the order of their names.
  static func shares(of account: String, _ db: any SQLConnection) throws -> [ServerShare] {
    try db.rows(
      """
      SELECT zone.name FROM share JOIN zone ON zone.id = share.zone
      WHERE zone.account = ?1
        OR EXISTS (SELECT 1 FROM member WHERE member.zone = share.zone AND member.account = ?1)
      ORDER BY zone.name
      """, [account]
    ).compactMap { row in try row.text(0).flatMap { try share($0, db) } }
  }

  static func share(_ zone: String, _ db: any SQLConnection) throws -> ServerShare? {
    let row = try db.first(
      """
      SELECT share.zone, zone.account, title, rootType, rootName
      FROM share JOIN zone ON zone.id = share.zone WHERE zone.name = ?1
      """, [zone])
    guard let row else { return nil }
    guard let id = row.integer(0), let owner = row.text(1), let title = row.text(2) else {
      throw SyncDatabaseError.damaged("a share")
    }
    var root: RecordID?
    if let type = row.text(3), let name = row.text(4) { root = RecordID(type, name) }
    var share = ServerShare(zone: zone, owner: owner, title: title, root: root)
    for row in try db.rows("SELECT account, rights FROM member WHERE zone = ?1", [id]) {
      guard let account = row.text(0), let right = row.text(1).flatMap(ShareRight.init) else {
        throw SyncDatabaseError.damaged("a member of a share")
      }
      share.members[account] = right
    }
    share.invited = try db.rows(
      """
      SELECT number, key, account, rights, expires, isPublic, acceptedBy FROM invitation WHERE zone = ?1 ORDER BY number
      """, [id]
    ).map { row in
      guard let number = row.text(0).flatMap(Wire.number), let key = row.text(1),
        let right = row.text(3).flatMap(ShareRight.init), let isPublic = row.flag(5)
      else { throw SyncDatabaseError.damaged("an invitation") }
      let invitation = ShareInvitation(
        number: number, account: row.text(2), right: right, expires: row.integer(4), isPublic: isPublic)
      return .init(invitation: invitation, key: key, acceptedBy: row.text(6))
    }
    return share
  }

  static func write(_ share: ServerShare, _ now: Int64, _ db: any SQLConnection) throws {
    let id = try zone(share.owner, share.zone, db)
    let known = try db.rows("SELECT account FROM member WHERE zone = ?1", [id]).compactMap { $0.text(0) }
    for account in known.sorted() where share.members[account] == nil {
      try db.run("DELETE FROM member WHERE zone = ?1 AND account = ?2", [id, account])
    }
    for (account, right) in share.members {
      try db.run(
        """
        INSERT INTO member (zone, account, rights, created) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (zone, account) DO UPDATE SET rights = excluded.rights
        """, [id, account, right.rawValue, now])
    }
    try db.run("DELETE FROM invitation WHERE zone = ?1", [id])
    for invited in share.invited {
      let invitation = invited.invitation
      try db.run(
        """
        INSERT INTO invitation (zone, number, key, account, rights, expires, isPublic, acceptedBy)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """,
        [
          id, Wire.text(invitation.number), invited.key, invitation.account, invitation.right.rawValue,
          invitation.expires, invitation.isPublic, invited.acceptedBy,
        ])
    }
  }
}
