// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import Testing

/// Sync looks at all objects, since the history is gone: what nobody has edited is no edit.
@Suite struct FullLookTests {
  enum Old {
    @Model final class Book {
      var title: String
      init(title: String) { self.title = title }
    }
  }

  enum New {
    @Model final class Book {
      var title: String
      var pages: Int = 1
      init(title: String) { self.title = title }
    }
  }

  @Model final class Page {
    var title: String
    var words: Set<String> = []
    var lines: [String] = []
    init(title: String) { self.title = title }
  }

  private let clock = TestClock()
  private let server: MemoryServer

  init() { server = MemoryServer(clock: clock) }

  /// The record was made by an older version of the app, and the object has a default value.
  @Test func aDefaultValue() async throws {
    let old = try Device(1, server, clock: clock, synced: [Old.Book.self], all: [Old.Book.self])
    let (a, b) = (
      try Device(2, server, clock: clock, synced: [New.Book.self], all: [New.Book.self]),
      try Device(3, server, clock: clock, synced: [New.Book.self], all: [New.Book.self])
    )
    try old.edit { $0.insert(Old.Book(title: "t")) }
    try await exchange([old, a, b])
    try b.edit { context in try context.fetch(FetchDescriptor<New.Book>()).first?.pages = 12 }
    try a.forgetHistory(with: New.Book(title: "new"))
    try await exchange([a, b])
    for device in [a, b] {
      let books = try ModelContext(device.container).fetch(FetchDescriptor<New.Book>())
      #expect(books.filter { $0.title == "t" }.map(\.pages) == [12])
    }
  }

  /// Another process has written the words in another order.
  @Test func theOrderOfASet() async throws {
    let a = try Device(1, server, clock: clock, synced: [Page.self], all: [Page.self])
    try a.edit { context in
      let page = Page(title: "t")
      page.words = Set((0..<12).map { "word\($0)" })
      page.lines = ["1", "2"]
      context.insert(page)
    }
    try await a.sync.syncNow()
    let (id, value) = try #require(server.value("Page", "words"))
    guard case .text(let text) = value else {
      Issue.record("\(value)")
      return
    }
    let words = text.dropFirst().dropLast().split(separator: ",").reversed().joined(separator: ",")
    try server.write(id, "words", .text("[\(words)]"), clock: clock)
    try await a.sync.syncNow()
    // The store has the same already.
    let history = try ModelContext(a.container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(history.filter { $0.author == "SwiftDataSync" }.isEmpty)
    try a.forgetHistory(with: Page(title: "new"))
    try await a.sync.syncNow()
    #expect(server.zone.records[id]?.record.fields["words"]?.stamp.node == 666)
    // What the order says is no accident elsewhere.
    try server.write(id, "lines", .text("[\"2\",\"1\"]"), clock: clock)
    try await a.sync.syncNow()
    let pages = try ModelContext(a.container).fetch(FetchDescriptor<Page>())
    #expect(pages.first { $0.title == "t" }?.lines == ["2", "1"])
  }
}
