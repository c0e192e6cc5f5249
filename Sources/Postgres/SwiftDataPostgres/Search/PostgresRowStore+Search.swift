// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL
  import Synchronization

  extension PostgresRowStore {
    /// Delivers the rows of a request that have a text, in the order of the request, or else best match first.
    ///
    /// The time grows with the number of rows that have the words. Snippets are made here, of the texts of the rows that are
    /// delivered.
    package func search(
      _ text: SearchText, _ request: RowRequest, _ body: (SearchHit) throws -> Void
    ) throws {
      let phrases = SearchPhrases(text)
      try checkSearch(request.entity)
      guard let query = phrases.query else { return }
      let snippet = SearchSnippet(text, phrases)
      let rows = try database.read(PostgresStatement(try selects.search(phrases, query, request), keyTable))
      for row in 0..<rows.count {
        let texts = (2..<rows.width).compactMap { rows.optionalText(row, $0) }
        try body(
          SearchHit(
            key: rows.integer(row, 0), rank: Double(bitPattern: UInt64(bitPattern: rows.integer(row, 1))),
            snippet: snippet.make(of: texts)))
      }
    }

    package func searchCount(_ text: SearchText, _ request: RowRequest) throws -> Int {
      try checkSearch(request.entity)
      guard let query = SearchPhrases(text).query else { return 0 }
      let rows = try database.read(PostgresStatement(try selects.searchCount(query, request), keyTable))
      return rows.count > 0 ? Int(rows.integer(0, 0)) : 0
    }

    /// - Throws: ``SwiftDataError/notSearchable`` unless the index is there: then every row has its words.
    private func checkSearch(_ entity: _Entity) throws {
      let index = try layout.existingPostgresSearchIndex(of: entity)
      guard !layout.isExisting else {
        throw SwiftDataError(
          .notSearchable, "Tables of other programs have no search index.", entity: entity.name,
          advice: "Use contains(_:) or localizedStandardContains(_:) in a predicate.")
      }
      if searchIndexes.has(index.name) { return }
      let name = layout.helper(PostgresNames.quoted(index.name))
      let rows = try database.read(
        PostgresStatement(
          "SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false)",
          [Parameter(name)]))
      guard rows.count > 0, rows.integer(0, 0) != 0 else {
        throw SwiftDataError(
          .notSearchable, "The store has no search index that fits the schema.", entity: entity.name,
          advice: "Open the store for writing with this schema once, which creates the index.")
      }
      searchIndexes.add(index.name)
    }
  }

  /// Names of indexes that are there, so that each is looked for once.
  final class FoundSearchIndexes: Sendable {
    private let names = Mutex<Set<String>>([])

    func has(_ name: String) -> Bool { names.withLock { $0.contains(name) } }

    func add(_ name: String) { names.withLock { _ = $0.insert(name) } }
  }
#endif
