// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// The tables of Schemas/rentals.sql, in a namespace of their own.
  struct RentalShop {
    let namespace = "r_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
    /// Knows nothing of models.
    let psql: TestConnection

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
      psql = try TestConnection()
      let sql = try String(contentsOf: Self.folder.appending(path: "Schemas/rentals.sql"), encoding: .utf8)
      try psql.run("CREATE SCHEMA \(namespace)")
      try psql.run("SET search_path TO \(namespace)")
      try psql.run(sql)
    }

    func configuration(_ schema: Schema? = nil, _ tables: PostgresTables = .existing, allowsSave: Bool = true) throws
      -> PostgresConfiguration
    {
      PostgresConfiguration(
        url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: tables,
        allowsSave: allowsSave)
    }

    /// Everything that the namespace has, by name and definition; but the rows.
    func contents() throws -> [String] {
      try psql.run(
        """
        SELECT c.relkind::text || ' ' || c.relname || ' ' || COALESCE((SELECT string_agg(a.attname || ' ' ||
        format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text, ', ' ORDER BY a.attnum)
        FROM pg_attribute AS a WHERE a.attrelid = c.oid AND NOT a.attisdropped), '')
        FROM pg_class AS c WHERE c.relnamespace = '\(namespace)'::regnamespace
        UNION ALL SELECT 'f ' || p.proname FROM pg_proc AS p WHERE p.pronamespace = '\(namespace)'::regnamespace
        UNION ALL SELECT 'k ' || k.conname FROM pg_constraint AS k WHERE k.connamespace = '\(namespace)'::regnamespace
        UNION ALL SELECT 'o ' || o.collname FROM pg_collation AS o WHERE o.collnamespace = '\(namespace)'::regnamespace
        ORDER BY 1
        """
      ).map { $0[0] ?? "" }
    }
  }
#endif
