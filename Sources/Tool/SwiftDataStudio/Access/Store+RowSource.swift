// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore

/// A file has all of its rows itself.
extension Store: RowSource {
  package var store: Store { self }
  package var dialect: QueryDialect { .sqlite }

  package func rows(_ sql: String, _ values: [SQLiteValue]) throws -> [[SQLiteValue]] {
    try connection.rows(sql, values)
  }

  package func table(_ table: String, by column: String, others: [String]) throws -> String {
    try relationshipIndex.table(table, column, nil, others: others)
  }

  package func bring(_ keys: [Int64], of entity: EntityDescription, longest: Int?) throws {}

  package func sizes(
    _ properties: [String], of entity: EntityDescription, _ keys: [Int64]
  ) throws -> [String: [Int64: UInt64]] {
    guard let place = layout[entity.name], let table = place.table else { return [:] }
    var names: [(property: String, column: String, sign: UInt64)] = []
    for property in properties {
      guard case .column(let name)? = place.attributes[property] else { continue }
      names.append((property, name, entity.attribute(named: property)?.allowsExternalStorage == true ? 1 : 0))
    }
    guard !names.isEmpty, !keys.isEmpty else { return [:] }
    // The length of bytes is known without reading them.
    let lengths = names.map { "CASE typeof(\($0.column.sqlName)) WHEN 'blob' THEN length(\($0.column.sqlName)) END" }
    let statement = try connection.prepare(
      "SELECT Z_PK, \(lengths.joined(separator: ", ")) FROM \(table.sqlName) "
        + "WHERE Z_PK IN (\(keys.map(String.init).joined(separator: ", ")))")
    var result: [String: [Int64: UInt64]] = [:]
    while try statement.step() {
      guard let key = statement.key(0) else { continue }
      for (index, name) in names.enumerated() {
        guard let length = statement.key(index + 1) else { continue }
        result[name.property, default: [:]][key] = UInt64(max(0, length)) - min(UInt64(max(0, length)), name.sign)
      }
    }
    return result
  }

  package func distinctValues(
    _ attribute: AttributeDescription, of entity: EntityDescription, most: Int
  ) throws -> [SQLiteValue] {
    guard let place = layout[entity.name], let table = place.table, let names = place.attributes[attribute.name]?.names,
      names.count == 1, let column = names.first
    else { return [] }
    return try connection.rows(
      "SELECT DISTINCT \(column.sqlName) FROM \(table.sqlName) WHERE typeof(\(column.sqlName)) IN ('text', 'integer')"
        + " LIMIT \(most)"
    ).compactMap(\.first)
  }

  package func order(_ selection: GridSelection, isPlain: Bool, number: Int) throws -> any RowOrder {
    if isPlain { return try KeyOrder(selection, connection) }
    return try SortedOrder(selection, connection, number: number)
  }

  package func count(of entity: EntityDescription) throws -> Int {
    try count(of: entity.name, includingSubentities: true)
  }

  package func transactions(_ options: HistoryCursor.Options) throws -> [StoredTransaction] {
    let cursor = try history(options)
    var found: [StoredTransaction] = []
    while let transaction = try cursor.next() { found.append(transaction) }
    return found
  }

  package func changeCount(of transaction: Int64, entity: String?) throws -> Int {
    var condition = ""
    if let entity {
      let numbers = layout[try self.entity(named: entity).name]?.numbers ?? []
      condition = " AND ZENTITY IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }
    return Int(
      try connection.integer(
        "SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID = ?" + condition, [.integer(transaction)]) ?? 0)
  }

  package func laterChanges(_ transactions: [StoredTransaction]) throws -> LaterChanges {
    try LaterChanges(transactions.flatMap(\.changes), self)
  }

  package func limited<T>(seconds: Double, _ body: () throws -> T) throws -> T {
    try TimeLimit.run(connection, seconds: seconds, body)
  }

  package func overview(generation: Int) throws -> StoreOverview { try StoreOverview(self, generation: generation) }

  package func rowCounts() throws -> [String: Int] {
    var rows: [String: Int] = [:]
    for entity in model.entities { rows[entity.name] = try? count(of: entity.name) }
    return rows
  }
}
