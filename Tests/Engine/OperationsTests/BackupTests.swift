// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

@Suite struct BackupTests {
  private func filled(_ folder: TestFolder) throws -> ModelContainer {
    let container = try folder.container()
    let context = ModelContext(container)
    let album = Album("Blue")
    album.cover = Data(repeating: 7, count: 300_000)
    album.tags = [Tag("jazz"), Tag("cool")]
    context.insert(album)
    for name in ["One", "Two", "Three"] { Song(name).album = album }
    try context.save()
    return container
  }

  @Test func aBackupHasEverythingAndOpensAsAStore() async throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let support = folder.url.appendingPathComponent(".test_SUPPORT", isDirectory: true)
    try Data("more".utf8).write(to: support.appendingPathComponent("more.txt"))
    let steps = Collected<CareProgress>()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    let backup = try await container.backup(to: target) { steps.append($0) }

    #expect(backup.stores.map(\.file) == ["test.store"])
    #expect(try StoreBackup(contentsOf: target).stores == backup.stores)
    #expect(!steps.all.isEmpty)
    #expect(zip(steps.all, steps.all.dropFirst()).allSatisfy { $0.completedBytes <= $1.completedBytes })
    #expect(steps.all.allSatisfy { $0.store == "default" && $0.totalBytes > 300_000 })
    let copied = target.appendingPathComponent(".test_SUPPORT", isDirectory: true)
    #expect(FileManager.default.fileExists(atPath: copied.appendingPathComponent("more.txt").path))

    let copy = try ModelContainer(
      for: Album.self, Tag.self,
      configurations: ModelConfiguration(url: target.appendingPathComponent("test.store"), allowsSave: false))
    let album = try #require(try ModelContext(copy).fetch(FetchDescriptor<Album>()).first)
    #expect(album.cover == Data(repeating: 7, count: 300_000))
    #expect(Set(album.songs.map(\.name)) == ["One", "Two", "Three"])
    #expect(Set(album.tags.map(\.word)) == ["jazz", "cool"])
    #expect(try await copy.integrityCheck().isSound)
  }

  @Test func nothingIsOverwrittenUnlessAskedAndOnlyABackup() async throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    let first = try StoreBackup(contentsOf: target)
    #expect(await failure { try await container.backup(to: target) } == .storeFailure)
    try ModelContext(container).transactionAdding("Green")
    let second = try await container.backup(to: target, overwriting: true)
    #expect(second.stores == first.stores)
    let copy = try ModelContainer(
      for: Album.self, Tag.self,
      configurations: ModelConfiguration(url: target.appendingPathComponent("test.store")))
    #expect(try ModelContext(copy).titles() == ["Blue", "Green"])

    let photos = folder.url.appendingPathComponent("photos", isDirectory: true)
    try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
    #expect(await failure { try await container.backup(to: photos, overwriting: true) } == .storeFailure)
    let above = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!above.contains { $0.contains(".partial-") || $0.contains(".former-") })
  }

  @Test func aBackupIsOfOneMomentWhileOthersWrite() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    // Each save adds an album with two songs: any state between saves has twice as many songs.
    let shelves = (0..<3).map { _ in Shelf(modelContainer: container) }
    try await shelves[0].add("start", songs: 2)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, shelf) in shelves.enumerated() {
        group.addTask { for number in 0..<40 { try await shelf.add("\(index) \(number)", songs: 2) } }
      }
      for number in 0..<4 {
        let target = folder.url.appendingPathComponent("copy\(number)", isDirectory: true)
        try await container.backup(to: target)
        let copy = try ModelContainer(
          for: Album.self, Tag.self,
          configurations: ModelConfiguration(url: target.appendingPathComponent("test.store"), allowsSave: false))
        let context = ModelContext(copy)
        let albums = try context.fetchCount(FetchDescriptor<Album>())
        #expect(albums >= 1)
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 2 * albums)
      }
      try await group.waitForAll()
    }
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Album>()) == 121)
  }

  @Test func aCancelledBackupLeavesNothing() async throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    try ModelContext(container).insertRows(
      of: Tag.self, from: 0..<20_000
    ) { number, row in row.set(\.word, "word \(number), with some text to fill pages") }
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    let before = try folder.names()
    let (cancellation, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await container.backup(to: target) { _ in
        continuation.yield()
        // The first step waits until it is told to end.
        while !Task.isCancelled, !Flag.isSet.value { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    for await _ in cancellation { break }
    task.cancel()
    Flag.isSet.value = true
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try folder.names() == before)
  }

  @Test func severalStoresAndStoresInMemoryAreCopied() async throws {
    let folder = try TestFolder()
    let albums = ModelConfiguration("albums", schema: Schema([Album.self, Tag.self]), url: folder.file("a/data.store"))
    let concerts = ModelConfiguration("concerts", schema: Schema([Concert.self]), url: folder.file("b/data.sqlite"))
    let container = try ModelContainer(for: Album.self, Tag.self, Concert.self, configurations: albums, concerts)
    let context = ModelContext(container)
    context.insert(Album("Blue"))
    context.insert(Concert("Rome"))
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    let backup = try await container.backup(to: target)
    // The support folders of both would have one name.
    #expect(backup.stores.map(\.file) == ["data.store", "data-2.sqlite"])
    context.insert(Album("Green"))
    context.insert(Concert("Oslo"))
    try context.save()
    try await container.restore(from: target)
    #expect(try context.titles() == ["Blue"])
    #expect(try context.fetch(FetchDescriptor<Concert>()).map(\.city) == ["Rome"])

    let memory = try memoryContainer()
    let other = ModelContext(memory)
    other.insert(Album("Red"))
    try other.save()
    let second = folder.url.appendingPathComponent("memory", isDirectory: true)
    try await memory.backup(to: second)
    other.insert(Album("White"))
    try other.save()
    try await memory.restore(from: second)
    #expect(try other.titles() == ["Red"])
    other.insert(Album("Black"))
    try other.save()
    #expect(try other.titles() == ["Black", "Red"])
    #expect(try await memory.integrityCheck().isSound)
    // From memory into a file, too.
    let file = try folder.container("from-memory.store")
    try await file.restore(from: second)
    #expect(try ModelContext(file).titles() == ["Red"])
  }

  @Test func aDamagedStoreReplacesNoBackup() async throws {
    let folder = try TestFolder()
    let container = try filled(folder)
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    let queue = try DatabaseQueue(path: folder.file().path)
    try await queue.write { database in
      // An index that has not what its table has.
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(
        sql:
          "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'ZSONG') WHERE name = 'ZTAG'"
      )
    }
    try queue.close()
    let failed = await failure { try await container.backup(to: target, overwriting: true) }
    #expect(failed == .storeIsCorrupted, "\(String(describing: failed))")
    #expect(try StoreBackup(contentsOf: target).stores.count == 1)
  }
}

/// Set by one test.
final class Flag: @unchecked Sendable {
  static let isSet = Flag()
  private let lock = NSLock()
  private var isOn = false
  var value: Bool {
    get { lock.withLock { isOn } }
    set { lock.withLock { isOn = newValue } }
  }
}

extension ModelContext {
  func transactionAdding(_ title: String) throws {
    insert(Album(title))
    try save()
  }
}
