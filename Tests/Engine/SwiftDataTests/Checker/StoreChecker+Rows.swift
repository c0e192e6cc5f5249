// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  mutating func checkRows() throws {
    guard let model else { return }
    for table in tables where try hasTable(table.name) {
      for row in try Row.checkedRows(database, table.name) {
        rows[table.root.name, default: [:]][row["Z_PK"]] = row.checkedNumber("Z_ENT") ?? 0
      }
    }
    for table in tables where try hasTable(table.name) {
      let members = Dictionary(
        model.family(table.root.name).map { ($0.number, $0) },
        uniquingKeysWith: { first, _ in first })
      for row in try Row.checkedRows(database, table.name) {
        let key: Int64 = row["Z_PK"]
        guard let entity = members[row.checkedNumber("Z_ENT") ?? 0] else {
          report(table.name, key, "Z_ENT is no entity of the table")
          continue
        }
        require(!entity.isAbstract, table.name, key, "is of an abstract entity")
        require((row.checkedNumber("Z_OPT") ?? 0) >= 1, table.name, key, "Z_OPT is below 1")
        let lineage = Set(model.lineage(entity.name).map(\.name))
        for column in table.columns {
          guard row.hasColumn(column.name) else { continue }
          let value: DatabaseValue = row[column.name]
          guard lineage.contains(column.entity.name) else {
            require(value.isNull, table.name, key, "\(column.name) belongs to another entity")
            continue
          }
          check(value, column, row, table, key)
        }
      }
    }
    try checkOneToOne()
  }

  private mutating func check(
    _ value: DatabaseValue, _ column: CheckerTable.Column, _ row: Row, _ table: CheckerTable,
    _ key: Int64
  ) {
    guard let model else { return }
    func fail(_ problem: String, _ checker: inout StoreChecker) {
      checker.report(table.name, key, "\(column.name) \(problem)")
    }
    switch column.content {
    case .attribute(let attribute, let isRequired):
      if value.isNull {
        if isRequired { fail("is NULL", &self) }
      } else if let problem = problem(of: value, as: attribute) {
        fail(problem, &self)
      }
    case .key(let relationship):
      guard !value.isNull else { return }
      if target(value, relationship.destination) == nil { fail("leads to no row", &self) }
    case .hiddenKey(let owner, _):
      guard !value.isNull else { return }
      if target(value, owner.name) == nil { fail("leads to no row", &self) }
    case .entityOf(let keyColumn):
      let target: DatabaseValue = row[keyColumn]
      guard case .int64(let other) = target.storage else {
        if !value.isNull { fail("is set without a key", &self) }
        return
      }
      let relationship = table.columns.first { $0.name == keyColumn }.flatMap { found in
        if case .key(let relationship) = found.content { relationship } else { nil }
      }
      let root = relationship.flatMap { model.root($0.destination)?.name } ?? ""
      let entity = rows[root]?[other].map { Int64($0) }
      if Int64.fromDatabaseValue(value) != entity { fail("is not the entity of the row", &self) }
    case .order:
      if !value.isNull, Int64.fromDatabaseValue(value) == nil { fail("is no number", &self) }
    }
  }

  /// The entity of the row that a key leads to, if it is one that it may have.
  func target(_ value: DatabaseValue, _ destination: String) -> Int? {
    guard let model, case .int64(let key) = value.storage, let root = model.root(destination),
      let number = rows[root.name]?[key],
      model.family(destination).contains(where: { $0.number == number })
    else { return nil }
    return number
  }

  /// Both sides of a one-to-one relationship have a column.
  private mutating func checkOneToOne() throws {
    guard let model else { return }
    for table in tables {
      for column in table.columns {
        guard case .key(let relationship) = column.content,
          let inverse = model.inverse(relationship), inverse.isToOne,
          let root = model.root(relationship.destination),
          let other = tables.first(where: { $0.name == "Z" + root.name.uppercased() }),
          let back = other.columns.first(where: { candidate in
            guard case .key(let its) = candidate.content else { return false }
            return its.name == inverse.name && its.inverse == relationship.name
          })
        else { continue }
        guard
          try [(table.name, column.name), (other.name, back.name)].allSatisfy({ table, column in
            try database.columns(in: table).contains { $0.name == column }
          })
        else { continue }
        let keys = try Int64.fetchAll(
          database,
          sql: """
            SELECT a.Z_PK FROM \(table.name) a JOIN \(other.name) b ON b.Z_PK = a.\(column.name)
            WHERE b.\(back.name) IS NOT a.Z_PK
            """)
        for key in keys {
          report(table.name, key, "\(column.name) is not answered by \(back.name)")
        }
      }
    }
  }

  mutating func checkJoins() throws {
    guard let model else { return }
    for table in joinTables where try hasTable(table.name) {
      for row in try Row.checkedRows(database, table.name) {
        for column in table.columns {
          guard row.hasColumn(column.name) else { continue }
          let key: DatabaseValue = row[column.name]
          require(
            target(key, column.entity.name) != nil, table.name, row["rowid"],
            "\(column.name) leads to no row of \(model[column.entity.name]?.name ?? "")")
        }
      }
    }
  }
}
