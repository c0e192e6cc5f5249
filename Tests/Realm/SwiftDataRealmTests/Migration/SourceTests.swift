// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import ProcessSupport
import SwiftData
import SwiftDataRealmMigration
import Testing

@Model private final class EmptyNote {
  var text: String

  init(text: String) { self.text = text }
}

/// Several files of one app, as it has them for several accounts, and migrations that begin or end unusually.
@Suite struct SourceTests {
  private let folder: TemporaryFolder
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    store = folder.url.appendingPathComponent("music.store")
  }

  /// Tracks with keys that no other account has.
  private func account(_ name: String, tracks: Int) throws -> RealmImporter {
    let url = folder.url.appendingPathComponent("\(name).realm")
    try RealmFiles.writeMusic(tracks: tracks, to: url, albums: name + " album ") {
      ["id": .string("\(name)\($0)")]
    }
    return RealmImporter(url: url)
  }

  private func named(_ name: String, tracks: Int) throws -> RealmImporter {
    var importer = try account(name, tracks: tracks)
    importer.source = name
    return importer
  }

  @discardableResult
  private func migrate(_ importer: RealmImporter, to url: URL? = nil) throws -> RealmSummary {
    try importer.migrate(to: url ?? store, isCancelled: { false }, progress: { _ in })
  }

  private func count(_ entity: String, in url: URL? = nil) throws -> Int {
    try Store(reading: url ?? store).count(of: entity)
  }

  @Test func anotherFileIsRefused() throws {
    try migrate(try account("ann", tracks: 40))
    let other = try account("bob", tracks: 30)
    let error = #expect(throws: RealmTransferError.self) { try migrate(other) }
    #expect(error?.code == .otherMigration)
    #expect(error?.description.contains("--source") == true)
    #expect(try count("RealmTrack") == 40)
  }

  @Test func twoAccountsGoIntoOneStore() throws {
    let ann = try named("ann", tracks: 40)
    let bob = try named("bob", tracks: 30)
    #expect(try migrate(ann).deleted == 0)
    let second = try migrate(bob)
    #expect(second.deleted == 0)
    #expect(try count("RealmTrack") == 70)
    #expect(try ann.verify(store).isClean)
    #expect(try bob.verify(store).isClean)
    // Each goes on for itself.
    let fewer = try named("ann", tracks: 25)
    // Fifteen tracks and an album.
    #expect(try migrate(fewer).deleted == 16)
    #expect(try count("RealmTrack") == 55)
    #expect(try fewer.verify(store).isClean)
    #expect(try bob.verify(store).isClean)
    #expect(try StoreIntegrityCheck(Store(reading: store)).run().filter { $0.severity == .error }.isEmpty)
    try RealmImporter.rollBack(store)
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  /// What both have stays when one has it no more.
  @Test func aSharedObjectStays() throws {
    func importer(_ name: String, _ tracks: Int) throws -> RealmImporter {
      let url = folder.url.appendingPathComponent("\(name).realm")
      try RealmFiles.writeMusic(tracks: tracks, to: url)
      var importer = RealmImporter(url: url)
      importer.source = name
      return importer
    }
    try migrate(importer("ann", 20))
    try migrate(importer("bob", 20))
    #expect(try count("RealmTrack") == 20)
    try migrate(importer("ann", 10))
    #expect(try count("RealmTrack") == 20)
  }

  /// A pass that has only begun knows of no row yet: those of the pass before count.
  @Test func aSharedObjectStaysWhileTheOtherFileIsMigratedAgain() throws {
    func importer(_ name: String, _ tracks: Int) throws -> RealmImporter {
      let url = folder.url.appendingPathComponent("\(name).realm")
      try RealmFiles.writeMusic(tracks: tracks, to: url)
      var importer = RealmImporter(url: url)
      importer.source = name
      return importer
    }
    try migrate(importer("ann", 20))
    try migrate(importer("bob", 20))
    let bob = try importer("bob", 21)
    #expect(throws: CancellationError.self) {
      try bob.migrate(to: store, isCancelled: { true }, progress: { _ in })
    }
    #expect(try migrate(importer("ann", 10)).deleted == 0)
    #expect(try count("RealmTrack") == 20)
    try migrate(bob)
    #expect(try count("RealmTrack") == 21)
  }

  /// Rows of every table have the numbers of others': those of one file do not keep those of another.
  @Test func rowsOfOtherTablesKeepNothing() throws {
    let ann = try named("ann", tracks: 40)
    try migrate(ann)
    // Albums 5 to 7, and elements of lists.
    try migrate(try named("bob", tracks: 30))
    try RealmFiles.writeMusic(tracks: 40, to: ann.url, albums: "ann album ") { number in
      (4...6).contains(number) ? nil : ["id": .string("ann\(number)")]
    }
    #expect(try migrate(ann).deleted == 3)
    #expect(try count("RealmTrack") == 67)
    #expect(try ann.verify(store).isClean)
  }

  @Test func twoAccountsGoIntoTwoStores() throws {
    let other = folder.url.appendingPathComponent("other.store")
    let ann = try account("ann", tracks: 40)
    let bob = try account("bob", tracks: 30)
    try migrate(ann)
    try migrate(bob, to: other)
    #expect(try count("RealmTrack") == 40)
    #expect(try count("RealmTrack", in: other) == 30)
    #expect(try ann.verify(store).isClean)
    #expect(try bob.verify(other).isClean)
  }

  /// A file without a name could not be told from others later.
  @Test func namesAreForAll() throws {
    try migrate(try named("ann", tracks: 10))
    let error = #expect(throws: RealmTransferError.self) { try migrate(try account("bob", tracks: 5)) }
    #expect(error?.code == .otherMigration)
    #expect(try count("RealmTrack") == 10)
  }

  @Test func aMovedFileIsTheSame() throws {
    let importer = try account("ann", tracks: 20)
    try migrate(importer)
    let moved = folder.url.appendingPathComponent("moved.realm")
    try RealmFiles.writeMusic(tracks: 15, to: moved, albums: "ann album ") { ["id": .string("ann\($0)")] }
    var other = RealmImporter(url: moved)
    #expect(throws: RealmTransferError.self) { try migrate(other) }
    other.hasMoved = true
    #expect(try migrate(other).deleted == 5)
    #expect(try count("RealmTrack") == 15)
  }

  /// A refusal leaves nothing that would block what follows.
  @Test func aRefusedMigrationLeavesNothing() throws {
    try migrate(try account("ann", tracks: 10))
    try RealmImporter.finish(store)
    let url = folder.url.appendingPathComponent("everything.realm")
    try RealmFiles.writeEverything(to: url)
    for _ in 0..<2 {
      let error = #expect(throws: RealmTransferError.self) { try migrate(RealmImporter(url: url)) }
      #expect(error?.code == .unmatched)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.contains("before-realm") })
    try migrate(try account("bob", tracks: 5))
    #expect(try count("RealmTrack") == 15)
  }

  /// A store cannot be made where a log lies, which may be all that is left of one.
  @Test func whatLiesWhereAStoreIsMadeStays() throws {
    let log = URL(fileURLWithPath: store.path + "-wal")
    let value = folder.url.appendingPathComponent(".music_SUPPORT")
    try Data("log".utf8).write(to: log)
    try Data("value".utf8).write(to: value)
    let error = #expect(throws: StoreError.self) { try migrate(try account("ann", tracks: 3)) }
    #expect(error?.code == .alreadyExists)
    #expect(try Data(contentsOf: log) == Data("log".utf8))
    #expect(try Data(contentsOf: value) == Data("value".utf8))
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  /// Stores whose names differ in the extension have one folder of large values.
  @Test func aRollbackLeavesTheFolderOfAnotherStore() throws {
    let other = folder.url.appendingPathComponent("music.sqlite")
    try migrate(try account("ann", tracks: 3), to: other)
    try migrate(try account("bob", tracks: 3))
    let values = folder.url.appendingPathComponent(".music_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let value = values.appendingPathComponent(UUID().uuidString)
    try Data("value".utf8).write(to: value)
    try RealmImporter.rollBack(store)
    #expect(!FileManager.default.fileExists(atPath: store.path))
    #expect(try Data(contentsOf: value) == Data("value".utf8))
    try RealmImporter.rollBack(other)
    #expect(!FileManager.default.fileExists(atPath: value.path))
  }

  /// A copy that a killed run has left is not lost, and does not block either.
  @Test func aFormerCopyStays() throws {
    try migrate(try account("ann", tracks: 10))
    try RealmImporter.finish(store)
    let copy = folder.url.appendingPathComponent("music.before-realm.store")
    try Data("old".utf8).write(to: copy)
    try migrate(try account("bob", tracks: 5))
    #expect(try Data(contentsOf: copy) == Data("old".utf8))
    try RealmImporter.rollBack(store)
    #expect(try count("RealmTrack") == 10)
    #expect(try Data(contentsOf: copy) == Data("old".utf8))
  }

  /// As an app has it that was opened, and never used: its store is empty, and takes the app's models.
  @Test func aFileWithoutClassesIsAnEmptyStore() throws {
    let url = folder.url.appendingPathComponent("empty.realm")
    try RealmFiles.write(Schemas.schema(), [:], to: url)
    let importer = RealmImporter(url: url)
    #expect(try migrate(importer).inserted == 0)
    #expect(try importer.verify(store).isClean)
    let container = try ModelContainer(for: EmptyNote.self, configurations: ModelConfiguration(url: store))
    let context = ModelContext(container)
    context.insert(EmptyNote(text: "first"))
    try context.save()
    #expect(try ModelContext(container).fetch(FetchDescriptor<EmptyNote>()).map(\.text) == ["first"])
    // Into a store that is there nothing comes.
    let other = folder.url.appendingPathComponent("other.store")
    try migrate(try account("ann", tracks: 3), to: other)
    try RealmImporter.finish(other)
    #expect(try migrate(importer, to: other).inserted == 0)
    #expect(try count("RealmTrack", in: other) == 3)
  }

  /// After its end nothing tells which rows objects without a key became.
  @Test func anEndedMigrationIsNotRepeated() throws {
    let url = folder.url.appendingPathComponent("logs.realm")
    let schema = Schemas.schema(Schemas.type("Entry", Schemas.value("text", .string)))
    let rows: [(Int64, [String: RealmValue])] = (0..<7).map { (Int64($0), ["text": .string("\($0)")]) }
    try RealmFiles.write(schema, ["Entry": rows], to: url)
    var importer = RealmImporter(url: url)
    try migrate(importer)
    try RealmImporter.finish(store)
    let error = #expect(throws: RealmTransferError.self) { try migrate(importer) }
    #expect(error?.description.contains("7 of them") == true)
    #expect(try count("Entry") == 7)
    importer.addsAgain = true
    #expect(try migrate(importer).inserted == 7)
    #expect(try count("Entry") == 14)
  }

  /// Killed wherever it happens to be, a rollback leaves the one store or the other.
  @Test func aKilledRollbackLeavesAStore() throws {
    try migrate(try account("ann", tracks: 10))
    try RealmImporter.finish(store)
    let bob = try account("bob", tracks: 200)
    var states: Set<Int> = []
    for round in 0..<40 {
      if try count("RealmTrack") == 10 { try migrate(bob) }
      let process = try ChildProcess(
        Tool.executable(), ["realm", "migrate", bob.url.path, "--to", store.path, "--rollback"], output: .nullDevice,
        errors: .nullDevice)
      usleep(UInt32(round) * 2500)
      process.signal(SIGKILL)
      process.wait()
      let found = try count("RealmTrack")
      #expect(found == 10 || found == 210)
      #expect(try StoreIntegrityCheck(Store(reading: store)).run().filter { $0.severity == .error }.isEmpty)
      states.insert(found)
    }
    if try count("RealmTrack") == 210 { try RealmImporter.rollBack(store) }
    #expect(try count("RealmTrack") == 10)
  }
}
