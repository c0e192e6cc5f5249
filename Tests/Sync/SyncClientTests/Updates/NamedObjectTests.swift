// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Objects that each device makes for itself, under one name.
@Suite struct NamedObjectTests {
  @Model final class Category: SyncNamed {
    var code: String
    var color: String
    var count: Int = 0

    init(code: String, color: String) {
      self.code = code
      self.color = color
    }

    var syncName: String { "default-\(code)" }
  }

  @Model final class Entry {
    var text: String
    var category: Category?
    init(text: String) { self.text = text }
  }

  private static let models: [any PersistentModel.Type] = [Category.self, Entry.self]

  private let clock = TestClock()
  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    a = try Device(1, server, clock: clock, synced: Self.models, all: Self.models)
    b = try Device(2, server, clock: clock, synced: Self.models, all: Self.models)
  }

  private func colors(_ device: Device) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Category>()).map(\.color).sorted()
  }

  /// One category on both devices, which an entry refers to.
  private func prepare() async throws {
    for device in [a, b] { try device.edit { $0.insert(Category(code: "x", color: "grey")) } }
    try await exchange([a, b])
    try a.edit { context in
      let entry = Entry(text: "e")
      context.insert(entry)
      entry.category = try context.fetch(FetchDescriptor<Category>()).first
    }
    try await exchange([a, b])
    for device in [a, b] { #expect(try colors(device) == ["grey"]) }
  }

  private func check(_ color: String) async throws {
    try await exchange([a, b])
    for device in [a, b] {
      #expect(try colors(device) == [color])
      let entries = try ModelContext(device.container).fetch(FetchDescriptor<Entry>())
      #expect(entries.map { $0.category?.color } == [nil])
    }
    #expect(server.zone.records.values.filter { $0.id.type == "Category" }.count == 1)
  }

  /// Deleted everywhere, and inserted again by each app.
  @Test func defaultsThatAreReset() async throws {
    try await prepare()
    try a.edit { try $0.fetch(FetchDescriptor<Category>()).forEach($0.delete) }
    try await exchange([a, b])
    for device in [a, b] { #expect(try colors(device).isEmpty) }
    for device in [a, b] { try device.edit { $0.insert(Category(code: "x", color: "white")) } }
    try await check("white")
  }

  /// The same before the next round, in two transactions, or in one.
  @Test(arguments: [false, true]) func defaultsThatAreResetAtOnce(inOne: Bool) async throws {
    try await prepare()
    for device in [a, b] {
      if inOne {
        try device.edit { context in
          try context.fetch(FetchDescriptor<Category>()).forEach(context.delete)
          context.insert(Category(code: "x", color: "white"))
        }
      } else {
        try device.edit { try $0.fetch(FetchDescriptor<Category>()).forEach($0.delete) }
        try device.edit { $0.insert(Category(code: "x", color: "white")) }
      }
    }
    try await check("white")
  }

  /// Two objects with one name are two records, as long as both are there.
  @Test func aNameThatTwoHave() async throws {
    for color in ["grey", "white"] { try a.edit { $0.insert(Category(code: "x", color: color)) } }
    try await exchange([a, b])
    for device in [a, b] { #expect(try colors(device) == ["grey", "white"]) }
  }

  /// A new device inserts its defaults before it has heard of those that the user has changed a year ago.
  @Test func aNewDevicesDefaults() async throws {
    try a.edit { $0.insert(Category(code: "x", color: "grey")) }
    try await a.sync.syncNow()
    try a.edit { context in try context.fetch(FetchDescriptor<Category>()).first?.color = "red" }
    try await a.sync.syncNow()
    clock.advance(by: 30_000_000_000)
    try b.edit { $0.insert(Category(code: "x", color: "grey")) }
    try await exchange([b, a])
    for device in [a, b] { #expect(try colors(device) == ["red"]) }
    // What the user changes afterwards counts.
    try b.edit { context in try context.fetch(FetchDescriptor<Category>()).first?.color = "blue" }
    try await exchange([b, a])
    for device in [a, b] { #expect(try colors(device) == ["blue"]) }
  }

  /// The app makes its own one while the first import is on its way into the store.
  @Test func anObjectThatIsMadeWhileOthersArrive() async throws {
    try await prepare()
    try a.edit { context in try context.fetch(FetchDescriptor<Category>()).first?.color = "blue" }
    try await exchange([a, b])
    let c = try Device(3, server, clock: clock, synced: Self.models, all: Self.models)
    let container = c.container
    c.crash.visit.withLock { visit in
      visit = { step in
        guard step == .wroteJournal else { return }
        let context = ModelContext(container)
        guard try context.fetchCount(FetchDescriptor<Category>()) == 0 else { return }
        context.insert(Category(code: "x", color: "grey"))
        try context.save()
      }
    }
    try await c.sync.syncNow()
    c.crash.visit.withLock { $0 = nil }
    try await exchange([c, a, b])
    for device in [a, b, c] { #expect(try colors(device) == ["blue"], "\(device.number)") }
  }
}
