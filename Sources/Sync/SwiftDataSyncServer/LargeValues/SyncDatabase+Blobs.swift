// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecureHashes
import SwiftDataSyncCore

/// Large values in a server's database, in parts. A zone has its own, so who may read its records may read their values.
extension SyncDatabase {
  /// How many bytes a part may have.
  package var partBytes: Int { service.limits.partBytes }

  /// Takes the next part of a value, in a transaction. An empty part asks how much is there.
  ///
  /// A value that another zone has which the account may read, such as a record that moves has there, is copied.
  ///
  /// - Parameters:
  ///   - name: The SHA-256 of the whole value, as 64 hexadecimal digits in lower case.
  ///   - size: How many bytes the whole value has.
  ///   - offset: Where the part begins. A part that begins anywhere but at the end of what is there changes nothing.
  ///   - generation: That of the zone, which must be there; nil: it is made if it is not there.
  /// - Returns: How many bytes are there now; `size`: all, and their hash is right.
  /// - Throws: ``BlobFault``.
  package func receive(
    _ part: [UInt8], of name: String, size: Int, at offset: Int, zone: String, account: String,
    generation: UInt64? = nil, now: Int64
  ) throws -> Int {
    let limits = service.limits
    guard let blob = BlobReference(name: name, size: size, isText: false), size > 0, offset >= 0, offset <= size,
      part.count <= size - offset
    else { throw BlobFault.malformed("a value has a SHA-256 of 64 digits, a size, and parts inside of it") }
    guard size <= limits.blobBytes else { throw BlobFault.tooLarge(limit: limits.blobBytes) }
    guard part.count <= limits.partBytes else { throw BlobFault.tooLarge(limit: limits.partBytes) }
    let (open, received) = try database.write { db in
      try append(part, to: blob, at: offset, in: place(account, zone, generation, db), account, now, db)
    }
    guard let open, received == size else { return received }
    return try finish(open, blob)
  }

  /// Looks whether so many bytes may come to a zone that is there, before any of them do. Whether they are there already
  /// is known when their hash is.
  ///
  /// - Parameter generation: That of the zone.
  /// - Throws: ``BlobFault``.
  package func checkRoom(_ size: Int, zone: String, account: String, generation: UInt64) throws {
    let limit = service.limits.blobBytes
    guard size <= limit else { throw BlobFault.tooLarge(limit: limit) }
    try database.read { db in
      guard let access = try Self.access(account, zone, db), access.right.mayWrite else { throw BlobFault.noAccess }
      guard let id = try Self.find(access.owner, zone, db),
        try DatabaseZone(db: db, id: id).header().lineage.generation == generation
      else { throw BlobFault.notFound }
      try checkRoom(size, access.owner, db)
    }
  }

  /// What the column `isWhole` says of a large value.
  enum BlobState: Int64 {
    /// Not all bytes have come, or nobody has looked at their hash.
    case partial
    /// All are there, and a record has had it: it is counted with that. So are those from before this was told apart.
    case counted
    /// All are there, and no record has had it yet.
    case uncounted
  }

  /// A large value whose bytes are to be looked at.
  private struct OpenBlob {
    let id: Int64
    let zone: Int64
  }

  /// A zone that may be written to, and whose it is.
  private struct StoredPlace {
    let zone: Int64
    let owner: String
  }

  private func place(
    _ account: String, _ name: String, _ generation: UInt64?, _ db: any SQLConnection
  ) throws -> StoredPlace {
    if let generation {
      try Self.lockZone(name, of: account, db)
      guard let access = try Self.access(account, name, db), access.right.mayWrite else { throw BlobFault.noAccess }
      guard let id = try Self.find(access.owner, name, db),
        try DatabaseZone(db: db, id: id).header().lineage.generation == generation
      else { throw BlobFault.notFound }
      return StoredPlace(zone: id, owner: access.owner)
    }
    guard let (id, access) = try lockedZone(name, for: account, db), access.right.mayWrite else {
      throw BlobFault.noAccess
    }
    return StoredPlace(zone: id, owner: access.owner)
  }

  /// - Returns: How much is there, and what is to be checked, if anything.
  private func append(
    _ part: [UInt8], to blob: BlobReference, at offset: Int, in place: StoredPlace, _ account: String, _ now: Int64,
    _ db: any SQLConnection
  ) throws -> (open: OpenBlob?, received: Int) {
    var known: (id: Int64, received: Int)?
    if let row = try db.first(
      "SELECT id, size, received, isWhole FROM blob WHERE zone = ?1 AND sha256 = ?2", [place.zone, Data(blob.sha256)])
    {
      guard let id = row.integer(0), let isWhole = row.flag(3) else { throw SyncDatabaseError.damaged("a large value") }
      if row.int(1) == blob.size {
        known = (id, row.int(2) ?? 0)
        if isWhole {
          // It is wanted, so it is not to be forgotten before a record refers to it.
          try db.run("UPDATE blob SET time = ?1 WHERE id = ?2", [now, id])
          return (nil, blob.size)
        }
      } else {
        guard !isWhole else { throw BlobFault.malformed("the value has another size") }
        // Who has begun it may be wrong about its size, and must not keep the others of a share from sending it.
        guard offset == 0, !part.isEmpty else { return (nil, 0) }
        try Self.removeBlobs("id = ?1", [id], db)
      }
    }
    if known == nil, let other = try readable(blob, by: account, db), try copy(other, blob, to: place, now, db) {
      return (nil, blob.size)
    }
    let received = known?.received ?? 0
    guard offset == received, !part.isEmpty else {
      return (known.map { OpenBlob(id: $0.id, zone: place.zone) }, received)
    }
    try checkRoom(blob.size - received, place.owner, db)
    let id = try known?.id ?? insert(blob, in: place, received: 0, .partial, now, db)
    try db.run("INSERT INTO blobPart (blob, start, content) VALUES (?1, ?2, ?3)", [id, offset, Data(part)])
    try db.run("UPDATE blob SET received = ?1, time = ?2 WHERE id = ?3", [received + part.count, now, id])
    return (OpenBlob(id: id, zone: place.zone), received + part.count)
  }

  /// - Returns: Whether all of it was there: another zone is not locked, and may be losing the value.
  private func copy(
    _ other: Int64, _ blob: BlobReference, to place: StoredPlace, _ now: Int64, _ db: any SQLConnection
  ) throws -> Bool {
    try checkRoom(blob.size, place.owner, db)
    let id = try insert(blob, in: place, received: blob.size, .uncounted, now, db)
    try db.run(
      "INSERT INTO blobPart (blob, start, content) SELECT ?1, start, content FROM blobPart WHERE blob = ?2",
      [id, other])
    // In a file, nobody else writes meanwhile.
    guard db.dialect.isRemote else { return true }
    let size = try db.first(
      "SELECT CAST(coalesce(sum(length(content)), 0) AS BIGINT) FROM blobPart WHERE blob = ?1", [id])?.int(0)
    if size == blob.size { return true }
    try Self.removeBlobs("id = ?1", [id], db)
    return false
  }

  private func insert(
    _ blob: BlobReference, in place: StoredPlace, received: Int, _ state: BlobState, _ now: Int64,
    _ db: any SQLConnection
  ) throws -> Int64 {
    try db.insert(
      "INSERT INTO blob (zone, sha256, size, received, isWhole, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [place.zone, Data(blob.sha256), blob.size, received, state.rawValue, now], number: "id")
  }

  /// The same value in another zone that the account may read. Of what it may not read, it must have the bytes.
  private func readable(_ blob: BlobReference, by account: String, _ db: any SQLConnection) throws -> Int64? {
    try db.first(
      """
      SELECT blob.id FROM blob JOIN zone ON zone.id = blob.zone
      WHERE blob.sha256 = ?1 AND blob.size = ?2 AND blob.isWhole > 0 AND (zone.account = ?3
        OR EXISTS (SELECT 1 FROM member WHERE member.zone = zone.id AND member.account = ?3))
      LIMIT 1
      """, [Data(blob.sha256), blob.size, account])?.integer(0)
  }

  /// Records are counted with their values when they come. What has come and no record has had yet must have room
  /// besides, and so must what is still to come of a value.
  private func checkRoom(_ rest: Int, _ owner: String, _ db: any SQLConnection) throws {
    let space = try Self.space(owner, quota, db)
    guard let limit = space.quota.bytes else { return }
    let open = try db.first(
      """
      SELECT CAST(coalesce(sum(blob.received), 0) AS BIGINT) FROM blob JOIN zone ON zone.id = blob.zone
      WHERE zone.account = ?1 AND blob.isWhole <> \(BlobState.counted.rawValue)
      """, [owner])?.integer(0)
    let all = space.usage + AccountUsage(bytes: open ?? 0) + AccountUsage(bytes: Int64(rest))
    guard all.bytes <= limit else {
      let own = "the account has \(space.usage.bytes) of \(limit) bytes"
      let came = open.map { $0 > 0 ? ", and values of \($0) bytes besides that no record has yet" : "" } ?? ""
      throw BlobFault.noRoom(own + came)
    }
  }

  /// All bytes are there: they are the value if their hash is its name.
  private func finish(_ open: OpenBlob, _ blob: BlobReference) throws -> Int {
    let isRight = try database.read { db in
      var hash = RunningSHA256()
      try Self.parts(of: open.id, db) { part in part.withUnsafeBytes { hash.update($0) } }
      return hash.finish() == blob.sha256
    }
    // Without a lock since it was read: under the same number there may be another value by now, or a part of it.
    let same = "id = ?1 AND zone = ?2 AND sha256 = ?3 AND size = ?4 AND received = size AND isWhole = 0"
    let values: [any SQLConvertible] = [open.id, open.zone, Data(blob.sha256), blob.size]
    let isThere = try database.write { db in
      guard isRight else {
        try Self.removeBlobs(same, values, db)
        return false
      }
      if try db.change("UPDATE blob SET isWhole = \(BlobState.uncounted.rawValue) WHERE \(same)", values) > 0 {
        return true
      }
      // Somebody else has sent the last part, too.
      return try !DatabaseZone(db: db, id: open.zone).lacks(blob)
    }
    guard isRight else { throw BlobFault.wrongHash }
    guard isThere else { throw BlobFault.notFound }
    return blob.size
  }

  /// A part of a value: as many bytes as are asked for, or fewer.
  ///
  /// - Throws: ``BlobFault``.
  package func bytes(of name: String, from offset: Int, count: Int, zone: String, account: String) throws -> Data {
    guard let blob = BlobReference(name: name, size: 0, isText: false), offset >= 0, count > 0 else {
      throw BlobFault.malformed("a value has a SHA-256 of 64 digits, and a part begins in it")
    }
    let count = min(count, service.limits.partBytes)
    return try database.read { db in
      guard let access = try Self.access(account, zone, db) else { throw BlobFault.noAccess }
      let row = try Self.find(access.owner, zone, db).flatMap { id in
        try db.first(
          "SELECT id, size FROM blob WHERE zone = ?1 AND sha256 = ?2 AND isWhole > 0", [id, Data(blob.sha256)])
      }
      guard let row, let id = row.integer(0), let size = row.int(1) else { throw BlobFault.notFound }
      guard offset < size else { throw BlobFault.malformed("the value has \(size) bytes") }
      let end = min(size, offset + min(count, size - offset))
      var found = Data()
      try db.each(
        """
        SELECT start, content FROM blobPart
        WHERE blob = ?1 AND start < ?2 AND start + length(content) > ?3 ORDER BY start
        """, [id, end, offset]
      ) { part in
        guard let start = part.int(0), let content = part.data(1) else {
          throw SyncDatabaseError.damaged("a large value of zone '\(zone)'")
        }
        let first = max(offset - start, 0)
        found += content.dropFirst(first).prefix(end - start - first)
      }
      guard found.count == end - offset else { throw SyncDatabaseError.damaged("a large value of zone '\(zone)'") }
      return found
    }
  }
}

/// Why a large value is not taken, or not given.
package enum BlobFault: Error, Hashable, CustomStringConvertible {
  /// The zone is a share that the account is not in, or may not write to.
  case noAccess
  case notFound
  case tooLarge(limit: Int)
  case noRoom(String)
  /// The bytes that came are another value.
  case wrongHash
  case malformed(String)

  package var description: String {
    switch self {
    case .noAccess: "the account may not do that in this zone"
    case .notFound: "the zone has no such value"
    case .tooLarge(let limit): "the server takes at most \(limit) bytes"
    case .noRoom(let reason): reason
    case .wrongHash: "the bytes have another SHA-256: begin anew"
    case .malformed(let reason): reason
    }
  }
}
