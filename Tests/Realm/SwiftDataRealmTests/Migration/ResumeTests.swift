// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import ProcessSupport
import SwiftDataRealmMigration
import Testing

/// Migrations that do not come to their end, or come a second time.
@Suite struct ResumeTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("music.realm")
    store = folder.url.appendingPathComponent("music.store")
  }

  private func importer(batch: Int = 50) -> RealmImporter {
    var importer = RealmImporter(url: source)
    importer.batchSize = batch
    return importer
  }

  private func rows(_ entity: String) throws -> [StoredObject] {
    let cursor = try Store(reading: store).rows(of: entity)
    var objects: [StoredObject] = []
    while let object = try cursor.next() { objects.append(object) }
    return objects
  }

  private func ids() throws -> [String] {
    try rows("RealmTrack").compactMap {
      if case .string(let id)? = $0["id"] { id } else { nil }
    }
  }

  /// The choice of rows is made in parts, too, and goes on behind the last one.
  @Test func theChoiceOfRowsGoesOn() throws {
    try RealmFiles.writeMusic(tracks: 1000, to: source)
    var planned = 0
    var runs = 0
    while true {
      runs += 1
      try #require(runs < 100)
      var asked = 0
      var phase = RealmProgress.Phase.planning
      do {
        try importer(batch: 1).migrate(
          to: store,
          isCancelled: {
            asked += 1
            // A part of the choice in each run.
            return phase == .planning && asked > 3
          }, progress: { phase = $0.phase })
        break
      } catch is CancellationError { planned += 1 }
    }
    #expect(planned > 3)
    #expect(try ids().count == 1000)
    #expect(try RealmImporter(url: source).verify(store).isClean)
  }

  /// Nobody writes so many at once, but a number may come from anywhere.
  @Test(arguments: [Int.min, 0, .max, .max / 128]) func anyNumberIsABatch(_ size: Int) throws {
    try RealmFiles.writeMusic(tracks: 30, to: source)
    try importer(batch: size).migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(try ids().count == 30)
    #expect(try importer().verify(store).isClean)
  }

  /// Whenever it is stopped, what follows goes on behind it.
  @Test func aCancelledMigrationGoesOn() throws {
    try RealmFiles.writeMusic(tracks: 400, to: source)
    var runs = 0
    var resumed: [Int] = []
    while true {
      runs += 1
      try #require(runs < 50)
      var batches = 0
      do {
        try importer().migrate(
          to: store, isCancelled: { batches >= 2 },
          progress: {
            batches += 1
            resumed.append($0.resumed)
          })
        break
      } catch is CancellationError {
        // Half a migration is none.
        #expect(throws: RealmTransferError.self) { try importer().verify(store) }
      }
    }
    #expect(runs > 3)
    #expect(resumed == resumed.sorted() && (resumed.last ?? 0) > 0)
    #expect(try ids().count == 400)
    #expect(Set(try ids()).count == 400)
    let verification = try importer().verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(try rows("RealmAlbumTracksElement").count == 400)
    // There is nothing to do any more.
    let again = try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(again.inserted == 440 && again.pass == 1)
  }

  /// The process is killed, wherever it happens to be.
  @Test func aKilledMigrationHasEveryObjectOnce() throws {
    try RealmFiles.writeMusic(tracks: 3000, to: source)
    var kills = 0
    var attempts = 0
    while true {
      attempts += 1
      try #require(attempts < 200)
      let process = try ChildProcess(
        Tool.executable(), ["realm", "migrate", source.path, "--to", store.path, "--batch", "20", "--no-verify"],
        output: .nullDevice, errors: .nullDevice)
      if kills < 5 {
        // What is in the ledger tells when there is something to interrupt.
        let before = progressOfLedger()
        while process.isRunning, progressOfLedger() <= before { usleep(2000) }
        if process.isRunning {
          process.signal(SIGKILL)
          kills += 1
        }
      }
      let status = process.wait()
      if status >= 0 {
        #expect(status == 0)
        break
      }
    }
    #expect(kills > 0)
    #expect(try ids().count == 3000)
    #expect(Set(try ids()).count == 3000)
    let verification = try importer().verify(store)
    #expect(verification.isClean, "\(verification.differences)")
  }

  private func progressOfLedger() -> Int {
    guard let store = try? Store(reading: store) else { return 0 }
    return (try? store.count(of: "RealmTrack")) ?? 0
  }

  /// The app was still in use: a second time through the file.
  @Test func aChangedFileIsComparedAndItsDifferencesAreWritten() throws {
    try RealmFiles.writeMusic(tracks: 100, to: source)
    try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
    let keys = Dictionary(uniqueKeysWithValues: zip(try ids(), try rows("RealmTrack").map(\.reference.key)))
    #expect(throws: Never.self) { try importer().verify(store) }
    // One gone, two changed, ten new.
    try RealmFiles.writeMusic(tracks: 110, to: source) { number in
      if number == 17 { return nil }
      return number == 20 || number == 21 ? ["title": .string("changed")] : [:]
    }
    #expect(throws: RealmTransferError.self) { try importer().verify(store) }
    let summary = try importer().migrate(
      to: store, isCancelled: { false }, progress: { _ in })
    #expect(summary.pass == 2)
    #expect(summary.inserted == 11)
    #expect(summary.deleted == 1)
    // The album of the one that is gone has one element less.
    #expect(summary.updated == 3)
    #expect(try ids().count == 109 && !ids().contains("t17"))
    let verification = try importer().verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    // Rows keep their keys: the app may have referred to them.
    for object in try rows("RealmTrack") {
      guard case .string(let id)? = object["id"], let key = keys[id] else { continue }
      #expect(object.reference.key == key)
    }
    #expect(try StoreIntegrityCheck(Store(reading: store)).run().filter { $0.severity == .error }.isEmpty)
  }

  /// Stopped, then changed, then gone through once more.
  @Test func aFileMayChangeWhileItsMigrationIsStopped() throws {
    try RealmFiles.writeMusic(tracks: 200, to: source)
    var batches = 0
    #expect(throws: CancellationError.self) {
      try importer(batch: 20).migrate(
        to: store, isCancelled: { batches >= 6 }, progress: { _ in batches += 1 })
    }
    try RealmFiles.writeMusic(tracks: 230, to: source) { number in
      number % 50 == 3 ? nil : number % 50 == 4 ? ["genre": .string("new")] : [:]
    }
    try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(try ids().count == 225)
    let verification = try importer().verify(store)
    #expect(verification.isClean, "\(verification.differences)")
    #expect(verification.tables.allSatisfy { $0.others == 0 })
  }

  @Test func anotherMappingDoesNotGoOn() throws {
    try RealmFiles.writeMusic(tracks: 30, to: source)
    try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
    var other = importer()
    other.mapping.skip("RealmAlbum")
    let error = #expect(throws: RealmTransferError.self) {
      try other.migrate(to: store, isCancelled: { false }, progress: { _ in })
    }
    #expect(error?.code == .otherMigration)
  }

  @Test func rollBackAndFinish() throws {
    try RealmFiles.writeMusic(tracks: 30, to: source)
    try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
    try RealmImporter.rollBack(store)
    #expect(!FileManager.default.fileExists(atPath: store.path))
    #expect(throws: (any Error).self) { try RealmImporter.rollBack(store) }

    // A store that was there before comes back as it was.
    let other = folder.url.appendingPathComponent("other.realm")
    try RealmFiles.writeMusic(tracks: 5, to: other)
    try RealmImporter(url: other).migrate(to: store, isCancelled: { false }, progress: { _ in })
    try RealmImporter.finish(store)
    #expect(throws: RealmTransferError.self) { try importer().verify(store) }
    let before = try rows("RealmTrack")
    try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
    #expect(try rows("RealmTrack").count == 30)
    let copy = folder.url.appendingPathComponent("music.before-realm.store")
    #expect(FileManager.default.fileExists(atPath: copy.path))
    try RealmImporter.rollBack(store)
    #expect(try rows("RealmTrack") == before)
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(throws: RealmTransferError.self) { try RealmImporter.rollBack(store) }
  }

  /// Nothing is begun if something has no counterpart.
  @Test func nothingIsWrittenForAnUnknownClass() throws {
    try RealmFiles.writeMusic(tracks: 5, to: source)
    try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
    try RealmImporter.finish(store)
    let everything = folder.url.appendingPathComponent("everything.realm")
    try RealmFiles.writeEverything(to: everything)
    let before = try Data(contentsOf: store)
    let error = #expect(throws: RealmTransferError.self) {
      try RealmImporter(url: everything).migrate(
        to: store, isCancelled: { false }, progress: { _ in })
    }
    #expect(error?.code == .unmatched)
    #expect(error?.what.contains("Link Model") == true)
    #expect(try Data(contentsOf: store) == before)
  }
}
