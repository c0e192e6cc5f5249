// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore

  /// The full-text index over the attributes of one table that are marked `.spotlight`: a column with the words of the row,
  /// a trigger that sets it, whoever writes the row, and a GIN index.
  ///
  /// It is no generated column, since adding one would write the whole table while nobody can read it. The column is filled
  /// some rows at a time, and the index is made last: where there is an index of this name, every row has its words.
  package struct PostgresSearchIndex {
    /// No property has a column of this name.
    package static let column = "swiftdata_words"
    private static let trigger = "swiftdata_search"
    /// Raised when the words of a text change: all indexes are made anew.
    private static let version = 1
    /// How many rows are filled in a transaction.
    package static let batch: Int64 = 1_000

    /// Of the index. It tells what is searched: other marks, or a renamed column, make another one.
    package let name: String
    package let table: String
    /// The columns that are searched, in the table's order.
    package let columns: [String]
    private let helpers: String
    private let function: String

    init(_ index: SearchIndexLayout, _ layout: StoreLayout) {
      table = index.table
      columns = index.columns
      helpers = layout.helper("")
      let plain = PostgresNames.plain(table)
      let hash = PostgresNames.hash((["\(Self.version)"] + columns).joined(separator: ","))
      name = PostgresNames.derived([plain, "words", hash])
      function = layout.helper(PostgresNames.quoted(PostgresNames.derived([Self.trigger, plain])))
    }

    package var addColumn: String { "ALTER TABLE \(table) ADD COLUMN IF NOT EXISTS \(Self.column) tsvector" }

    /// From then on, rows that are written have their words.
    package var createTrigger: [String] {
      let isSame = columns.map { "NEW.\($0) IS NOT DISTINCT FROM OLD.\($0)" }.joined(separator: " AND ")
      return [
        "CREATE OR REPLACE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql AS $swiftdata$ BEGIN "
          + "IF TG_OP = 'UPDATE' THEN IF \(isSame) THEN RETURN NEW; END IF; END IF; "
          + "NEW.\(Self.column) := \(words(of: "NEW")); RETURN NEW; END $swiftdata$",
        Self.dropTrigger(of: table),
        "CREATE TRIGGER \(Self.trigger) BEFORE INSERT OR UPDATE OF \(columns.joined(separator: ", ")) ON \(table) "
          + "FOR EACH ROW EXECUTE FUNCTION \(function)()",
      ]
    }

    /// Before columns go that it names.
    package static func dropTrigger(of table: String) -> String { "DROP TRIGGER IF EXISTS \(trigger) ON \(table)" }

    package func create(isConcurrent: Bool) -> String {
      "CREATE INDEX \(isConcurrent ? "CONCURRENTLY " : "")\(PostgresNames.quoted(name)) ON \(table) USING gin (\(Self.column))"
    }

    /// The words of all rows, where nobody else writes.
    package var fillAll: String {
      let words = words(of: "t")
      return "UPDATE \(table) AS t SET \(Self.column) = \(words) WHERE t.\(Self.column) IS DISTINCT FROM \(words)"
    }

    /// The words of the rows after a key, some of them; gives the last key. Rows are locked in the order of their keys.
    package var fillSome: String {
      let words = words(of: "t")
      return "WITH part AS (SELECT pk FROM \(table) WHERE pk > $1 ORDER BY pk LIMIT \(Self.batch) FOR NO KEY UPDATE), "
        + "filled AS (UPDATE \(table) AS t SET \(Self.column) = \(words) FROM part "
        + "WHERE t.pk = part.pk AND t.\(Self.column) IS DISTINCT FROM \(words)) SELECT max(pk) FROM part"
    }

    private func words(of row: String) -> String {
      "\(helpers)swiftdata_words(ARRAY[\(columns.map { "\(row).\($0)" }.joined(separator: ", "))]::text[])"
    }
  }

  extension PostgresDDL {
    package var searchIndexes: [PostgresSearchIndex] { layout.tables.compactMap { layout.postgresSearchIndex(of: $0) } }
  }

  extension StoreLayout {
    package func postgresSearchIndex(of table: TableLayout) -> PostgresSearchIndex? {
      searchIndex(of: table).map { PostgresSearchIndex($0, self) }
    }

    /// The index that has the texts of an entity.
    ///
    /// - Throws: ``SwiftDataError/notSearchable``, and why there is none.
    package func existingPostgresSearchIndex(of entity: _Entity) throws -> PostgresSearchIndex {
      PostgresSearchIndex(try existingSearchIndex(of: entity), self)
    }
  }
#endif
