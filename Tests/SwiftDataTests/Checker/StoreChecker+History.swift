import Foundation
import GRDB

extension StoreChecker {
  mutating func checkHistory() throws {
    guard try hasTable("ACHANGE"), try hasTable("ATRANSACTION"), try hasTable("ATRANSACTIONSTRING")
    else { return }
    let strings = try checkStrings()
    let transactions = try checkTransactions(strings)
    try checkChanges(transactions)
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
    for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table)") {
      header(row, table, 16002)
      let key: Int64 = row["Z_PK"]
      keys.insert(key)
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
    for row in try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY Z_PK") {
      header(row, table, 16001)
      let key: Int64 = row["Z_PK"]
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
