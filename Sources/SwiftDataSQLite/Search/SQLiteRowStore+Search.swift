import SwiftDataCore
import SwiftDataSQL

extension SQLiteRowStore {
  /// Delivers the rows of a request that have a text, in the order of the
  /// request, or else best match first.
  public func search(
    _ text: SearchText, _ request: _RowRequest, _ body: (_SearchHit) throws -> Void
  ) throws {
    try search(try selects.search(text, request), request.entity) { statement in
      while try statement.step() {
        try body(
          _SearchHit(
            key: statement.integer(0), rank: statement.real(1), snippet: statement.text(2) ?? ""))
      }
    }
  }

  public func searchCount(_ text: SearchText, _ request: _RowRequest) throws -> Int {
    try search(try selects.searchCount(text, request), request.entity) { statement in
      try statement.step() ? Int(statement.integer(0)) : 0
    }
  }

  private func search<R>(
    _ sql: SQLStatement, _ entity: _Entity, _ body: (PreparedStatement) throws -> R
  ) throws -> R {
    let index = try layout.existingSearchIndex(of: entity)
    return try database.read { connection in
      // Another program may have opened the file with another schema.
      try SearchIndexes.check(index, of: entity, connection)
      return try connection.withStatement(sql.text) { statement in
        try statement.bind(sql.bindings)
        return try body(statement)
      }
    }
  }
}
