// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  extension PostgresRowStore {
    /// Delivers the rows of a request that have a text, in the order of the request, or else best match first.
    ///
    /// The time grows with the number of rows that have the words. Snippets are made here, of the texts of the rows that are
    /// delivered.
    package func search(
      _ text: SearchText, _ request: RowRequest, _ body: (SearchHit) throws -> Void
    ) throws {
      let phrases = SearchPhrases(text)
      guard let query = phrases.query else { return try checkSearch(request.entity) }
      let snippet = SearchSnippet(text, phrases)
      let rows = try read(PostgresStatement(try selects.search(phrases, query, request), keyTable), request.entity)
      for row in 0..<rows.count {
        let texts = (2..<rows.width).compactMap { rows.optionalText(row, $0) }
        try body(
          SearchHit(
            key: rows.number(row, 0, of: request.entity),
            rank: Double(bitPattern: UInt64(bitPattern: rows.integer(row, 1))),
            snippet: snippet.make(of: texts)))
      }
    }

    package func searchCount(_ text: SearchText, _ request: RowRequest) throws -> Int {
      guard let query = SearchPhrases(text).query else {
        try checkSearch(request.entity)
        return 0
      }
      let rows = try read(PostgresStatement(try selects.searchCount(query, request), keyTable), request.entity)
      return rows.count > 0 ? Int(rows.integer(0, 0)) : 0
    }

    /// Runs a search, and looks for the index afterwards, in the same round trip: a server with other marks may replace it at
    /// any time, and then the words are those of other attributes.
    ///
    /// - Throws: ``SwiftDataError/notSearchable`` unless the index is there: then every row has its words.
    private func read(_ statement: PostgresStatement, _ entity: _Entity) throws -> ResultRows {
      let index = try indexQuestion(entity)
      let results: [ResultRows]
      do { results = try database.read([statement, index]) } catch {
        // Of an index that was never made, the column is missing.
        try checkSearch(entity)
        throw error
      }
      guard results.count == 2, isThere(results[1]) else { throw notSearchable(entity) }
      return results[0]
    }

    private func checkSearch(_ entity: _Entity) throws {
      guard isThere(try database.read(indexQuestion(entity))) else { throw notSearchable(entity) }
    }

    private func indexQuestion(_ entity: _Entity) throws -> PostgresStatement {
      let index = try layout.existingPostgresSearchIndex(of: entity)
      guard !layout.isExisting else {
        throw SwiftDataError(
          .notSearchable, "Tables of other programs have no search index.", entity: entity.name,
          advice: "Use contains(_:) or localizedStandardContains(_:) in a predicate.")
      }
      return PostgresStatement(
        "SELECT coalesce((SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)), false)",
        [Parameter(layout.helper(PostgresNames.quoted(index.name)))])
    }

    private func isThere(_ answer: ResultRows) -> Bool { answer.count > 0 && answer.integer(0, 0) != 0 }

    private func notSearchable(_ entity: _Entity) -> SwiftDataError {
      SwiftDataError(
        .notSearchable, "The store has no search index that fits the schema.", entity: entity.name,
        advice: "Open the store for writing with this schema once, which creates the index.")
    }
  }
#endif
