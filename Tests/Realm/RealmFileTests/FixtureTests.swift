// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmFile
import SharedFixtures
import Testing

/// Whole files of Realm's SDKs.
@Suite(.enabled(if: Fixtures.isThere, Fixtures.note))
struct FixtureTests {
  @Test func thereIsAnEntryForEachFile() throws {
    #expect(Fixtures.entries.count >= 36)
    #expect(
      Set(Fixtures.entries.map(\.file)) == Set(SharedFixtures.allRealms.map(\.lastPathComponent)))
  }

  @Test(arguments: Fixtures.entries)
  func allIsRead(_ entry: Fixtures.Entry) throws {
    let file = try entry.open()
    #expect(file.schema.format == entry.format)
    #expect(file.isEncrypted == entry.isEncrypted)
    let counts = Dictionary(uniqueKeysWithValues: file.tables.map { ($0.type.tableName, $0.count) })
    #expect(counts == entry.counts)
    for table in file.tables {
      var count = 0
      var keys: Set<RealmObjectKey> = []
      let rows = table.rows()
      while let row = try rows.next() {
        let values = try row.values()
        #expect(values.count == table.type.properties.count)
        #expect(keys.insert(row.key).inserted)
        for (property, value) in zip(table.type.properties, values) {
          #expect(value.fits(property), "\(table.name).\(property.name): \(value)")
        }
        // Random access finds the same object.
        if count % 7 == 0 {
          let again = try #require(try table.row(row.key))
          #expect(try again.values() == values)
        }
        count += 1
      }
      #expect(count == table.count, "\(table.name)")
      #expect(try table.row(RealmObjectKey(Int64.max - 1)) == nil)
    }
    try file.checkUnchanged()
  }

  @Test(arguments: Fixtures.entries)
  func linksEqualBacklinks(_ entry: Fixtures.Entry) throws {
    let comparison = try LinkComparison(entry.open())
    #expect(comparison.differences == [])
  }

  @Test func thereAreLinksToCompare() throws {
    var total = 0
    for entry in Fixtures.entries { total += try LinkComparison(entry.open()).count }
    #expect(total > 1000)
  }

  @Test(arguments: Fixtures.entries)
  func primaryKeysAreUnique(_ entry: Fixtures.Entry) throws {
    let file = try entry.open()
    for table in file.tables {
      guard let name = table.type.primaryKey else { continue }
      var values: Set<RealmValue> = []
      let rows = table.rows()
      while let row = try rows.next() {
        let value = try row[name]
        #expect(values.insert(value).inserted, "\(table.name).\(name): \(value)")
      }
    }
  }

  @Test(arguments: Fixtures.entries)
  func theFileIsNotChanged(_ entry: Fixtures.Entry) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("copy.realm", Data(contentsOf: entry.url()))
    let before = try Data(contentsOf: url)
    let file = try RealmFile(url: url, key: entry.realmKey())
    for table in file.tables {
      let rows = table.rows()
      while let row = try rows.next() { _ = try row.values() }
    }
    #expect(try Data(contentsOf: url) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["copy.realm"])
  }
}

extension RealmValue {
  /// Whether it is of the type that a property has.
  func fits(_ property: RealmProperty) -> Bool {
    switch (self, property.collection) {
    case (.list(let values), .list?), (.set(let values), .set?):
      values.allSatisfy { $0.fits(property.type, property.isOptional) }
    case (.dictionary(let entries), .dictionary?):
      entries.allSatisfy { $0.value.fits(property.type, property.isOptional) }
    case (_, nil): fits(property.type, property.isOptional)
    default: false
    }
  }

  private func fits(_ type: RealmProperty.ValueType, _ isOptional: Bool) -> Bool {
    switch (self, type) {
    case (.null, _): isOptional || type == .mixed
    case (.int, .int), (.bool, .bool), (.string, .string), (.data, .data), (.uuid, .uuid),
      (.timestamp, .timestamp), (.float, .float), (.double, .double), (.decimal, .decimal),
      (.objectID, .objectID), (.link, .link), (_, .mixed):
      true
    default: false
    }
  }
}
