// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftDataRealmMigration
import Testing

@testable import RealmTransfer

/// The copy of a store from before its migration, which only that store takes or removes.
@Suite struct BackupCopyTests {
  private let folder: TemporaryFolder
  private let store: URL
  private let copy: URL

  /// A store with ten tracks, and fifteen after a migration that is not ended.
  init() throws {
    folder = try TemporaryFolder()
    store = folder.url.appendingPathComponent("music.store")
    copy = folder.url.appendingPathComponent("music.before-realm.store")
    try migrate("ann", 10)
    try RealmImporter.finish(store)
    try migrate("bob", 5)
    try #require(try count(store) == 15)
    try #require(FileManager.default.fileExists(atPath: copy.path))
  }

  private func migrate(_ name: String, _ tracks: Int) throws {
    let url = folder.url.appendingPathComponent("\(name).realm")
    try RealmFiles.writeMusic(tracks: tracks, to: url, albums: name) { ["id": .string("\(name)\($0)")] }
    try RealmImporter(url: url).migrate(to: store, isCancelled: { false }, progress: { _ in })
  }

  private func count(_ url: URL) throws -> Int { try Store(reading: url).count(of: "RealmTrack") }

  private func expectRollbackOfTheOriginal() throws {
    try RealmImporter.rollBack(store)
    #expect(try count(store) == 10)
    #expect(!FileManager.default.fileExists(atPath: copy.path))
  }

  /// As the ledger of a former version, or somebody who means harm, may have it.
  private func name(_ path: String, in store: URL) throws {
    let writer = try BulkWriter(store)
    defer { writer.close() }
    let (number, found) = try #require(try Ledger.all(writer.connection).first)
    var state = found
    state.backup = path
    try Ledger.write(state, number, writer.connection)
  }

  @Test(arguments: ["other.store", "elsewhere/music.store"])
  func theEndOfACopysMigrationLeavesTheOriginals(_ place: String) throws {
    let other = folder.url.appendingPathComponent(place)
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Backup.copy(Store(reading: store), to: other)
    try name(copy.path, in: other)
    let error = #expect(throws: RealmTransferError.self) { try RealmImporter.rollBack(other) }
    #expect(error?.code == .noMigration)
    #expect(try count(other) == 15)
    #expect(try RealmImporter.end(other)?.code == .noMigration)
    #expect(try count(other) == 15)
    try expectRollbackOfTheOriginal()
  }

  /// The path that former versions wrote leads to the file beside the store.
  @Test func aPathIsTakenForItsName() throws {
    try name("/nowhere/music.before-realm.store", in: store)
    try expectRollbackOfTheOriginal()
  }

  @Test func aMovedStoreTakesItsCopyAlong() throws {
    let moved = folder.url.appendingPathComponent("moved")
    try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
    try StoreSwitch.settle(store)
    for url in [store, copy] {
      try FileManager.default.moveItem(at: url, to: moved.appendingPathComponent(url.lastPathComponent))
    }
    let place = moved.appendingPathComponent("music.store")
    try RealmImporter.rollBack(place)
    #expect(try count(place) == 10)
  }

  @Test(arguments: ["kept", "music.before-realm", "music.before-realm-x.store", "music.before-realm-2.store", ".."])
  func nothingElseIsRemoved(_ name: String) throws {
    let place = folder.url.appendingPathComponent(name)
    if name != ".." {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("kept".utf8).write(to: place.appendingPathComponent("file"))
    }
    try self.name(place.path, in: store)
    #expect(throws: RealmTransferError.self) { try RealmImporter.rollBack(store) }
    #expect(try RealmImporter.end(store) != nil)
    #expect(try count(store) == 15)
    #expect(try count(copy) == 10)
    if name != ".." { #expect(try Data(contentsOf: place.appendingPathComponent("file")) == Data("kept".utf8)) }
  }

  /// Another store's file under the right name.
  @Test func theCopyOfAnotherStoreStays() throws {
    let url = folder.url.appendingPathComponent("cid.realm")
    try RealmFiles.writeMusic(tracks: 3, to: url)
    let other = folder.url.appendingPathComponent("music.before-realm-2.store")
    try RealmImporter(url: url).migrate(to: other, isCancelled: { false }, progress: { _ in })
    try name(other.lastPathComponent, in: store)
    #expect(throws: RealmTransferError.self) { try RealmImporter.rollBack(store) }
    #expect(try count(store) == 15)
    try RealmImporter.finish(store)
    #expect(try count(other) == 3)
  }

  @Test func theEndRemovesTheCopy() throws {
    #expect(try RealmImporter.end(store) == nil)
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(try count(store) == 15)
  }
}
