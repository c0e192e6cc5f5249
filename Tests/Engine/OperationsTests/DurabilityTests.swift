// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import SwiftDataSQLite
import Testing

@Suite struct DurabilityTests {
  private func level(_ durability: ModelConfiguration.Durability?, _ folder: TestFolder) async throws -> Int64? {
    var configuration = ModelConfiguration(url: folder.file())
    if let durability { configuration.durability = durability }
    let container = try ModelContainer(for: Album.self, Tag.self, configurations: configuration)
    let context = ModelContext(container)
    context.insert(Album("Blue \(UUID())"))
    try context.save()
    let store = try #require(container._stores.first?.store as? SQLiteRowStore)
    let before = try store.synchronousLevel
    // It outlasts what replaces or rewrites the file's contents.
    let copy = folder.url.appendingPathComponent(UUID().uuidString, isDirectory: true)
    try await container.backup(to: copy)
    try await container.restore(from: copy)
    try await container.vacuum()
    #expect(try store.synchronousLevel == before)
    return before
  }

  @Test func aSaveWaitsForTheDiskIfItIsToldTo() async throws {
    let folder = try TestFolder()
    // NORMAL is 1, FULL 2.
    #expect(try await level(nil, folder) == 1)
    #expect(try await level(.process, folder) == 1)
    #expect(try await level(.disk, folder) == 2)
    // It is a setting of the configuration, and leaves nothing in the file.
    #expect(try await level(nil, folder) == 1)
  }

  @Test func itIsPartOfTheConfiguration() throws {
    let one = ModelConfiguration("a")
    var other = one
    #expect(one == other && one.durability == .process)
    other.durability = .disk
    #expect(one != other)
    var memory = ModelConfiguration(isStoredInMemoryOnly: true)
    memory.durability = .disk
    let context = ModelContext(try ModelContainer(for: Album.self, Tag.self, configurations: memory))
    context.insert(Album("Blue"))
    try context.save()
    #expect(try context.titles() == ["Blue"])
  }

  // MARK: History and hooks

  @Test func anEmptiedHistoryHasALatestToken() throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    #expect(try context.latestHistoryToken() == nil)
    for title in ["a", "b"] {
      context.insert(Album(title))
      try context.save()
    }
    let all = HistoryDescriptor<DefaultHistoryTransaction>()
    let last = try #require(try context.fetchHistory(all).last?.token)
    #expect(try context.latestHistoryToken() == last)
    try context.deleteHistory(all)
    #expect(try context.fetchHistory(all).isEmpty)
    let token = try #require(try context.latestHistoryToken())
    #expect(token == last)
    context.insert(Album("c"))
    try context.save()
    let news = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token }))
    #expect(news.count == 1)
    // Also in a container that has not seen the deleted ones.
    try context.deleteHistory(all)
    #expect(try ModelContext(try folder.container()).latestHistoryToken() == context.latestHistoryToken())
  }

  @Test func hooksHearOfSavesThatHaveWritten() throws {
    let container = try memoryContainer()
    let context = ModelContext(container)
    let saves = Collected<SavedChanges>()
    container.afterSave { saves.append($0) }
    let album = Album("Blue")
    context.insert(album)
    try context.save()
    // There is nothing to delete.
    try context.delete(model: Tag.self)
    try context.save()
    context.delete(album)
    try context.save()
    #expect(saves.all.map { [$0.inserted.count, $0.updated.count, $0.deleted.count] } == [[1, 0, 0], [0, 0, 1]])
  }
}
