// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension ExistingTables {
    /// Reads the server's catalog: the tables of a namespace, but the parts of partitioned ones, and this library's own.
    init(_ connection: PostgresConnection, namespace: String) throws(PostgresFailure) {
      self.init()
      let parameter = [Parameter(namespace)]
      let results = try connection.run([
        PostgresStatement(Self.columnsQuery, parameter), PostgresStatement(Self.indexesQuery, parameter),
        PostgresStatement(Self.keysQuery, parameter), PostgresStatement(Self.triggersQuery, parameter),
      ])
      guard results.count == 4 else { throw PostgresFailure(code: nil, message: "", isConnectionLost: true) }
      addColumns(results[0])
      addIndexes(results[1])
      addKeys(results[2])
      for row in 0..<results[3].count { tables[results[3].text(row, 0)]?.hasTriggers = true }
    }

    private static let separator: Character = "\u{1F}"

    private static func list(_ rows: ResultRows, _ row: Int32, _ column: Int32) -> [String] {
      rows.optionalText(row, column)?.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
        ?? []
    }

    // MARK: Columns

    /// The sequence is the one that the default value depends on, or that of an identity. Tables from before PostgreSQL 8.1
    /// have its name as a text, `nextval(('numbers'::text)::regclass)`, which nothing depends on.
    private static let columnsQuery = """
      SELECT c.relname::text, a.attname::text, format_type(b.oid, NULL), format_type(a.atttypid, a.atttypmod), \
      a.attnotnull OR t.typnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated::text, a.attidentity::text, \
      (SELECT string_agg(e.enumlabel::text, chr(31) ORDER BY e.enumsortorder) FROM pg_enum AS e WHERE e.enumtypid = b.oid), \
      CASE WHEN b.typcategory = 'A' THEN format_type((WITH RECURSIVE r(type, base) AS (SELECT e.oid, e.typbasetype \
      FROM pg_type AS e WHERE e.oid = b.typelem UNION ALL SELECT x.oid, x.typbasetype FROM r \
      JOIN pg_type AS x ON x.oid = r.base) SELECT r.type FROM r WHERE r.base = 0), NULL) END, \
      CASE WHEN a.attcollation = 0 THEN true WHEN o.collname = 'default' THEN (SELECT \
      COALESCE(to_jsonb(p) ->> 'datlocprovider', 'c') = 'c' AND p.datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8') \
      FROM pg_database AS p WHERE p.datname = current_database()) ELSE o.collcollate IN ('C', 'POSIX') END, \
      COALESCE((SELECT quote_ident(q.nspname) || '.' || quote_ident(s.relname) FROM pg_depend AS r \
      JOIN pg_class AS s ON s.oid = r.refobjid AND s.relkind = 'S' JOIN pg_namespace AS q ON q.oid = s.relnamespace \
      WHERE r.classid = 'pg_attrdef'::regclass AND r.objid = d.oid AND r.refclassid = 'pg_class'::regclass LIMIT 1), \
      CASE WHEN a.attidentity <> '' THEN \
      pg_get_serial_sequence(quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attname) END, \
      (SELECT quote_ident(q.nspname) || '.' || quote_ident(s.relname) FROM pg_class AS s \
      JOIN pg_namespace AS q ON q.oid = s.relnamespace WHERE s.relkind = 'S' AND s.oid = to_regclass(substring( \
      pg_get_expr(d.adbin, d.adrelid) FROM '^nextval[(][(]''([^'']+)''::text[)]::regclass[)]$')))), \
      COALESCE(o.collisdeterministic, true) \
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace \
      JOIN pg_attribute AS a ON a.attrelid = c.oid JOIN pg_type AS t ON t.oid = a.atttypid \
      JOIN pg_type AS b ON b.oid = (WITH RECURSIVE r(type, base) AS (SELECT t.oid, t.typbasetype UNION ALL \
      SELECT x.oid, x.typbasetype FROM r JOIN pg_type AS x ON x.oid = r.base) SELECT r.type FROM r WHERE r.base = 0) \
      LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum \
      LEFT JOIN pg_collation AS o ON o.oid = a.attcollation \
      WHERE n.nspname = $1::text AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 \
      AND NOT a.attisdropped AND c.relname NOT LIKE 'swiftdata\\_%' ORDER BY c.relname, a.attnum
      """

    private mutating func addColumns(_ rows: ResultRows) {
      for row in 0..<rows.count {
        let table = rows.text(row, 0)
        tables[table, default: Table(name: table)].columns.append(
          Column(
            name: rows.text(row, 1), type: rows.text(row, 2), declared: rows.text(row, 3),
            isRequired: rows.integer(row, 4) != 0, initial: rows.optionalText(row, 5),
            isGenerated: !(rows.optionalText(row, 6) ?? "").isEmpty, identity: rows.optionalText(row, 7) ?? "",
            labels: Self.list(rows, row, 8), element: rows.optionalText(row, 9), isBytewise: rows.integer(row, 10) != 0,
            sequence: rows.optionalText(row, 11), isDeterministic: rows.integer(row, 12) != 0))
      }
    }

    // MARK: Constraints

    /// Indexes of whole columns and all rows.
    private static let indexesQuery = """
      SELECT t.relname::text, i.indisprimary, i.indisunique, (SELECT string_agg(a.attname::text, chr(31) ORDER BY k.n) \
      FROM unnest(i.indkey) WITH ORDINALITY AS k(c, n) \
      JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.c WHERE k.n <= i.indnkeyatts), c.relname::text \
      FROM pg_index AS i JOIN pg_class AS t ON t.oid = i.indrelid JOIN pg_namespace AS n ON n.oid = t.relnamespace \
      JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_am AS m ON m.oid = c.relam \
      WHERE n.nspname = $1::text AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND m.amname = 'btree' \
      ORDER BY c.relname
      """

    private mutating func addIndexes(_ rows: ResultRows) {
      for row in 0..<rows.count {
        let columns = Self.list(rows, row, 3)
        guard var table = tables[rows.text(row, 0)], !columns.isEmpty else { continue }
        if rows.integer(row, 1) != 0 {
          table.primaryKey = columns
          table.uniqueNames[columns] = rows.text(row, 4)
        } else if rows.integer(row, 2) != 0 {
          table.unique.append(columns)
          table.uniqueNames[columns] = rows.text(row, 4)
        } else {
          table.indexes.append(columns)
        }
        tables[table.name] = table
      }
    }

    private static func names(_ numbers: String, of table: String) -> String {
      "(SELECT string_agg(a.attname::text, chr(31) ORDER BY c.n) FROM unnest(\(numbers)) WITH ORDINALITY AS c(c, n) "
        + "JOIN pg_attribute AS a ON a.attrelid = \(table) AND a.attnum = c.c)"
    }

    private static let keysQuery =
      "SELECT t.relname::text, k.conname::text, \(names("k.conkey", of: "k.conrelid")), f.relname::text, "
      + "\(names("k.confkey", of: "k.confrelid")), k.confdeltype::text, k.condeferred "
      + "FROM pg_constraint AS k JOIN pg_class AS t ON t.oid = k.conrelid JOIN pg_namespace AS n ON n.oid = t.relnamespace "
      + "JOIN pg_class AS f ON f.oid = k.confrelid AND f.relnamespace = t.relnamespace "
      + "WHERE n.nspname = $1::text AND k.contype = 'f' AND k.conparentid = 0 ORDER BY t.relname, k.conkey, k.conname"

    /// Those that run for insertions (4) and updates (16).
    private static let triggersQuery =
      "SELECT DISTINCT c.relname::text FROM pg_trigger AS g JOIN pg_class AS c ON c.oid = g.tgrelid "
      + "JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE n.nspname = $1::text AND NOT g.tgisinternal "
      + "AND g.tgenabled <> 'D' AND (g.tgtype & 20) <> 0"

    private mutating func addKeys(_ rows: ResultRows) {
      for row in 0..<rows.count {
        tables[rows.text(row, 0)]?.foreignKeys.append(
          ForeignKey(
            name: rows.text(row, 1), columns: Self.list(rows, row, 2), table: rows.text(row, 3),
            targets: Self.list(rows, row, 4), onDelete: rows.optionalText(row, 5) ?? "a",
            isDeferred: rows.integer(row, 6) != 0))
      }
    }
  }
#endif
