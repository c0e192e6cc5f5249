// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

/// Saves over several stores, of which some are custom ones.
@Suite struct SeveralStoresTests {
  private struct Refusal: Error {}

  private let folder: TemporaryFolder
  private let notes = MemoryStorage()
  private let drafts = MemoryStorage()
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Schema([Album.self, Song.self, Playlist.self, Note.self, Draft.self]),
      configurations: [
        MemoryStoreConfiguration("notes", schema: Schema([Note.self]), storage: notes),
        ModelConfiguration(
          "music", schema: Schema([Album.self, Song.self, Playlist.self]), url: folder.url.appending(path: "a.store")),
        MemoryStoreConfiguration("drafts", schema: Schema([Draft.self]), storage: drafts),
      ])
  }

  private func counts() throws -> [Int] {
    let context = ModelContext(container)
    return try [
      context.fetchCount(FetchDescriptor<Note>()), context.fetchCount(FetchDescriptor<Album>()),
      context.fetchCount(FetchDescriptor<Draft>()),
    ]
  }

  private func filled() -> (ModelContext, Note, Album, Draft) {
    let context = ModelContext(container)
    let (note, album, draft) = (Note("n"), Album("a"), Draft("d"))
    context.insert(note)
    context.insert(album)
    context.insert(draft)
    return (context, note, album, draft)
  }

  @Test func oneSaveReachesAll() throws {
    let (context, note, album, draft) = filled()
    try context.save()
    #expect(try counts() == [1, 1, 1])
    #expect(note.persistentModelID.storeIdentifier == container.storeIdentifier(forConfigurationNamed: "notes"))
    #expect(album.persistentModelID.storeIdentifier == container.storeIdentifier(forConfigurationNamed: "music"))
    #expect(container.configurationName(forStoreIdentifier: draft.persistentModelID.storeIdentifier ?? "") == "drafts")
    #expect(container.configurations.map(\.name) == ["music"])
  }

  /// The custom store that is asked first refuses: nothing is saved anywhere.
  @Test func whatTheFirstRefusesIsNowhere() throws {
    let (context, note, album, draft) = filled()
    drafts.fail = { if $0 == .save { throw Refusal() } }
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect("\(error)".contains("drafts") && "\(error)".contains("Nothing was saved"))
    #expect(try counts() == [0, 0, 0])
    let identifiers = [note.persistentModelID, album.persistentModelID, draft.persistentModelID]
    #expect(identifiers.filter(\.isTemporary).count == 3)
    #expect(context.insertedModelsArray.count == 3)
    drafts.fail = nil
    try context.save()
    #expect(try counts() == [1, 1, 1])
  }

  /// The second one refuses: the first keeps its part, the file is rolled back, and the next save brings the rest.
  @Test func whatTheSecondRefusesIsFinishedOnce() throws {
    let (context, note, album, draft) = filled()
    notes.fail = { if $0 == .save { throw Refusal() } }
    let error = try #require(throws: SwiftDataError.self) { try context.save() }
    #expect("\(error)".contains("“notes” refused") && "\(error)".contains("Saved already: drafts"))
    #expect(try counts() == [0, 0, 1])
    #expect(!draft.persistentModelID.isTemporary && !draft.hasChanges)
    #expect(note.persistentModelID.isTemporary && album.persistentModelID.isTemporary)
    #expect(context.insertedModelsArray.count == 2)
    #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(try counts() == [0, 0, 1])
    notes.fail = nil
    try context.save()
    #expect(try counts() == [1, 1, 1] && !context.hasChanges)
    draft.text = "e"
    note.text = "o"
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Draft>()).map(\.text) == ["e"])
  }

  /// Something that SQLite refuses is found before any custom store is asked.
  @Test func whatSQLiteRefusesReachesNoOther() throws {
    let (context, _, album, _) = filled()
    try context.save()
    let saves = drafts.operations.filter { $0 == .save }.count
    album.name = "changed"
    context.insert(Draft("second"))
    let other = ModelContext(container)
    other.delete(other.model(for: album.persistentModelID))
    try other.save()
    context.mergePolicy = .error
    #expect(throws: (any Error).self) { try context.save() }
    #expect(drafts.operations.filter { $0 == .save }.count == saves)
    #expect(try counts() == [1, 0, 1])
  }

  @Test func deletionsAndRollbacksOverStores() throws {
    let (context, note, album, draft) = filled()
    try context.save()
    context.delete(note)
    context.delete(album)
    draft.text = "changed"
    context.rollback()
    #expect(draft.text == "d" && !note.isDeleted)
    try context.save()
    #expect(try counts() == [1, 1, 1])
    try context.delete(model: Note.self)
    try context.delete(model: Album.self)
    context.delete(draft)
    try context.save()
    #expect(try counts() == [0, 0, 0])
  }

  // MARK: Opening

  @Test func relationshipsCannotLeaveACustomStore() throws {
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(
        for: Schema([Thing.self, Other.self, Item.self, Badge.self]),
        configurations: [
          MemoryStoreConfiguration("items", schema: Schema([Item.self])),
          ModelConfiguration("things", schema: Schema([Thing.self]), isStoredInMemoryOnly: true),
        ])
    }
    #expect("\(error)".contains("no relationship can leave") && error.property == "bag")
  }

  /// A schema has what its models lead to: the second configuration would have nothing of its own.
  @Test func aStoreThatWouldStayEmptyIsRefused() throws {
    let (albums, songs) = (Schema([Album.self]), Schema([Song.self]))
    let pairs: [[any DataStoreConfiguration]] = [
      [
        MemoryStoreConfiguration("first", schema: albums),
        MemoryStoreConfiguration("second", schema: songs),
      ],
      [
        ModelConfiguration("first", schema: albums, isStoredInMemoryOnly: true),
        MemoryStoreConfiguration("second", schema: songs),
      ],
      [
        ModelConfiguration("first", schema: albums, url: folder.url.appending(path: "first.store")),
        ModelConfiguration("second", schema: songs, url: folder.url.appending(path: "second.store")),
      ],
    ]
    for configurations in pairs {
      let error = try #require(throws: SwiftDataError.self) {
        try ModelContainer(for: Schema([Album.self, Song.self]), configurations: configurations)
      }
      #expect(error == .loadIssueModelContainer)
      #expect("\(error)".contains("“first”") && "\(error)".contains("“second”"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "first.store").path))
  }

  @Test func oneStoreTwiceIsRefused() {
    #expect(throws: SwiftDataError.duplicateConfiguration) {
      try ModelContainer(
        for: Note.self, Draft.self,
        configurations: MemoryStoreConfiguration("a", schema: Schema([Note.self]), storage: notes),
        MemoryStoreConfiguration("b", schema: Schema([Draft.self]), storage: notes))
    }
  }

  @Test func whatTheStoreThrowsWhenOpenedIsTheReason() throws {
    let file = folder.url.appending(path: "broken.json")
    try Data("{".utf8).write(to: file)
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContainer(for: Note.self, configurations: JSONStoreConfiguration("notes", file: file))
    }
    #expect(error == .loadIssueModelContainer && error.underlying is JSONStoreError)
    #expect("\(error)".contains("notes"))
  }

  enum Plan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [] }
    static var stages: [MigrationStage] { [] }
  }

  @Test func aPlanReachesTheStore() throws {
    _ = try ModelContainer(
      for: Note.self, migrationPlan: Plan.self, configurations: MemoryStoreConfiguration("notes", storage: notes))
  }
}
