// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Values that another type, a required attribute or a changed struct would
/// lose.
@Suite struct ValueMigrationTests {
  enum Wide {
    @Model final class Item { var value: Int; init(_ value: Int) { self.value = value } }
  }
  enum Narrow { @Model final class Item { var value: Int8; init() { value = 0 } } }
  enum Unsigned { @Model final class Item { var value: UInt16; init() { value = 0 } } }
  enum Real {
    @Model final class Item { var value: Double; init(_ value: Double) { self.value = value } }
  }
  enum Single { @Model final class Item { var value: Float; init() { value = 0 } } }
  enum Exact {
    @Model final class Item { var value: Decimal; init(_ value: Decimal) { self.value = value } }
  }
  enum Text {
    @Model final class Item { var value: String; init(_ value: String) { self.value = value } }
  }
  enum Link {
    @Model final class Item { var value: URL; init(_ value: URL) { self.value = value } }
  }
  enum Suit: String, Codable { case hearts, spades }
  enum Cards { @Model final class Item { var value: Suit; init() { value = .hearts } } }
  enum Rank: Int, Codable { case one = 1, two }
  enum Ranks { @Model final class Item { var value: Rank; init() { value = .one } } }

  private func change<Old: PersistentModel, New: PersistentModel>(
    _ values: [Old], _ new: New.Type
  ) throws -> [New]? {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Old.self))
      for value in values { context.insert(value) }
      try context.save()
    }
    let before = try StagedErrorTests.dump(folder.file())
    do {
      let context = ModelContext(try folder.container(New.self))
      return try context.fetch(FetchDescriptor<New>(sortBy: [SortDescriptor(\.persistentModelID)]))
    } catch let error as SwiftDataError where error == .unknownDataStoreSchema {
      #expect(error.property?.hasPrefix("value") == true && error.file != nil, "\(error)")
      let after = try StagedErrorTests.dump(folder.file())
      #expect(after.differences(from: before).isEmpty && after.schema == before.schema)
      return nil
    }
  }

  @Test func numbersThatFitAreKept() throws {
    let small = [-128, 0, 127].map { Wide.Item($0) }
    #expect(try change(small, Narrow.Item.self)?.map(\.value) == [-128, 0, 127])
    let positive = [0, 65535].map { Wide.Item($0) }
    #expect(try change(positive, Unsigned.Item.self)?.map(\.value) == [0, 65535])
    #expect(try change([Wide.Item(1 << 53)], Real.Item.self)?.map(\.value) == [0x1p53])
    #expect(try change([Real.Item(0.5)], Single.Item.self)?.map(\.value) == [0.5])
    #expect(
      try change([Real.Item(0.1)], Exact.Item.self)?.map(\.value) == [Decimal(string: "0.1")!])
    let tenth = Decimal(string: "0.1")!
    #expect(
      try change([Exact.Item(tenth), Exact.Item(7)], Real.Item.self)?.map(\.value) == [0.1, 7])
    // The column holds the nearest double already.
    #expect(
      try change([Exact.Item(Decimal(1) / 3)], Real.Item.self)?.map(\.value) == [1.0 / 3])
  }

  @Test func numbersThatDoNotFitAreRefused() throws {
    #expect(try change([Wide.Item(1), Wide.Item(128)], Narrow.Item.self) == nil)
    #expect(try change([Wide.Item(-1)], Unsigned.Item.self) == nil)
    #expect(try change([Wide.Item(70_000)], Unsigned.Item.self) == nil)
    #expect(try change([Wide.Item(1 << 53 + 1)], Real.Item.self) == nil)
    #expect(try change([Wide.Item(1 << 24 + 1)], Single.Item.self) == nil)
    #expect(try change([Real.Item(0.1)], Single.Item.self) == nil)
    #expect(try change([Real.Item(.infinity)], Exact.Item.self) == nil)
    #expect(try change([Exact.Item(Decimal(1) / 3)], Single.Item.self) == nil)
  }

  @Test func rawValuesAndAddressesAreLookedAt() throws {
    #expect(try change([Text.Item("spades")], Cards.Item.self)?.map(\.value) == [.spades])
    #expect(try change([Text.Item("spades"), Text.Item("clubs")], Cards.Item.self) == nil)
    #expect(try change([Wide.Item(2)], Ranks.Item.self)?.map(\.value) == [.two])
    #expect(try change([Wide.Item(3)], Ranks.Item.self) == nil)
    let address = "https://example.org/a"
    #expect(
      try change([Text.Item(address)], Link.Item.self)?.map(\.value.absoluteString) == [address])
    #expect(try change([Text.Item("")], Link.Item.self) == nil)
  }

  enum Short {
    @Model final class Item { var value: Int16; init(_ value: Int16) { self.value = value } }
  }
  enum Byte {
    @Model final class Item {
      var value: UInt8
      init() { value = 0 }
    }
  }

  /// Core Data has one type for both: the store is not migrated.
  @Test func numbersOfOneColumnTypeAreReadRightOrNot() throws {
    #expect(
      try change([Short.Item(0), Short.Item(255)], Byte.Item.self)?.map(\.value) == [0, 255])
    for number: Int16 in [-1, 256] {
      #expect(throws: SwiftDataError.storeIsCorrupted) {
        try change([Short.Item(number)], Byte.Item.self)
      }
    }
  }

  // MARK: Arrays

  enum Words {
    @Model final class Item { var value: [String]; init(_ value: [String]) { self.value = value } }
  }
  enum Lists {
    @Model final class Item { var value: [Int]; init(_ value: [Int]) { self.value = value } }
  }
  enum Choices {
    @Model final class Item { var value: Set<Int>?; init() {} }
  }
  enum NamedLists {
    @Model final class Item {
      var value: [Int]
      var name: String = "new"
      init() { value = [] }
    }
  }
  enum Outside {
    @Model final class Item {
      @Attribute(.externalStorage) var value: [String]
      init(_ value: [String]) { self.value = value }
    }
  }
  enum OutsideLists {
    @Model final class Item {
      @Attribute(.externalStorage) var value: [Int]
      init() { value = [] }
    }
  }

  /// The version hashes are the same: they say nothing of the elements.
  @Test func elementsAreLookedAt() throws {
    #expect(try change([Words.Item([]), Words.Item(["a"])], Lists.Item.self) == nil)
    #expect(try change([Words.Item([])], Lists.Item.self)?.map(\.value) == [[]])
    #expect(try change([Words.Item](), Lists.Item.self)?.isEmpty == true)
    #expect(try change([Lists.Item([1, 2])], Choices.Item.self)?.first?.value == Set([1, 2]))
    #expect(try change([Words.Item(["a"])], NamedLists.Item.self) == nil)
    #expect(try change([Lists.Item([1])], NamedLists.Item.self)?.map(\.value) == [[1]])
  }

  @Test func elementsInFilesAreLookedAt() throws {
    let large = Array(repeating: "word", count: 100_000)
    #expect(try change([Outside.Item(large)], OutsideLists.Item.self) == nil)
    #expect(try change([Outside.Item(["a"])], OutsideLists.Item.self) == nil)
    #expect(try change([Outside.Item([])], OutsideLists.Item.self)?.map(\.value) == [[]])
  }

  /// Once all values have been found to fit, the store says so.
  @Test func whatFitsIsLookedAtOnce() throws {
    let folder = try TestFolder()
    do {
      let context = ModelContext(try folder.container(Words.Item.self))
      context.insert(Words.Item([]))
      try context.save()
    }
    for value in [[], [7]] {
      let context = ModelContext(try folder.container(Lists.Item.self))
      let item = try #require(try context.fetch(FetchDescriptor<Lists.Item>()).first)
      #expect(item.value == value)
      item.value = [7]
      try context.save()
    }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      _ = try folder.container(Words.Item.self)
    }
    #expect(error?.explanation.contains("Array<Int>") == true)
  }

  // MARK: Required values

  enum Loose {
    @Model final class Item { var value: String?; init(_ value: String?) { self.value = value } }
  }
  enum Defaulted { @Model final class Item { var value: String = "none"; init() {} } }
  enum Chosen {
    @Model final class Item { var value: Suit?; init(_ value: Suit?) { self.value = value } }
  }
  enum ChosenDefault { @Model final class Item { var value: Suit = Suit.spades; init() {} } }

  @Test func whatWasNilGetsTheDefault() throws {
    let items = [Loose.Item("a"), Loose.Item(nil), Loose.Item("")]
    #expect(try change(items, Defaulted.Item.self)?.map(\.value) == ["a", "none", ""])
    let suits = [Chosen.Item(.hearts), Chosen.Item(nil)]
    #expect(try change(suits, ChosenDefault.Item.self)?.map(\.value) == [.hearts, .spades])
  }

  @Test func withoutADefaultNilIsRefused() throws {
    #expect(try change([Loose.Item("a"), Loose.Item(nil)], Text.Item.self) == nil)
    #expect(try change([Loose.Item("a")], Text.Item.self)?.map(\.value) == ["a"])
    #expect(try change([Chosen.Item(nil)], Cards.Item.self) == nil)
    #expect(try change([Chosen.Item(.spades)], Cards.Item.self)?.map(\.value) == [.spades])
  }

  // MARK: Structs and enums without raw values

  enum Plane {
    struct Point: Codable, Equatable { var x: Int; var y: Int }
    @Model final class Item {
      var value: Point = Point(x: 0, y: 0)
      var spare: Point?
      init(_ x: Int, _ y: Int) { value = Point(x: x, y: y) }
    }
  }
  enum Space {
    struct Point: Codable, Equatable { var x: Int; var y: Int; var z: Int; var name: String? }
    @Model final class Item {
      var value: Point = Point(x: 1, y: 2, z: 3, name: "origin")
      var spare: Point?
      init() {}
    }
  }
  enum Bare {
    struct Point: Codable, Equatable { var x: Int; var y: Int; var z: Int }
    @Model final class Item {
      var value: Point
      var spare: Point?
      init() { value = Point(x: 0, y: 0, z: 0) }
    }
  }
  enum Tight {
    struct Point: Codable, Equatable { var x: Int8; var y: Int }
    @Model final class Item {
      var value: Point = Point(x: 0, y: 0)
      var spare: Point?
      init() {}
    }
  }
  enum Timed {
    struct Point: Codable, Equatable { var x: Date; var y: Int }
    @Model final class Item {
      var value: Point = Point(x: .distantPast, y: 0)
      var spare: Point?
      init() {}
    }
  }

  @Test func aFieldMoreLeavesTheOthers() throws {
    let items = try #require(try change([Plane.Item(7, 8)], Space.Item.self))
    #expect(items.map(\.value) == [Space.Point(x: 7, y: 8, z: 3, name: nil)])
    #expect(items.map(\.spare) == [nil])
    // Nothing says what the third one is.
    #expect(try change([Plane.Item(7, 8)], Bare.Item.self) == nil)
  }

  @Test func fieldsAreCheckedLikeAttributes() throws {
    #expect(try change([Plane.Item(7, 8)], Tight.Item.self)?.map(\.value.x) == [7])
    #expect(try change([Plane.Item(700, 8)], Tight.Item.self) == nil)
    #expect(try change([Plane.Item(7, 8)], Timed.Item.self) == nil)
  }

  enum Shapes {
    enum Shape: Codable, Equatable { case circle(Double), dot }
    @Model final class Item {
      var value: Shape = Shape.dot
      init(_ value: Shape) { self.value = value }
    }
  }
  enum MoreShapes {
    enum Shape: Codable, Equatable { case circle(Double), dot, line(Int) }
    @Model final class Item {
      var value: Shape = Shape.dot
      init() {}
    }
  }

  @Test func aCaseMoreLeavesTheValues() throws {
    let items = [Shapes.Item(.circle(2)), Shapes.Item(.dot)]
    #expect(try change(items, MoreShapes.Item.self)?.map(\.value) == [.circle(2), .dot])
  }
}
