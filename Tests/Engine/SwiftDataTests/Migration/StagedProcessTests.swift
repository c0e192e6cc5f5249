// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import ProcessSupport
import SwiftData
import Testing

/// A process that dies in the middle of a migration, and others that wait.
@Suite struct StagedProcessTests {
  typealias Entry = ProcessTests.Entry

  private func makeStore(_ folder: TestFolder) throws {
    let context = ModelContext(try folder.container(Entry.self))
    for batch in 0..<20 {
      for number in 0..<10 {
        let entry = Entry(batch: batch, number: number)
        entry.text = String(repeating: "x", count: batch + 1)
        context.insert(entry)
      }
    }
    try context.save()
  }

  @Test(arguments: ["will", "did"]) func killedInTheMiddle(place: String) throws {
    let folder = try TestFolder()
    try makeStore(folder)
    let before = try StagedErrorTests.dump(folder.file())
    let process = try SecondProcess("StoreProcess", "migrate", folder.file().path)
    #expect(process.line() == "will")
    if place == "did" {
      process.say("go on")
      #expect(process.line() == "did")
    }
    process.kill()

    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.differences(from: before).isEmpty)
    #expect(after.schema == before.schema)
    #expect(after.integrity == "ok")
    let entries = try ModelContext(folder.container(Entry.self)).fetchCount(
      FetchDescriptor<Entry>())
    #expect(entries == 200)

    let again = try SecondProcess("StoreProcess", "migrate", folder.file().path)
    for place in ["will", "did"] {
      #expect(again.line() == place)
      again.say("go on")
    }
    #expect(again.line() == "20")
    again.end()
  }

  @Test func killedAtAnyTimeTheStoreIsOldOrNew() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let folder = try TestFolder()
      try makeStore(folder)
      let process = try SecondProcess("StoreProcess", "migrate", folder.file().path, "unpaused")
      // From before its first stage to after its last.
      if Bool.random(using: &random) { _ = process.line() }
      if Bool.random(using: &random) { _ = process.line() }
      usleep(UInt32.random(in: 0..<30_000, using: &random))
      process.kill()
      let dump = try StagedErrorTests.dump(folder.file())
      #expect(dump.integrity == "ok")
      let isNew = dump.schema["ZENTRY"]?.contains("ZLENGTH") == true
      #expect(dump.count("ZENTRY") == (isNew ? 20 : 200))
      let version = try StagedMigrationTests.version(folder.file())
      #expect(version == (isNew ? "2.0.0" : "1.0.0"))
      for finding in try StoreChecker.check(folder.file(), .isMigrated) {
        Issue.record("\(finding)")
      }
    }
  }

  /// SQLite itself rolls back then: what comes after must not be a change of
  /// its own.
  @Test func theDiskIsFullAndNobodyLooks() throws {
    let folder = try TestFolder()
    try makeStore(folder)
    let before = try StagedErrorTests.dump(folder.file())
    let process = try SecondProcess("StoreProcess", "migrate", folder.file().path, "full")
    #expect(process.line() == "failed")
    #expect(process.line() == "went on")
    let error = try #require(process.line())
    #expect(error.contains("storeFailure: The transaction was rolled back after an error."))
    process.end()
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.differences(from: before).isEmpty)
    #expect(after.schema == before.schema)
  }

  @Test func othersReadTheOldStateMeanwhile() throws {
    let folder = try TestFolder()
    try makeStore(folder)
    let container = try folder.container(Entry.self)
    let context = ModelContext(container)
    let process = try SecondProcess("StoreProcess", "migrate", folder.file().path)
    #expect(process.line() == "will")
    #expect(try context.fetchCount(FetchDescriptor<Entry>()) == 200)
    process.say("go on")
    #expect(process.line() == "did")
    #expect(try context.fetch(FetchDescriptor<Entry>()).count == 200)
    process.say("go on")
    #expect(process.line() == "20")
    process.end()
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 20)
  }

  @Test func theSecondToOpenFindsTheStoreMigrated() throws {
    let folder = try TestFolder()
    try makeStore(folder)
    let first = try SecondProcess("StoreProcess", "migrate", folder.file().path)
    #expect(first.line() == "will")
    let second = try SecondProcess("StoreProcess", "migrate", folder.file().path)
    first.say("go on")
    #expect(first.line() == "did")
    first.say("go on")
    #expect(first.line() == "20")
    // No stage runs a second time.
    #expect(second.line() == "20")
    first.end()
    second.end()
  }
}
