// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables of a server's SQLite file. One that exists is never changed without a new version.
///
/// Version 2 has the table `past`, version 3 users, their tokens, and what accounts have, version 4 shares, and version 5 large
/// values; an older file gets them when it is opened. Version 6 has records in the order in which they were written: in that
/// of their names, which are random, each one of an upload changed a page of its own. Version 7 tells large values
/// apart that no record has had yet; an earlier server would take them for values that are not there. Version 8 has the times
/// of uploads, for those whose outcomes go.
enum SQLiteSchema {
  /// Tells such files from others: "SDsy".
  static let applicationID: Int32 = 0x5344_7379
  static let version: Int32 = 8

  /// Makes the tables in an empty file, or checks that they are those of this version.
  static func prepare(_ db: Database) throws {
    let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let version = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    let isEmpty = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
    guard !isEmpty else { return try make(db) }
    guard application == applicationID else { throw SyncDatabaseError.notAServersFile }
    guard version != Self.version else { return }
    guard (1..<Self.version).contains(version) else { throw SyncDatabaseError.unknownVersion(Int(version)) }
    try db.execute(
      sql: (version < 2 ? past : "") + (version < 3 ? accounts : "") + (version < 4 ? shares : "")
        + (version < 5 ? blobs : "") + (version < 6 ? move : "") + times
        + "PRAGMA user_version = \(Self.version)")
    if version < 3 { try SyncDatabase.countAll(SQLiteConnection(db, isWriting: true)) }
  }

  private static let records = """
    CREATE TABLE record (
      zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, type TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, deletion INTEGER, content BLOB NOT NULL, UNIQUE (zone, type, name));
    CREATE UNIQUE INDEX record_version ON record (zone, version);
    CREATE INDEX record_deletion ON record (zone, deletion, version) WHERE deletion IS NOT NULL;

    """

  /// From version 5.
  private static let move = """
    DROP INDEX IF EXISTS record_version;
    DROP INDEX IF EXISTS record_deletion;
    DROP INDEX IF EXISTS reference_source;
    ALTER TABLE record RENAME TO formerRecord;
    \(records)
    INSERT INTO record (zone, type, name, version, deletion, content)
      SELECT zone, type, name, version, deletion, content FROM formerRecord ORDER BY zone, version;
    DROP TABLE formerRecord;

    """

  /// From version 7. None of a zone's uploads came after its time.
  private static let times = """
    ALTER TABLE outcome ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
    UPDATE outcome SET time = (SELECT zone.time FROM zone WHERE zone.id = outcome.zone);

    """

  /// What records were before an upload changed them: `version` became `next` at `time`. `claimed` are the fields that had
  /// unique values.
  private static let past = """
    CREATE TABLE past (
      zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, type TEXT NOT NULL, name TEXT NOT NULL,
      version INTEGER NOT NULL, next INTEGER NOT NULL, push TEXT NOT NULL, time INTEGER NOT NULL,
      content BLOB NOT NULL, claimed TEXT NOT NULL);
    CREATE UNIQUE INDEX past_record ON past (zone, type, name, version);
    CREATE INDEX past_time ON past (zone, time);

    """

  /// A user may have tokens. What accounts have is counted for all of them, whoever says whose a token is.
  private static let accounts = """
    CREATE TABLE user (account TEXT PRIMARY KEY, created INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE token (
      number INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES user ON DELETE CASCADE, device TEXT NOT NULL, created INTEGER NOT NULL,
      expires INTEGER);
    CREATE INDEX token_account ON token (account);
    CREATE TABLE usage (account TEXT PRIMARY KEY, records INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE quota (account TEXT PRIMARY KEY, records INTEGER, bytes INTEGER) WITHOUT ROWID;

    """

  /// Zones that several accounts may read. Of an invitation's secret the file has the hash only.
  private static let shares = """
    CREATE TABLE share (
      zone INTEGER PRIMARY KEY REFERENCES zone ON DELETE CASCADE, title TEXT NOT NULL, rootType TEXT, rootName TEXT,
      created INTEGER NOT NULL);
    CREATE TABLE member (
      zone INTEGER NOT NULL REFERENCES share ON DELETE CASCADE, account TEXT NOT NULL, rights TEXT NOT NULL,
      created INTEGER NOT NULL, PRIMARY KEY (zone, account)) WITHOUT ROWID;
    CREATE INDEX member_account ON member (account);
    CREATE TABLE invitation (
      zone INTEGER NOT NULL REFERENCES share ON DELETE CASCADE, number TEXT NOT NULL, key TEXT NOT NULL UNIQUE,
      account TEXT, rights TEXT NOT NULL, expires INTEGER, isPublic INTEGER NOT NULL, acceptedBy TEXT,
      PRIMARY KEY (zone, number)) WITHOUT ROWID;

    """

  /// Large values, and their bytes: `received` of `size` are there, and `isWhole` says that their hash was right, see
  /// `SyncDatabase.BlobState`.
  private static let blobs = """
    CREATE TABLE blob (
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, sha256 BLOB NOT NULL,
      size INTEGER NOT NULL, received INTEGER NOT NULL, isWhole INTEGER NOT NULL, time INTEGER NOT NULL,
      UNIQUE (zone, sha256));
    CREATE INDEX blob_hash ON blob (sha256);
    CREATE TABLE blobPart (
      blob INTEGER NOT NULL REFERENCES blob ON DELETE CASCADE, start INTEGER NOT NULL, content BLOB NOT NULL,
      UNIQUE (blob, start));

    """

  private static func make(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE zone (
          id INTEGER PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, lineage BLOB NOT NULL,
          head INTEGER NOT NULL, horizon INTEGER NOT NULL, checksum INTEGER NOT NULL, time INTEGER NOT NULL,
          UNIQUE (account, name));
        \(records)
        CREATE TABLE reference (
          zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, targetType TEXT NOT NULL, targetName TEXT NOT NULL,
          type TEXT NOT NULL, name TEXT NOT NULL,
          PRIMARY KEY (zone, targetType, targetName, type, name)) WITHOUT ROWID;
        CREATE TABLE claim (
          zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, model TEXT NOT NULL, field TEXT NOT NULL,
          value BLOB NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL,
          PRIMARY KEY (zone, model, field, value)) WITHOUT ROWID;
        CREATE INDEX claim_holder ON claim (zone, type, name);
        CREATE TABLE outcome (
          zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, push TEXT NOT NULL, seen INTEGER NOT NULL,
          result BLOB NOT NULL, time INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (zone, push)) WITHOUT ROWID;
        CREATE INDEX outcome_seen ON outcome (zone, seen);
        \(past)
        \(accounts)
        \(shares)
        \(blobs)
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """)
  }
}
