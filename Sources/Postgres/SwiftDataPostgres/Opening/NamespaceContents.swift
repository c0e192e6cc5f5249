// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// What a namespace has.
  struct NamespaceContents {
    /// What an index or a foreign key is about.
    struct Part {
      let table: String
      let columns: [String]
      /// Of an index that refuses equal values.
      let isUnique: Bool
      /// Of an index of whole columns and all rows, of the usual kind.
      var isPlain = true
      /// Of the trigrams of one folded column.
      var isSubstring = false

      /// What the names of such an index end with.
      var suffix: String { isUnique ? "key" : isSubstring ? SubstringIndexes.Index.suffix : "idx" }
    }

    private(set) var isThere = false
    private(set) var columns: [String: [String: String]] = [:]
    /// Columns that have a default value, by the names of table and column.
    private(set) var defaults: Set<[String]> = []
    /// By name.
    private(set) var indexes: [String: Part] = [:]
    /// Of which a build has failed, or is going on.
    private(set) var brokenIndexes: Set<String> = []
    private(set) var constraints: Set<String> = []
    /// By name.
    private(set) var foreignKeys: [String: Part] = [:]
    /// Those that hold for new rows, and have not been checked against the old ones.
    private(set) var uncheckedConstraints: Set<String> = []
    private(set) var identifier: String?
    private(set) var format: Int64 = 0
    private(set) var version = ""
    private(set) var helpers: Int64 = 0
    /// What the store says of its models; `nil` if a former version made it, which said nothing.
    private(set) var record: RecordedLayout?
    /// Whether the history has numbers of another place: it was restored from a dump.
    private(set) var isFromElsewhere = false
    /// Whether the store says where it is; one that a former version made does not.
    private(set) var isPlaced = false
    /// Whether the database has the extension pg_trgm.
    private(set) var hasTrigrams = false
    /// Where it is, and whether it takes letters outside ASCII for none; `nil` also if the user may not use it.
    private(set) var trigrams: (namespace: String, hasOnlyASCII: Bool)?

    private static func part(
      _ rows: ResultRows, _ row: Int32, isUnique: Bool, isPlain: Bool = true, isSubstring: Bool = false
    ) -> Part {
      Part(
        table: rows.optionalText(row, 2) ?? "",
        columns: (rows.optionalText(row, 3) ?? "").split(separator: "/").map(String.init), isUnique: isUnique,
        isPlain: isPlain, isSubstring: isSubstring)
    }

    /// The contents without tables and columns that are dropped.
    mutating func forget(table: String) {
      columns[table] = nil
      indexes = indexes.filter { $0.value.table != table }
      forgetKeys { $0.table == table }
    }

    mutating func forget(column: String, of table: String) {
      columns[table]?[column] = nil
      indexes = indexes.filter { $0.value.table != table || !$0.value.columns.contains(column) }
      forgetKeys { $0.table == table && $0.columns.contains(column) }
    }

    mutating func rename(column: String, of table: String, to name: String) {
      func renamed(_ part: Part) -> Part {
        guard part.table == table else { return part }
        return Part(
          table: table, columns: part.columns.map { $0 == column ? name : $0 }, isUnique: part.isUnique,
          isPlain: part.isPlain, isSubstring: part.isSubstring)
      }
      if let type = columns[table]?.removeValue(forKey: column) { columns[table]?[name] = type }
      indexes = indexes.mapValues(renamed)
      foreignKeys = foreignKeys.mapValues(renamed)
    }

    mutating func rename(index name: String, _ next: String, _ columns: [String]) {
      guard let part = indexes.removeValue(forKey: name) else { return }
      indexes[next] = Part(
        table: part.table, columns: columns, isUnique: part.isUnique, isPlain: part.isPlain,
        isSubstring: part.isSubstring)
    }

    mutating func rename(foreignKey name: String, _ next: String, _ columns: [String]) {
      guard let part = foreignKeys.removeValue(forKey: name) else { return }
      foreignKeys[next] = Part(table: part.table, columns: columns, isUnique: false)
      constraints.remove(name)
      constraints.insert(next)
      if uncheckedConstraints.remove(name) != nil { uncheckedConstraints.insert(next) }
    }

    mutating func forget(foreignKey name: String) { forgetKeys(named: name) }

    private mutating func forgetKeys(named name: String? = nil, where isGone: (Part) -> Bool = { _ in false }) {
      let gone = foreignKeys.filter { $0.key == name || isGone($0.value) }.keys
      for name in gone { foreignKeys[name] = nil }
      constraints.subtract(gone)
      uncheckedConstraints.subtract(gone)
    }

    init(_ connection: PostgresConnection, _ name: String) throws {
      let namespace = [Parameter(name)]
      let results = try connection.run([
        PostgresStatement(
          "SELECT c.relname::text, a.attname::text, format_type(a.atttypid, NULL), a.atthasdef FROM pg_class AS c "
            + "JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid "
            + "WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped",
          namespace),
        PostgresStatement(
          "SELECT c.relname::text, i.indisvalid, t.relname::text, "
            + "coalesce(s.folded, (SELECT string_agg(a.attname::text, '/' ORDER BY k.n) "
            + "FROM unnest(i.indkey) WITH ORDINALITY AS k(c, n) "
            + "JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.c)), i.indisunique, "
            + "i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = i.indnatts "
            + "AND (SELECT m.amname = 'btree' FROM pg_am AS m WHERE m.oid = c.relam), s.folded IS NOT NULL "
            + "FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
            + "JOIN pg_index AS i ON i.indexrelid = c.oid JOIN pg_class AS t ON t.oid = i.indrelid "
            // The column that an index of trigrams is about.
            + "CROSS JOIN LATERAL (SELECT CASE WHEN i.indexprs IS NOT NULL AND i.indpred IS NULL AND i.indnatts = 1 "
            + "AND EXISTS (SELECT FROM pg_opclass AS o WHERE o.oid = i.indclass[0] AND o.opcname = 'gin_trgm_ops') "
            + "THEN (SELECT a.attname::text FROM pg_attribute AS a WHERE a.attrelid = i.indrelid AND a.attnum > 0 "
            + "AND pg_get_expr(i.indexprs, i.indrelid) IN ('swiftdata_fold(' || quote_ident(a.attname) || ')', "
            + "quote_ident(n.nspname) || '.swiftdata_fold(' || quote_ident(a.attname) || ')')) END AS folded) AS s "
            + "WHERE n.nspname = $1::text", namespace),
        PostgresStatement(
          "SELECT k.conname::text, k.convalidated, t.relname::text, "
            + "(SELECT string_agg(a.attname::text, '/' ORDER BY c.n) FROM unnest(k.conkey) WITH ORDINALITY AS c(c, n) "
            + "JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = c.c), k.contype = 'f' "
            + "FROM pg_constraint AS k JOIN pg_namespace AS n ON n.oid = k.connamespace "
            + "LEFT JOIN pg_class AS t ON t.oid = k.conrelid WHERE n.nspname = $1::text", namespace),
        PostgresStatement("SELECT count(*) FROM pg_namespace WHERE nspname = $1::text", namespace),
        PostgresStatement(
          "SELECT n.nspname::text, d.datctype IN ('C', 'POSIX'), has_schema_privilege(n.oid, 'USAGE') "
            + "FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace "
            + "JOIN pg_database AS d ON d.datname = current_database() WHERE e.extname = 'pg_trgm'"),
      ])
      guard results.count == 5 else { throw PostgresFailure(code: nil, message: "", isConnectionLost: true) }
      for row in 0..<results[0].count {
        let (table, column) = (results[0].text(row, 0), results[0].text(row, 1))
        columns[table, default: [:]][column] = results[0].text(row, 2)
        if results[0].integer(row, 3) != 0 { defaults.insert([table, column]) }
      }
      isThere = results[3].count > 0 && results[3].integer(0, 0) > 0
      for row in 0..<results[1].count {
        if results[1].integer(row, 1) != 0 {
          indexes[results[1].text(row, 0)] = Self.part(
            results[1], row, isUnique: results[1].integer(row, 4) != 0, isPlain: results[1].integer(row, 5) != 0,
            isSubstring: results[1].integer(row, 6) != 0)
        } else {
          brokenIndexes.insert(results[1].text(row, 0))
        }
      }
      for row in 0..<results[2].count {
        constraints.insert(results[2].text(row, 0))
        if results[2].integer(row, 4) != 0 {
          foreignKeys[results[2].text(row, 0)] = Self.part(results[2], row, isUnique: false)
        }
        if results[2].integer(row, 1) == 0 { uncheckedConstraints.insert(results[2].text(row, 0)) }
      }
      if results[4].count > 0 {
        hasTrigrams = true
        if results[4].integer(0, 2) != 0 {
          trigrams = (results[4].text(0, 0), results[4].integer(0, 1) != 0)
        }
      }
      if columns["swiftdata_store"] != nil {
        let prefix = PostgresNames.quoted(name)
        let next = "pg_snapshot_xmax(pg_current_snapshot())"
        let rows = try connection.run(
          "SELECT upper(identifier::text), format, version, helpers, expired::text::xid8 >= \(next) "
            + "OR EXISTS (SELECT 1 FROM \(prefix).swiftdata_transaction WHERE xid >= \(next))"
            + (columns["swiftdata_store"]?["model"] == nil
              ? ", NULL::text" : ", CASE WHEN model IS NOT NULL THEN layout::text END")
            + (columns["swiftdata_store"]?["place"] == nil ? ", NULL::text" : ", place")
            + ", tableoid::bigint FROM \(prefix).swiftdata_store")
        if rows.count > 0 {
          identifier = rows.text(0, 0)
          format = rows.integer(0, 1)
          version = rows.text(0, 2)
          helpers = rows.integer(0, 3)
          let noted = rows.optionalText(0, 6).map(StorePlace.init(text:))
          let place = StorePlace(system: connection.cluster?.system ?? "", table: "\(rows.integer(0, 7))")
          isPlaced = noted != nil
          isFromElsewhere = rows.integer(0, 4) != 0 || noted?.isOther(than: place) == true
          record = try rows.optionalText(0, 5).map { try SchemaRecord.layout($0) }
        }
      }
    }
  }
#endif
