// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

/// `swiftdata doctor`, as it is typed.
@Suite struct DoctorTests {
  private func damaged(_ name: String = "ZPLACE") throws -> HandmadeStore {
    let store = try CheckedStore.make()
    let page = try #require(
      try App(store.url).texts("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'").first.flatMap { Int($0) })
    try App(store.url).execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    var bytes = try Data(contentsOf: store.url)
    bytes.replaceSubrange(((page - 1) * 4096)..<(page * 4096), with: Data(count: 4096))
    try bytes.write(to: store.url)
    return store
  }

  @Test func aSoundStoreIsWell() throws {
    let store = try CheckedStore.make()
    let result = try Tool.run("doctor", store.url.path, "--schema", store.url.path)
    #expect(result.code == 0 && result.output.contains("Nothing is damaged."), "\(result.output) \(result.errors)")
    #expect(result.output.contains("It has the schema of \(store.url.path)."))
  }

  @Test func anotherSchemaIsComparedWith() throws {
    let store = try CheckedStore.make()
    let other = try HandmadeStore(
      .init(entities: [
        .make("Animal", [CheckedStore.name, .make("weight", .double, optional: false)]),
        .make("Plant", [CheckedStore.name]),
      ]),
      [
        "CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWEIGHT FLOAT, ZNAME VARCHAR)",
        "CREATE TABLE ZPLANT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR)",
      ])
    let result = try Tool.run("doctor", store.url.path, "--schema", other.url.path)
    #expect(result.code == 1, "\(result.errors)")
    for line in ["+ Animal.weight", "- Owner", "+ Plant", "It fails: Animal.weight must have a value"] {
      #expect(result.output.contains(line), "\(line) in \(result.output)")
    }
    // One that fits is enough.
    let both = try Tool.run("doctor", store.url.path, "--schema", other.url.path, "--schema", store.url.path)
    #expect(both.code == 0)
  }

  @Test func aDamagedStoreIsSalvagedAndReplaced() throws {
    let store = try damaged()
    let before = try Data(contentsOf: store.url)
    let sick = try Tool.run("doctor", store.url.path, "--json")
    #expect(sick.code == 1)
    let answer = try JSONValue(parsing: Data(sick.output.utf8))
    #expect(answer["ok"] == .bool(false))
    // The store is not replaced unless it is moved away.
    let refused = try Tool.run("doctor", store.url.path, "--salvage", store.url.path)
    #expect(refused.code == 2 && refused.errors.contains("--quarantine"))
    #expect(try Data(contentsOf: store.url) == before)
    let folder = store.folder.url.appendingPathComponent("Quarantine")
    let result = try Tool.run(
      "doctor", store.url.path, "--salvage", store.url.path, "--quarantine", folder.path)
    // Rows are lost, and it says so.
    #expect(
      result.code == 1 && result.output.contains("ZPLACE: whatever rows had the keys"),
      "\(result.output) \(result.errors)")
    let places = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(places.count == 1)
    let place = folder.appendingPathComponent(try #require(places.first))
    #expect(try Data(contentsOf: place.appendingPathComponent(store.url.lastPathComponent)) == before)
    let report = try String(contentsOf: place.appendingPathComponent("report.txt"), encoding: .utf8)
    #expect(report.contains("ZPLACE"))
    let well = try Tool.run("doctor", store.url.path)
    #expect(well.code == 0, "\(well.output)")
    #expect(try Store(reading: store.url).count(of: "Owner") == 3)
  }

  /// If the new store cannot be put into its place, the former one is back there.
  @Test func aStoreThatCannotBeReplacedStays() throws {
    let store = try damaged()
    let before = try store.folder.state()
    let folder = store.folder.url.appendingPathComponent("Quarantine")
    let error = #expect(throws: StoreError.self) {
      try StoreQuarantine.replace(
        store.url, with: store.folder.url.appendingPathComponent("None.store"), into: folder, report: "")
    }
    #expect(error?.code == .notWritable && error?.advice?.contains("back in its place") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try FileManager.default.removeItem(at: folder)
    #expect(try store.folder.state() == before)
  }

  @Test func aStoreInUseIsNotMoved() throws {
    let store = try damaged()
    // Another program: the lock of this one would be seen just so.
    let app = try App(store.url)
    try app.execute("PRAGMA journal_mode = WAL; BEGIN; SELECT count(*) FROM ZOWNER")
    let folder = store.folder.url.appendingPathComponent("Quarantine")
    let result = try Tool.run("doctor", store.url.path, "--quarantine", folder.path)
    #expect(result.code == 2 && result.errors.contains("has the store open"), "\(result.output) \(result.errors)")
    #expect(FileManager.default.fileExists(atPath: store.url.path))
    try app.execute("COMMIT")
  }

  @Test func whatIsNoStoreIsSaid() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("letter.store")
    try Data("This is a letter.".utf8).write(to: file)
    let result = try Tool.run("doctor", file.path)
    #expect(result.code == 1 && result.output.contains("not an SQLite database"), "\(result.output) \(result.errors)")
    let salvage = try Tool.run("doctor", file.path, "--salvage", file.path + ".new")
    #expect(salvage.code == 2)
    #expect(!FileManager.default.fileExists(atPath: file.path + ".new"))
  }
}
