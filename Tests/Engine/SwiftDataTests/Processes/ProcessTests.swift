// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import Testing

/// A store that two processes use, or that one leaves in the middle of a save.
@Suite struct ProcessTests {
  /// The model of `StoreProcess`, by the same name.
  enum Written {
    @Model
    final class Entry {
      #Unique<Entry>([\.batch, \.number])
      var batch: Int
      var number: Int
      var text: String

      init(batch: Int, number: Int) {
        self.batch = batch
        self.number = number
        text = ""
      }
    }
  }
  typealias Entry = Written.Entry

  @Test func nothingIsLostOrHalfWrittenWhenTheWriterIsKilled() throws {
    let folder = try TestFolder()
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let size = 200
    var next = 1
    for _ in 0..<6 {
      let writer = try SecondProcess("StoreProcess", "write", folder.file().path, "\(next)", "\(size)")
      var said: [Int] = []
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        guard let line = writer.line() else { break }
        said.append(try #require(Int(line), "\(line)"))
      }
      writer.kill()
      while let line = writer.line() { if let batch = Int(line) { said.append(batch) } }
      let last = try #require(said.last)

      let checker = try SecondProcess("StoreProcess", "check", folder.file().path)
      #expect(checker.line() == "ok")
      checker.end()
      let context = ModelContext(try folder.container(Entry.self))
      let batches = try context.fetchGroups(FetchDescriptor<Entry>(), by: \.batch, .count)
      // Every batch is whole; every one that was said to be saved is there,
      // and at most one more, which was saved but not said.
      #expect(batches.allSatisfy { $0.values == size })
      #expect(Set(batches.map(\.key)).isSuperset(of: 1...last))
      #expect(batches.count <= last + 1)
      next = (batches.map(\.key).max() ?? 0) + 1
    }
    #expect(next > 6)
  }

  @Test func waitsForAnotherProcessAndThenSaves() async throws {
    let folder = try TestFolder()
    let container = try folder.container(Entry.self)
    let holder = try SecondProcess("StoreProcess", "hold", folder.file().path)
    #expect(holder.line() == "holding")
    async let saved: Void = Self.save(container)
    holder.say("let go")
    try await saved
    holder.end()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
  }

  private static func save(_ container: ModelContainer) async throws {
    let context = ModelContext(container)
    context.insert(Entry(batch: 1, number: 1))
    try context.save()
  }

  /// Closing a descriptor of a file drops all locks of the process on it: no
  /// other process may then take itself for the only one and remove the log.
  @Test func openingAgainKeepsTheLocksOfTheFirst() throws {
    let folder = try TestFolder()
    let first = try folder.container(Entry.self)
    let context = ModelContext(first)
    context.insert(Entry(batch: 1, number: 1))
    try context.save()
    _ = try folder.container(Entry.self)
    // The other process opens the store and goes: as the last user it would
    // remove the log.
    let checker = try SecondProcess("StoreProcess", "check", folder.file().path)
    #expect(checker.line() == "ok")
    checker.end()
    #expect(FileManager.default.fileExists(atPath: folder.file().path + "-wal"))
    context.insert(Entry(batch: 1, number: 2))
    try context.save()
    #expect(try ModelContext(first).fetchCount(FetchDescriptor<Entry>()) == 2)
  }

  @Test func givesUpOnAnotherProcessWithAClearError() throws {
    let folder = try TestFolder()
    let container = try folder.container(Entry.self)
    let holder = try SecondProcess("StoreProcess", "hold", folder.file().path)
    #expect(holder.line() == "holding")
    let context = ModelContext(container)
    context.insert(Entry(batch: 1, number: 1))
    do {
      try context.save()
      Issue.record("The save should have failed.")
    } catch let error as SwiftDataError {
      #expect(error == .storeIsBusy)
      #expect("\(error)".contains("test.store"))
    }
    // Reading is not blocked, and the change is still there to save.
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 0)
    #expect(context.hasChanges)
    holder.say("let go")
    holder.end()
    try context.save()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 1)
  }
}
