// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  static let bookkeeping = [
    "Z_PRIMARYKEY":
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "Z_METADATA":
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "Z_MODELCACHE": "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  mutating func checkFile() throws {
    func pragma(_ name: String) throws -> String {
      try String.fetchOne(database, sql: "PRAGMA \(name)") ?? ""
    }
    var expected = ["encoding": "UTF-8", "user_version": "0", "application_id": "0"]
    if options.contains(.isNew) || options.contains(.isMigrated) {
      expected["page_size"] = "4096"
      expected["auto_vacuum"] = "2"
    }
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      let found = try pragma(name)
      require(found == value, "file", "\(name) is \(found), not \(value)")
    }
    let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
    require(integrity == ["ok"], "file", "integrity_check: \(integrity.first ?? "")")
    let header = try FileHandle(forReadingFrom: url).read(upToCount: 48).map { [UInt8]($0) } ?? []
    if header.count == 48 {
      require(header[18] == 2 && header[19] == 2, "file", "the journal mode is not WAL")
      // Zero until the first checkpoint.
      require([0, 4].contains(header[47]), "file", "the schema format is not 4")
    }
    for row in try Row.fetchAll(
      database,
      sql: "SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 4) <> 'OSD_'")
    {
      let (type, name): (String, String) = (row[0], row[1])
      require(type == "table" || type == "index", name, "is a \(type)")
      let words = (row[2] as String? ?? "").uppercased()
      for clause in [" REFERENCES ", "FOREIGN KEY", " CHECK ", "CREATE VIRTUAL", "WITHOUT ROWID"] {
        require(!words.contains(clause), name, "has \(clause.trimmingCharacters(in: .whitespaces))")
      }
    }
  }

  mutating func checkBookkeeping() throws {
    for (name, text) in Self.bookkeeping.sorted(by: { $0.key < $1.key }) {
      let found = try self.text(name)
      require(found == text, name, "is \(found ?? "missing")")
    }
  }

  /// The numbers of entities and the counters of keys.
  mutating func checkNumbers() throws {
    guard try hasTable("Z_PRIMARYKEY") else { return }
    let rows = try Row.fetchAll(
      database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    let extra = [16001: "CHANGE", 16002: "TRANSACTION", 16003: "TRANSACTIONSTRING"]
    var numbered: Set<Int> = []
    for row in rows {
      guard let number = row.checkedNumber("Z_ENT"),
        let maximum = row.checkedNumber("Z_MAX").map(Int64.init)
      else {
        report("Z_PRIMARYKEY", row[0], "has no number")
        continue
      }
      let name = row.checkedText("Z_NAME") ?? ""
      numbered.insert(number)
      if let history = extra[number] {
        require(
          name == history && row.checkedNumber("Z_SUPER") == 0, "Z_PRIMARYKEY", row[0],
          "is \(name), not \(history)")
        try checkCounter("A" + history, maximum, number)
      } else if options.contains(.isMigrated), (15001..<16001).contains(number) {
        // An entity of an older schema, which no program of this one has.
        require(model?[name] == nil, "Z_PRIMARYKEY", row[0], "\(name) is an entity of the model")
      } else if number < 16000, let model {
        let entity = model.entities.first { $0.number == number }
        require(
          entity?.name == name, "Z_PRIMARYKEY", row[0], "is \(name), not \(entity?.name ?? "none")")
        let parent = entity?.superentity.flatMap { model[$0]?.number } ?? 0
        require(
          row.checkedNumber("Z_SUPER") == parent, "Z_PRIMARYKEY", row[0], "Z_SUPER is not \(parent)"
        )
        if parent != 0 {
          require(maximum == 0, "Z_PRIMARYKEY", row[0], "Z_MAX of a subentity is not 0")
        } else {
          try checkCounter("Z" + name.uppercased(), maximum, number)
        }
      }
    }
    for entity in model?.entities ?? [] {
      require(numbered.contains(entity.number), "Z_PRIMARYKEY", "\(entity.name) is missing")
    }
    for (number, name) in extra.sorted(by: { $0.key < $1.key }) where try hasTable("A" + name) {
      let hasRows =
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM A\(name))") ?? false
      require(!hasRows || numbered.contains(number), "Z_PRIMARYKEY", "\(number) is missing")
    }
  }

  private mutating func checkCounter(_ table: String, _ maximum: Int64, _ number: Int) throws {
    guard try hasTable(table) else { return }
    let highest = try Int64.fetchOne(database, sql: "SELECT max(Z_PK) FROM \(table)") ?? 0
    require(
      maximum >= highest, "Z_PRIMARYKEY", Int64(number), "Z_MAX \(maximum) is below \(highest)")
  }
}
