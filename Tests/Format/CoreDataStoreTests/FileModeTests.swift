// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import Testing

/// What is made of a store is for the people who may read the store.
@Suite struct FileModeTests {
  private let name = "00112233-4455-6677-8899-AABBCCDDEE01"

  private func store(_ mode: Int) throws -> HandmadeStore {
    let value = AttributeDescription.make("value", .binaryData) { $0.allowsExternalStorage = true }
    let store = try HandmadeStore(
      ManagedObjectModel(entities: [.make("Thing", [value])]), counters: ["Thing": 1],
      [
        "CREATE TABLE ZTHING (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZVALUE BLOB)",
        "INSERT INTO ZTHING VALUES (1, 1, 1, x'02\(HandmadeStore.hex(Data(name.utf8)))00')",
      ])
    let folder = store.beside(".Handmade_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data([1]).write(to: folder.appendingPathComponent(name))
    try set(mode, store.url)
    try set(mode, folder.appendingPathComponent(name))
    // Whoever may read a folder may enter it.
    let folders = mode | (mode & 0o444) >> 2 | 0o700
    try set(folders, folder)
    try set(folders, folder.deletingLastPathComponent())
    return store
  }

  private func set(_ mode: Int, _ url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  private func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
  }

  /// The modes of a store, of the file of a large value, and of the folders of this.
  private func modes(_ url: URL) throws -> [Int] {
    let base = url.deletingPathExtension().lastPathComponent
    let support = url.deletingLastPathComponent().appendingPathComponent(".\(base)_SUPPORT")
    let folder = support.appendingPathComponent("_EXTERNAL_DATA")
    return try [url, folder.appendingPathComponent(name), folder, support].map(mode)
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o444])
  func copiesHaveTheModeOfTheStore(_ given: Int) throws {
    let store = try store(given)
    let expected = try modes(store.url).enumerated().map { $1 | ($0 < 2 ? 0o600 : 0o700) }
    let (copy, repaired, rescued) = (
      store.beside("Copy.store"), store.beside("Mended.store"), store.beside("New.store")
    )
    try Backup.copy(try store.open(), to: copy)
    #expect(try modes(copy) == expected)
    _ = try StoreRepair.repair(try store.open(), into: repaired)
    #expect(try modes(repaired) == expected)
    _ = try StoreSalvage.salvage(store.url, into: rescued)
    #expect(try modes(rescued) == expected)
  }

  /// The store that is put back is for whom the present one is for.
  @Test func aReplacedStoreKeepsItsMode() throws {
    let store = try store(0o600)
    let copy = store.beside("Copy.store")
    try Backup.copy(try store.open(), to: copy)
    try set(0o644, copy)
    try StoreSwitch.replace(store.url, with: copy)
    #expect(try mode(store.url) == 0o600)
  }

  @Test func theDoctorKeepsTheMode() throws {
    let store = try store(0o600)
    let result = try Tool.run(
      "doctor", store.url.path, "--salvage", store.url.path, "--quarantine", store.beside("Quarantine").path)
    #expect(result.code == 0, "\(result.output) \(result.errors)")
    #expect(try mode(store.url) == 0o600)
  }

  @Test func exportsArePrivateIfTheStoreIs() throws {
    let store = try store(0o600)
    for format in ["json", "sql", "csv"] {
      let output = store.beside("out-" + format)
      let result = try Tool.run("export", store.url.path, "--to", format, "-o", output.path)
      #expect(result.code == 0, "\(result.errors)")
      let file = format == "csv" ? output.appendingPathComponent("Thing.csv") : output
      #expect(try mode(file) & 0o077 == 0, "\(format)")
    }
  }
}
