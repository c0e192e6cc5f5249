// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftDataSyncCore
import SwiftDataSyncServer
import SwiftDataSyncWire
import SyncSimulation
import SyncStores
import Testing

/// The server's file does what the server in memory does, which the simulation has tried.
@Suite struct SyncDatabaseTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "SyncDatabaseTests-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  /// The bytes of a page are the same if the server does not take its records apart.
  private func comparePage(
    _ answer: SyncAnswer, _ request: SyncRequest, _ now: Int64, _ database: SyncDatabase
  ) throws -> Int {
    let whole = try database.answer(request, now: now, givesMessages: true)
    switch (answer.body, whole.body) {
    case (.page(let page), .page(let other)):
      // Of bytes that are counted, not estimated, a page may have more.
      guard !page.records.isEmpty, page.hasMore == other.hasMore else { return 0 }
      #expect(other.records.isEmpty && other.encoded.map(\.version) == page.records.map(\.version))
    case (.snapshot(let page), .snapshot(let other)):
      guard !page.records.isEmpty, page.hasMore == other.hasMore else { return 0 }
      #expect(other.records.isEmpty && other.encoded.map(\.version) == page.records.map(\.version))
    default: return 0
    }
    #expect(Wire.encode(whole) == Wire.encode(answer))
    return 1
  }

  private func service(_ world: World) -> SyncService { world.server?.service ?? SyncService() }

  /// All that simulated devices asked, and what happened to their server: the same answers, to the last number.
  ///
  /// - Parameter wasFormer: Whether the file was one of version 5 now and then.
  @Test(arguments: ServerStore.isFile ? [false, true] : [false])
  func answersAreThoseOfTheServerInMemory(wasFormer: Bool) throws {
    for seed in UInt64(1)...20 {
      var world = World(Plan(seed: seed))
      world.history = []
      _ = world.run()
      var file = folder.appendingPathComponent("\(seed).sqlite")
      var number: UInt64 = 1
      func open() throws -> SyncDatabase {
        try ServerStore.open(file, service: service(world), firstGeneration: { 1 }, generation: number)
      }
      var database = try open()
      var backup: URL?
      var (questions, pages) = (0, 0)
      for event in world.history ?? [] {
        switch event {
        case .request(let request, let now, let answer):
          if answer.body == .signInNeeded { continue }
          questions += 1
          if wasFormer, questions.isMultiple(of: 25) {
            try database.close()
            try makeVersion5(file)
            database = try open()
            try restoreTimes(file)
          }
          let own = try database.answer(request, now: now)
          // The time of a question is not kept, and so may be an earlier one here.
          try #require(own.body == answer.body, "seed \(seed), question \(questions)")
          pages += try comparePage(own, request, now, database)
        case .backup:
          let copy = folder.appendingPathComponent("\(seed)-\(questions).sqlite")
          try? FileManager.default.removeItem(at: copy)
          try ServerStore.backUp(database, of: file, to: copy)
          backup = copy
        case .restore(let generation):
          number = generation
          guard let source = backup else { continue }
          try database.close()
          // The backup can be used again.
          file = folder.appendingPathComponent("\(seed)-restored-\(generation).sqlite")
          try ServerStore.restore(source, as: file)
          database = try open()
        case .compact(let time): try database.compact(before: time)
        }
      }
      #expect(questions > 0 && pages > 0)
      try database.close()
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// As version 5 had it: records in the order of their names, references by where they come from, uploads without times.
  private func makeVersion5(_ file: URL) throws {
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(
        sql: """
          ALTER TABLE record RENAME TO laterRecord;
          DROP INDEX record_version;
          DROP INDEX record_deletion;
          CREATE TABLE record (
            zone INTEGER NOT NULL REFERENCES zone ON DELETE CASCADE, type TEXT NOT NULL, name TEXT NOT NULL,
            version INTEGER NOT NULL, deletion INTEGER, content BLOB NOT NULL,
            PRIMARY KEY (zone, type, name)) WITHOUT ROWID;
          CREATE UNIQUE INDEX record_version ON record (zone, version);
          CREATE INDEX record_deletion ON record (zone, deletion, version) WHERE deletion IS NOT NULL;
          INSERT INTO record SELECT zone, type, name, version, deletion, content FROM laterRecord;
          DROP TABLE laterRecord;
          CREATE INDEX reference_source ON reference (zone, type, name);
          CREATE TABLE formerTime AS SELECT zone, push, time FROM outcome;
          ALTER TABLE outcome DROP COLUMN time;
          PRAGMA user_version = 5;
          """)
    }
  }

  /// What version 5 did not know, for answers that are to be the same.
  private func restoreTimes(_ file: URL) throws {
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(
        sql: """
          UPDATE outcome SET time = (
            SELECT former.time FROM formerTime AS former
            WHERE former.zone = outcome.zone AND former.push = outcome.push);
          DROP TABLE formerTime;
          """)
    }
  }

  /// A title with U+0000 is the whole of it: not what stands before.
  @Test func titlesHaveEveryCharacter() throws {
    let database = try ServerStore.open(folder.appendingPathComponent("titles.sqlite"), firstGeneration: { 1 })
    let titles = ["a", "a\0", "a\0b", "\0", "é\0\u{1}"]
    for (number, title) in titles.enumerated() {
      let zone = ServerShare.name(UniqueNumber(high: 1, low: UInt64(number)))
      _ = try database.answer(
        SyncRequest(account: "ann", token: "", zone: zone, body: .share(.create(root: nil, title: title))), now: 1)
    }
    #expect(try database.shares(of: "ann").map(\.title).sorted() == titles.sorted())
    try database.close()
  }

  private func push(_ name: String, seen: UInt64 = 0, generation: UInt64, number: UInt64) -> SyncRequest {
    let stamp = Stamp(wall: 1, node: 1)
    var change = RecordChange(id: RecordID("Trip", name), base: 0, created: stamp)
    change.life = Life(isDeleted: false, stamp: stamp)
    let push = Push(
      id: UniqueNumber(high: 0, low: number), generation: generation, seen: seen, changes: [change])
    return SyncRequest(account: "ann", token: "", zone: "main", body: .push(push))
  }

  private func lineage(_ database: SyncDatabase) throws -> Lineage {
    let body = try database.answer(
      SyncRequest(
        account: "ann", token: "", zone: "main",
        body: .snapshot(
          SnapshotRequest(
            lineage: Lineage(generation: 0), since: nil, after: nil, withDeletions: true, limit: 1_000))), now: 1
    ).body
    guard case .snapshot(let page) = body else { throw CancellationError() }
    return page.lineage
  }

  /// What was answered is in the file, and in that of the next process.
  @Test func uploadsAreInTheFileAndAppliedOnce() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let first = try ServerStore.open(file)
    let request = push("a", generation: try lineage(first).generation, number: 7)
    let answer = try first.answer(request, now: 5)
    guard case .pushed(let result) = answer.body, case .applied(let versions, _) = result.outcome else {
      Issue.record("\(answer)")
      return
    }
    #expect(versions == [1])
    // Another process on the same file, while the first one is there.
    let second = try ServerStore.open(file)
    #expect(try second.answer(request, now: 9_000_000).body == answer.body)
    try first.close()
    try second.close()
    if ServerStore.isFile {
      let mode = try DatabaseQueue(path: file.path).read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
      #expect(mode == "wal")
    }
    try FileManager.default.removeItem(at: folder)
  }

  /// Where nothing is ever deleted, what became of uploads is forgotten with time, too; a copy of one is not applied then.
  @Test func outcomesOfAZoneWithoutDeletionsGo() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let database = try ServerStore.open(file)
    let generation = try lineage(database).generation
    let uploads = (0..<3).map { push("\($0)", seen: UInt64($0), generation: generation, number: UInt64($0) + 1) }
    var answers: [SyncAnswer.Body] = []
    for (index, upload) in uploads.enumerated() {
      answers.append(try database.answer(upload, now: Int64(index + 1) * 10).body)
      // What no device can know says nothing about those that ask.
      let claim = push("claim \(index)", seen: .max >> 1, generation: generation, number: UInt64(index) + 10)
      if index == 0 { _ = try database.answer(claim, now: 15) }
    }
    try database.compact(before: 25)
    let forgotten = try database.answer(uploads[0], now: 40).body
    #expect(try forgotten == .reconcile(lineage(database), push: UniqueNumber(high: 0, low: 1)))
    for number in 1...2 { #expect(try database.answer(uploads[number], now: 40).body == answers[number]) }
    func page(after version: UInt64) throws -> SyncAnswer.Body {
      let pull = Pull(lineage: try lineage(database), after: version, limit: 9)
      return try database.answer(
        SyncRequest(account: "ann", token: "", zone: "main", body: .pull(pull)), now: 40
      ).body
    }
    guard case .reconcile = try page(after: 0), case .page(let page) = try page(after: 1) else {
      Issue.record("who knows less than those uploads did must load the zone, and nobody else")
      return
    }
    #expect(page.horizon == 1 && page.through == 4 && page.records.count == 3)
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// A file from before the times of uploads has those of its zones, and remembers what it did.
  @Test(.enabled(if: ServerStore.isFile)) func anOlderFileRemembersUploads() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    var database = try SyncDatabase(file: file)
    let generation = try lineage(database).generation
    let uploads = (0..<3).map { push("\($0)", seen: UInt64($0), generation: generation, number: UInt64($0) + 1) }
    let answers = try uploads.enumerated().map { try database.answer($1, now: Int64($0 + 1) * 10).body }
    try database.close()
    try DatabaseQueue(path: file.path).write { db in
      try db.execute(sql: "ALTER TABLE outcome DROP COLUMN time; PRAGMA user_version = 7")
    }
    database = try SyncDatabase(file: file)
    try database.compact(before: 25)
    for number in 0...2 { #expect(try database.answer(uploads[number], now: 40).body == answers[number]) }
    try database.compact(before: 50)
    guard case .reconcile = try database.answer(uploads[0], now: 60).body else {
      Issue.record("the outcome of an upload from before the times of uploads stays for ever")
      return
    }
    #expect(try database.answer(uploads[2], now: 60).body == answers[2])
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  @Test func aBackupThatIsUsedBeginsANewGeneration() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let copy = folder.appendingPathComponent("copy.sqlite")
    let place = folder.appendingPathComponent("restored.sqlite")
    let database = try ServerStore.open(file)
    let before = try lineage(database)
    try ServerStore.backUp(database, of: file, to: copy)
    try ServerStore.restore(copy, as: place)
    let restored = try ServerStore.open(place)
    #expect(try lineage(restored).common(with: before) == 0)
    #expect(try lineage(restored).forks.count == 1)
    try restored.close()
    // Opened again, it is no backup any more.
    let again = try ServerStore.open(place)
    #expect(try lineage(again).forks.count == 1)
    #expect(try lineage(database) == before)
    try again.close()
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// Commands look at a copy, or change it: whatever serves it then begins a generation that no other has.
  @Test(.enabled(if: ServerStore.isFile)) func aBackupStaysOneUntilItIsServed() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let copy = folder.appendingPathComponent("copy.sqlite")
    let database = try SyncDatabase(file: file)
    let before = try lineage(database)
    try database.backUp(to: copy)
    try database.close()
    for _ in 0..<2 {
      let command = try SyncDatabase(file: copy, isServing: false)
      #expect(try command.summaries().count == 1 && lineage(command).generation != before.generation)
      try command.close()
    }
    var generations: Set<UInt64> = [before.generation]
    for number in 1...2 {
      let place = folder.appendingPathComponent("restored-\(number).sqlite")
      try FileManager.default.copyItem(at: copy, to: place)
      let looked = try SyncDatabase(file: place, isServing: false)
      generations.insert(try lineage(looked).generation)
      try looked.close()
      let served = try SyncDatabase(file: place)
      let lineage = try lineage(served)
      #expect(lineage.common(with: before) == 0)
      generations.insert(lineage.generation)
      try served.close()
      // A command beside the server, or the next start, changes nothing any more.
      for isServing in [false, true] {
        let again = try SyncDatabase(file: place, isServing: isServing)
        #expect(try self.lineage(again) == lineage)
        try again.close()
      }
    }
    #expect(generations.count == 5)
    try FileManager.default.removeItem(at: folder)
  }

  @Test(.enabled(if: ServerStore.isFile)) func otherFilesAreRefused() throws {
    let text = folder.appendingPathComponent("text.sqlite")
    try Data(repeating: 65, count: 5_000).write(to: text)
    #expect(throws: SyncDatabaseError.notADatabase(text.path)) { try SyncDatabase(file: text) }
    let other = folder.appendingPathComponent("other.sqlite")
    try DatabaseQueue(path: other.path).write { try $0.execute(sql: "CREATE TABLE thing (id INTEGER)") }
    #expect(throws: SyncDatabaseError.notAServersFile) { try SyncDatabase(file: other) }
    let later = folder.appendingPathComponent("later.sqlite")
    try SyncDatabase(file: later).close()
    try DatabaseQueue(path: later.path).write { try $0.execute(sql: "PRAGMA user_version = 9") }
    #expect(throws: SyncDatabaseError.unknownVersion(9)) { try SyncDatabase(file: later) }
    try FileManager.default.removeItem(at: folder)
  }

  @Test func damagedContentIsAnErrorThatTellsNothingOfIt() throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let database = try ServerStore.open(file)
    _ = try database.answer(push("secret", generation: try lineage(database).generation, number: 1), now: 5)
    if ServerStore.isFile {
      try DatabaseQueue(path: file.path).write { db in
        try db.execute(sql: "UPDATE record SET content = x'7b22736563726574'")
      }
    } else {
      try ServerStore.execute(#"UPDATE record SET content = '\x7b22736563726574'"#, in: file)
    }
    #expect(throws: SyncDatabaseError.damaged("a record of zone 1")) { try lineage(database) }
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// A page has records as the database has them: one that is damaged inside its braces would take the others with it.
  @Test(arguments: ["7b2261223a5b7d7d", "7b2261223a227d", "7b2261227d7d", "7b0a7d"])
  func whatIsDamagedInsideIsInNoPage(content: String) throws {
    let file = folder.appendingPathComponent("server.sqlite")
    let database = try ServerStore.open(file)
    let lineage = try lineage(database)
    _ = try database.answer(push("a", generation: lineage.generation, number: 1), now: 5)
    func ask() throws -> SyncAnswer {
      let pull = SyncRequest.Body.pull(Pull(lineage: lineage, after: 0, limit: 10))
      return try database.answer(
        SyncRequest(account: "ann", token: "", zone: "main", body: pull), now: 6, givesMessages: true)
    }
    guard case .page(let page) = try ask().body else { throw CancellationError() }
    #expect(page.encoded.count == 1)
    if ServerStore.isFile {
      try DatabaseQueue(path: file.path).write { try $0.execute(sql: "UPDATE record SET content = x'\(content)'") }
    } else {
      try ServerStore.execute("UPDATE record SET content = '\\x\(content)'", in: file)
    }
    #expect(throws: SyncDatabaseError.damaged("a record of zone 1")) { try ask() }
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// What cannot be read when others have written is looked at again, though nobody writes any more.
  @Test(.enabled(if: ServerStore.isFile)) func aChangeIsNewUntilItWasLookedAt() throws {
    struct Failure: Error {}
    let file = folder.appendingPathComponent("server.sqlite")
    let database = try SyncDatabase(file: file)
    let monitor = try database.monitor()
    var looks = 0
    for isFirst in [true, false] {
      if !isFirst {
        _ = try database.answer(push("a", generation: try lineage(database).generation, number: 1), now: 5)
      }
      #expect(throws: Failure.self) {
        try monitor.afterChange {
          looks += 1
          throw Failure()
        }
      }
      try monitor.afterChange { looks += 1 }
      try monitor.afterChange { looks += 1 }
    }
    #expect(looks == 4)
    try monitor.close()
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }

  /// The error names the file, and is none that goes away by asking again.
  @Test(.enabled(if: ServerStore.isFile)) func aDestroyedFileIsNamed() throws {
    let file = folder.appendingPathComponent("destroyed.sqlite")
    try SyncDatabase(file: file).close()
    // All but the first page, which says what kind of file it is.
    let size = try Data(contentsOf: file).count
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xff, count: size - 4_096))
    try handle.close()
    #expect(throws: SyncDatabaseError.damaged("the file '\(file.path)'")) {
      try SyncDatabase(file: file).summaries()
    }
    try FileManager.default.removeItem(at: folder)
  }

  @Test func anAccountHasNoMoreZonesThanItMay() throws {
    let database = try ServerStore.open(folder.appendingPathComponent("server.sqlite"), zoneLimit: 1)
    _ = try lineage(database)
    let pull = SyncRequest(
      account: "ann", token: "", zone: "other", body: .pull(Pull(lineage: Lineage(generation: 1), after: 0, limit: 1)))
    #expect(throws: SyncDatabaseError.tooManyZones(limit: 1)) { try database.answer(pull, now: 1) }
    try database.close()
    try FileManager.default.removeItem(at: folder)
  }
}
