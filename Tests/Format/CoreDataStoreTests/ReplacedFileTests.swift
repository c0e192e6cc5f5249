// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// The files of large values that go, and those that come back.
@Suite struct ReplacedFileTests {
  private let name = "00112233-4455-6677-8899-AABBCCDDEE01"
  private let store: HandmadeStore
  private let file: URL
  private static let value = Data(repeating: 3, count: 10_000)

  init() throws {
    let value = AttributeDescription.make("value", .binaryData) { $0.allowsExternalStorage = true }
    store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [value])]), counters: ["Thing": 1],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, x'02\(HandmadeStore.hex(Data(name.utf8)))00')",
      ])
    let folder = ExternalFolder.url(of: store.url)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent(name)
    try Self.value.write(to: file)
  }

  private var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

  @Test func aFileGoesWithItsRow() throws {
    let writer = try BulkWriter(store.url)
    try writer.transaction(author: "test") { try writer.delete(ObjectReference(entity: "Thing", key: 1)) }
    #expect(!isThere)
    writer.close()
  }

  /// Who reads from before the deletion reads the file, too.
  @Test(arguments: [false, true]) func aFileStaysForWhoReads(readsToTheEnd: Bool) throws {
    let app = try App(store.url)
    try app.execute("BEGIN")
    #expect(try app.texts("SELECT count(*) FROM ZTHING") == ["1"])
    let writer = try BulkWriter(store.url)
    try writer.transaction(author: "test") { try writer.delete(ObjectReference(entity: "Thing", key: 1)) }
    #expect(isThere)
    if !readsToTheEnd { try app.execute("COMMIT") }
    writer.close()
    // What nobody could remove is found by a check.
    #expect(isThere == readsToTheEnd)
    if readsToTheEnd { try app.execute("COMMIT") }
  }

  /// The power has failed while a store was put back: a part of a file is no file.
  @Test func aPartOfAFileIsCopiedAnew() throws {
    let copy = store.beside("Copy.store")
    try Backup.copy(try store.open(), to: copy)
    try Self.value.prefix(4_096).write(to: file)
    try StoreSwitch.replace(store.url, with: copy)
    #expect(try Data(contentsOf: file) == Self.value)
    let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    #expect(names == [name])
  }
}
