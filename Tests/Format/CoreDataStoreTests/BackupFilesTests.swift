// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// A copy has the files of large values of its own moment.
@Suite struct BackupFilesTests {
  private let first = "00112233-4455-6677-8899-AABBCCDDEE01"
  private let second = "00112233-4455-6677-8899-AABBCCDDEE02"
  private let unused = "00112233-4455-6677-8899-AABBCCDDEE03"

  private func store() throws -> HandmadeStore {
    let value = AttributeDescription.make("value", .binaryData) {
      $0.allowsExternalStorage = true
    }
    let rows = [first, second].enumerated().map {
      "INSERT INTO ZTHING VALUES (\($0 + 1), 1, 1, x'02\(HandmadeStore.hex(Data($1.utf8)))00')"
    }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [value])]), counters: ["Thing": 2],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)"
      ] + rows)
    try FileManager.default.createDirectory(
      at: file("", of: store), withIntermediateDirectories: true)
    for name in [first, second, unused] {
      try Data(name.utf8).write(to: file(name, of: store))
    }
    return store
  }

  private func file(_ name: String, of store: HandmadeStore) -> URL {
    store.folder.url.appendingPathComponent(".Handmade_SUPPORT/_EXTERNAL_DATA/" + name)
  }

  private func copies(_ store: HandmadeStore) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: store.folder.url.path)
      .filter { $0.contains("Copy") }.sorted()
  }

  @Test func referencedFilesAreCopied() throws {
    let handmade = try store()
    let copy = handmade.folder.url.appendingPathComponent("Copy.store")
    let result = try Backup.copy(try handmade.open(), to: copy)
    #expect(result.notes == [] && result.damage == nil)
    #expect(try copies(handmade).filter { $0.contains(unused) }.isEmpty)
    #expect(try StoreIntegrityCheck(try Store(reading: copy)).run().allSatisfy { $0.kind != .externalFile })
  }

  @Test func aFileThatWasMissingIsNoted() throws {
    let handmade = try store()
    try FileManager.default.removeItem(at: file(first, of: handmade))
    let copy = handmade.folder.url.appendingPathComponent("Copy.store")
    let notes = try Backup.copy(try handmade.open(), to: copy).notes
    #expect(notes.count == 1 && notes[0].contains(first))
    #expect(try copies(handmade).contains { $0.hasSuffix(second) })
    let other = handmade.folder.url.appendingPathComponent("Copy2.store").path
    let result = try Tool.run("backup", handmade.url.path, other)
    #expect(result.code == 0 && result.output.contains(first))
  }

  @Test func aFileThatGoesAwayIsAnError() throws {
    let handmade = try store()
    let copy = handmade.folder.url.appendingPathComponent("Copy.store")
    let gone = file(second, of: handmade)
    let error = #expect(throws: StoreError.self) {
      // The app deletes a value once the pages are copied.
      try Backup.copy(try handmade.open(), to: copy) { done, total in
        if done == total { try? FileManager.default.removeItem(at: gone) }
      }
    }
    #expect(error?.code == .fileNotFound)
    #expect(error?.file?.hasSuffix(second) == true)
    #expect(try copies(handmade) == [])
  }
}
