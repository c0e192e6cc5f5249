// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSync
import Testing

/// What refers to an object gets another one, and the former is deleted: the deletion does not take the new one away.
@Suite(.serialized) struct ReplacedTargetTests {
  enum Saving: CaseIterable { case once, newTargetFirst, deletionFirst, newTargetIsNew, withoutHistory }

  private let server: MemoryServer
  private let a: Device
  private let b: Device

  init() throws {
    let clock = TestClock()
    server = MemoryServer(clock: clock)
    a = try Device(1, server, clock: clock)
    b = try Device(2, server, clock: clock)
  }

  /// Everything that refers to folder "f" or note "1".
  private func fill() async throws {
    try a.edit { context in
      let folders = ["f", "g"].map { App.Folder(uid: $0, name: $0) }
      let notes = ["1", "2"].map { App.Note(uid: $0, title: $0) }
      for folder in folders { context.insert(folder) }
      for note in notes { context.insert(note) }
      notes[1].folder = folders[0]
      let animal = App.Animal(uid: "a", name: "Cat")
      context.insert(animal)
      animal.home = folders[0]
      let cover = App.Cover(uid: "c")
      context.insert(cover)
      cover.note = notes[0]
      context.insert(App.Job(uid: "j", note: notes[0]))
    }
    try await settle([a, b], server)
  }

  private func move(_ context: ModelContext, toNew: Bool = false) throws {
    let folders = try context.fetch(FetchDescriptor<App.Folder>(sortBy: [SortDescriptor(\.uid)]))
    var (note, folder) = (try #require(try a.note("2", context)), try #require(folders.last))
    if toNew {
      (note, folder) = (App.Note(uid: "3", title: "3"), App.Folder(uid: "h", name: "h"))
      context.insert(note)
      context.insert(folder)
    }
    for note in try context.fetch(FetchDescriptor<App.Note>()) where note.uid == "2" { note.folder = folder }
    for animal in try context.fetch(FetchDescriptor<App.Animal>()) { animal.home = folder }
    for cover in try context.fetch(FetchDescriptor<App.Cover>()) { cover.note = note }
    for job in try context.fetch(FetchDescriptor<App.Job>()) { job.note = note }
  }

  private func deleteFormer(_ context: ModelContext) throws {
    try a.note("1", context).map { context.delete($0) }
    for folder in try context.fetch(FetchDescriptor<App.Folder>()) where folder.uid == "f" { context.delete(folder) }
  }

  @Test(arguments: Saving.allCases) func itKeepsTheNewOne(saving: Saving) async throws {
    try await fill()
    switch saving {
    case .once:
      try a.edit { context in
        try move(context)
        try deleteFormer(context)
      }
    case .newTargetFirst, .withoutHistory:
      try a.edit { try move($0) }
      try a.edit { try deleteFormer($0) }
    case .deletionFirst:
      // A job goes with its note.
      try a.edit { context in
        for job in try context.fetch(FetchDescriptor<App.Job>()) { job.note = try #require(try a.note("2", context)) }
        for note in try context.fetch(FetchDescriptor<App.Note>()) where note.uid == "2" { note.folder = nil }
        try deleteFormer(context)
      }
      try a.edit { try move($0) }
    case .newTargetIsNew:
      try a.edit { try move($0, toNew: true) }
      try a.edit { try deleteFormer($0) }
    }
    if saving == .withoutHistory {
      try ModelContext(a.container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      try a.edit { $0.insert(App.Folder(uid: "z", name: "z")) }
    }
    let expected = try a.dump()
    try await settle([a, b], server)
    #expect(try b.dump() == expected)
    let (folder, note) = saving == .newTargetIsNew ? ("h", "3") : ("g", "2")
    let context = ModelContext(b.container)
    #expect(try context.fetch(FetchDescriptor<App.Cover>()).map(\.note?.uid) == [note])
    #expect(try context.fetch(FetchDescriptor<App.Job>()).map(\.note.uid) == [note])
    #expect(try context.fetch(FetchDescriptor<App.Animal>()).map(\.home?.uid) == [folder])
    #expect(try b.note("2", context)?.folder?.uid == folder)
  }
}
