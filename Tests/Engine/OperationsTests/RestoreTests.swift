// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

@Suite struct RestoreTests {
  @Test func contextsSeeWhatWasRestored() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    let blue = Album("Blue")
    blue.cover = Data(repeating: 1, count: 200_000)
    context.insert(blue)
    let song = Song("One")
    song.album = blue
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)

    blue.year = 1999
    blue.cover = Data(repeating: 2, count: 200_000)
    let later = Song("Two")
    later.album = blue
    let green = Album("Green")
    context.insert(green)
    try context.save()
    #expect(blue.songs.count == 2)
    let greenID = green.persistentModelID
    let other = ModelContext(container)
    let seen = try #require(try other.fetch(FetchDescriptor<Album>(sortBy: [SortDescriptor(\.title)])).first)
    #expect(seen.year == 1999)

    try await container.restore(from: target)
    #expect(try context.titles() == ["Blue"])
    #expect(blue.year == 2000)
    #expect(blue.cover == Data(repeating: 1, count: 200_000))
    #expect(blue.songs.map(\.name) == ["One"])
    #expect(green.isDeleted && later.isDeleted)
    other.processPendingChanges()
    #expect(seen.year == 2000)

    // Keys are not given out again.
    let red = Album("Red")
    context.insert(red)
    try context.save()
    #expect(red.persistentModelID != greenID)
    blue.year = 2001
    try context.save()
    #expect(try await container.integrityCheck().problems == [])
    let again = try folder.container()
    #expect(try ModelContext(again).titles() == ["Blue", "Red"])
  }

  @Test func unsavedChangesMeetTheRestoredRows() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    let blue = Album("Blue")
    context.insert(blue)
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    let green = Album("Green")
    context.insert(green)
    try context.save()
    blue.year = 1
    green.year = 2
    try await container.restore(from: target)
    #expect(failure { try context.save() } == .optimisticLockFailure)
    context.rollback()
    #expect(blue.year == 2000)
    #expect(green.isDeleted)
    try context.save()
    #expect(try context.titles() == ["Blue"])
  }

  /// Another container of the process stands for another program.
  @Test func otherProgramsAreNotFooledByVersions() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    let blue = Album("Blue")
    context.insert(blue)
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    blue.year = 1999
    try context.save()
    let program = ModelContext(try folder.container())
    let theirs = try #require(try program.fetch(FetchDescriptor<Album>()).first)
    #expect(theirs.year == 1999)
    try await container.restore(from: target)
    context.processPendingChanges()
    // The row has version 1 in the backup, and would have 2 after the next save: that of the one in memory.
    blue.title = "Blue Note"
    try context.save()
    theirs.year = 5
    #expect(failure { try program.save() } == .optimisticLockFailure)
  }

  @Test func whatIsNoGoodBackupChangesNothing() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    for number in 0..<200 { context.insert(Album("Album \(number)")) }
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    context.insert(Album("Last"))
    try context.save()
    let copy = target.appendingPathComponent("test.store")
    let whole = try Data(contentsOf: copy)
    let before = try folder.names()

    func expectRefused(_ kinds: Set<SwiftDataError>, _ line: Int = #line) async throws {
      let error = await failure { try await container.restore(from: target) }
      let refused = try #require(error, "line \(line)")
      #expect(kinds.contains(refused), "line \(line): \(refused)")
      #expect(try context.fetchCount(FetchDescriptor<Album>()) == 201)
      #expect(try folder.names() == before)
    }
    // Cut, overwritten, emptied, no database.
    try whole.prefix(whole.count / 2).write(to: copy)
    try await expectRefused([.storeIsCorrupted])
    var damaged = whole
    for index in stride(from: 8192, to: damaged.count, by: 7) { damaged[index] ^= 0x5A }
    try damaged.write(to: copy)
    try await expectRefused([.storeIsCorrupted])
    try Data().write(to: copy)
    try await expectRefused([.storeIsNotADatabase])
    try Data(repeating: 65, count: 5000).write(to: copy)
    try await expectRefused([.storeIsNotADatabase])
    // A store of other models.
    try FileManager.default.removeItem(at: copy)
    do {
      let other = ModelContext(
        try ModelContainer(for: Other.Album.self, configurations: ModelConfiguration(url: copy)))
      other.insert(Other.Album("Foreign"))
      try other.save()
    }
    try? FileManager.default.removeItem(atPath: copy.path + "-wal")
    try? FileManager.default.removeItem(atPath: copy.path + "-shm")
    try await expectRefused([.unknownDataStoreSchema])
    // A manifest that leads elsewhere, and none.
    let manifest = target.appendingPathComponent("backup.json")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try text.replacingOccurrences(of: "\"test.store\"", with: "\"../test.store\"")
      .write(to: manifest, atomically: false, encoding: .utf8)
    try await expectRefused([.storeIsCorrupted])
    try "{".write(to: manifest, atomically: false, encoding: .utf8)
    try await expectRefused([.storeIsCorrupted])

    // Whole again, it is taken.
    try text.write(to: manifest, atomically: false, encoding: .utf8)
    try whole.write(to: copy)
    try await container.restore(from: target)
    #expect(try context.fetchCount(FetchDescriptor<Album>()) == 200)
  }

  @Test func aBackupWithoutItsLargeFilesIsRefused() async throws {
    let folder = try TestFolder()
    let container = try folder.container()
    let context = ModelContext(container)
    let album = Album("Blue")
    album.cover = Data(repeating: 3, count: 200_000)
    context.insert(album)
    try context.save()
    let target = folder.url.appendingPathComponent("copy", isDirectory: true)
    try await container.backup(to: target)
    try FileManager.default.removeItem(at: target.appendingPathComponent(".test_SUPPORT"))
    #expect(await failure { try await container.restore(from: target) } == .storeIsCorrupted)
    #expect(album.cover?.count == 200_000)
  }

  @Test func oneFileIsABackupOfOneStore() async throws {
    let folder = try TestFolder()
    do {
      let source = ModelContext(try folder.container("source.store"))
      source.insert(Album("Blue"))
      try source.save()
    }
    let container = try folder.container()
    try await container.restore(from: folder.file("source.store"))
    #expect(try ModelContext(container).titles() == ["Blue"])
    let readOnly = try ModelContainer(
      for: Album.self, Tag.self, configurations: ModelConfiguration(url: folder.file(), allowsSave: false))
    #expect(await failure { try await readOnly.restore(from: folder.file("source.store")) } == .storeIsReadOnly)
  }
}
