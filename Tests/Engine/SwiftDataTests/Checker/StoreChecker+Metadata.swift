// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension StoreChecker {
  mutating func checkMetadata() throws {
    let table = "Z_METADATA"
    guard try hasTable(table) else { return }
    let rows = try Row.fetchAll(database, sql: "SELECT Z_VERSION, Z_UUID, Z_PLIST FROM Z_METADATA")
    guard rows.count == 1, let row = rows.first else {
      return report(table, "has \(rows.count) rows")
    }
    require(row.checkedNumber("Z_VERSION") == 1, table, "Z_VERSION is not 1")
    let uuid = row.checkedText("Z_UUID") ?? ""
    require(UUID(uuidString: uuid)?.uuidString == uuid, table, "Z_UUID is \(uuid)")
    guard let data = row.checkedData("Z_PLIST"), data.starts(with: Data("bplist00".utf8)),
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        as? [String: Any]
    else { return report(table, "Z_PLIST is no binary dictionary") }
    func expect(_ key: String, _ value: String) {
      require(list[key] as? String == value, table, "\(key) is \(list[key] ?? "missing")")
    }
    expect("NSStoreType", "SQLite")
    expect("_NSAutoVacuumLevel", "2")
    let version = list["NSPersistenceFrameworkVersion"] as? Int ?? 0
    require((241...9999).contains(version), table, "NSPersistenceFrameworkVersion is \(version)")
    if let most = list["NSPersistenceMaximumFrameworkVersion"] {
      require(most as? Int == version, table, "NSPersistenceMaximumFrameworkVersion is \(most)")
    } else {
      require(version < 1518, table, "NSPersistenceMaximumFrameworkVersion is missing")
    }
    require(
      list["NSStoreModelVersionHashesVersion"] as? Int == 3, table,
      "NSStoreModelVersionHashesVersion is not 3")
    let identifiers = list["NSStoreModelVersionIdentifiers"] as? [String]
    require(identifiers?.isEmpty == false, table, "NSStoreModelVersionIdentifiers is missing")
    let hashes = list["NSStoreModelVersionHashes"] as? [String: Data]
    require(hashes != nil, table, "NSStoreModelVersionHashes is missing")
    guard let model else { return }
    for entity in model.entities {
      require(
        hashes?[entity.name] == model.hash(entity), table,
        "the hash of \(entity.name) is not its model's")
    }
    for name in hashes?.keys.sorted() ?? [] where model[name] == nil {
      report(table, "the hash of \(name) belongs to no entity")
    }
    if version >= 977 { expect("NSStoreModelVersionHashesDigest", model.digest) }
    if version >= 1327 { expect("NSStoreModelVersionChecksumKey", model.checksum) }
  }
}
