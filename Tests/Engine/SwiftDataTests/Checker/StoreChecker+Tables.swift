// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  mutating func checkTables() throws {
    guard let model else { return }
    var found: [String: String] = [:]
    for row in try Row.fetchAll(
      database, sql: "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    {
      found[row[0]] = row[1]
    }
    tables = model.entities.filter { $0.superentity == nil }.map { CheckerTable($0, model) }
    joinTables = CheckerJoinTable.all(model) { found[$0] != nil }
    var expected: [String: String] = Self.bookkeeping
    for table in tables {
      expected[table.name] = table.createText
      expected.merge(table.indexes(model)) { $1 }
    }
    for table in joinTables {
      expected[table.name] = table.createText
      expected[table.indexName] = table.indexText
    }
    expected.merge(Self.historyTexts(found["ACHANGE"])) { $1 }
    for (name, text) in expected.sorted(by: { $0.key < $1.key }) {
      guard let other = found[name] else {
        // A store that has never kept history lacks all of its tables.
        if Self.isHistory(name), found["ACHANGE"] == nil { continue }
        report(name, "is missing")
        continue
      }
      if Self.bookkeeping[name] != nil { continue }
      // What ALTER TABLE adds stands after a blank more.
      let isAltered = options.contains(.isMigrated) || text.contains("ZTOMBSTONE")
      let isSame =
        isAltered ? Self.clauses(other).isSuperset(of: Self.clauses(text)) : other == text
      require(isSame, name, "is \(other), not \(text)")
    }
    for name in found.keys.sorted() where expected[name] == nil {
      // What Apple makes of a spatial index is not known.
      let isSpatial = model.entities.contains { entity in
        entity.indexes.contains { description in
          name == "Z_\(entity.name)_\(description.name)"
            && description.elements.contains { $0.type != 0 }
        }
      }
      let isKnown =
        isSpatial || name.hasPrefix("OSD_") || name.hasPrefix("sqlite_") || name.hasPrefix("ANSCK")
      require(isKnown, name, "is unexpected: \(found[name] ?? "")")
    }
  }

  private static func isHistory(_ name: String) -> Bool {
    name.hasPrefix("ACHANGE") || name.hasPrefix("ATRANSACTION") || name.hasPrefix("Z_TRANSACTION")
  }

  /// A statement's parts without their order: migrations append columns and
  /// leave those that nothing uses any more.
  private static func clauses(_ text: String) -> Set<String> {
    Set(
      // SQLite puts the new name of a table in quotes.
      text.replacingOccurrences(of: "( ", with: "(, ").replacingOccurrences(of: ")", with: "")
        .replacingOccurrences(of: "\"", with: "").components(separatedBy: ", ").map {
          $0.trimmingCharacters(in: .whitespaces)
        })
  }

  private static func historyTexts(_ change: String?) -> [String: String] {
    let header = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
    var texts: [String: String] = [:]
    func index(_ name: String, _ table: String, _ column: String, _ unique: String = "") {
      texts[name] = "CREATE \(unique)INDEX \(name) ON \(table) (\(column))"
    }
    // Added when first needed.
    let present = change.map { $0.components(separatedBy: ", ZTOMBSTONE").count - 1 } ?? 0
    let tombstones = (0..<present).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
    texts["ACHANGE"] =
      "CREATE TABLE ACHANGE ( \(header), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
      + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )"
    texts["ATRANSACTION"] =
      "CREATE TABLE ATRANSACTION ( \(header), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, "
      + "ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
      + "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )"
    texts["ATRANSACTIONSTRING"] = "CREATE TABLE ATRANSACTIONSTRING ( \(header), ZNAME VARCHAR )"
    index("ACHANGE_ZTRANSACTIONID_INDEX", "ACHANGE", "ZTRANSACTIONID")
    for column in ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"] {
      index("ATRANSACTION_\(column)_INDEX", "ATRANSACTION", column)
    }
    let order = "COLLATE BINARY ASC"
    index("Z_TRANSACTION_TransactionAuthorIndex", "ATRANSACTION", "ZAUTHOR \(order)")
    index("Z_TRANSACTION_TransactionTimestampIndex", "ATRANSACTION", "ZTIMESTAMP \(order)")
    index("Z_TRANSACTIONSTRING_UNIQUE_NAME", "ATRANSACTIONSTRING", "ZNAME \(order)", "UNIQUE ")
    return texts
  }
}
