// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftDataCore
  import SwiftDataSQL

  /// What stands in the way of the new version.
  extension TableChanges {
    /// Removes unique indexes and foreign keys that the models have no more: the values stay, but nothing is refused for
    /// their sake. Only what this library has made is looked at, which its name tells.
    mutating func removeGuards() {
      let tables = Set(ddl.layout.tables.map { PostgresNames.plain($0.name) })
      let indexes = Set(ddl.layout.indexes.map(\.name))
      for (name, index) in contents.indexes.sorted(by: { $0.key < $1.key })
      where index.isUnique && tables.contains(index.table) && !indexes.contains(name)
        && name == PostgresNames.derived([index.table] + index.columns + ["key"])
      {
        statements.append("DROP INDEX \(ddl.layout.helper(PostgresNames.quoted(name)))")
      }
      let keys = Set(ddl.foreignKeys.map(\.name))
      let former = Set(formerTables)
      for (name, key) in contents.foreignKeys.sorted(by: { $0.key < $1.key })
      where !keys.contains(name) && name == PostgresNames.derived([key.table] + key.columns + ["fkey"]) {
        // Those of tables that the models do not have are somebody else's; but for pairs, which nobody has as a model.
        let isPairs = contents.columns[key.table]?.count == 2
        guard tables.contains(key.table) || former.contains(key.table) || isPairs else { continue }
        statements.append(
          "ALTER TABLE \(ddl.layout.helper(PostgresNames.quoted(key.table))) DROP CONSTRAINT \(PostgresNames.quoted(name))"
        )
        contents.forget(foreignKey: name)
      }
    }

    /// Indexes and keys are called after their columns.
    mutating func renameParts(_ old: String, _ new: String, _ table: TableLayout) {
      let plain = PostgresNames.plain(table.name)
      for (name, part) in contents.indexes.sorted(by: { $0.key < $1.key })
      where part.table == plain && part.columns.contains(old) {
        let kind = part.isUnique ? "key" : "idx"
        let columns = part.columns.map { $0 == old ? new : $0 }
        guard name == PostgresNames.derived([plain] + part.columns + [kind]) else { continue }
        let next = PostgresNames.derived([plain] + columns + [kind])
        guard contents.indexes[next] == nil else { continue }
        statements.append(
          "ALTER INDEX \(ddl.layout.helper(PostgresNames.quoted(name))) RENAME TO \(PostgresNames.quoted(next))")
        contents.rename(index: name, next, columns)
      }
      for (name, part) in contents.foreignKeys.sorted(by: { $0.key < $1.key })
      where part.table == plain && part.columns == [old] {
        guard name == PostgresNames.derived([plain, old, "fkey"]) else { continue }
        let next = PostgresNames.derived([plain, new, "fkey"])
        guard !contents.constraints.contains(next) else { continue }
        statements.append(
          "ALTER TABLE \(table.name) RENAME CONSTRAINT \(PostgresNames.quoted(name)) TO \(PostgresNames.quoted(next))")
        contents.rename(foreignKey: name, next, [new])
      }
    }

    private var formerTables: [String] {
      guard let former else { return [] }
      return (former.tables.map(\.name) + former.joinTables.map(\.name)).map(PostgresNames.plain)
    }

    /// Tables that an older version had, and the one before this has not: their rows would return otherwise.
    mutating func forgetFormerTables() {
      guard former != nil else { return }
      let known = Set(formerTables)
      let names = ddl.layout.joinTables.map(\.name) + ddl.layout.tables.map(\.name)
      for name in names {
        let plain = PostgresNames.plain(name)
        guard !known.contains(plain), let columns = contents.columns[plain],
          columns.count == 2 || columns["pk"] != nil && columns["opt"] != nil
        else { continue }
        statements.append("DROP TABLE \(name)")
        contents.forget(table: plain)
      }
    }

    /// Drops columns that a table has no more.
    mutating func forgetFormerColumns(_ table: TableLayout) {
      let plain = PostgresNames.plain(table.name)
      guard former != nil, let known = contents.columns[plain] else { return }
      for column in table.columns {
        let name = PostgresNames.plain(column.name)
        guard known[name] != nil, !wasThere(name, table) else { continue }
        statements.append("ALTER TABLE \(table.name) DROP COLUMN \(column.name)")
        contents.forget(column: name, of: plain)
      }
    }

    /// Whether the version before has a column; any that is there, where changes are inferred.
    func wasThere(_ column: String, _ table: TableLayout) -> Bool {
      guard let former else { return true }
      guard let before = former.tables.first(where: { $0.name == table.name }) else { return false }
      return before.columns.contains { PostgresNames.plain($0.name) == column }
    }
  }
#endif
