// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@testable import RealmWriting

@Model private final class Picture {
  @Attribute(.unique, .preserveValueOnDeletion) var id: String
  var title: String
  @Attribute(.externalStorage) var data: Data?

  init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

@Model private final class Shelf {
  @Attribute(.unique) var id: String

  init(id: String) { self.id = id }
}

/// In the file, too.
@Model private final class Tome {
  @Attribute(.unique) var id: String
  var shelf: Shelf

  init(id: String, shelf: Shelf) {
    self.id = id
    self.shelf = shelf
  }
}

/// The app's own.
@Model private final class Loan {
  var shelf: Shelf

  init(shelf: Shelf) { self.shelf = shelf }
}

@Model private final class Rack {
  @Attribute(.unique) var id: String
  @Relationship(deleteRule: .cascade, inverse: \Disc.rack) var discs: [Disc] = []

  init(id: String) { self.id = id }
}

@Model private final class Disc {
  @Attribute(.unique) var id: String
  var rack: Rack

  init(id: String, rack: Rack) {
    self.id = id
    self.rack = rack
  }
}

/// Rows that go, and files that go with them; and how objects are found again that have no key.
@Suite struct RemovalTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("source.realm")
    store = folder.url.appendingPathComponent("target.store")
  }

  private func importer(batch: Int = 2000) -> RealmImporter {
    var importer = RealmImporter(url: source)
    importer.batchSize = batch
    return importer
  }

  @discardableResult
  private func migrate() throws -> RealmSummary {
    try importer().migrate(to: store, isCancelled: { false }, progress: { _ in })
  }

  // MARK: Large values

  private func writePictures(_ titles: [String]) throws {
    let schema = Schemas.schema(
      Schemas.type(
        "Picture", primaryKey: "id", Schemas.value("id", .string), Schemas.value("title", .string),
        Schemas.value("data", .data, optional: true)))
    let rows: [(Int64, [String: RealmValue])] = titles.enumerated().map { index, title in
      let bytes = Data(repeating: UInt8(index + 1), count: 300_000)
      return (Int64(index), ["id": .string("p\(index)"), "title": .string(title), "data": .data(bytes)])
    }
    try RealmFiles.write(schema, ["Picture": rows], to: source)
  }

  private func files() throws -> Set<String> {
    let place = ExternalFolder.support(of: store).appendingPathComponent("_EXTERNAL_DATA")
    return Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
  }

  @Test func anUnchangedLargeValueKeepsItsFile() throws {
    _ = try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: store))
    try writePictures(["a", "b"])
    try migrate()
    let before = try files()
    try #require(before.count == 2)
    try writePictures(["changed", "b"])
    #expect(try migrate().updated == 1)
    #expect(try files() == before)
    #expect(try importer().verify(store).isClean)
  }

  @Test func aRemovedRowTakesItsFileAlongAndLeavesATombstone() throws {
    let container = try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: store))
    // The history has room for the values of deleted rows since the first of them.
    let context = ModelContext(container)
    let own = Picture(id: "own", title: "")
    context.insert(own)
    try context.save()
    context.delete(own)
    try context.save()
    try writePictures(["a", "b"])
    try migrate()
    try #require(try files().count == 2)
    try writePictures(["a"])
    #expect(try migrate().deleted == 1)
    #expect(try files().count == 1)
    #expect(try importer().verify(store).isClean)
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let ids = history.flatMap(\.changes).compactMap { change -> String? in
      guard case .delete(let deletion) = change else { return nil }
      return (deletion as? DefaultHistoryDelete<Picture>)?.tombstone[\.id] as? String
    }
    #expect(ids == ["own", "p1"])
  }

  // MARK: Rows that others need

  /// - Parameter tomes: the positions of their shelves.
  private func writeShelves(_ shelves: [String], tomes: [Int64]) throws {
    try RealmFiles.write(
      Schemas.schema(
        Schemas.type("Shelf", primaryKey: "id", Schemas.value("id", .string)),
        Schemas.type("Tome", primaryKey: "id", Schemas.value("id", .string), Schemas.link("shelf", "Shelf"))),
      [
        "Shelf": shelves.enumerated().map { (Int64($0), ["id": .string($1)]) },
        "Tome": tomes.enumerated().map {
          (Int64($0), ["id": .string("t\($0)"), "shelf": RealmFiles.link(0, $1)])
        },
      ], to: source)
  }

  /// Without it the app could not read its own row.
  @Test func whatTheAppsRowsMustLeadToStays() throws {
    let container = try ModelContainer(
      for: Shelf.self, Tome.self, Loan.self, configurations: ModelConfiguration(url: store))
    try writeShelves(["a", "b", "c"], tomes: [0, 1])
    try migrate()
    let context = ModelContext(container)
    let borrowed = try #require(try context.fetch(FetchDescriptor<Shelf>(predicate: #Predicate { $0.id == "b" })).first)
    context.insert(Loan(shelf: borrowed))
    try context.save()
    try writeShelves(["a"], tomes: [0])
    // The tome of the shelf that stays, and the other shelf.
    #expect(try migrate().deleted == 2)
    let later = ModelContext(container)
    #expect(try later.fetch(FetchDescriptor<Shelf>()).map(\.id).sorted() == ["a", "b"])
    #expect(try later.fetch(FetchDescriptor<Loan>()).map(\.shelf.id) == ["b"])
    #expect(try importer().verify(store).isClean)
  }

  /// What goes itself keeps nothing.
  @Test func whatOnlyRemovedRowsLeadToGoes() throws {
    _ = try ModelContainer(for: Shelf.self, Tome.self, Loan.self, configurations: ModelConfiguration(url: store))
    try writeShelves(["a", "b"], tomes: [0, 1])
    try migrate()
    try writeShelves(["a"], tomes: [0])
    #expect(try migrate().deleted == 2)
    let found = try Store(reading: store)
    #expect(try found.count(of: "Shelf") == 1)
    #expect(try found.count(of: "Tome") == 1)
  }

  /// - Parameter racks: with the positions of their discs.
  private func writeRacks(_ racks: [(String, [Int64])], discs: Int64) throws {
    try RealmFiles.write(
      Schemas.schema(
        Schemas.type("Disc", primaryKey: "id", Schemas.value("id", .string)),
        Schemas.type("Rack", primaryKey: "id", Schemas.value("id", .string), Schemas.link("discs", "Disc", .list))),
      [
        "Disc": (0..<discs).map { ($0, ["id": .string("d\($0)")]) },
        "Rack": racks.enumerated().map { index, rack in
          (Int64(index), ["id": .string(rack.0), "discs": .list(rack.1.map { RealmFiles.link(0, $0) })])
        },
      ], to: source)
  }

  /// In the file a disc is in no list any more, and its model must be in one: the rack stays for it, and that is no
  /// difference.
  @Test func ownersThatAreRequiredStay() throws {
    let container = try ModelContainer(for: Rack.self, Disc.self, configurations: ModelConfiguration(url: store))
    try writeRacks([("a", [0]), ("b", [1, 2])], discs: 3)
    try migrate()
    try writeRacks([("a", [0, 2])], discs: 3)
    try migrate()
    let discs = try ModelContext(container).fetch(FetchDescriptor<Disc>(sortBy: [SortDescriptor(\.id)]))
    #expect(discs.map(\.rack.id) == ["a", "b", "a"])
    let found = try importer().verify(store)
    #expect(found.isClean, "\(found)")
    // Without the disc, the rack is like a row of the app's own.
    try writeRacks([("a", [0])], discs: 1)
    try migrate()
    #expect(try ModelContext(container).fetch(FetchDescriptor<Disc>()).map(\.id) == ["d0"])
    #expect(try importer().verify(store).isClean)
  }

  // MARK: Changes meanwhile

  /// What such a file lacks may be there again in the next moment.
  @Test func nothingIsRemovedIfTheFileChangesMeanwhile() throws {
    try RealmFiles.writeMusic(tracks: 20, to: source)
    try migrate()
    try RealmFiles.writeMusic(tracks: 10, to: source)
    let handle = try FileHandle(forUpdating: source)
    defer { try? handle.close() }
    let first = try #require(try handle.read(upToCount: 8))
    var isWritten = false
    #expect(throws: RealmFileError.self) {
      try importer().migrate(to: store, isCancelled: { false }) { progress in
        guard !isWritten, progress.phase == .objects, progress.done > 0 else { return }
        isWritten = true
        try? handle.seek(toOffset: 0)
        try? handle.write(contentsOf: Data(first.map { $0 ^ 0x08 }))
      }
    }
    try #require(isWritten)
    #expect(try Store(reading: store).count(of: "RealmTrack") == 20)
    try handle.seek(toOffset: 0)
    try handle.write(contentsOf: first)
    #expect(try migrate().deleted == 11)
    #expect(try Store(reading: store).count(of: "RealmTrack") == 10)
  }

  // MARK: Objects without a key

  private func writeEntries(_ texts: [String], id: String? = nil) throws {
    let text = Schemas.value("text", .string)
    let type =
      id == nil
      ? Schemas.type("Entry", text)
      : Schemas.type("Entry", primaryKey: "id", Schemas.value("id", .string, optional: true), text)
    try RealmFiles.write(
      Schemas.schema(type),
      ["Entry": texts.enumerated().map { (Int64($0), ["text": .string($1)]) }], to: source)
  }

  /// The keys of rows by their texts.
  private func entries() throws -> [String: Int64] {
    let rows = try Store(reading: store).connection.rows("SELECT ZTEXT, Z_PK FROM ZENTRY")
    var entries: [String: Int64] = [:]
    for row in rows {
      if case .text(let text) = row[0], case .integer(let key) = row[1] { entries[text] = key }
    }
    return entries
  }

  /// A choice of rows that was stopped is none.
  @Test func anInterruptedChoiceLosesNoRows() throws {
    let texts = (0..<600).map { "t\($0)" }
    try writeEntries(texts)
    try migrate()
    let before = try entries()
    try #require(before.count == 600)
    try writeEntries(texts + ["later"])
    // 128 rows are chosen at once: some of them, and not all.
    var asked = 0
    #expect(throws: CancellationError.self) {
      try importer(batch: 1).migrate(
        to: store,
        isCancelled: {
          asked += 1
          return asked > 3
        }, progress: { _ in })
    }
    let chosen = try Store(reading: store).connection.integer(
      "SELECT sum(count) FROM OPENSWIFTDATA_REALM_KEYS WHERE pass = 2")
    try #require((1...600).contains(chosen ?? 0))
    try writeEntries(texts + ["later", "latest"])
    let summary = try migrate()
    #expect(summary.pass == 3)
    #expect(summary.inserted == 2 && summary.deleted == 0)
    let after = try entries()
    #expect(after.count == 602)
    #expect(before.allSatisfy { after[$0.key] == $0.value })
  }

  /// A primary key may be null; the object is the same all the same.
  @Test func anObjectWithANullKeyKeepsItsRow() throws {
    try writeEntries(["a"], id: "optional")
    try migrate()
    let before = try entries()
    try writeEntries(["b"], id: "optional")
    let summary = try migrate()
    #expect(summary.inserted == 0 && summary.updated == 1 && summary.deleted == 0)
    #expect(try entries()["b"] == before["a"])
    #expect(try importer().verify(store).isClean)
  }

  /// Before format 10, objects are known by their places.
  @Test func placesThatMayHaveChangedAreNamed() throws {
    func write(_ texts: [String]) throws {
      let table = WrittenTable(
        name: "class_Entry", columns: [WrittenColumn(name: "text", type: .string)],
        rows: texts.enumerated().map { (Int64($0), [.string($1)]) })
      try Data(OldRealmWriter.file([table], format: 9)).write(to: source)
    }
    try write(["a", "b", "c"])
    #expect(try migrate().losses.isEmpty)
    try write(["a", "c"])
    let losses = try migrate().losses
    #expect(losses.map(\.reason) == [.uncertainIdentity])
    #expect(losses.map(\.className) == ["Entry"])
    #expect(losses.map(\.count) == [2])
  }
}
