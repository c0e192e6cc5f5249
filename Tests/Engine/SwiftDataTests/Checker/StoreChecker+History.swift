// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  mutating func checkHistory() throws {
    guard try hasTable("ACHANGE"), try hasTable("ATRANSACTION"), try hasTable("ATRANSACTIONSTRING")
    else { return }
    let strings = try checkStrings()
    hasRecentHistory = try hasTable("OSD_RECENT_HISTORY")
    let transactions = try checkTransactions(strings)
    try checkChanges(transactions)
  }

  /// Reads a table of the history, and what waits for it in the library's own.
  private func rows(of table: String, _ recent: String) throws -> [Row] {
    let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY Z_PK")
    return hasRecentHistory ? rows + (try Row.fetchAll(database, sql: recent)) : rows
  }

  private mutating func header(_ row: Row, _ table: String, _ number: Int) {
    require(row.checkedNumber("Z_ENT") == number, table, row["Z_PK"], "Z_ENT is not \(number)")
    require((row["Z_OPT"] as DatabaseValue).isNull, table, row["Z_PK"], "Z_OPT is not NULL")
  }

  private mutating func checkStrings() throws -> Set<Int64> {
    let table = "ATRANSACTIONSTRING"
    var keys: Set<Int64> = []
    var names: Set<String> = []
    for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table)") {
      header(row, table, 16003)
      let key: Int64 = row["Z_PK"]
      keys.insert(key)
      guard let name = row.checkedText("ZNAME") else {
        report(table, key, "has no name")
        continue
      }
      require(names.insert(name).inserted, table, key, "“\(name)” is there twice")
    }
    return keys
  }

  private mutating func checkTransactions(_ strings: Set<Int64>) throws -> Set<Int64> {
    let table = "ATRANSACTION"
    var keys: Set<Int64> = []
    let latest = Date().timeIntervalSinceReferenceDate + 86_400
    let recent = """
      SELECT ZTRANSACTIONID AS Z_PK, 16002 AS Z_ENT, NULL AS Z_OPT, NULL AS ZAUTHOR, NULL AS ZBUNDLEID, \
      NULL AS ZCONTEXTNAME, NULL AS ZPROCESSID, ZAUTHORTS, ZBUNDLEIDTS, NULL AS ZCONTEXTNAMETS, ZPROCESSIDTS, \
      ZTIMESTAMP FROM OSD_RECENT_HISTORY \
      GROUP BY ZTRANSACTIONID, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP ORDER BY ZTRANSACTIONID
      """
    for row in try rows(of: table, recent) {
      header(row, table, 16002)
      let key: Int64 = row["Z_PK"]
      require(keys.insert(key).inserted, table, key, "is there twice")
      for column in ["ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID"] {
        require((row[column] as DatabaseValue).isNull, table, key, "\(column) is not NULL")
        let reference: DatabaseValue = row[column + "TS"]
        let leads =
          Int64.fromDatabaseValue(reference).map { strings.contains($0) } ?? reference.isNull
        require(leads, table, key, "\(column)TS leads to no string")
      }
      if case .double(let seconds) = (row["ZTIMESTAMP"] as DatabaseValue).storage,
        (0...latest).contains(seconds)
      {
        continue
      }
      report(table, key, "ZTIMESTAMP is \(row["ZTIMESTAMP"] as DatabaseValue)")
    }
    return keys
  }

  private mutating func checkChanges(_ transactions: Set<Int64>) throws {
    guard let model else { return }
    let table = "ACHANGE"
    var last: [String: [Int64: (type: Int, key: Int64)]] = [:]
    let recent = """
      SELECT Z_PK, 16001 AS Z_ENT, NULL AS Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS \
      FROM OSD_RECENT_HISTORY ORDER BY Z_PK
      """
    var keys: Set<Int64> = []
    for row in try rows(of: table, recent) {
      header(row, table, 16001)
      let key: Int64 = row["Z_PK"]
      require(keys.insert(key).inserted, table, key, "is there twice")
      require(
        transactions.contains(Int64(row.checkedNumber("ZTRANSACTIONID") ?? -1)), table, key,
        "has no transaction")
      let type = row.checkedNumber("ZCHANGETYPE") ?? -1
      require((0...2).contains(type), table, key, "ZCHANGETYPE is \(type)")
      let number = row.checkedNumber("ZENTITY") ?? 0
      guard let entity = model.entities.first(where: { $0.number == number }) else {
        if !options.contains(.isMigrated) { report(table, key, "ZENTITY is \(number)") }
        continue
      }
      let columns: DatabaseValue = row["ZCOLUMNS"]
      if case .blob(let bits) = columns.storage {
        require(type == 1, table, key, "ZCOLUMNS is set, yet it is no update")
        checkBits(bits, entity, key)
      } else {
        require(type != 1 && columns.isNull, table, key, "ZCOLUMNS is missing")
      }
      for (name, value) in row where name.hasPrefix("ZTOMBSTONE") && !value.isNull {
        require(type == 2, table, key, "\(name) is set, yet it is no deletion")
        let slots = entity.attributes.filter(\.isPreserved).flatMap(\.leaves).count
        let slot = Int(name.dropFirst("ZTOMBSTONE".count)) ?? 0
        require(slot < slots, table, key, "\(name) is set, yet \(entity.name) preserves \(slots)")
      }
      guard let root = model.root(entity.name)?.name, let of = row.checkedNumber("ZENTITYPK") else {
        report(table, key, "has no ZENTITYPK")
        continue
      }
      last[root, default: [:]][Int64(of)] = (type, key)
    }
    for (root, changes) in last where !options.contains(.isMigrated) {
      for (key, change) in changes {
        let exists = rows[root]?[key] != nil
        require(
          exists == (change.type != 2), table, change.key,
          exists ? "deletes a row that is there" : "leaves a row that is not there")
      }
    }
  }

  /// One bit for each column of the entity and each of its to-many relationships.
  private mutating func checkBits(_ bits: Data, _ entity: CheckerModel.Entity, _ key: Int64) {
    guard let model, !options.contains(.isMigrated) else { return }
    var count = entity.attributes.filter { !$0.isTransient }.flatMap(\.leaves).count
    for relationship in entity.relationships {
      count += 1
      if relationship.isToOne, model.family(relationship.destination).count > 1 { count += 1 }
    }
    for above in model.lineage(entity.name) { count += model.hiddenOwners(of: above).count }
    guard bits.count == (count + 7) / 8 else {
      return report("ACHANGE", key, "ZCOLUMNS has \(bits.count) bytes for \(count) columns")
    }
    let unused = bits.count * 8 - count
    require(
      (bits.last ?? 0) & UInt8((1 << unused) - 1) == 0, "ACHANGE", key,
      "ZCOLUMNS has bits beyond \(entity.name)'s \(count) columns")
    require(bits.contains { $0 != 0 }, "ACHANGE", key, "ZCOLUMNS has no bit")
  }
}
