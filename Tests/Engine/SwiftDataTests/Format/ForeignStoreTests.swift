// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import GRDB
import SwiftData
import Testing

/// A store that another program made stays as that program knows it, as long
/// as nobody asks for more.
@Suite struct ForeignStoreTests {
  enum Plain {
    @Model final class Note {
      var title: String
      var day: Int
      init(_ title: String, _ day: Int) {
        self.title = title
        self.day = day
      }
    }
  }
  /// Says what is in no version hash.
  enum Wishing {
    @Model final class Note {
      #Index<Note>([\.day], [\.title, \.day])
      @Attribute(.spotlight) var title: String = "new"
      var day: Int = 3
      init() {}
    }
  }
  enum Longer {
    @Model final class Note {
      #Index<Note>([\.day])
      @Attribute(.spotlight) var title: String
      var day: Int
      var stars: Int = 1
      init() {
        title = ""
        day = 0
      }
    }
  }

  /// A store without our notes, of a model that its modeller has called `1`.
  private func makeForeign(_ folder: TestFolder) throws -> StoreDump {
    do {
      let context = ModelContext(try folder.container(Plain.Note.self))
      context.insert(Plain.Note("first words", 1))
      context.insert(Plain.Note("second", 2))
      try context.save()
    }
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.write { database in
      let stored = try #require(
        try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"))
      let list = try PropertyListSerialization.propertyList(from: stored, format: nil)
      var entries = try #require(list as? [String: Any])
      for key in entries.keys where key.hasPrefix("OpenSwiftData") { entries[key] = nil }
      entries["NSStoreModelVersionIdentifiers"] = ["1"]
      let changed = try PropertyListSerialization.data(
        fromPropertyList: entries, format: .binary, options: 0)
      try database.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [changed])
      return try StoreDump(database)
    }
  }

  @Test func openingChangesNothing() throws {
    let folder = try TestFolder()
    let before = try makeForeign(folder)
    do {
      let context = ModelContext(try folder.container(Wishing.Note.self))
      let titles = try context.fetch(FetchDescriptor<Wishing.Note>()).map(\.title)
      #expect(Set(titles) == ["first words", "second"])
    }
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.differences(from: before).isEmpty && after.schema == before.schema)
  }

  /// The model in a store may name classes, and say more than ours does: as long as the version hashes are the same, it
  /// stays, byte for byte.
  @Test func savingLeavesTheModelOfTheOtherProgram() throws {
    let folder = try TestFolder()
    _ = try makeForeign(folder)
    let queue = try DatabaseQueue(path: folder.file().path)
    let before = try queue.write { database in
      let content = try #require(try Data.fetchOne(database, sql: "SELECT Z_CONTENT FROM Z_MODELCACHE"))
      var model = try ModelCache.decode(content)
      try #require(model.entities.count == 1)
      #expect(model.entities[0].className != "Legacy.NoteObject")
      model.entities[0].className = "Legacy.NoteObject"
      model.entities[0].userInfo["author"] = .string("the other program")
      try database.execute(sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = ?", arguments: [try ModelCache.encode(model)])
      return try StoreDump(database)
    }
    try queue.close()
    for _ in 0..<2 {
      let context = ModelContext(try folder.container(Wishing.Note.self))
      let notes = try context.fetch(FetchDescriptor<Wishing.Note>())
      notes.first?.title += "!"
      context.insert(Wishing.Note())
      try context.save()
    }
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.integrity == "ok" && after.schema == before.schema)
    #expect(after.count("ZNOTE") == before.count("ZNOTE") + 2)
    for table in ["Z_METADATA", "Z_MODELCACHE"] {
      #expect(before.count(table) == 1)
      #expect(after.tables[table] == before.tables[table], "\(table)")
    }
  }

  private func found(_ context: ModelContext) throws -> [String] {
    try context.search("words", in: FetchDescriptor<Wishing.Note>()).map(\.model.title)
  }

  /// Whoever searches asks for the index.
  @Test func aSearchMakesItsIndex() throws {
    let folder = try TestFolder()
    let before = try makeForeign(folder)
    do {
      let context = ModelContext(try folder.container(Wishing.Note.self))
      #expect(try found(context) == ["first words"])
      let note = Wishing.Note()
      note.title = "more words"
      context.insert(note)
      try context.save()
      #expect(try found(context).count == 2)
    }
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.tables["Z_METADATA"] == before.tables["Z_METADATA"])
    #expect(after.tables["Z_MODELCACHE"] == before.tables["Z_MODELCACHE"])
    let made = Set(after.schema.keys).subtracting(before.schema.keys)
    #expect(!made.isEmpty && made.allSatisfy { $0.hasPrefix("OSD_SEARCH_") }, "\(made)")
    let context = ModelContext(try folder.container(Wishing.Note.self))
    #expect(try found(context).count == 2)
  }

  /// A changed schema makes the store ours, with all that it asks for.
  @Test func aChangedSchemaIsMigratedWhole() throws {
    let folder = try TestFolder()
    _ = try makeForeign(folder)
    _ = try folder.container(Longer.Note.self)
    let after = try StagedErrorTests.dump(folder.file())
    #expect(after.schema["Z_Note_SwiftDataIndexOnBinaryday"] != nil)
    #expect(after.schema.keys.contains { $0.hasPrefix("OSD_SEARCH_") })
    #expect(try StagedMigrationTests.version(folder.file()) == "1.0.0")
  }
}
