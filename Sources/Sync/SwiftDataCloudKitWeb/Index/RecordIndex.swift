// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire

/// What CloudKit's protocol needs to find quickly in zones, in a file of its own beside the server's: names of records,
/// fields by their values, links by themselves. It follows the log of a zone, wherever the server keeps that, and can
/// be made of it anew.
package final class RecordIndex: Sendable {
  let pool: DatabasePool
  let layout: RecordLayout

  /// - Parameter file: Made if it is not there.
  package init(file: URL, schema: MirroredSchema) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    pool = try Self.checked(Self.damaged(file)) {
      let pool = try DatabasePool(path: file.path, configuration: configuration)
      try pool.write { db in try IndexTables.prepare(db, signature: schema.signature) }
      return pool
    }
    layout = RecordLayout(schema: schema)
  }

  private static func damaged(_ file: URL) -> CloudKitError {
    CloudKitError(.internalError, "the index '\(file.path)' cannot be read: remove the file, and start the server")
  }

  /// Says what to do about a file that is destroyed: asking again would not help.
  private static func checked<R>(_ fault: CloudKitError = damaged, _ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as DatabaseError {
      guard error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB else { throw error }
      throw fault
    }
  }

  package func close() throws { try pool.close() }

  /// Removes all of an account from an index that a server may work with: what is erased from its file is nowhere else.
  ///
  /// - Throws: ``CloudKitError`` if the index is destroyed: the file, which may still have something of it, is to be removed.
  package static func forget(account: String, inFile file: URL) throws {
    try checked(damaged(file)) { try forget(account, file) }
  }

  private static func forget(_ account: String, _ file: URL) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let queue = try DatabaseQueue(path: file.path, configuration: configuration)
    try queue.write { db in
      guard try db.tableExists("zone") else { return }
      for id in try Int64.fetchAll(db, sql: "SELECT id FROM zone WHERE account = ?", arguments: [account]) {
        try empty(id, db)
        try db.execute(sql: "DELETE FROM zone WHERE id = ?", arguments: [id])
      }
    }
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "VACUUM")
      // The write-ahead log has it, too.
      _ = try db.checkpoint(.truncate)
    }
    try queue.close()
  }

  static func empty(_ zone: Int64, _ db: Database) throws {
    for table in ["entry", "value", "word", "reference", "kind"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE zone = ?", arguments: [zone])
    }
  }

  /// A zone as the index has it.
  struct Zone: Sendable {
    var id: Int64
    var lineage: Lineage
    /// The index has all changes up to here.
    var position: UInt64
    /// Which records have which names, see `IndexTables`; 0: their first ones.
    var naming: UInt64 = 0

    /// Whether names, versions and generations of another moment are good for this one.
    func isSameIndex(as other: Self) -> Bool {
      id == other.id && naming == other.naming && lineage.generation == other.lineage.generation
    }
  }

  static func zone(_ account: String, _ name: String, _ db: Database) throws -> Zone? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, lineage, position, naming FROM zone WHERE account = ? AND name = ?"),
      arguments: [account, name])
    guard let row else { return nil }
    guard let id = row["id"] as Int64?, let data = row["lineage"] as Data?, let position = row["position"] as Int64?,
      position >= 0, let naming = row["naming"] as Int64?, let lineage = try? Wire.lineage(Array(data))
    else { throw damaged }
    return Zone(id: id, lineage: lineage, position: UInt64(position), naming: UInt64(bitPattern: naming))
  }

  static var damaged: CloudKitError {
    CloudKitError(
      .internalError, "the index of CloudKit's records cannot be read: remove its file, and start the server")
  }

  /// Reads of one moment.
  func read<R>(_ body: (Database) throws -> R) throws -> R { try Self.checked { try pool.read(body) } }

  /// The zone as the index has it by now; nil: it has none.
  func known(account: String, zone: String) throws -> Zone? { try read { try Self.zone(account, zone, $0) } }

  /// The zone with all that the server has of it.
  ///
  /// - Throws: ``CloudKitError``, and what the server's file throws.
  func follow(account: String, zone name: String, _ database: SyncDatabase, now: Int64) throws -> Zone {
    let place = try database.position(account: account, zone: name)
    if let zone = try known(account: account, zone: name), zone.lineage.generation == place.generation,
      zone.position == place.head
    {
      return zone
    }
    // Others wait for who follows, and find what it has found.
    return try Self.checked {
      try pool.write { db in
        var follower = LogFollower(db: db, layout: layout, account: account, name: name, database: database, now: now)
        return try follower.run()
      }
    }
  }
}
