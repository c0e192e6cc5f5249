// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore
import SwiftDataSyncWire

extension SyncDatabase {
  /// Looks at all that the server has of an account, and tells nothing of what its user has written.
  ///
  /// - Throws: ``SyncDatabaseError/noAccount(_:)`` if there is neither a zone nor a user of that name.
  package func supportBundle(account: String, now: Int64) throws -> SupportBundle {
    let isUser = try users(now: now).contains { ExactText($0.account) == ExactText(account) }
    let space = try space(of: account)
    let tokens = isUser ? try self.tokens(of: account) : []
    let size = size
    return try database.read(isRepeatable: false) { db in
      let zones = try zones(account, db)
      guard isUser || !zones.isEmpty else { throw SyncDatabaseError.noAccount(account) }
      let forgotten = try db.first("SELECT value FROM setting WHERE name = 'forgotten'")?.integer(0)
      let memberships = try db.first("SELECT count(*) FROM member WHERE account = ?1", [account])?.int(0)
      return SupportBundle(
        made: Date(milliseconds: now),
        server: SupportBundle.Server(
          engine: db.dialect.isRemote ? "PostgreSQL" : "SQLite",
          fileVersion: db.dialect.isRemote ? nil : Int(SQLiteSchema.version), bytes: size,
          forgottenBefore: forgotten.map(Date.init(milliseconds:))),
        limits: service.limits.numbers,
        account: SupportBundle.Account(
          isUser: isUser,
          tokens: tokens.map {
            SupportBundle.Token(
              issued: Date(milliseconds: $0.created), expires: $0.expires.map(Date.init(milliseconds:)))
          },
          records: space.usage.records, bytes: space.usage.bytes, mostRecords: space.quota.records,
          mostBytes: space.quota.bytes, memberships: memberships ?? 0),
        zones: try zones.map { try Self.survey(DatabaseZone(db: db, id: $0.id), name: $0.name) })
    }
  }

  private static func survey(_ zone: DatabaseZone, name: String) throws -> SupportBundle.Zone {
    let (db, header) = (zone.db, try zone.header())
    let pseudonyms = Pseudonyms(secret: header.lineage.secret)
    func checksum(_ number: UInt64) -> String { pseudonyms("checksum", String(number, radix: 16)) }
    let forks = header.lineage.forks.map { ($0.generation, Optional($0.through)) } + [(header.lineage.generation, nil)]
    var found = SupportBundle.Zone(
      zone: name == "main" ? name : pseudonyms("zone", name), head: header.head, horizon: header.horizon,
      time: Date(milliseconds: header.time),
      lineage: forks.map { .init(generation: pseudonyms("generation", String($0, radix: 16)), through: $1) },
      checksum: checksum(header.checksum), uploads: SupportBundle.Uploads(), largeValues: SupportBundle.LargeValues())
    var survey = ZoneSurvey(time: header.time)
    do {
      var last: RecordID?
      while true {
        let page = try zone.records(after: last, withDeletions: true, limit: 1_000, bytes: DatabaseZone.readBytes)
        for record in page { survey.add(record) }
        guard let end = page.last?.id else { break }
        last = end
      }
      found.checksumOfRecords = checksum(survey.checksum)
      found.uploads = try uploads(zone)
    } catch SyncDatabaseError.damaged(let place) {
      // That is what a bundle is for.
      found.damage = place
    }
    (found.types, found.devices) = (survey.recordTypes, survey.devices)
    found.valuesFromTheFuture = survey.valuesFromTheFuture
    if let row = try db.first("SELECT count(*), min(time) FROM past WHERE zone = ?1", [zone.id]) {
      (found.earlierVersions, found.oldestVersion) = (row.int(0) ?? 0, row.integer(1).map(Date.init(milliseconds:)))
    }
    for row in try db.rows("SELECT isWhole, received FROM blob WHERE zone = ?1", [zone.id]) {
      if row.integer(0) ?? 0 > 0 { found.largeValues.whole += 1 } else { found.largeValues.unfinished += 1 }
      found.largeValues.bytes += row.int(1) ?? 0
    }
    found.share = try share(zone)
    return found
  }

  private static func uploads(_ zone: DatabaseZone) throws -> SupportBundle.Uploads {
    var found = SupportBundle.Uploads()
    for row in try zone.db.rows("SELECT result, time FROM outcome WHERE zone = ?1 ORDER BY time", [zone.id]) {
      guard let data = row.data(0), let result = try? Wire.result(Array(data)) else {
        throw SyncDatabaseError.damaged("an outcome of zone \(zone.id)")
      }
      // Those of earlier versions of the server have no time of their own.
      if let time = row.integer(1), time > 0 {
        found.last = Date(milliseconds: time)
        if found.first == nil { found.first = found.last }
      }
      let name =
        switch result.outcome {
        case .applied: "applied"
        case .stale: "stale"
        case .refused: "refused"
        case .tooLarge: "tooLarge"
        }
      found.outcomes[name, default: 0] += 1
      guard case .refused(let refusals) = result.outcome else { continue }
      for refusal in refusals { found.refusals[Refusal.kind(of: refusal.reason), default: 0] += 1 }
    }
    return found
  }

  private static func share(_ zone: DatabaseZone) throws -> SupportBundle.Share? {
    let db = zone.db
    guard try db.first("SELECT zone FROM share WHERE zone = ?1", [zone.id]) != nil else { return nil }
    var members: [String: Int] = [:]
    for row in try db.rows("SELECT rights FROM member WHERE zone = ?1", [zone.id]) {
      members[row.text(0) ?? "", default: 0] += 1
    }
    let invitations = try db.first("SELECT count(*) FROM invitation WHERE zone = ?1", [zone.id])?.int(0)
    return SupportBundle.Share(members: members, invitations: invitations ?? 0)
  }
}

extension ServerLimits {
  fileprivate var numbers: [String: Int] {
    [
      "changes": changes, "bytes": bytes, "changeBytes": changeBytes, "valueBytes": blobBytes, "partBytes": partBytes,
      "nameBytes": nameBytes, "recordBytes": recordBytes,
    ]
  }
}
