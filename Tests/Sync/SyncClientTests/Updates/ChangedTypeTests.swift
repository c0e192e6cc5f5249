// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Attributes whose type an update of the app has changed: records have what an earlier version has written.
@Suite struct ChangedTypeTests {
  enum Old {
    @Model final class Item {
      var name: String
      var flag: Bool
      var count: Int
      var weight: Double
      var link: String
      var mood: String
      var rank: Int
      var remark: String?

      init(name: String, flag: Bool, count: Int) {
        (self.name, self.flag, self.count) = (name, flag, count)
        (weight, link, mood, rank) = (0.1, "https://example.com/a", "wild", 2)
      }
    }
  }

  enum New {
    enum Mood: String, Codable { case calm, wild }
    enum Rank: Int, Codable { case low = 1, high }

    @Model final class Item {
      var name: String
      var flag: Int
      var count: Double
      var weight: Decimal
      var link: URL
      var mood: Mood
      var rank: Rank
      var remark: String = "none"

      init(name: String, link: URL) {
        (self.name, self.link) = (name, link)
        (flag, count, weight, mood, rank) = (0, 0, 0, .calm, .low)
      }
    }
  }

  enum Named {
    @Model final class Thing {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  enum Counted {
    @Model final class Thing {
      var name: String
      var count: Int
      init(name: String, count: Int) { (self.name, self.count) = (name, count) }
    }
  }

  enum Uncounted {
    @Model final class Thing {
      var name: String
      var count: Int?
      init(name: String) { self.name = name }
    }
  }

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func lines(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<New.Item>(sortBy: [SortDescriptor(\.name)])).map { item in
      "\(item.name) \(item.flag) \(item.count) \(item.weight) \(item.link.absoluteString) \(item.mood) "
        + "\(item.rank) \(item.remark)"
    }
  }

  private func sync(_ devices: [Device]) async throws {
    for _ in 0..<3 { for device in devices { try await device.sync.syncNow() } }
  }

  /// A new device reads them as the store of an old one does after its migration, and nobody edits anything by that.
  @Test func newDevicesReadFormerTypes() async throws {
    let new: [any PersistentModel.Type] = [New.Item.self]
    let a = try Device(1, server, clock: clock, synced: [Old.Item.self], all: [Old.Item.self])
    try a.edit { context in
      context.insert(Old.Item(name: "1", flag: true, count: 3))
      context.insert(Old.Item(name: "2", flag: false, count: -3))
    }
    try await sync([a])
    let b = try Device(2, server, clock: clock, synced: new, all: new)
    try await sync([b])
    #expect(b.sync.status.setAside.isEmpty)
    let expected = [
      "1 1 3.0 0.1 https://example.com/a wild high none", "2 0 -3.0 0.1 https://example.com/a wild high none",
    ]
    #expect(try lines(b) == expected)
    let pushes = server.pushes
    try a.restart(synced: new, all: new)
    try await sync([a, b])
    #expect(try lines(a) == expected && lines(b) == expected)
    #expect(server.pushes == pushes)
    // A look at all objects finds no differences, either.
    let link = try #require(URL(string: "https://example.com/b"))
    try b.edit { $0.insert(New.Item(name: "3", link: link)) }
    try ModelContext(b.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try await sync([b, a])
    #expect(server.pushes == pushes + 1)
    #expect(try lines(a) == lines(b) && lines(a).count == 3)
    #expect(server.zone.records.values.count { $0.record.fields["flag"]?.value == .bool(true) } == 1)
  }

  /// The new type has room for what the former one had not: the device looks at what it has set aside, though no field is
  /// new and nothing comes.
  @Test func aChangedTypeIsNoticed() async throws {
    let former = try Device(1, server, clock: clock, synced: [Named.Thing.self], all: [Named.Thing.self])
    try former.edit { $0.insert(Named.Thing(name: "1")) }
    try await sync([former])
    let b = try Device(2, server, clock: clock, synced: [Counted.Thing.self], all: [Counted.Thing.self])
    try await sync([b])
    #expect(b.sync.status.setAside.map(\.cause) == [.refusedHere])
    let pushes = server.pushes
    try b.restart(synced: [Uncounted.Thing.self], all: [Uncounted.Thing.self])
    try await sync([b])
    #expect(b.sync.status.setAside.isEmpty)
    let things = try ModelContext(b.container).fetch(FetchDescriptor<Uncounted.Thing>())
    #expect(things.map(\.name) == ["1"] && things.first?.count == nil)
    #expect(server.pushes == pushes)
  }
}
