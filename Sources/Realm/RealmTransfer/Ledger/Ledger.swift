// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftDataRealm

/// How far a migration has come, kept in the target and written in the transaction of each batch.
///
/// Two tables that Core Data does not know, and leaves alone. A run that was killed finds here
/// behind which object it has to go on; the same object is never written twice.
struct LedgerState: Codable, Equatable {
  /// What a run does, in this order.
  enum Phase: String, Codable {
    /// Choosing the rows.
    case keys
    case rows
    /// Relationships whose columns are in the rows of others.
    case links
    /// Removing what the file no longer has.
    case removal
    case done
  }

  struct Loss: Codable, Equatable {
    var className: String
    var property: String
    var reason: RealmLossReason
    var count: Int
    var samples: [Int64]
  }

  var format = 1
  /// The name of the file, of several that are migrated into one store; `nil` for the only one.
  var name: String?
  /// The path of the file.
  var source: String
  var revision: [UInt64]
  /// What the mapping does, so that no other goes on where this one stopped.
  var mapping: String
  /// 1 for the first time through the file.
  var pass = 1
  var phase = Phase.keys
  /// The step, and the last object of it that is done.
  var step = 0
  var lastKey: Int64?
  /// Objects done in this pass, over all steps and phases.
  var done = 0
  var inserted = 0
  var updated = 0
  var deleted = 0
  /// Whether the store did not exist before.
  var madeStore: Bool
  /// The name of a copy of the store as it was before, which lies beside it. Former versions wrote its path.
  var backup: String?
  var losses: [Loss] = []
  /// The steps whose rows may be there already.
  var merged: [Int] = []
  /// For each step the entity at the root of its own, whose table numbers the rows; `nil` from former versions.
  var roots: [String]?

  /// Whether its numbers can be those of a migration: counting on from others could overflow.
  var isSound: Bool {
    let counts = [pass, step, done, inserted, updated, deleted] + losses.map(\.count) + merged
    return pass > 0 && counts.allSatisfy { 0..<1 << 53 ~= $0 }
  }
}

/// The ledger's tables in a store.
enum Ledger {
  static let stateTable = "OPENSWIFTDATA_REALM"
  static let keysTable = "OPENSWIFTDATA_REALM_KEYS"
  /// The files whose migrations were ended.
  static let finishedTable = "OPENSWIFTDATA_REALM_FINISHED"

  static func isThere(_ connection: Connection) throws -> Bool {
    try connection.value(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(stateTable)]) != nil
  }

  static func create(_ connection: Connection) throws {
    try connection.execute(
      "CREATE TABLE \(stateTable) (number INTEGER PRIMARY KEY, state BLOB)")
    try connection.execute(
      "CREATE TABLE \(keysTable) (number INTEGER PRIMARY KEY, pass INTEGER, step INTEGER,"
        + " first INTEGER, last INTEGER, row INTEGER, count INTEGER, form INTEGER, list BLOB,"
        + " source INTEGER NOT NULL DEFAULT 1)")
  }

  /// Ledgers of former versions know of one file only.
  static func addSources(_ connection: Connection) throws {
    guard try !hasSources(connection) else { return }
    try connection.execute("ALTER TABLE \(keysTable) ADD COLUMN source INTEGER NOT NULL DEFAULT 1")
  }

  private static func hasSources(_ connection: Connection) throws -> Bool {
    try connection.value(
      "SELECT 1 FROM pragma_table_info(?) WHERE name = 'source'", [.text(keysTable)]) != nil
  }

  /// Which rows of the keys are those of a source.
  static func condition(_ source: Int64, _ connection: Connection) throws -> String {
    try hasSources(connection) ? "source = \(source)" : source == 1 ? "1" : "0"
  }

  /// Forgets the rows that a pass through a source has chosen.
  static func removeKeys(_ source: Int64, pass: Int, _ connection: Connection) throws {
    try connection.run(
      "DELETE FROM \(keysTable) WHERE pass = ? AND source = ?", [.integer(Int64(pass)), .integer(source)])
  }

  static func remove(_ connection: Connection) throws {
    try connection.execute("DROP TABLE IF EXISTS \(stateTable)")
    try connection.execute("DROP TABLE IF EXISTS \(keysTable)")
  }

  /// What is known of a source, and its number: the next one if it is new.
  static func read(named name: String?, _ connection: Connection) throws -> (number: Int64, state: LedgerState?) {
    let all = try all(connection)
    if let found = all.first(where: { $0.state.name == name }) { return (found.number, found.state) }
    return ((all.map(\.number).max() ?? 0) + 1, nil)
  }

  /// Everything that was migrated into the store, in the order in which it began.
  static func all(_ connection: Connection) throws -> [(number: Int64, state: LedgerState)] {
    guard try isThere(connection) else { return [] }
    return try connection.rows("SELECT number, state FROM \(stateTable) ORDER BY number", []).compactMap { row in
      guard row.count == 2, let number = row[0].key, case .blob(let data) = row[1] else { return nil }
      guard 1..<1 << 53 ~= number else { throw Ledger.damage(connection) }
      return (number, try state(data, connection))
    }
  }

  /// - Throws: ``StoreError`` if it is damaged, or of a newer version.
  private static func state(_ data: Data, _ connection: Connection) throws -> LedgerState {
    guard let state = try? JSONDecoder().decode(LedgerState.self, from: data), state.format == 1
    else {
      throw StoreError(
        .damaged, "The ledger of the migration cannot be read.", file: connection.file,
        advice: "A newer version may have written it. Roll back with that one.")
    }
    guard state.isSound else { throw damage(connection) }
    return state
  }

  static func damage(_ connection: Connection) -> StoreError {
    StoreError(.damaged, "The ledger of the migration is damaged.", file: connection.file)
  }

  static func write(_ state: LedgerState, _ number: Int64, _ connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(stateTable) (number, state) VALUES (?, ?)",
      [.integer(number), .blob(try JSONEncoder().encode(state))])
  }

  // MARK: Ended migrations

  /// Remembers the files, as their objects without a key could not be told from new ones.
  static func noteFinished(_ states: [LedgerState], _ connection: Connection) throws {
    try connection.execute("CREATE TABLE IF NOT EXISTS \(finishedTable) (source TEXT PRIMARY KEY)")
    for state in states {
      try connection.run(
        "INSERT OR REPLACE INTO \(finishedTable) (source) VALUES (?)", [.text(RealmFileIdentity.of(state.source))])
    }
  }

  static func isFinished(_ path: String, _ connection: Connection) throws -> Bool {
    let isThere =
      try connection.value(
        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(finishedTable)]) != nil
    guard isThere else { return false }
    return try connection.value(
      "SELECT 1 FROM \(finishedTable) WHERE source = ?", [.text(RealmFileIdentity.of(path))]) != nil
  }
}

/// Where a Realm file lies, as far as that tells it from others.
enum RealmFileIdentity {
  /// The path behind the container of an app, which gets another name with each installation.
  static func of(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    guard let container = parts.lastIndex(where: { UUID(uuidString: $0) != nil }), container > 0,
      parts[container - 1] == "Application"
    else { return path }
    return parts[(container + 1)...].joined(separator: "/")
  }
}
