// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

/// Backups, checks and compaction of containers with stores of other kinds.
@Suite struct CareOfCustomStoresTests {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  /// One of each: SQLite, a custom store that takes part, one that does not.
  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Schema([Album.self, Song.self, Playlist.self, Note.self, Draft.self]),
      configurations: [
        MemoryStoreConfiguration("drafts", schema: Schema([Draft.self])),
        ModelConfiguration(
          "music", schema: Schema([Album.self, Song.self, Playlist.self]), url: folder.url.appending(path: "a.store")),
        JSONStoreConfiguration("notes/é", schema: Schema([Note.self]), file: folder.url.appending(path: "notes.json")),
      ] as [any DataStoreConfiguration])
  }

  private func texts(_ context: ModelContext) throws -> [[String]] {
    [
      try context.fetch(FetchDescriptor<Album>()).map(\.name).sorted(),
      try context.fetch(FetchDescriptor<Note>()).map(\.text).sorted(),
      try context.fetch(FetchDescriptor<Draft>()).map(\.text).sorted(),
    ]
  }

  @Test func eachStoreComesBackThatTakesPart() async throws {
    let context = ModelContext(container)
    let note = Note("first")
    context.insert(note)
    context.insert(Album("blue"))
    context.insert(Draft("draft"))
    try context.save()
    let other = ModelContext(container)
    let seen = try #require(try other.fetch(FetchDescriptor<Note>()).first)
    let target = folder.url.appending(path: "copy", directoryHint: .isDirectory)
    let backup = try await container.backup(to: target)
    #expect(backup.leftOut == ["drafts"])
    #expect(Set(backup.stores.map(\.name)) == ["music", "notes/é"])
    #expect(try StoreBackup(contentsOf: target).leftOut == ["drafts"])
    #expect(try StoreBackup(contentsOf: target).stores == backup.stores)

    note.text = "changed"
    let later = Note("later")
    context.insert(later)
    context.insert(Album("green"))
    context.insert(Draft("second"))
    try context.save()
    let laterID = later.persistentModelID
    #expect(seen.text == "first" || seen.text == "changed")
    try await container.restore(from: target)
    #expect(try texts(context) == [["blue"], ["first"], ["draft", "second"]])
    #expect(note.text == "first" && later.isDeleted)
    other.processPendingChanges()
    #expect(seen.text == "first")
    let new = Note("new")
    context.insert(new)
    try context.save()
    #expect(new.persistentModelID != laterID)

    let report = try await container.integrityCheck()
    #expect(report.isSound && report.leftOut == ["drafts"])
    #expect(report.description.contains("not checked: drafts"))
    try await container.vacuum()
    #expect(try texts(ModelContext(container)) == [["blue"], ["first", "new"], ["draft", "second"]])
  }

  /// The custom store refuses before SQLite commits.
  @Test func aDamagedCopyChangesNothing() async throws {
    let context = ModelContext(container)
    context.insert(Note("first"))
    context.insert(Album("blue"))
    try context.save()
    let target = folder.url.appending(path: "copy", directoryHint: .isDirectory)
    let backup = try await container.backup(to: target)
    context.insert(Album("green"))
    try context.save()
    let own = try #require(backup.stores.filter(\.isCustom).first)
    try Data("{".utf8).write(to: target.appending(path: own.file).appending(path: "models.json"))
    await #expect(throws: SwiftDataError.storeFailure) { try await container.restore(from: target) }
    #expect(try texts(context) == [["blue", "green"], ["first"], []])
  }

  @Test func aContainerWithoutAnySaysSo() async throws {
    let container = try ModelContainer(for: Note.self, configurations: MemoryStoreConfiguration("notes"))
    let target = folder.url.appending(path: "copy")
    for failing in [
      { try await container.backup(to: target) } as () async throws -> Any,
      { try await container.restore(from: self.folder.url) }, { try await container.integrityCheck() },
      { try await container.vacuum() },
    ] {
      let error = await #expect(throws: SwiftDataError.self) { _ = try await failing() }
      #expect(error == .storeFailure && "\(error as Any)".contains("notes"))
    }
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }
}
