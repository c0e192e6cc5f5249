// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// `Handmade.store` and `Handmade.sqlite` have their large values in one folder, which neither takes along.
@Suite struct SharedFolderTests {
  private let name = "00112233-4455-6677-8899-AABBCCDDEE01"

  private func store() throws -> HandmadeStore {
    let value = AttributeDescription.make("value", .binaryData) { $0.allowsExternalStorage = true }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [value])]), counters: ["Thing": 1],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, x'02\(HandmadeStore.hex(Data(name.utf8)))00')",
      ])
    let folder = ExternalFolder.url(of: store.url)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(name.utf8).write(to: folder.appendingPathComponent(name))
    try StoreSwitch.settle(store.url)
    return store
  }

  private func neighbour(of store: HandmadeStore) throws -> URL {
    let other = store.folder.url.appendingPathComponent("Handmade.sqlite")
    try FileManager.default.copyItem(at: store.url, to: other)
    return other
  }

  private func hasFile(_ store: URL) -> Bool {
    FileManager.default.fileExists(atPath: ExternalFolder.url(of: store).appendingPathComponent(name).path)
  }

  @Test func aRemovedStoreLeavesTheFolderToAnother() throws {
    let store = try store()
    let other = try neighbour(of: store)
    Backup.remove(other)
    #expect(!FileManager.default.fileExists(atPath: other.path))
    #expect(hasFile(store.url))
    // The last one takes it along.
    Backup.remove(store.url)
    #expect(!FileManager.default.fileExists(atPath: ExternalFolder.support(of: store.url).path))
  }

  /// What is no store has no large values.
  @Test func anyOtherFileIsNoNeighbour() throws {
    let store = try store()
    try Data("notes".utf8).write(to: store.folder.url.appendingPathComponent("Handmade.txt"))
    Backup.remove(store.url)
    #expect(!FileManager.default.fileExists(atPath: ExternalFolder.support(of: store.url).path))
  }

  @Test func aStoreInQuarantineHasItsOwnFiles() throws {
    let store = try store()
    let other = try neighbour(of: store)
    let quarantine = store.folder.url.appendingPathComponent("Quarantine")
    let place = try StoreQuarantine.move(other, into: quarantine, report: "")
    #expect(!FileManager.default.fileExists(atPath: other.path))
    #expect(hasFile(place.appendingPathComponent("Handmade.sqlite")))
    #expect(hasFile(store.url))
    StoreQuarantine.putBack(place, other)
    #expect(FileManager.default.fileExists(atPath: other.path))
    #expect(hasFile(store.url))
  }

  /// It may be all that is left.
  @Test func whatCannotBePutBackStaysInQuarantine() throws {
    let store = try store()
    let place = try StoreQuarantine.move(
      store.url, into: store.folder.url.appendingPathComponent("Quarantine"), report: "")
    let gone = store.folder.url.appendingPathComponent("Gone/Handmade.store")
    StoreQuarantine.putBack(place, gone)
    #expect(try Store(reading: place.appendingPathComponent("Handmade.store")).count(of: "Thing") == 1)
    #expect(hasFile(place.appendingPathComponent("Handmade.store")))
    StoreQuarantine.putBack(place, store.url)
    #expect(try store.open().count(of: "Thing") == 1)
    #expect(hasFile(store.url))
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test func aStoreThatReplacesAnotherAddsItsFiles() throws {
    let store = try store()
    let other = try neighbour(of: store)
    let new = store.folder.url.appendingPathComponent("New.store")
    try Backup.copy(try store.open(), to: new)
    try FileManager.default.removeItem(at: ExternalFolder.url(of: store.url).appendingPathComponent(name))
    let place = try StoreQuarantine.replace(
      other, with: new, into: store.folder.url.appendingPathComponent("Quarantine"), report: "")
    #expect(FileManager.default.fileExists(atPath: place.appendingPathComponent("Handmade.sqlite").path))
    #expect(try Store(reading: other).count(of: "Thing") == 1)
    #expect(hasFile(other))
    #expect(!FileManager.default.fileExists(atPath: ExternalFolder.support(of: new).path))
  }
}
