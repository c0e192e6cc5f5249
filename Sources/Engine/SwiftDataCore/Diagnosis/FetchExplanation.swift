// SPDX-License-Identifier: Apache-2.0

/// The SQL of a fetch, and SQLite's query plan.
public struct FetchExplanation: Sendable, Hashable, CustomStringConvertible {
  /// The statement, with `?` for each value.
  public let sql: String
  /// The values, as SQL literals, in order.
  public let parameters: [String]
  /// The lines of `EXPLAIN QUERY PLAN`, indented by depth.
  public let plan: [String]

  /// An explanation with the given parts.
  public init(sql: String, parameters: [String], plan: [String]) {
    self.sql = sql
    self.parameters = parameters
    self.plan = plan
  }

  /// Whether a table is read from end to end.
  public var scansTable: Bool {
    plan.contains { line in
      let words = line.split(separator: " ")
      return words.first == "SCAN" && !words.contains("json_each") && !line.contains("INDEX")
    }
  }

  /// The SQL, then the values on a line and the plan, as comments of SQL.
  public var description: String {
    var lines = [sql]
    if !parameters.isEmpty { lines.append("-- " + parameters.joined(separator: ", ")) }
    return (lines + plan.map { "-- " + $0 }).joined(separator: "\n")
  }
}

extension ModelContext {
  /// Returns the SQL of a fetch, and its query plan, without fetching anything.
  ///
  /// ```swift
  /// print(try context.explain(FetchDescriptor<Track>(
  ///   predicate: #Predicate { $0.genre == "Rock" })))
  /// // SELECT … FROM ZTRACK AS t0 WHERE t0.ZGENRE = ? ORDER BY t0.Z_PK
  /// // -- 'Rock'
  /// // -- SEARCH t0 USING INDEX …
  /// ```
  ///
  /// - Parameter cursor: The end of the previous page, for a page that follows another one.
  /// - Throws: ``SwiftDataError`` where the fetch would throw.
  public func explain<T: PersistentModel>(
    _ descriptor: FetchDescriptor<T>, after cursor: FetchCursor? = nil
  ) throws -> FetchExplanation {
    let entity = try _core.entity(T.self)
    var request = try _core.request(descriptor, entity)
    request.sort = try descriptor.sortBy.map { try SortStep($0, entity: entity).key }
    request.after = cursor?.values
    return try _core.store(of: entity).explanation(request)
  }
}
