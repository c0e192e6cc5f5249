// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// What objects have of attributes of which their records say nothing: an older version of the app has made them, or the
/// attributes stay on the device.
@Suite struct DefaultValueTests {
  enum Old {
    @Model final class Book {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum New {
    @Model final class Book {
      var title: String
      @Attribute(.unique) var uid: UUID = UUID()
      var code: String = UUID().uuidString
      init(title: String) { self.title = title }
    }
  }

  @Model final class Card {
    var title: String
    @Attribute(.unique) var local: UUID = UUID()
    var isOpen: Bool = true
    init(title: String) { self.title = title }
  }

  @Model final class Ticket {
    var title: String
    @Attribute(.unique) var seat: String
    init(title: String, seat: String) {
      self.title = title
      self.seat = seat
    }
  }

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  private func device(
    _ number: UInt64, _ model: any PersistentModel.Type, options: SyncOptions = SyncOptions()
  ) throws -> Device {
    try Device(number, server, clock: clock, options: options, synced: [model], all: [model])
  }

  private var living: Int { server.zone.records.values.count { !$0.record.isDeleted } }

  private func books(_ device: Device) throws -> [New.Book] {
    try ModelContext(device.container).fetch(FetchDescriptor<New.Book>(sortBy: [SortDescriptor(\.title)]))
  }

  /// Each object has one of its own, which all devices agree on. One for all would make one object of them.
  @Test func aUniqueValueThatOlderVersionsLack() async throws {
    let (old, a, b) = (try device(1, Old.Book.self), try device(2, New.Book.self), try device(3, New.Book.self))
    try old.edit { context in for title in ["1", "2", "3"] { context.insert(Old.Book(title: title)) } }
    try await exchange([old, a, b])
    #expect(living == 3)
    let (first, second) = (try books(a), try books(b))
    #expect(first.map(\.title) == ["1", "2", "3"])
    #expect(Set(first.map(\.uid)).count == 3 && Set(first.map(\.code)).count == 3)
    #expect(first.map(\.uid) == second.map(\.uid) && first.map(\.code) == second.map(\.code))
    // They are nobody's edit, whenever sync looks at all objects.
    try a.restart(all: [New.Book.self])
    try a.forgetHistory(with: New.Book(title: "new"))
    try await exchange([a, b])
    let known = server.zone.records.values.filter { $0.record.fields["title"]?.value != .text("new") }
    #expect(known.allSatisfy { $0.record.fields["uid"] == nil && $0.record.fields["code"] == nil })
  }

  /// The process ends when the objects are in the store, and the user edits one before sync knows which record it is.
  @Test func anEditAfterACrash() async throws {
    let (old, b) = (try device(1, Old.Book.self), try device(2, New.Book.self))
    try old.edit { context in for title in ["1", "2"] { context.insert(Old.Book(title: title)) } }
    try await old.sync.syncNow()
    b.crash.arm(.savedStore)
    _ = try? await b.sync.syncNow()
    try b.restart(all: [New.Book.self])
    let edited = try b.edit { context in
      let all = try context.fetch(FetchDescriptor<New.Book>())
      let book = try #require(all.min { $0.persistentModelID < $1.persistentModelID })
      defer { book.title = "edited" }
      return book.title
    }
    try await exchange([b, old])
    let titles = try ModelContext(old.container).fetch(FetchDescriptor<Old.Book>()).map(\.title)
    #expect(titles.sorted() == [edited == "1" ? "2" : "1", "edited"])
    #expect(try books(b).map(\.title) == titles.sorted())
  }

  /// What stays on the device begins with its default value there.
  @Test func whatStaysOnTheDevice() async throws {
    var options = SyncOptions()
    options.localProperties = ["Card": ["local", "isOpen"]]
    let (a, b) = (try device(1, Card.self, options: options), try device(2, Card.self, options: options))
    try a.edit { context in for title in ["1", "2", "3"] { context.insert(Card(title: title)) } }
    try await exchange([a, b])
    let cards = try ModelContext(b.container).fetch(FetchDescriptor<Card>())
    #expect(cards.map(\.title).sorted() == ["1", "2", "3"])
    #expect(cards.allSatisfy(\.isOpen) && Set(cards.map(\.local)).count == 3)
    #expect(living == 3)
  }

  /// A unique attribute that stays on the device, and has no value there for what comes: the objects are set aside, since the
  /// store would make one of all of them.
  @Test func whatCannotHaveAValue() async throws {
    var options = SyncOptions()
    options.localProperties = ["Ticket": ["seat"]]
    let (a, b) = (try device(1, Ticket.self, options: options), try device(2, Ticket.self, options: options))
    try a.edit { context in for seat in ["1", "2"] { context.insert(Ticket(title: "t", seat: seat)) } }
    try await exchange([a, b])
    #expect(b.sync.status.setAside.map(\.cause) == [.refusedHere, .refusedHere])
    #expect(living == 2)
    #expect(try ModelContext(a.container).fetchCount(FetchDescriptor<Ticket>()) == 2)
  }

  /// No object that comes could be saved without it.
  @Test func aRequiredRelationshipCannotStayOnTheDevice() throws {
    var options = SyncOptions()
    options.localProperties = ["Job": ["note"]]
    let error = #expect(throws: SyncError.self) { _ = try Device(9, server, clock: clock, options: options) }
    guard case .invalidOption("localProperties", name: "Job.note", reason: _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
