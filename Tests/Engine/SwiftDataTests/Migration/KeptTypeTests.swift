// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// What a store keeps of a removed attribute returns as what it was, or not at all.
@Suite struct KeptTypeTests {
  enum Full {
    struct Point: Codable { var x: Int = 1; var y: Int = 2 }
    @Model final class Item {
      var name = ""
      @Attribute(.externalStorage) var scan: Data?
      var plain: Data?
      var stamp = 5
      var place: Point = Point()
      init(name: String) { self.name = name }
    }
  }
  enum Bare {
    struct Point: Codable { var x: Int = 1 }
    @Model final class Item {
      var name = ""
      var place: Point = Point()
      init(name: String) { self.name = name }
    }
  }
  enum Without { @Model final class Item { var name = ""; init(name: String) { self.name = name } } }
  enum More {
    struct Point: Codable { var first: Int = 7; var x: Int = 1; var y: Int = 2; var z: Int = 3 }
    @Model final class Item {
      var name = ""
      var place: Point = Point()
      init(name: String) { self.name = name }
    }
  }
  enum Empty { @Model final class Anchor { var name = ""; init() {} } }
  /// Each of the bytes is stored as the other was.
  enum Swapped {
    @Model final class Item {
      var name = ""
      var scan: Data?
      @Attribute(.externalStorage) var plain: Data?
      init() {}
    }
  }
  enum Inside { @Model final class Item { var name = ""; var scan: Data?; init() {} } }
  enum Outside {
    @Model final class Item { var name = ""; @Attribute(.externalStorage) var plain: Data?; init() {} }
  }
  enum Dates {
    @Model final class Item { var stamp = Date(timeIntervalSinceReferenceDate: 0); init() {} }
  }
  enum Small { @Model final class Item { var stamp: Int8 = 0; init() {} } }
  enum Timed {
    struct Point: Codable { var x: Int = 1; var y = Date(timeIntervalSinceReferenceDate: 0) }
    @Model final class Item { var place: Point = Point(); init() {} }
  }

  private let folder: TestFolder
  private let large = Data(repeating: 3, count: 200_000)

  init() throws {
    folder = try TestFolder()
    let context = try migrated([Full.Item.self], folder.file())
    for (name, scan) in [("a", Data([7, 8])), ("b", large)] {
      let item = Full.Item(name: name)
      (item.scan, item.plain, item.stamp) = (scan, scan, 500)
      context.insert(item)
    }
    try context.save()
  }

  private func remove() throws { _ = try migrated([Bare.Item.self], folder.file()) }

  private func expectRefusal(
    of property: String, _ types: [any PersistentModel.Type],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try StagedErrorTests.dump(folder.file())
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema, sourceLocation: sourceLocation) {
      _ = try migrated(types, folder.file())
    }
    #expect(error?.property == property, "\(String(describing: error))", sourceLocation: sourceLocation)
    let after = try StagedErrorTests.dump(folder.file())
    #expect(
      after.differences(from: before).isEmpty && after.schema == before.schema, sourceLocation: sourceLocation)
  }

  @Test(arguments: [false, true]) func bytesMoveToWhereTheyAreStoredNow(withTheirClass: Bool) throws {
    if withTheirClass { _ = try migrated([Empty.Anchor.self], folder.file()) } else { try remove() }
    let context = try migrated([Swapped.Item.self], folder.file())
    let items = try context.fetch(FetchDescriptor<Swapped.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.scan) == [Data([7, 8]), large])
    #expect(items.map(\.plain) == [Data([7, 8]), large])
  }

  @Test(arguments: [false, true]) func anotherTypeIsRefused(withTheirClass: Bool) throws {
    if withTheirClass { _ = try migrated([Empty.Anchor.self], folder.file()) } else { try remove() }
    try expectRefusal(of: "stamp", [Dates.Item.self])
    try expectRefusal(of: "stamp", [Small.Item.self])
    try expectRefusal(of: "place.y", [Timed.Item.self])
    let context = try migrated([Full.Item.self], folder.file())
    #expect(try context.fetch(FetchDescriptor<Full.Item>()).map(\.stamp) == [500, 500])
  }

  /// A row that was made meanwhile has no part of the struct; the others lack those that are new.
  @Test func aStructReturnsWithMoreFields() throws {
    do {
      let context = try migrated([Full.Item.self], folder.file())
      for item in try context.fetch(FetchDescriptor<Full.Item>()) { item.place = Full.Point(x: 10, y: 20) }
      try context.save()
    }
    do {
      let context = try migrated([Without.Item.self], folder.file())
      context.insert(Without.Item(name: "c"))
      try context.save()
    }
    let context = try migrated([More.Item.self], folder.file())
    let items = try context.fetch(FetchDescriptor<More.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(
      items.map { [$0.place.first, $0.place.x, $0.place.y, $0.place.z] } == [
        [7, 10, 20, 3], [7, 10, 20, 3], [7, 1, 2, 3],
      ])
  }

  /// What an attribute was is noted through versions that have nothing to do with it.
  @Test func theNoteOutlastsOtherChanges() throws {
    try remove()
    _ = try migrated([Empty.Anchor.self], folder.file())
    try remove()
    try expectRefusal(of: "stamp", [Dates.Item.self])
  }

  /// As a version of this library left a store that noted columns only.
  private func dropNote() throws {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    try queue.write { database in
      let plist = try #require(try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"))
      var metadata = try #require(
        try PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: Any])
      #expect(metadata.removeValue(forKey: "OpenSwiftDataKeptAttributes") != nil)
      let data = try PropertyListSerialization.data(fromPropertyList: metadata, format: .binary, options: 0)
      try database.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [data])
    }
  }

  @Test func withoutANoteOnlyWhatIsSureReturns() throws {
    try remove()
    try dropNote()
    try expectRefusal(of: "stamp", [Dates.Item.self])
    try expectRefusal(of: "scan", [Inside.Item.self])
    try expectRefusal(of: "plain", [Outside.Item.self])
    let context = try migrated([Full.Item.self], folder.file())
    let items = try context.fetch(FetchDescriptor<Full.Item>(sortBy: [SortDescriptor(\.name)]))
    #expect(items.map(\.scan) == [Data([7, 8]), large] && items.map(\.plain) == [Data([7, 8]), large])
    #expect(items.map(\.stamp) == [500, 500])
  }

  enum Below {
    @Model class Owner { var name = ""; init() {} }
    @Model final class Person: Owner {
      var age = 0
      override init() { super.init() }
    }
  }
  enum Above {
    @Model class Owner { var name = ""; var age: Int8 = 1; init() {} }
    @Model final class Person: Owner { override init() { super.init() } }
  }

  @Test(arguments: [100, 500]) func valuesThatMoveToAnotherClassAreLookedAt(age: Int) throws {
    let folder = try TestFolder()
    do {
      let context = try migrated([Below.Owner.self, Below.Person.self], folder.file())
      let person = Below.Person()
      person.age = age
      context.insert(person)
      try context.save()
    }
    guard age == 100 else {
      #expect(throws: SwiftDataError.unknownDataStoreSchema) {
        _ = try migrated([Above.Owner.self, Above.Person.self], folder.file())
      }
      return
    }
    let context = try migrated([Above.Owner.self, Above.Person.self], folder.file())
    #expect(try context.fetch(FetchDescriptor<Above.Person>()).map(\.age) == [100])
  }
}
