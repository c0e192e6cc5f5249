// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Properties that are renamed, some of them more than once.
@Suite struct RenamingTests {
  enum First {
    @Model final class Book {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum Second {
    @Model final class Book {
      @Attribute(originalName: "title") var name: String
      init(name: String) { self.name = name }
    }
  }

  /// Renamed again.
  enum Third {
    @Model final class Book {
      @Attribute(originalName: "name") var label: String
      init(label: String) { self.label = label }
    }
  }

  /// The second version, without saying what the property was called.
  enum Bare {
    @Model final class Book {
      var name: String
      init(name: String) { self.name = name }
    }
  }

  /// The former name, for something else.
  enum Reused {
    @Model final class Book {
      @Attribute(originalName: "title") var name: String
      var title: String = "none"
      init(name: String) { self.name = name }
    }
  }

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(
    _ number: UInt64, _ type: any PersistentModel.Type, options: SyncOptions = SyncOptions()
  ) throws -> Device {
    try Device(number, server, clock: clock, options: options, synced: [type], all: [type])
  }

  private func texts<Model: PersistentModel>(_ device: Device, _ path: KeyPath<Model, String>) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Model>()).map { $0[keyPath: path] }.sorted()
  }

  private var fields: Set<String> {
    server.zone.records.values.reduce(into: []) { $0.formUnion($1.record.fields.keys) }
  }

  /// A device that has been there from the first version on, and one that still has it, through all versions.
  private func updated() async throws -> (Device, Device) {
    let (a, b) = (try device(1, First.Book.self), try device(2, First.Book.self))
    try a.edit { $0.insert(First.Book(title: "one")) }
    try await exchange([a, b])
    try a.restart(synced: [Second.Book.self], all: [Second.Book.self])
    try await a.sync.syncNow()
    return (a, b)
  }

  @Test func aSecondRenaming() async throws {
    let (a, b) = try await updated()
    for _ in 0..<2 {
      try a.restart(synced: [Third.Book.self], all: [Third.Book.self])
      try await a.sync.syncNow()
    }
    #expect(try texts(a, \Third.Book.label) == ["one"])
    try a.edit { $0.insert(Third.Book(label: "two")) }
    try b.edit { context in try context.fetch(FetchDescriptor<First.Book>()).first?.title = "1" }
    try await exchange([a, b])
    #expect(try texts(a, \Third.Book.label) == ["1", "two"] && texts(b, \First.Book.title) == ["1", "two"])
    #expect(fields == ["title"])
    // A new device is told.
    var options = SyncOptions()
    options.fieldNames = ["Book": ["label": "title"]]
    let c = try device(3, Third.Book.self, options: options)
    try a.restart(synced: [Third.Book.self], all: [Third.Book.self], options: options)
    try await exchange([c, a])
    #expect(try texts(c, \Third.Book.label) == ["1", "two"] && texts(a, \Third.Book.label) == ["1", "two"])
    #expect(fields == ["title"])
  }

  @Test func anOriginalNameThatIsDropped() async throws {
    let (a, b) = try await updated()
    for _ in 0..<2 {
      try a.restart(synced: [Bare.Book.self], all: [Bare.Book.self])
      try await a.sync.syncNow()
    }
    try a.edit { context in
      try context.fetch(FetchDescriptor<Bare.Book>()).first?.name = "1"
      context.insert(Bare.Book(name: "two"))
    }
    try await exchange([a, b])
    #expect(try texts(a, \Bare.Book.name) == ["1", "two"] && texts(b, \First.Book.title) == ["1", "two"])
    #expect(fields == ["title"])
  }

  /// Both would be one field. The new one may have another name in records.
  @Test func aNameThatIsUsedAgain() async throws {
    let (a, b) = try await updated()
    let error = SyncError.sharedField(model: "Book", field: "title", properties: ["name", "title"])
    #expect(throws: error) { try a.restart(synced: [Reused.Book.self], all: [Reused.Book.self]) }
    var options = SyncOptions()
    options.fieldNames = ["Book": ["title": "title2"]]
    try a.restart(synced: [Reused.Book.self], all: [Reused.Book.self], options: options)
    try a.edit { context in try context.fetch(FetchDescriptor<Reused.Book>()).first?.title = "new" }
    try await exchange([a, b])
    #expect(try texts(a, \Reused.Book.name) == ["one"] && texts(b, \First.Book.title) == ["one"])
    #expect(fields == ["title", "title2"])
    options.fieldNames = ["Book": ["title": "a,b"]]
    #expect(throws: SyncError.self) {
      try a.restart(synced: [Reused.Book.self], all: [Reused.Book.self], options: options)
    }
  }
}
