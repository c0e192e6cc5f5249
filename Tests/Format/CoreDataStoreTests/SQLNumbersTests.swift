// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// Numbers in SQL text are those of the store, to the last bit.
@Suite struct SQLNumbersTests {
  @Test func numbersComeBackExactly() throws {
    let model = ManagedObjectModel(entities: [.make("Thing", [.make("value", .double)])])
    let store = try HandmadeStore(
      model, counters: ["Thing": 400],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE FLOAT)"
      ])
    // SQLite 3.40 reads the first two as their neighbours.
    var values = [
      617_162_445.153678, 617_610_631.175237, 0.1, -2.5, 5e-324, 2.2250738585072014e-308,
      1.7976931348623157e308, -1e22, .infinity, -.infinity,
    ]
    var state: UInt64 = 11
    while values.count < 400 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: state ^ state >> 29)
      if value.isFinite { values.append(value) }
    }
    let app = try App(store.url)
    for (index, value) in values.enumerated() { try app.bind(value, key: index + 1) }
    let collector = TextCollector()
    try SQLExport(try store.open()).write(to: collector)
    let copy = store.folder.url.appendingPathComponent("copy.store")
    let restored = try App(copy)
    try restored.execute(collector.text)
    #expect(try restored.reals("SELECT ZVALUE FROM ZTHING ORDER BY Z_PK") == values)
  }
}
