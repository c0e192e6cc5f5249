// SPDX-License-Identifier: Apache-2.0

import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore {
  /// Delivers the rows of a request that have a text, in the order of the
  /// request, or else best match first.
  package func search(
    _ text: SearchText, _ request: RowRequest, _ body: (SearchHit) throws -> Void
  ) throws {
    try search(try selects.search(text, request), request.entity) { statement in
      while try statement.step() {
        try body(
          SearchHit(
            key: statement.integer(0), rank: statement.real(1), snippet: statement.text(2) ?? ""))
      }
    }
  }

  package func searchCount(_ text: SearchText, _ request: RowRequest) throws -> Int {
    try search(try selects.searchCount(text, request), request.entity) { statement in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  private func search<R>(
    _ sql: SQLStatement, _ entity: _Entity, _ body: (PreparedStatement) throws -> R
  ) throws -> R {
    let index = try layout.existingSearchIndex(of: entity)
    try makeIndexes(for: index)
    return try database.read { connection in
      // Another program may have opened the file with another schema.
      try SearchIndexes.check(index, of: entity, connection)
      return try connection.withStatement(sql.text) { statement in
        try statement.bind(sql.bindings)
        return try body(statement)
      }
    }
  }

  /// In the store of another program, an index is made when it is first asked for.
  private func makeIndexes(for index: SearchIndexLayout) throws {
    guard !database.isReadOnly, try !database.read({ try SearchIndexes.has(index, $0) }),
      try database.read({ try StoreContents($0).isForeign })
    else { return }
    try database.write { connection in
      try layoutGuard.check(connection)
      let indexes = SearchIndexes(layout)
      try indexes.dropStale(connection)
      try indexes.make(connection)
    }
  }
}
