// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// The columns of an enum say together which case it is, and those of an optional struct whether there is one.
@Suite struct RemovedCaseTests {
  enum Three {
    enum Mood: Codable, Equatable { case sad, calm, happy }
    @Model final class Item {
      var mood: Mood = Mood.calm
      init(_ mood: Mood) { self.mood = mood }
    }
  }
  enum Two {
    enum Mood: Codable, Equatable { case calm, happy }
    @Model final class Item {
      var mood: Mood = Mood.calm
      init() {}
    }
  }
  /// A case has a value more.
  enum Valued {
    enum Mood: Codable, Equatable { case sad(String), calm, happy }
    @Model final class Item {
      var mood: Mood = Mood.calm
      init(_ mood: Mood) { self.mood = mood }
    }
  }
  enum None { @Model final class Item { var name = ""; init() {} } }

  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func make(_ moods: [Three.Mood]) throws {
    let context = try migrated([Three.Item.self], folder.file())
    for mood in moods { context.insert(Three.Item(mood)) }
    try context.save()
  }

  private func expectRefusal(
    _ types: [any PersistentModel.Type], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try StagedErrorTests.dump(folder.file())
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema, sourceLocation: sourceLocation) {
      _ = try migrated(types, folder.file())
    }
    #expect(error?.property == "mood" && error?.file != nil, sourceLocation: sourceLocation)
    #expect(
      try StagedErrorTests.dump(folder.file()).differences(from: before).isEmpty, sourceLocation: sourceLocation)
  }

  @Test func aCaseInUseCannotBeRemoved() throws {
    try make([.happy, .sad])
    try expectRefusal([Two.Item.self])
    let context = try migrated([Three.Item.self], folder.file())
    for item in try context.fetch(FetchDescriptor<Three.Item>()) where item.mood == .sad { item.mood = .calm }
    try context.save()
    let items = try migrated([Two.Item.self], folder.file()).fetch(FetchDescriptor<Two.Item>())
    #expect(Set(items.map { "\($0.mood)" }) == ["happy", "calm"])
  }

  /// Nor when the attribute was away.
  @Test func aCaseOfAKeptValueCannotBeRemoved() throws {
    try make([.sad])
    _ = try migrated([None.Item.self], folder.file())
    try expectRefusal([Two.Item.self])
    let items = try migrated([Three.Item.self], folder.file()).fetch(FetchDescriptor<Three.Item>())
    #expect(items.map(\.mood) == [.sad])
  }

  @Test func aCaseInUseCannotGetOrLoseValues() throws {
    try make([.happy, .sad])
    try expectRefusal([Valued.Item.self])
    do {
      let context = try migrated([Three.Item.self], folder.file())
      for item in try context.fetch(FetchDescriptor<Three.Item>()) { item.mood = .happy }
      try context.save()
    }
    do {
      let context = try migrated([Valued.Item.self], folder.file())
      #expect(try context.fetch(FetchDescriptor<Valued.Item>()).map(\.mood) == [.happy, .happy])
      context.insert(Valued.Item(.sad("why")))
      try context.save()
    }
    try expectRefusal([Three.Item.self])
  }

  /// As an older version of this library left it, which did not look at the values.
  @Test func aCaseThatReturnsIsNotThatOfAnotherValue() throws {
    try make([.calm])
    _ = try migrated([Two.Item.self], folder.file())
    do {
      let queue = try DatabaseQueue(path: folder.file().path)
      defer { try? queue.close() }
      try queue.write { try $0.execute(sql: "UPDATE ZITEM SET OSD_KEPT_ZSAD = 'sad'") }
    }
    let context = try migrated([Three.Item.self], folder.file())
    #expect(try context.fetch(FetchDescriptor<Three.Item>()).map(\.mood) == [.calm])
    #expect(try context.fetchCount(FetchDescriptor<Three.Item>(predicate: #Predicate { $0.mood == .calm })) == 1)
  }

  enum Wide {
    struct Place: Codable, Equatable { var x: Int; var y: Int? }
    @Model final class Item {
      var id: Int
      var place: Place?
      init(id: Int, _ place: Place?) { (self.id, self.place) = (id, place) }
    }
  }
  enum Narrow {
    struct Place: Codable, Equatable { var x: Int }
    @Model final class Item {
      var id: Int
      var place: Place?
      init(id: Int) { self.id = id }
    }
  }

  @Test func aFieldThatReturnsDoesNotBringAStructBack() throws {
    do {
      let context = try migrated([Wide.Item.self], folder.file())
      for id in 1...2 { context.insert(Wide.Item(id: id, Wide.Place(x: id, y: 5))) }
      try context.save()
    }
    do {
      let context = try migrated([Narrow.Item.self], folder.file())
      for item in try context.fetch(FetchDescriptor<Narrow.Item>()) where item.id == 2 { item.place = nil }
      try context.save()
    }
    let context = try migrated([Wide.Item.self], folder.file())
    let items = try context.fetch(FetchDescriptor<Wide.Item>(sortBy: [SortDescriptor(\.id)]))
    #expect(items.map(\.place) == [Wide.Place(x: 1, y: 5), nil])
  }
}
