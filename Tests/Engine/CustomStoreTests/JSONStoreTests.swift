// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import ProcessSupport
import SwiftData
import Testing

@Suite struct JSONStoreTests {
  private let folder: TemporaryFolder
  private var file: URL { folder.url.appending(path: "store.json") }

  init() throws { folder = try TemporaryFolder() }

  private func container() throws -> ModelContainer {
    try ModelContainer(for: Album.self, Song.self, Playlist.self, configurations: JSONStoreConfiguration(file: file))
  }

  private func fill() throws {
    let context = ModelContext(try container())
    let album = Album("Kind of Blue", 1959)
    context.insert(album)
    album.songs = [Song("So What", 545.5), Song("Blue in Green")]
    try context.save()
  }

  @Test func theFileIsReadable() throws {
    try fill()
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(#""name" : "Kind of Blue""#) && text.contains(#""year" : 1959"#))
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["format"] as? Int == 1 && (object["models"] as? [Any])?.count == 3)
  }

  /// Whatever is done to the file: an error, or models.
  @Test func damagedFilesAreErrors() throws {
    try fill()
    let whole = try Data(contentsOf: file)
    var generator = SeededGenerator(seed: 20_261_122)
    var refused = 0
    for round in 0..<200 {
      var bytes = whole
      if round % 2 == 0 {
        bytes = bytes.prefix(Int.random(in: 0..<whole.count, using: &generator))
      } else {
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<whole.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
      }
      try bytes.write(to: file)
      do {
        let context = ModelContext(try container())
        for album in try context.fetch(FetchDescriptor<Album>()) { _ = album.songs.map(\.title) }
        try context.save()
      } catch {
        refused += 1
      }
    }
    #expect(refused >= 100, "seed 20261122")
    try whole.write(to: file)
    #expect(try ModelContext(container()).fetch(FetchDescriptor<Song>()).count == 2)
  }

  @Test func anotherProcessIsSeenAtTheNextFetch() throws {
    try fill()
    let (first, second) = (ModelContext(try container()), ModelContext(try container()))
    let album = try #require(try first.fetch(FetchDescriptor<Album>()).first)
    let other = try #require(try second.fetch(FetchDescriptor<Album>()).first)
    other.name = "Blue"
    try second.save()
    _ = try first.fetch(FetchDescriptor<Album>())
    #expect(album.name == "Blue")
    // Not seen yet, and yet not lost: it comes to light at the save.
    other.year = 1960
    try second.save()
    album.name = "Bluer"
    try first.save()
    #expect(album.year == 1960)
    // Both have changed one property, which is a conflict.
    _ = try second.fetch(FetchDescriptor<Album>())
    other.name = "Blues"
    try second.save()
    album.name = "Bluest"
    #expect(throws: SwiftDataError.optimisticLockFailure) { try first.save() }
    first.mergePolicy = .memoryWins
    album.name = "Bluer"
    try first.save()
    let stored = try #require(try ModelContext(container()).fetch(FetchDescriptor<Album>()).first)
    #expect(stored.name == "Bluer" && stored.year == 1960)
  }

  /// A save is interrupted before the file has its new name: the next one does not mind what is left.
  @Test func leftoversOfAKilledSaveAreNoStore() throws {
    try fill()
    try Data("{ half".utf8).write(to: URL(fileURLWithPath: file.path + ".new"))
    let context = ModelContext(try container())
    #expect(try context.fetchCount(FetchDescriptor<Song>()) == 2)
    context.insert(Playlist("new"))
    try context.save()
    #expect(try ModelContext(container()).fetchCount(FetchDescriptor<Playlist>()) == 1)
  }

  @Test func aFolderThatCannotBeWrittenIsAnError() throws {
    let nowhere = folder.url.appending(path: "missing/store.json")
    #expect(throws: SwiftDataError.loadIssueModelContainer) {
      try ModelContainer(for: Note.self, configurations: JSONStoreConfiguration(file: nowhere))
    }
  }
}

/// A process is killed while it saves: the file is the old one or the new one.
@Suite struct KilledSaveTests {
  @Test func theFileIsNeverHalf() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "store.json")
    var generator = SeededGenerator(seed: 5)
    var last = 0
    for round in 0..<12 {
      let process = try SecondProcess("JSONStoreProcess", file.path)
      // Killed after some saves that it has said to be done, at whatever it does then.
      var said: [Int] = []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        guard let line = process.line() else { break }
        said.append(try #require(Int(line), "\(line)"))
      }
      process.kill()
      while let line = process.line() { if let number = Int(line) { said.append(number) } }
      let done = said.max() ?? 0
      #expect(done > last, "The process has saved nothing in round \(round).")
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      let models = try #require(object?["models"] as? [[String: Any]])
      let numbers = Set(models.compactMap { $0["number"] as? Int })
      #expect(numbers.count == 1, "seed 5, round \(round): \(numbers)")
      let number = try #require(numbers.first)
      #expect(number == done || number == done + 1, "seed 5, round \(round)")
      last = number
    }
  }
}
