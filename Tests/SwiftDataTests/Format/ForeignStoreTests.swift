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
