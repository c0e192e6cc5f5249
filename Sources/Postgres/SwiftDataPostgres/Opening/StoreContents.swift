#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// What a namespace has.
  struct StoreContents {
    private(set) var columns: [String: [String: String]] = [:]
    private(set) var indexes: Set<String> = []
    /// Of which a build has failed, or is going on.
    private(set) var brokenIndexes: Set<String> = []
    private(set) var constraints: Set<String> = []
    /// Those that hold for new rows, and have not been checked against the old ones.
    private(set) var uncheckedConstraints: Set<String> = []
    private(set) var identifier: String?
    private(set) var format: Int64 = 0
    private(set) var version = ""
    private(set) var helpers: Int64 = 0
    /// Whether the history has numbers that this cluster has not given out: it was restored from a dump of another one.
    private(set) var isFromElsewhere = false

    init(_ connection: Connection, _ name: String) throws {
      let namespace = [Parameter(name)]
      let results = try connection.run([
        Statement(
          "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL) FROM pg_class AS c "
            + "JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid "
            + "WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped",
          namespace),
        Statement(
          "SELECT c.relname::text, i.indisvalid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
            + "JOIN pg_index AS i ON i.indexrelid = c.oid WHERE n.nspname = $1::text", namespace),
        Statement(
          "SELECT k.conname::text, k.convalidated FROM pg_constraint AS k JOIN pg_namespace AS n ON n.oid = k.connamespace "
            + "WHERE n.nspname = $1::text", namespace),
      ])
      guard results.count == 3 else { throw Failure(code: nil, message: "", isConnectionLost: true) }
      for row in 0..<results[0].count {
        columns[results[0].text(row, 0), default: [:]][results[0].text(row, 1)] = results[0].text(row, 2)
      }
      for row in 0..<results[1].count {
        if results[1].integer(row, 1) != 0 {
          indexes.insert(results[1].text(row, 0))
        } else {
          brokenIndexes.insert(results[1].text(row, 0))
        }
      }
      for row in 0..<results[2].count {
        constraints.insert(results[2].text(row, 0))
        if results[2].integer(row, 1) == 0 { uncheckedConstraints.insert(results[2].text(row, 0)) }
      }
      if columns["swiftdata_store"] != nil {
        let prefix = PostgresNames.quoted(name)
        let next = "pg_snapshot_xmax(pg_current_snapshot())"
        let rows = try connection.run(
          "SELECT upper(identifier::text), format, version, helpers, expired::text::xid8 >= \(next) "
            + "OR EXISTS (SELECT 1 FROM \(prefix).swiftdata_transaction WHERE xid >= \(next)) "
            + "FROM \(prefix).swiftdata_store")
        if rows.count > 0 {
          identifier = rows.text(0, 0)
          format = rows.integer(0, 1)
          version = rows.text(0, 2)
          helpers = rows.integer(0, 3)
          isFromElsewhere = rows.integer(0, 4) != 0
        }
      }
    }
  }
#endif
