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
      let indexes = Set(
        ddl.layout.indexes.filter { $0.kind == .unique }.map { ([$0.table] + $0.columns).map(PostgresNames.plain) })
      for (name, index) in contents.indexes.sorted(by: { $0.key < $1.key })
      where index.isUnique && tables.contains(index.table) && !indexes.contains([index.table] + index.columns)
        && PostgresNames.isMade(name, of: [index.table] + index.columns + ["key"])
      {
        statements.append("DROP INDEX \(ddl.layout.helper(PostgresNames.quoted(name)))")
        note(.noLongerUnique, "The table \(index.table) (\(index.columns.joined(separator: ", ")))")
      }
      let keys = Set(ddl.foreignKeys.map { [PostgresNames.plain($0.table), $0.name] })
      let former = Set(formerTables)
      for (name, key) in contents.foreignKeys.sorted(by: { $0.key < $1.key })
      where !keys.contains([key.table, name]) && PostgresNames.isMade(name, of: [key.table] + key.columns + ["fkey"]) {
        // Those of other tables are somebody else's.
        guard tables.contains(key.table) || former.contains(key.table) || isFormerPairs(key) else { continue }
        statements.append(
          "ALTER TABLE \(ddl.layout.helper(PostgresNames.quoted(key.table))) DROP CONSTRAINT \(PostgresNames.quoted(name))"
        )
        contents.forget(foreignKey: name)
      }
    }

    /// Whether a key is of a table of pairs, in a store that does not say which it has.
    private func isFormerPairs(_ key: NamespaceContents.Part) -> Bool {
      contents.record?.isComplete != true && contents.columns[key.table]?.count == 2
    }

    /// Indexes and keys are called after their columns.
    mutating func renameParts(_ old: String, _ new: String, _ table: TableLayout) {
      let plain = PostgresNames.plain(table.name)
      for (name, part) in contents.indexes.sorted(by: { $0.key < $1.key })
      where part.table == plain && part.columns.contains(old) {
        let kind = part.suffix
        let columns = part.columns.map { $0 == old ? new : $0 }
        guard let next = Self.renamed(name, [plain] + part.columns + [kind], [plain] + columns + [kind]),
          contents.indexes[next] == nil
        else { continue }
        statements.append(
          "ALTER INDEX \(ddl.layout.helper(PostgresNames.quoted(name))) RENAME TO \(PostgresNames.quoted(next))")
        contents.rename(index: name, next, columns)
      }
      for (name, part) in contents.foreignKeys.sorted(by: { $0.key < $1.key })
      where part.table == plain && part.columns == [old] {
        guard let next = Self.renamed(name, [plain, old, "fkey"], [plain, new, "fkey"]),
          !contents.constraints.contains(next)
        else { continue }
        statements.append(
          "ALTER TABLE \(table.name) RENAME CONSTRAINT \(PostgresNames.quoted(name)) TO \(PostgresNames.quoted(next))")
        contents.rename(foreignKey: name, next, [new])
      }
    }

    /// A name made of other parts in the same way; `nil` for one that is not made of the old ones.
    private static func renamed(_ name: String, _ old: [String], _ new: [String]) -> String? {
      guard PostgresNames.isMade(name, of: old) else { return nil }
      return name == PostgresNames.derived(old) ? PostgresNames.derived(new) : PostgresNames.distinct(new)
    }

    /// Tables of the version before: those of a stage's, or those that the store says.
    private var formerTables: [String] {
      if let former { return (former.tables.map(\.name) + former.joinTables.map(\.name)).map(PostgresNames.plain) }
      guard let past else { return [] }
      return past.former.layout.entities.values.map(\.table) + past.former.pairs.map(\.table)
        + Array((past.former.layout.keptTables ?? [:]).values) + (past.former.layout.keptPairs ?? []).map(\.table)
    }

    /// Tables that an older version had, and the one before this has not: their rows would return otherwise.
    mutating func forgetFormerTables() throws {
      guard former != nil else { return }
      // Those too of models that no version of the plan has had so far.
      let known = Set(formerTables).union((past?.former.layout.entities ?? [:]).values.map(\.table))
        .union((past?.former.pairs ?? []).map(\.table))
      for table in ddl.layout.joinTables where !known.contains(PostgresNames.plain(table.name)) {
        try forget(
          table.name, entity: table.owner, looksLikeOne: { $0.count == 2 && $0.values.allSatisfy { $0 == "bigint" } })
      }
      for table in ddl.layout.tables where !known.contains(PostgresNames.plain(table.name)) {
        try forget(
          table.name, entity: table.root, looksLikeOne: { $0["pk"] == "bigint" && $0["opt"] == "integer" })
      }
    }

    private mutating func forget(
      _ name: String, entity: _Entity, looksLikeOne: ([String: String]) -> Bool
    ) throws {
      let plain = PostgresNames.plain(name)
      guard let columns = contents.columns[plain] else { return }
      let isKept: Bool
      if let record = past?.former.layout, record.isComplete {
        isKept =
          record.keptTables?.values.contains(plain) == true
          || record.keptPairs?.contains { $0.table == plain } == true
      } else {
        // A former version of this library has not noted what older models had.
        isKept = looksLikeOne(columns)
      }
      guard isKept else {
        throw SwiftDataError(
          .unknownDataStoreSchema, "The table \(plain) is there, but it is none of this store.", entity: entity.name,
          advice: "Rename the table or the model, or give the store a namespace of its own.")
      }
      statements.append("DROP TABLE \(name)")
      contents.forget(table: plain)
    }

    /// Drops columns that a table has no more.
    mutating func forgetFormerColumns(_ table: TableLayout) throws {
      let plain = PostgresNames.plain(table.name)
      guard former != nil, let known = contents.columns[plain] else { return }
      for column in table.columns {
        let name = PostgresNames.plain(column.name)
        guard known[name] != nil, !wasThere(name, table), isLeftover(name, table) else { continue }
        statements.append("ALTER TABLE \(table.name) DROP COLUMN \(column.name)")
        contents.forget(column: name, of: plain)
      }
    }

    /// Whether a column is one that an older version had. One that somebody has made by hand is left alone.
    func isLeftover(_ column: String, _ table: TableLayout) -> Bool {
      guard let record = past?.former.layout, record.isComplete, let kept = record.kept else { return true }
      let plain = PostgresNames.plain(table.name)
      return kept.values.contains { $0.values.contains { $0.table == plain && $0.column == column } }
    }

    /// Whether the version before has a column; any that is there, where changes are inferred.
    func wasThere(_ column: String, _ table: TableLayout) -> Bool {
      guard let former else { return true }
      if let before = former.tables.first(where: { $0.name == table.name }),
        before.columns.contains(where: { PostgresNames.plain($0.name) == column })
      {
        return true
      }
      let plain = PostgresNames.plain(table.name)
      return past?.former.places.values.contains {
        $0.values.contains { $0.table == plain && $0.column == column }
      } ?? false
    }
  }
#endif
