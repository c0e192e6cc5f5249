// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat

/// The tables that one SELECT is about: that of an entity, and those which its
/// to-one relationships lead to.
final class QueryScope {
  let store: Store
  let entity: EntityDescription
  let alias: String
  let dialect: QueryDialect
  private let aliases: AliasCounter
  /// `LEFT JOIN …`, in the order in which they were needed.
  private(set) var joins = ""
  private var joined: [String: String] = [:]

  /// Numbers the tables of a statement.
  final class AliasCounter {
    private var count = 0

    func next() -> String {
      defer { count += 1 }
      return "t\(count)"
    }
  }

  init(
    _ store: Store, _ entity: EntityDescription, _ aliases: AliasCounter, _ dialect: QueryDialect = .sqlite
  ) {
    self.dialect = dialect
    self.store = store
    self.entity = entity
    self.aliases = aliases
    alias = aliases.next()
  }

  func inner(_ entity: EntityDescription) -> QueryScope { QueryScope(store, entity, aliases, dialect) }

  func nextAlias() -> String { aliases.next() }

  /// The alias of the table that a to-one relationship leads to.
  func join(_ table: String, from alias: String, _ column: String) -> String {
    let key = "\(alias).\(column)"
    if let alias = joined[key] { return alias }
    let name = aliases.next()
    joins += " LEFT JOIN \(table.sqlName) AS \(name) ON \(name).Z_PK = \(alias).\(column.sqlName)"
    joined[key] = name
    return name
  }
}
