// SPDX-License-Identifier: Apache-2.0

import GRDBSQLite

/// The statement by which a file made one of its tables, indexes or triggers, as the file has it.
///
/// The text may be anyone's. When SQLite opens a file, it reads the first statement and ignores what is behind it; who
/// runs the text must not run the rest.
struct StoredDefinition {
  /// `table`, `index` or `trigger`.
  let type: String
  let name: String
  let sql: String
}

extension Connection {
  /// Makes a table, an index or a trigger as another file has it.
  ///
  /// SQLite is asked what the statement would do before it runs: it may make what it is the definition of, and nothing
  /// else.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if the text is anything but one such statement.
  func create(_ definition: StoredDefinition) throws {
    let permission = CreationPermission(definition)
    var pointer: OpaquePointer?
    defer { sqlite3_finalize(pointer) }
    var isAlone = false
    let code = withExtendedLifetime(permission) {
      sqlite3_set_authorizer(
        handle,
        { context, action, first, _, database, _ in
          guard let context else { return SQLITE_DENY }
          let permission = Unmanaged<CreationPermission>.fromOpaque(context).takeUnretainedValue()
          return permission.allows(action, first.map { String(cString: $0) }, database.map { String(cString: $0) })
            ? SQLITE_OK : SQLITE_DENY
        }, Unmanaged.passUnretained(permission).toOpaque())
      defer { sqlite3_set_authorizer(handle, nil, nil) }
      return definition.sql.withCString { text in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, text, -1, &pointer, &tail)
        isAlone = tail.map { String(cString: $0).allSatisfy { $0.isWhitespace || $0 == ";" } } ?? false
        return code
      }
    }
    guard code == SQLITE_OK || code & 0xFF == SQLITE_AUTH else { throw failure(code) }
    guard code == SQLITE_OK, pointer != nil, isAlone, permission.isUsed else {
      throw StoreError(
        .damaged,
        "The definition of the \(definition.type) '\(Store.oneLine(definition.name))' is not one statement that makes"
          + " it.",
        file: file, advice: "The file may have been tampered with.")
    }
    let result = sqlite3_step(pointer)
    guard result == SQLITE_DONE else { throw failure(result) }
  }
}

/// What the statement of a definition may do.
private final class CreationPermission {
  private let action: Int32?
  private let name: String
  /// Whether the statement makes what it should.
  private(set) var isUsed = false

  init(_ definition: StoredDefinition) {
    name = definition.name
    action =
      switch definition.type {
      case "table": SQLITE_CREATE_TABLE
      case "index": SQLITE_CREATE_INDEX
      case "trigger": SQLITE_CREATE_TRIGGER
      default: nil
      }
  }

  func allows(_ action: Int32, _ first: String?, _ database: String?) -> Bool {
    switch action {
    case SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_TRIGGER:
      guard database == "main" else { return false }
      if action == self.action, first == name {
        isUsed = true
        return true
      }
      // What SQLite makes for a table: the index of its primary key, the counter of its keys.
      return self.action == SQLITE_CREATE_TABLE && action != SQLITE_CREATE_TRIGGER
        && first?.hasPrefix("sqlite_") == true
    // The list of tables, in which the new one is entered.
    case SQLITE_INSERT, SQLITE_UPDATE: return first == "sqlite_master"
    case SQLITE_READ, SQLITE_FUNCTION: return true
    case SQLITE_REINDEX: return first == name
    // A table that is made of a query's rows would be no definition.
    default: return false
    }
  }
}
