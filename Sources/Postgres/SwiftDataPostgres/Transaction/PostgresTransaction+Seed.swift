// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import CoreDataFormat
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore: SeededStore {
    package var notesSeeds: Bool { !layout.isExisting }

    package func seedVersion(_ name: String) throws -> Int? {
      let table = layout.helper("swiftdata_seed")
      let known = try database.readPrimary(PostgresStatement(SeedTable.question(table)))
      guard known.count > 0, !known.isNull(0, 0) else { return nil }
      let rows = try database.readPrimary(
        PostgresStatement("SELECT version FROM \(table) WHERE name = $1", [Parameter(name)]))
      return rows.count > 0 ? Int(rows.integer(0, 0)) : nil
    }
  }

  extension PostgresTransaction: SeedRecording {
    /// The table is made with the first seed: stores without one need none.
    func recordSeed(_ name: String, version: Int) throws -> Bool {
      let table = layout.helper("swiftdata_seed")
      let results = try run([
        // However long another server takes, this one waits for it; and a seed may take as long as a migration.
        PostgresStatement("SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)"),
        PostgresStatement("SELECT pg_advisory_xact_lock(hashtextextended(\(table.inSingleQuotes), 7319))"),
        PostgresStatement(SeedTable.question(table)),
      ])
      if results[2].count == 0 || results[2].isNull(0, 0) { try run(PostgresStatement(SeedTable.creation(table))) }
      let noted = try run(
        PostgresStatement(
          "INSERT INTO \(table) AS s (name, version) VALUES ($1, $2) ON CONFLICT (name) "
            + "DO UPDATE SET version = EXCLUDED.version WHERE s.version < EXCLUDED.version RETURNING version",
          [Parameter(name), Parameter(Int64(version))]))
      return noted.count > 0
    }
  }

  private enum SeedTable {
    /// Of the catalog's rows: `to_regclass` may remember, for as long as a transaction lasts, that there was no such table.
    static func question(_ table: String) -> String {
      "SELECT c.relname::text FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
        + "WHERE ARRAY[n.nspname::text, c.relname::text] = parse_ident(\(table.inSingleQuotes))"
    }

    static func creation(_ table: String) -> String {
      "CREATE TABLE \(table) (name text COLLATE \"C\" PRIMARY KEY, version bigint NOT NULL)"
    }
  }
#endif
