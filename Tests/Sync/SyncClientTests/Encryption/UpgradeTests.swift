// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Attributes that are encrypted from a version of the app on, or no more.
@Suite struct UpgradeTests {
  enum Old {
    @Model final class Book {
      var title: String
      var review: String = ""
      init(title: String, review: String) {
        self.title = title
        self.review = review
      }
    }
  }

  enum New {
    @Model final class Book {
      var title: String
      @Attribute(.allowsCloudEncryption) var review: String = ""
      init(title: String, review: String) {
        self.title = title
        self.review = review
      }
    }
  }

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(_ number: UInt64, _ type: any PersistentModel.Type) throws -> Device {
    try Device(number, server, clock: clock, synced: [type], all: [type])
  }

  private func reviews<Model: PersistentModel>(_ device: Device, _ path: KeyPath<Model, String>) throws -> [String] {
    try ModelContext(device.container).fetch(FetchDescriptor<Model>()).map { $0[keyPath: path] }.sorted()
  }

  private var isPlain: Bool {
    server.zone.records.values.contains { stored in
      stored.id.type == "Book" && stored.record.fields["review"].map { !$0.value.isSealed } ?? false
    }
  }

  /// A migration adds the option: what is on the server already is uploaded again. A device that was not updated goes on.
  @Test func anOptionThatAMigrationAdds() async throws {
    let (a, b) = (try device(1, Old.Book.self), try device(2, Old.Book.self))
    try a.edit { context in
      for title in ["a", "b", "c"] { context.insert(Old.Book(title: title, review: "good \(title)")) }
    }
    for device in [a, b] { try await device.sync.syncNow() }
    #expect(isPlain)
    try a.restart(synced: [New.Book.self], all: [New.Book.self])
    try a.edit { context in
      try context.fetch(FetchDescriptor<New.Book>(sortBy: [SortDescriptor(\.title)])).first?.review = "better a"
    }
    try await a.sync.syncNow()
    // Not yet: there are no keys. The new value waits, and other devices' edits do not take it away.
    #expect(a.sync.status.encryption == .notSetUp && a.sync.status.pendingUploads == 1)
    try b.edit { context in
      let books = try context.fetch(FetchDescriptor<Old.Book>(sortBy: [SortDescriptor(\.title)]))
      books.first?.title = "aa"
      books.last?.review = "better c"
    }
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(try reviews(a, \New.Book.review) == ["better a", "better c", "good b"])
    _ = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    #expect(!isPlain && a.sync.status.pendingUploads == 0)
    // The old version cannot read them, keeps what it has, and edits the rest.
    try await b.sync.syncNow()
    try b.edit { context in try context.fetch(FetchDescriptor<Old.Book>()).first?.title = "renamed" }
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(!isPlain)
    #expect(try reviews(a, \New.Book.review) == ["better a", "better c", "good b"])
    #expect(try reviews(a, \New.Book.title).contains("renamed"))
    // The other device, too.
    try b.restart(synced: [New.Book.self], all: [New.Book.self])
    try await b.sync.syncNow()
    #expect(b.sync.status.encryption == .recoveryCodeNeeded)
    try await b.sync.unlockEncryption(withAccountKey: await a.sync.accountKey())
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(try reviews(b, \New.Book.review) == reviews(a, \New.Book.review))
    let pushes = server.pushes
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(server.pushes == pushes)
  }

  /// An edit from before the update, of a device that was offline, is not lost to the encryption of the old value.
  @Test func anEditFromBeforeTheUpdate() async throws {
    let (a, b) = (try device(1, Old.Book.self), try device(2, Old.Book.self))
    try a.edit { $0.insert(Old.Book(title: "a", review: "old")) }
    for device in [a, b] { try await device.sync.syncNow() }
    try b.edit { context in try context.fetch(FetchDescriptor<Old.Book>()).first?.review = "offline" }
    clock.advance(by: 1_000_000)
    try a.restart(synced: [New.Book.self], all: [New.Book.self])
    try await a.sync.syncNow()
    _ = try await a.sync.setUpEncryption()
    try await a.sync.syncNow()
    for _ in 0..<3 { for device in [b, a] { try await device.sync.syncNow() } }
    #expect(try reviews(a, \New.Book.review) == ["offline"] && reviews(b, \Old.Book.review) == ["offline"])
    #expect(!isPlain)
  }

  /// The option is removed: the values are uploaded as they are, once, and two versions do not quarrel for ever.
  @Test func anOptionThatIsRemoved() async throws {
    let (a, b) = (try device(1, New.Book.self), try device(2, New.Book.self))
    try await a.sync.syncNow()
    let code = try await a.sync.setUpEncryption()
    try a.edit { $0.insert(New.Book(title: "a", review: "r")) }
    try await a.sync.syncNow()
    try await b.sync.syncNow()
    try await b.sync.unlockEncryption(with: code)
    #expect(!isPlain)
    try a.restart(synced: [Old.Book.self], all: [Old.Book.self])
    try await a.sync.syncNow()
    #expect(isPlain)
    #expect(try reviews(a, \Old.Book.review) == ["r"])
    // The other one encrypts it again, and this one lets it.
    for _ in 0..<3 { for device in [b, a] { try await device.sync.syncNow() } }
    #expect(!isPlain)
    let pushes = server.pushes
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(server.pushes == pushes)
    try a.edit { context in try context.fetch(FetchDescriptor<Old.Book>()).first?.review = "s" }
    for device in [a, b, a] { try await device.sync.syncNow() }
    #expect(try reviews(b, \New.Book.review) == ["s"] && reviews(a, \Old.Book.review) == ["s"])
    try b.restart(synced: [Old.Book.self], all: [Old.Book.self])
    for device in [b, a] { try await device.sync.syncNow() }
    #expect(isPlain)
    #expect(try reviews(b, \Old.Book.review) == ["s"] && reviews(a, \Old.Book.review) == ["s"])
  }
}
