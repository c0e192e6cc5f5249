// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// Everything that a store has files, tables and columns for.
@Model final class Item {
  @Attribute(.unique) var number: Int
  @Attribute(.spotlight) var text: String
  @Attribute(.externalStorage) var blob: Data?
  var shelf: Shelf?
  @Relationship(deleteRule: .cascade, inverse: \Badge.item) var badge: Badge?
  init(_ number: Int, _ text: String) {
    self.number = number
    self.text = text
  }
}

@Model final class Badge {
  var name: String
  var item: Item?
  init(_ name: String) { self.name = name }
}

@Model final class Shelf {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Item.shelf) var items: [Item] = []
  @Relationship var tags: [Tag] = []
  init(_ name: String) { self.name = name }
}

@Model final class Tag {
  var name: String
  @Relationship(inverse: \Shelf.tags) var shelves: [Shelf] = []
  init(_ name: String) { self.name = name }
}

/// Inserted again and again: the store has the last one of each key.
@Model final class Setting {
  @Attribute(.unique) var key: Int
  var value: Int
  init(_ key: Int, _ value: Int) {
    self.key = key
    self.value = value
  }
}

/// One row, which each save changes: it says which save it was, and what the store then had.
@Model final class Head {
  /// No two saves have the same.
  var number = 0
  /// Saves until then, those that a restored backup does not know left out.
  var saves = 0
  var sum = 0
  init() {}
}

enum Power {
  /// The library makes the folders.
  static func configuration(_ folder: URL, _ durability: ModelConfiguration.Durability) -> ModelConfiguration {
    var configuration = ModelConfiguration(url: folder.appendingPathComponent("data/a.store"))
    configuration.durability = durability
    return configuration
  }

  static func container(_ folder: URL, _ durability: ModelConfiguration.Durability) throws -> ModelContainer {
    try ModelContainer(
      for: Item.self, Badge.self, Shelf.self, Tag.self, Setting.self, Head.self,
      configurations: configuration(folder, durability))
  }

  static func backup(_ folder: URL) -> URL { folder.appendingPathComponent("backups/daily", isDirectory: true) }

  /// Texts consist of these.
  static let words = (0..<20).map { "word\($0)" }

  /// A value that shows whether all of it is there.
  static func blob(_ byte: UInt8, _ count: Int) -> Data { Data(repeating: byte, count: count) }

  /// What the objects say, as one number: all of it but the settings.
  static func sum(_ context: ModelContext) throws -> Int {
    var sum: UInt64 = 0
    for item in try context.fetch(FetchDescriptor<Item>()) {
      let blob = item.blob.map { "\($0.first ?? 0) × \($0.count)" } ?? "-"
      add("\(item.number)|\(item.text)|\(item.shelf?.name ?? "-")|\(blob)|\(item.badge?.name ?? "-")", &sum)
    }
    for shelf in try context.fetch(FetchDescriptor<Shelf>()) {
      add("\(shelf.name)|\(shelf.tags.map(\.name).sorted())|\(shelf.items.map(\.number).sorted())", &sum)
    }
    for tag in try context.fetch(FetchDescriptor<Tag>()) {
      add("\(tag.name)|\(tag.shelves.map(\.name).sorted())", &sum)
    }
    for badge in try context.fetch(FetchDescriptor<Badge>()) {
      add("\(badge.name)|\(badge.item?.number ?? -1)", &sum)
    }
    return Int(truncatingIfNeeded: sum)
  }

  static func sum(_ settings: [Int: Int]) -> Int {
    var sum: UInt64 = 0
    for (key, value) in settings { add("\(key)=\(value)", &sum) }
    return Int(truncatingIfNeeded: sum)
  }

  /// The order does not matter.
  private static func add(_ text: String, _ sum: inout UInt64) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    sum &+= hash
  }
}
