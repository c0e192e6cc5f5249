// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of an index. It has nothing that the server's file does not have: one of another version, or of another
/// schema, is made anew.
enum IndexTables {
  static let version = 3

  static func prepare(_ db: Database, signature: String) throws {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if version == Self.version {
      let known = try String.fetchOne(db, sql: "SELECT value FROM setting WHERE name = 'schema'")
      if known != signature { try empty(db, signature) }
      return
    }
    let former = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    // What is named by mistake, such as the server's own file, has something that cannot be made anew.
    let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    guard former.isEmpty || application == 0 && former.contains("entry") && former.contains("zone") else {
      throw CloudKitError(
        .internalError, "the file for the index of CloudKit's records is another database: name another file")
    }
    for table in former {
      try db.execute(sql: "DROP TABLE \(table.quotedDatabaseIdentifier)")
    }
    try db.execute(sql: tables)
    try empty(db, signature)
  }

  private static func empty(_ db: Database, _ signature: String) throws {
    for table in ["zone", "entry", "value", "word", "reference", "kind"] { try db.execute(sql: "DELETE FROM \(table)") }
    try db.execute(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('schema', ?)", arguments: [signature])
  }

  /// A zone's `naming` is 0 as long as each record has the first of its possible names, whatever the order in which the
  /// index has seen them. Otherwise it is a random number: in an index that is made anew, another one of two records may
  /// have the name, so that what clients know of the former one is not good for it.
  ///
  /// `entry` has records, and links of theirs, by their names in CloudKit: of a link, the identity is that of the
  /// record that has it. `value` has one row for each field that a query can compare, `word` the words of texts.
  private static let tables = """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE zone (
      id INTEGER PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, lineage BLOB NOT NULL,
      position INTEGER NOT NULL, naming INTEGER NOT NULL, UNIQUE (account, name));
    CREATE TABLE entry (
      zone INTEGER NOT NULL, recordName TEXT NOT NULL, recordType TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
      relationship TEXT, targetType TEXT, targetName TEXT, version INTEGER NOT NULL, isDeleted INTEGER NOT NULL,
      digest INTEGER NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL, device INTEGER NOT NULL,
      PRIMARY KEY (zone, recordName)) WITHOUT ROWID;
    CREATE UNIQUE INDEX entry_version ON entry (zone, version, recordName);
    CREATE INDEX entry_identity ON entry (zone, type, name);
    CREATE INDEX entry_target ON entry (zone, targetType, targetName) WHERE targetType IS NOT NULL;
    CREATE INDEX entry_type ON entry (zone, recordType, recordName) WHERE NOT isDeleted;
    CREATE INDEX entry_created ON entry (zone, recordType, created) WHERE NOT isDeleted;
    CREATE INDEX entry_modified ON entry (zone, recordType, modified) WHERE NOT isDeleted;
    CREATE TABLE value (
      zone INTEGER NOT NULL, recordName TEXT NOT NULL, field TEXT NOT NULL, recordType TEXT NOT NULL, value NOT NULL,
      PRIMARY KEY (zone, recordName, field)) WITHOUT ROWID;
    CREATE INDEX value_order ON value (zone, recordType, field, value, recordName);
    CREATE TABLE word (
      zone INTEGER NOT NULL, recordType TEXT NOT NULL, field TEXT NOT NULL, word TEXT NOT NULL,
      recordName TEXT NOT NULL,
      PRIMARY KEY (zone, recordType, field, word, recordName)) WITHOUT ROWID;
    CREATE INDEX word_record ON word (zone, recordName);
    CREATE TABLE reference (
      zone INTEGER NOT NULL, targetType TEXT NOT NULL, targetName TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
      field TEXT NOT NULL, PRIMARY KEY (zone, targetType, targetName, type, name, field)) WITHOUT ROWID;
    CREATE INDEX reference_source ON reference (zone, type, name);
    CREATE TABLE kind (
      zone INTEGER NOT NULL, type TEXT NOT NULL, field TEXT NOT NULL, kind TEXT NOT NULL,
      PRIMARY KEY (zone, type, field, kind)) WITHOUT ROWID;
    PRAGMA user_version = \(version);
    """
}
