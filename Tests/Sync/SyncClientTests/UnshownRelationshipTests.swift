// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// What has come for a relationship is neither taken back by an edit of something else nor deleted by a user who has not
/// been shown it.
@Suite struct UnshownRelationshipTests {
  /// When the user saves: before the store is written, or after the process has ended there.
  enum Moment: CaseIterable { case beforeItIsShown, afterACrash }

  private let clock = TestClock()
  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    server = MemoryServer(clock: clock)
    a = try Device(1, server, clock: clock)
    b = try Device(2, server, clock: clock)
  }

  /// Two folders, a note in the first one with a job and a tag, and a note without anything.
  private func prepare() async throws {
    try a.edit { context in
      let folders = ["f", "g"].map { App.Folder(uid: $0, name: $0) }
      for folder in folders { context.insert(folder) }
      let (first, second) = (App.Note(uid: "1", title: "old"), App.Note(uid: "2", title: "old"))
      context.insert(first)
      context.insert(second)
      first.folder = folders[0]
      let tags = ["red", "blue"].map { App.Tag(name: $0, color: $0) }
      for tag in tags { context.insert(tag) }
      first.tags = [tags[0]]
      context.insert(App.Job(uid: "j", note: first))
      let cover = App.Cover(uid: "c")
      context.insert(cover)
      cover.note = first
    }
    try await settle([a, b], server)
  }

  /// One user makes a change and uploads it; the other one saves after it has come and before it is shown.
  private func run(
    _ moment: Moment, theirs: (ModelContext) throws -> Void, mine: @escaping @Sendable (ModelContext) throws -> Void
  ) async throws -> [String] {
    try await prepare()
    clock.advance()
    try a.edit(theirs)
    try await a.sync.syncNow()
    clock.advance()
    switch moment {
    case .beforeItIsShown:
      let (container, clock, crash) = (b.container, clock, b.crash)
      crash.visit.withLock { visit in
        visit = { step in
          guard step == .wroteJournal else { return }
          crash.visit.withLock { $0 = nil }
          let context = ModelContext(container)
          context.autosaveEnabled = false
          clock.advance()
          try mine(context)
          try context.save()
        }
      }
      try await b.sync.syncNow()
    case .afterACrash:
      b.crash.arm(.wroteJournal)
      await #expect(throws: (any Error).self) { try await b.sync.syncNow() }
      try b.restart()
      try b.edit(mine)
    }
    clock.advance()
    try await settle([b, a], server)
    return try a.dump()
  }

  private static func folder(_ uid: String, _ context: ModelContext) throws -> App.Folder? {
    try context.fetch(FetchDescriptor<App.Folder>()).first { $0.uid == uid }
  }

  private static func note(_ uid: String, _ context: ModelContext) throws -> App.Note {
    try #require(try context.fetch(FetchDescriptor<App.Note>()).first { $0.uid == uid })
  }

  private static func tag(_ name: String, _ context: ModelContext) throws -> App.Tag {
    try #require(try context.fetch(FetchDescriptor<App.Tag>()).first { $0.name == name })
  }

  @Test(arguments: Moment.allCases) func anotherPropertyIsEdited(moment: Moment) async throws {
    let lines = try await run(moment) { context in
      let note = try Self.note("1", context)
      note.folder = try Self.folder("g", context)
      note.tags = [try Self.tag("blue", context)]
    } mine: { context in
      try Self.note("1", context).score = 3
      try Self.folder("f", context)?.name = "mine"
      try Self.tag("red", context).color = "mine"
    }
    #expect(
      lines.contains { $0.hasPrefix("Note 1 old 3 ") && $0.contains("folder g tags [\"blue\"]") }, "\(lines)")
    #expect(lines.contains("Folder f mine notes []"), "\(lines)")
  }

  @Test(arguments: Moment.allCases) func theOtherEndIsEdited(moment: Moment) async throws {
    let lines = try await run(moment) { context in
      let note = try Self.note("1", context)
      note.folder = try Self.folder("g", context)
      note.tags = []
    } mine: { context in
      let second = try Self.note("2", context)
      try Self.folder("f", context)?.notes.append(second)
      try Self.tag("red", context).notes.append(second)
    }
    #expect(lines.contains("Folder f f notes [\"2\"]") && lines.contains("Folder g g notes [\"1\"]"), "\(lines)")
    #expect(lines.contains("Tag red red notes [\"2\"]"), "\(lines)")
  }

  /// The later edit of the same relationship stays.
  @Test(arguments: Moment.allCases) func theSameRelationshipIsEdited(moment: Moment) async throws {
    let lines = try await run(moment) { context in
      let note = try Self.note("1", context)
      note.folder = try Self.folder("g", context)
      note.tags.append(try Self.tag("blue", context))
    } mine: { context in
      let note = try Self.note("1", context)
      note.folder = nil
      note.tags = []
    }
    #expect(lines.contains { $0.hasPrefix("Note 1 ") && $0.contains("folder - tags [\"blue\"]") }, "\(lines)")
  }

  /// What an object that has come makes no sense without stays.
  @Test(arguments: Moment.allCases) func whatIsNeededIsDeleted(moment: Moment) async throws {
    let lines = try await run(moment) { context in
      context.insert(App.Job(uid: "k", note: try Self.note("2", context)))
      try Self.note("1", context).folder = try Self.folder("g", context)
    } mine: { context in
      context.delete(try Self.note("2", context))
      try Self.folder("g", context).map { context.delete($0) }
    }
    #expect(lines.contains("Job k note 2") && lines.contains("Folder g g notes [\"1\"]"), "\(lines)")
  }

  /// What can be without it goes on without it.
  @Test(arguments: Moment.allCases) func whatIsNotNeededIsDeleted(moment: Moment) async throws {
    let lines = try await run(moment) { context in
      try context.fetch(FetchDescriptor<App.Cover>()).first?.note = try Self.note("2", context)
    } mine: { context in
      context.delete(try Self.note("2", context))
    }
    #expect(lines.contains("Cover c note -") && !lines.contains { $0.hasPrefix("Note 2") }, "\(lines)")
  }

  /// What the user sees goes with what is deleted; only what came later stays.
  @Test(arguments: Moment.allCases) func aCascadeMeetsWhatHasCome(moment: Moment) async throws {
    let lines = try await run(moment) { context in
      let third = App.Note(uid: "3", title: "new")
      context.insert(third)
      third.folder = try Self.folder("f", context)
    } mine: { context in
      try Self.folder("f", context).map { context.delete($0) }
    }
    #expect(lines.contains("Folder f f notes [\"3\"]"), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("Note 1") || $0.hasPrefix("Job") }, "\(lines)")
  }
}
