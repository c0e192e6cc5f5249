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
  /// - Returns: How many bytes are there now; `size`: all, and their hash is right.
  /// - Throws: ``BlobFault``.
  package func receive(
    _ part: [UInt8], of name: String, size: Int, at offset: Int, zone: String, account: String, now: Int64
  ) throws -> Int {
    let limits = service.limits
    guard let blob = BlobReference(name: name, size: size, isText: false), size > 0, offset >= 0, offset <= size,
      part.count <= size - offset
    else { throw BlobFault.malformed("a value has a SHA-256 of 64 digits, a size, and parts inside of it") }
    guard size <= limits.blobBytes else { throw BlobFault.tooLarge(limit: limits.blobBytes) }
    guard part.count <= limits.partBytes else { throw BlobFault.tooLarge(limit: limits.partBytes) }
    let (id, received) = try database.write { db in
      try append(part, to: blob, at: offset, in: place(account, zone, db), account, now, db)
    }
    guard let id, received == size else { return received }
    return try finish(id, blob)
  }

  /// A zone that may be written to, and whose it is.
  private struct StoredPlace {
    let zone: Int64
    let owner: String
  }

  private func place(_ account: String, _ name: String, _ db: any SQLConnection) throws -> StoredPlace {
    try Self.lockZone(name, of: account, db)
    guard let access = try Self.access(account, name, db), access.right.mayWrite else { throw BlobFault.noAccess }
    return StoredPlace(zone: try zone(name, madeFor: access.owner, db), owner: access.owner)
  }

  /// - Returns: How much is there, and what is to be checked, if anything.
  private func append(
    _ part: [UInt8], to blob: BlobReference, at offset: Int, in place: StoredPlace, _ account: String, _ now: Int64,
    _ db: any SQLConnection
  ) throws -> (id: Int64?, received: Int) {
    var id: Int64
    var received = 0
    if let row = try db.first(
      "SELECT id, size, received, isWhole FROM blob WHERE zone = ?1 AND sha256 = ?2", [place.zone, Data(blob.sha256)])
    {
      guard let known = row.integer(0), row.int(1) == blob.size else {
        throw BlobFault.malformed("the value has another size")
      }
      (id, received) = (known, row.int(2) ?? 0)
      if row.flag(3) == true {
        // It is wanted, so it is not to be forgotten before a record refers to it.
        try db.run("UPDATE blob SET time = ?1 WHERE id = ?2", [now, id])
        return (nil, blob.size)
      }
    } else if let other = try readable(blob, by: account, db) {
      id = try insert(blob, in: place, received: blob.size, isWhole: true, now, db)
      try db.run(
        "INSERT INTO blobPart (blob, start, content) SELECT ?1, start, content FROM blobPart WHERE blob = ?2",
        [id, other])
      return (nil, blob.size)
    } else {
      if part.isEmpty { return (nil, 0) }
      try checkRoom(blob.size, place.owner, db)
      id = try insert(blob, in: place, received: 0, isWhole: false, now, db)
    }
    guard offset == received, !part.isEmpty else { return (id, received) }
    try db.run("INSERT INTO blobPart (blob, start, content) VALUES (?1, ?2, ?3)", [id, offset, Data(part)])
    try db.run("UPDATE blob SET received = ?1, time = ?2 WHERE id = ?3", [received + part.count, now, id])
    return (id, received + part.count)
  }

  private func insert(
    _ blob: BlobReference, in place: StoredPlace, received: Int, isWhole: Bool, _ now: Int64, _ db: any SQLConnection
  ) throws -> Int64 {
    try db.insert(
      "INSERT INTO blob (zone, sha256, size, received, isWhole, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [place.zone, Data(blob.sha256), blob.size, received, isWhole, now], number: "id")
  }

  /// The same value in another zone that the account may read. Of what it may not read, it must have the bytes.
  private func readable(_ blob: BlobReference, by account: String, _ db: any SQLConnection) throws -> Int64? {
    try db.first(
      """
      SELECT blob.id FROM blob JOIN zone ON zone.id = blob.zone
      WHERE blob.sha256 = ?1 AND blob.size = ?2 AND blob.isWhole = 1 AND (zone.account = ?3
        OR EXISTS (SELECT 1 FROM member WHERE member.zone = zone.id AND member.account = ?3))
      LIMIT 1
      """, [Data(blob.sha256), blob.size, account])?.integer(0)
  }

  /// Records are counted with their values when they come. What no record refers to yet must have room besides.
  private func checkRoom(_ size: Int, _ owner: String, _ db: any SQLConnection) throws {
    let space = try Self.space(owner, quota, db)
    guard let limit = space.quota.bytes else { return }
    let open = try db.first(
      """
      SELECT CAST(coalesce(sum(blob.size), 0) AS BIGINT) FROM blob JOIN zone ON zone.id = blob.zone
      WHERE zone.account = ?1 AND blob.isWhole = 0
      """, [owner])?.integer(0)
    guard space.usage.bytes + (open ?? 0) + Int64(size) <= limit else {
      throw BlobFault.noRoom("the account has \(space.usage.bytes) of \(limit) bytes")
    }
  }

  /// All bytes are there: they are the value if their hash is its name.
  private func finish(_ id: Int64, _ blob: BlobReference) throws -> Int {
    let isRight = try database.read { db in
      var hash = RunningSHA256()
      try Self.parts(of: id, db) { part in part.withUnsafeBytes { hash.update($0) } }
      return hash.finish() == blob.sha256
    }
    try database.write { db in
      if isRight {
        try db.run("UPDATE blob SET isWhole = 1 WHERE id = ?1", [id])
      } else {
        try Self.removeBlobs("id = ?1", [id], db)
      }
    }
    guard isRight else { throw BlobFault.wrongHash }
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
          "SELECT id, size FROM blob WHERE zone = ?1 AND sha256 = ?2 AND isWhole = 1", [id, Data(blob.sha256)])
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
