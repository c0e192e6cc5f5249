// SPDX-License-Identifier: Apache-2.0

import GRDB

/// A query as a statement on the index.
///
/// Values are found by `value_order`, words by `word`'s key, times by the entries' own indexes. What is negative has no
/// index that helps: the records of the type are looked at one after the other, by the database, as for several filters
/// all but the most selective.
struct QueryStatement {
  private var tables = "entry e"
  private var joins = ""
  private var conditions = ["e.zone = :zone", "e.recordType = :recordType", "NOT e.isDeleted"]
  private var columns = "e.*"
  private var order: [String] = []
  private var arguments: [String: DatabaseValue]
  private let query: RecordQuery

  init(_ query: RecordQuery, zone: Int64) {
    self.query = query
    arguments = ["zone": zone.databaseValue, "recordType": query.recordType.databaseValue]
    let driver = Self.driver(query.filters)
    for (index, filter) in query.filters.enumerated() { add(filter, index, isDriver: index == driver) }
    var keys: [(expression: String, isAscending: Bool)] = []
    for (index, sort) in query.sorts.enumerated() {
      let expression: String
      switch sort.field {
      case .system(let column): expression = "e.\(column)"
      case .own(let name):
        let field = bind("sort\(index)", name.databaseValue)
        joins +=
          " LEFT JOIN value s\(index) ON s\(index).zone = e.zone AND s\(index).recordName = e.recordName"
          + " AND s\(index).field = \(field)"
        expression = "s\(index).value"
      }
      columns += ", \(expression) AS key\(index)"
      keys.append((expression, sort.isAscending))
    }
    // What has no value comes last, in both directions.
    order = keys.flatMap { ["\($0.expression) IS NULL", "\($0.expression) \($0.isAscending ? "ASC" : "DESC")"] }
    order.append("e.recordName")
    if let marker = query.marker { add(marker, keys) }
  }

  /// The filter whose index finds the records that the others are then asked about; nil: none has one. Without
  /// statistics, which an index that is made anew lacks, the database would often choose another way.
  private static func driver(_ filters: [QueryFilter]) -> Int? {
    func rank(_ filter: QueryFilter) -> Int? {
      guard case .own? = filter.field else { return nil }
      switch filter.comparator {
      case .equals: return 0
      case .isIn: return 1
      case .beginsWith: return 2
      case .lessThan, .lessThanOrEquals, .greaterThan, .greaterThanOrEquals: return 3
      default: return nil
      }
    }
    return filters.indices.filter { rank(filters[$0]) != nil }.min { rank(filters[$0]) ?? 9 < rank(filters[$1]) ?? 9 }
  }

  private mutating func bind(_ name: String, _ value: DatabaseValue) -> String {
    arguments[name] = value
    return ":\(name)"
  }

  private mutating func add(_ filter: QueryFilter, _ index: Int, isDriver: Bool) {
    switch filter.comparator {
    case .containsAllTokens, .containsAnyTokens: addWords(filter, index)
    default:
      switch filter.field {
      case .system(let column)?:
        let condition = comparison(filter, "e.\(column)", index)
        conditions.append(filter.comparator.isNegative ? "NOT (\(condition))" : condition)
      case .own(let name)?:
        let field = bind("field\(index)", name.databaseValue)
        let alias = "f\(index)"
        let place = "\(alias).zone = e.zone AND \(alias).recordName = e.recordName AND \(alias).field = \(field)"
        let condition = comparison(filter, "\(alias).value", index)
        if filter.comparator.isNegative {
          conditions.append("NOT EXISTS (SELECT 1 FROM value \(alias) WHERE \(place) AND \(condition))")
        } else {
          if isDriver {
            tables = "value \(alias) CROSS JOIN entry e"
            conditions.append(place)
          } else {
            joins += " JOIN value \(alias) ON \(place)"
          }
          conditions.append("\(alias).zone = :zone AND \(alias).recordType = :recordType AND \(condition)")
        }
      case nil: break
      }
    }
  }

  /// A condition, without its negation.
  private mutating func comparison(_ filter: QueryFilter, _ column: String, _ index: Int) -> String {
    if let symbol = filter.comparator.symbol, let value = filter.values.first {
      let bound = bind("value\(index)", value.databaseValue)
      // To the database, any number is less than any text.
      let kind =
        if case .text = value { "typeof(\(column)) = 'text'" } else { "typeof(\(column)) IN ('integer', 'real')" }
      return "\(column) \(symbol) \(bound)" + (symbol == "=" ? "" : " AND \(kind)")
    }
    if filter.comparator == .isIn || filter.comparator == .notIn {
      let values = filter.values.enumerated().map { bind("value\(index)_\($0.offset)", $0.element.databaseValue) }
      return "\(column) IN (\(values.joined(separator: ", ")))"
    }
    guard case .text(let prefix)? = filter.values.first else { return "0" }
    let start = bind("value\(index)", prefix.databaseValue)
    // The last of all scalars: nothing that begins so comes after it.
    let end = bind("end\(index)", (prefix + "\u{10ffff}").databaseValue)
    return "\(column) >= \(start) AND \(column) < \(end) AND typeof(\(column)) = 'text'"
  }

  private mutating func addWords(_ filter: QueryFilter, _ index: Int) {
    guard case .text(let text)? = filter.values.first else { return }
    let words = IndexedValue.words(in: text).sorted().enumerated().map {
      bind("word\(index)_\($0.offset)", $0.element.databaseValue)
    }
    var place = "w.zone = e.zone AND w.recordName = e.recordName AND w.recordType = e.recordType"
    if case .own(let name)? = filter.field { place += " AND w.field = \(bind("field\(index)", name.databaseValue))" }
    let found = words.map { "EXISTS (SELECT 1 FROM word w WHERE \(place) AND w.word = \($0))" }
    // A text without words has none that all are in.
    if found.isEmpty { return conditions.append("0") }
    conditions.append(
      "(" + found.joined(separator: filter.comparator == .containsAllTokens ? " AND " : " OR ") + ")")
  }

  /// What comes after a record: a greater key, or an equal one and a greater next one, and so on.
  private mutating func add(_ marker: ContinuationMarker, _ keys: [(expression: String, isAscending: Bool)]) {
    var alternatives: [String] = []
    var equal: [String] = []
    for (index, (key, value)) in zip(keys, marker.values).enumerated() {
      let bound = bind("after\(index)", value?.databaseValue ?? .null)
      if value != nil {
        let greater = "(\(key.expression) \(key.isAscending ? ">" : "<") \(bound) OR \(key.expression) IS NULL)"
        alternatives.append((equal + [greater]).joined(separator: " AND "))
      }
      equal.append("\(key.expression) IS \(bound)")
    }
    let name = bind("afterName", marker.recordName.databaseValue)
    alternatives.append((equal + ["e.recordName > \(name)"]).joined(separator: " AND "))
    conditions.append("(" + alternatives.map { "(\($0))" }.joined(separator: " OR ") + ")")
  }

  var sql: String {
    "SELECT \(columns) FROM \(tables)\(joins) WHERE \(conditions.joined(separator: " AND "))"
      + " ORDER BY \(order.joined(separator: ", ")) LIMIT \(query.limit + 1)"
  }

  /// The entries that are found, each with where the query goes on after it, and whether there are more.
  func run(_ db: Database) throws -> (found: [(entry: IndexEntry, marker: ContinuationMarker)], hasMore: Bool) {
    var rows = try Row.fetchAll(db, sql: sql, arguments: StatementArguments(arguments))
    let hasMore = rows.count > query.limit
    if hasMore { rows.removeLast() }
    let found = try rows.map { row in
      let entry = try IndexEntry(row)
      let values = query.sorts.indices.map { index -> IndexedValue? in
        switch (row["key\(index)"] as DatabaseValue).storage {
        case .int64(let number): .integer(number)
        case .double(let number): .double(number)
        case .string(let text): .text(text)
        case .null, .blob: nil
        }
      }
      return (entry, ContinuationMarker(values: values, recordName: entry.recordName))
    }
    return (found, hasMore)
  }
}

extension CloudKitService {
  /// How the database would look for the records of a query: for tests of the indexes.
  package func plan(ofQuery body: CloudJSON) throws -> String {
    let query = try RecordQuery(CloudInput(body, ""), limit: 200, index.layout.schema, quirks)
    return try index.read { db in try QueryStatement(query, zone: 1).plan(db) }
  }
}

extension QueryStatement {
  func plan(_ db: Database) throws -> String {
    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: StatementArguments(arguments))
      .compactMap { $0["detail"] as String? }.joined(separator: "\n")
  }
}
