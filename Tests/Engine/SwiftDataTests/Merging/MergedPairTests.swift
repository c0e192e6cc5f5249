// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// Pairs and members without inverse that this context and another have changed.
struct MergedPairTests {
  private let folder: TestFolder
  private let container: ModelContainer
  private let one: ModelContext
  private let two: ModelContext

  init() throws {
    folder = try TestFolder()
    container = try Team.container(folder)
    one = ModelContext(container)
    two = ModelContext(container)
    two.insert(Team.Folder(1, name: 1))
    two.insert(Team.Folder(2, name: 2))
    two.insert(Team.File(1, code: 1, title: 0))
    two.insert(Team.File(2, code: 2, title: 0))
    two.insert(Team.Note(1, text: 0))
    two.insert(Team.Label(1, name: 0))
    two.insert(Team.Cover(1, tint: 0))
    try two.save()
  }

  private func file(_ uid: Int, _ context: ModelContext) throws -> Team.File {
    try #require(context.fetch(FetchDescriptor<Team.File>(predicate: #Predicate { $0.uid == uid })).first)
  }

  private func folder(_ uid: Int, _ context: ModelContext) throws -> Team.Folder {
    try #require(
      context.fetch(FetchDescriptor<Team.Folder>(predicate: #Predicate { $0.uid == uid })).first)
  }

  private func only<T: PersistentModel>(_ context: ModelContext, _: T.Type = T.self) throws -> T {
    let found = try context.fetch(FetchDescriptor<T>())
    #expect(found.count == 1)
    return try #require(found.first)
  }

  private func findings() throws -> [String] {
    try StoreChecker.check(folder.file("desk.store")).map(\.description)
  }

  // MARK: Many to many

  @Test func takesAwayWhatBothHaveAdded() throws {
    let (mine, label): (Team.File, Team.Label) = (try file(1, one), try only(one))
    mine.labels.append(label)
    try file(1, two).labels.append(only(two))
    try two.save()
    one.processPendingChanges()
    mine.labels.removeAll()
    try one.save()
    #expect(try file(1, ModelContext(container)).labels.isEmpty)
    #expect(try file(1, two).labels.isEmpty)
  }

  @Test func addsWhatBothHaveTakenAway() throws {
    let (mine, label): (Team.File, Team.Label) = (try file(1, one), try only(one))
    mine.labels.append(label)
    try one.save()
    mine.labels.removeAll()
    try file(1, two).labels.removeAll()
    try two.save()
    one.processPendingChanges()
    label.files.append(mine)
    try one.save()
    #expect(try file(1, ModelContext(container)).labels.count == 1)
  }

  @Test func whatCameAndWentIsAsTheStoreHasIt() throws {
    try file(1, two).labels.append(only(two))
    try two.save()
    let (mine, label): (Team.File, Team.Label) = (try file(1, one), try only(one))
    // The label's own list is not loaded meanwhile.
    mine.labels.removeAll()
    mine.labels.append(label)
    try file(1, two).labels.removeAll()
    try two.save()
    one.processPendingChanges()
    #expect(label.files.isEmpty && mine.labels.isEmpty)
    try one.save()
    #expect(try file(1, ModelContext(container)).labels.isEmpty)
  }

  // MARK: Without inverse

  @Test func leavesItsOwnerThoughTheNewOneHasGone() throws {
    try folder(1, two).favourites.append(only(two))
    try two.save()
    let (first, note): (Team.Folder, Team.Note) = (try folder(1, one), try only(one))
    #expect(first.favourites.count == 1)
    try folder(2, one).favourites.append(note)
    two.delete(try folder(2, two))
    try two.save()
    try one.save()
    #expect(first.favourites.isEmpty)
    #expect(try folder(1, ModelContext(container)).favourites.isEmpty)
    #expect(try folder(1, two).favourites.isEmpty)
  }

  @Test func whoJoinsAndLeavesHasNoOwner() throws {
    let first = try folder(1, two)
    try first.favourites.append(only(two))
    try two.save()
    // Nothing says who has the note: no list that has it is loaded here.
    let (second, note): (Team.Folder, Team.Note) = (try folder(2, one), try only(one))
    second.favourites.append(note)
    second.favourites.removeAll()
    #expect(try folder(1, one).favourites.isEmpty)
    try one.save()
    #expect(try folder(1, ModelContext(container)).favourites.isEmpty)
    two.processPendingChanges()
    #expect(first.favourites.isEmpty)
  }

  @Test func staysWithTheOwnerThatOthersHaveGivenIt() throws {
    let (second, note): (Team.Folder, Team.Note) = (try folder(2, one), try only(one))
    second.favourites.append(note)
    second.favourites.removeAll()
    try folder(1, two).favourites.append(only(two))
    try two.save()
    try one.save()
    #expect(try folder(1, one).favourites.count == 1)
    #expect(try folder(1, ModelContext(container)).favourites.count == 1)
  }

  /// The delete rule finds a note of others' that is a fault here.
  @Test func aDeletedOwnerLeavesMembersThatAreFaults() throws {
    let (mine, first) = (try file(1, one), try folder(1, one))
    #expect(first.favourites.isEmpty)
    one.delete(mine)
    let note = Team.Note(5, text: 0)
    note.file = try file(1, two)
    try folder(1, two).favourites.append(note)
    try two.save()
    one.processPendingChanges()
    #expect(first.favourites.count == 1)
    try one.save()
    #expect(try file(2, ModelContext(container)).notes.isEmpty)
    #expect(first.favourites.map(\.file) == [nil])
    #expect(try findings() == [])
  }

  // MARK: One to one

  @Test func aDeletedPartnerLeavesWhomOthersHaveGivenItTo() throws {
    let mine = try file(1, one)
    one.delete(try only(one, Team.Cover.self))
    // The file has unsaved changes, too, so it is merged like the cover.
    one.insert(Team.Note(2, text: 0))
    mine.notes.append(Team.Note(3, text: 0))
    try file(1, two).cover = only(two)
    try two.save()
    one.mergePolicy = .memoryWins
    try one.save()
    #expect(mine.cover == nil)
    #expect(try file(1, ModelContext(container)).cover == nil)
    #expect(try findings() == [])
  }

  @Test func theUnsavedPairStaysWhoeverIsMergedFirst() throws {
    for isFirst in [true, false] {
      let context = ModelContext(container)
      context.mergePolicy = .memoryWins
      let (a, b): (Team.File, Team.File) = (try file(1, context), try file(2, context))
      let cover: Team.Cover = try only(context)
      if isFirst { b.title += 1 }
      a.cover = cover
      if !isFirst { b.title += 1 }
      try file(2, two).cover = only(two)
      try two.save()
      try context.save()
      #expect(a.cover === cover && b.cover == nil && cover.file === a)
      let fresh = ModelContext(container)
      #expect(try file(1, fresh).cover != nil)
      #expect(try file(2, fresh).cover == nil)
      try file(1, two).cover = nil
      try two.save()
    }
    #expect(try findings() == [])
  }

  // MARK: Unique values

  @Test func exchangesValuesWhateverOtherRowsHaveTheKeys() throws {
    // Rows of other entities, with the keys of the files, are written first.
    try folder(1, one).color = 9
    try folder(2, one).color = 9
    let (a, b): (Team.File, Team.File) = (try file(1, one), try file(2, one))
    (a.code, b.code) = (b.code, a.code)
    try one.save()
    #expect(try file(1, ModelContext(container)).code == 2)
  }

  @Test func anUpsertHasTheLastWord() throws {
    let existing = try file(1, one)
    (existing.title, existing.pages) = (3, 3)
    existing.folder = try folder(2, one)
    let new = Team.File(4, code: 1, title: 5)
    new.folder = Team.Folder(3, name: 1)
    one.insert(new)
    try one.save()
    let stored = try file(4, ModelContext(container))
    #expect(stored.folder?.uid == 3 && stored.title == 5 && stored.pages == 0)
    #expect(try file(4, one).folder?.uid == 3)
  }

  /// A program that looks for an object by its unique value finds that of the row, and relates it.
  @Test func anUpsertKeepsWhatTheRowsObjectWasRelatedTo() throws {
    for _ in 0..<2 {
      one.insert(Team.File(1, code: 1, title: 5))
      let new = Team.Folder(1, name: 1)
      one.insert(new)
      new.files.append(
        contentsOf: try one.fetch(FetchDescriptor<Team.File>(predicate: #Predicate { $0.uid == 1 })).prefix(1))
      try one.save()
      let stored = try file(1, ModelContext(container))
      #expect(stored.folder?.uid == 1 && stored.title == 5)
      #expect(try file(1, one).folder === folder(1, one))
    }
  }

  // MARK: Memory

  @Test func anUpsertedObjectKeepsNoContextAlive() throws {
    weak var engine: ContextCore?
    try {
      let context = ModelContext(container)
      engine = context._core
      let new = Team.File(5, code: 1, title: 5)
      new.folder = Team.Folder(6, name: 6)
      context.insert(new)
      try context.save()
      #expect(new.folder?.files.count == 1)
    }()
    #expect(engine == nil)
  }

  @Test func aPartnerThatNeverHadARowKeepsNoContextAlive() throws {
    weak var engine: ContextCore?
    try {
      let context = ModelContext(container)
      engine = context._core
      let mine = try file(1, context)
      mine.cover = Team.Cover(7, tint: 0)
      two.delete(try file(1, two))
      try two.save()
      context.rollback()
    }()
    #expect(engine == nil)
  }
}
