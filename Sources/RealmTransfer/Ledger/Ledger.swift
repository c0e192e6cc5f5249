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
  /// A copy of the store as it was before.
  var backup: String?
  var losses: [Loss] = []
  /// The steps whose rows may be there already.
  var merged: [Int] = []
}

/// The ledger's tables in a store.
enum Ledger {
  static let stateTable = "OPENSWIFTDATA_REALM"
  static let keysTable = "OPENSWIFTDATA_REALM_KEYS"

  static func isThere(_ connection: Connection) throws -> Bool {
    try connection.value(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(stateTable)]) != nil
  }

  static func create(_ connection: Connection) throws {
    try connection.execute(
      "CREATE TABLE \(stateTable) (number INTEGER PRIMARY KEY, state BLOB)")
    try connection.execute(
      "CREATE TABLE \(keysTable) (number INTEGER PRIMARY KEY, pass INTEGER, step INTEGER,"
        + " first INTEGER, last INTEGER, row INTEGER, count INTEGER, form INTEGER, list BLOB)")
  }

  static func remove(_ connection: Connection) throws {
    try connection.execute("DROP TABLE IF EXISTS \(stateTable)")
    try connection.execute("DROP TABLE IF EXISTS \(keysTable)")
  }

  /// - Throws: ``StoreError`` if it is damaged, or of a newer version.
  static func read(_ connection: Connection) throws -> LedgerState? {
    guard try isThere(connection),
      case .blob(let data)? = try connection.value(
        "SELECT state FROM \(stateTable) WHERE number = 1")
    else { return nil }
    guard let state = try? JSONDecoder().decode(LedgerState.self, from: data), state.format == 1
    else {
      throw StoreError(
        .damaged, "The ledger of the migration cannot be read.", file: connection.file,
        advice: "A newer version may have written it. Roll back with that one.")
    }
    return state
  }

  static func write(_ state: LedgerState, _ connection: Connection) throws {
    try connection.run(
      "INSERT OR REPLACE INTO \(stateTable) (number, state) VALUES (1, ?)",
      [.blob(try JSONEncoder().encode(state))])
  }
}
