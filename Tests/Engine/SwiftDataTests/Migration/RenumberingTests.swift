// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A changed schema gives a store the names and numbers that a new one has.
@Suite struct RenumberingTests {
  typealias Place = Renumbered.Place

  private func rows(_ folder: TestFolder, _ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: sql) }
      .map { row in row.databaseValues.map { "\($0)" }.joined(separator: " ") }
  }

  private func execute(_ folder: TestFolder, _ sql: String) throws {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    try queue.write { try $0.execute(sql: sql) }
  }

  private func expectNatural(
    _ folder: TestFolder, _ types: [any PersistentModel.Type],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try StoreShape.expectNatural(folder.file(), types, sourceLocation: sourceLocation)
    for finding in try StoreChecker.check(folder.file(), .isMigrated) {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
  }

  private func words(_ folder: TestFolder, _ names: [String] = ["a", "a", "b"]) throws {
    let context = try migrated([Renumbered.Plain.Word.self], folder.file())
    for name in names { context.insert(Renumbered.Plain.Word(first: name)) }
    try context.save()
  }

  private static let changes = """
    SELECT p.Z_NAME, c.ZCHANGETYPE, c.ZENTITYPK FROM ACHANGE AS c \
    LEFT JOIN Z_PRIMARYKEY AS p ON p.Z_ENT = c.ZENTITY ORDER BY c.Z_PK
    """

  @Test func theHistoryNamesTheSameEntities() throws {
    let folder = try TestFolder()
    let (old, new) = (Paths.versions[0].types, Paths.versions[1].types)
    var token: DefaultHistoryToken?
    do {
      let context = try migrated(old, folder.file())
      let note = Paths.A.Note(id: 1)
      let person = Paths.A.Person(id: 2)
      context.insert(note)
      context.insert(person)
      try context.save()
      token = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.token
      note.tags = [Paths.A.Tag(id: 3)]
      context.delete(person)
      try context.save()
    }
    let before = try rows(folder, Self.changes)
    #expect(before.count == 5 && before.allSatisfy { !$0.contains("NULL") })
    let context = try migrated(new, folder.file())
    #expect(try rows(folder, Self.changes) == before)
    try expectNatural(folder, new)
    let after = try #require(token)
    let rest = try context.fetchHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > after }))
    let names = rest.flatMap(\.changes).map(\.changedPersistentIdentifier.entityName)
    #expect(Set(names) == ["Note", "Person", "Tag"])
  }

  @Test func theHistoryNamesTheSameProperties() throws {
    let folder = try TestFolder()
    do {
      let context = try migrated([Renumbered.Preserved.Word.self], folder.file())
      let word = Renumbered.Preserved.Word(first: "f")
      context.insert(word)
      try context.save()
      word.last = "l"
      try context.save()
      word.first = "g"
      word.last = "m"
      try context.save()
      context.delete(word)
      try context.save()
    }
    let types: [any PersistentModel.Type] = [
      Renumbered.Conflict.Anchor.self, Renumbered.MorePreserved.Word.self,
    ]
    let context = try migrated(types, folder.file())
    try expectNatural(folder, types)
    let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      .flatMap(\.changes)
    var updated: [[String]] = []
    var preserved: [String?] = []
    for change in changes {
      switch change {
      case .update(let update as DefaultHistoryUpdate<Renumbered.MorePreserved.Word>):
        updated.append(update.updatedPropertyNames.sorted())
      case .delete(let delete as DefaultHistoryDelete<Renumbered.MorePreserved.Word>):
        #expect(delete.tombstone[\.code] == nil)
        preserved.append(delete.tombstone[\.name] as? String)
      default: break
      }
    }
    #expect(updated == [["zlast"], ["name", "zlast"]] && preserved == ["g"])
  }

  @Test func anEntityThatIsGoneIsKeptAside() throws {
    let folder = try TestFolder()
    let (all, some) = (Paths.versions[1].types, Paths.versions[2].types)
    do {
      let context = try migrated(all, folder.file())
      let person = Paths.B.Person(id: 7)
      person.age = 70
      context.insert(person)
      let note = Paths.B.Note(id: 1)
      context.insert(note)
      note.owner = person
      let company = Paths.B.Company(id: 8)
      context.insert(company)
      try context.save()
      context.delete(company)
      try context.save()
    }
    _ = try migrated(some, folder.file())
    try expectNatural(folder, some)
    #expect(
      try rows(folder, "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 15001 AND 16000")
        == ["\"Aardvark\"", "\"Owner\"", "\"Company\"", "\"Person\""])
    #expect(try rows(folder, "SELECT ZAGE FROM OSD_KEPT_ZOWNER") == ["70"])
    let context = try migrated(all, folder.file())
    try expectNatural(folder, all)
    let note = try #require(try context.fetch(FetchDescriptor<Paths.B.Note>()).first)
    #expect((note.owner as? Paths.B.Person)?.age == 70)
    // Keys are not given out twice.
    let company = Paths.B.Company(id: 9)
    context.insert(company)
    try context.save()
    #expect(try rows(folder, "SELECT Z_PK FROM ZOWNER WHERE ZID = 9") == ["3"])
  }

  @Test func columnsOfAPropertyThatIsGoneMakeRoom() throws {
    let folder = try TestFolder()
    let (home, work) = (Place(city: "h", zip: 1), Place(city: "w", zip: 2))
    do {
      let context = try migrated([Renumbered.Places.Person.self], folder.file())
      context.insert(Renumbered.Places.Person(home: home, work: work))
      try context.save()
    }
    do {
      let context = try migrated([Renumbered.WorkOnly.Person.self], folder.file())
      try expectNatural(folder, [Renumbered.WorkOnly.Person.self])
      #expect(
        try context.fetch(FetchDescriptor<Renumbered.WorkOnly.Person>()).map(\.work) == [work])
      #expect(try rows(folder, "SELECT ZCITY, OSD_KEPT_ZCITY FROM ZPERSON") == ["\"w\" \"h\""])
    }
    do {
      let context = try migrated([Renumbered.Places.Person.self], folder.file())
      try expectNatural(folder, [Renumbered.Places.Person.self])
      let person = try #require(
        try context.fetch(FetchDescriptor<Renumbered.Places.Person>()).first)
      #expect(person.home == home && person.work == work)
    }
    let context = try migrated([Renumbered.Moved.Person.self], folder.file())
    try expectNatural(folder, [Renumbered.Moved.Person.self])
    let person = try #require(try context.fetch(FetchDescriptor<Renumbered.Moved.Person>()).first)
    #expect(person.zhome == home && person.work == work)
    #expect(try rows(folder, "SELECT ZCITY, ZCITY1 FROM ZPERSON") == ["\"w\" \"h\""])
  }

  @Test(arguments: [false, true])
  func renamesAreFollowed(withoutRecord: Bool) throws {
    let folder = try TestFolder()
    do {
      let types: [any PersistentModel.Type] = [
        Renumbered.Names.Word.self, Renumbered.Names.Owner.self, Renumbered.Names.Thing.self,
        Renumbered.Names.Tool.self,
      ]
      let context = try migrated(types, folder.file())
      let (one, two) = (
        Renumbered.Names.Word(first: "f1", last: "l1"),
        Renumbered.Names.Word(first: "f2", last: "l2")
      )
      let tool = Renumbered.Names.Tool(name: "saw", size: 4)
      let owner = Renumbered.Names.Owner()
      for model in [one, two, tool, owner] as [any PersistentModel] { context.insert(model) }
      one.boss = two
      two.staff = [one]
      one.friends = [two]
      one.things = [tool]
      owner.favourite = tool
      owner.things = [tool]
      try context.save()
    }
    if withoutRecord { try dropRecord(folder) }
    let types: [any PersistentModel.Type] = [
      Renumbered.Renamed.Anchor.self, Renumbered.Renamed.Word.self, Renumbered.Renamed.Owner.self,
      Renumbered.Renamed.Thing.self, Renumbered.Renamed.Tool.self,
    ]
    for _ in 0..<2 {
      let context = try migrated(types, folder.file())
      // Which of two names a table of pairs of one entity has follows no rule.
      #expect(try StoreChecker.check(folder.file(), .isMigrated) == [])
      let words = try context.fetch(
        FetchDescriptor<Renumbered.Renamed.Word>(sortBy: [SortDescriptor(\.last)]))
      #expect(words.map(\.first) == ["l1", "l2"] && words.map(\.last) == ["f1", "f2"])
      let (one, two) = (try #require(words.first), try #require(words.last))
      #expect(one.chief === two && two.people == [one])
      #expect(one.mates == [two] && two.friendOf == [one])
      #expect(one.items.map(\.name) == ["saw"])
      let owner = try #require(try context.fetch(FetchDescriptor<Renumbered.Renamed.Owner>()).first)
      #expect((owner.best as? Renumbered.Renamed.Tool)?.size == 4)
      #expect(owner.objects.first === owner.best)
    }
  }

  /// As other software leaves a store: without our record of the columns.
  private func dropRecord(_ folder: TestFolder) throws {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    try queue.write { database in
      let plist = try #require(try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA"))
      var metadata = try #require(
        try PropertyListSerialization.propertyList(from: plist, format: nil) as? [String: Any])
      for key in metadata.keys where !key.contains("NS") { metadata[key] = nil }
      let data = try PropertyListSerialization.data(
        fromPropertyList: metadata, format: .binary, options: 0)
      try database.execute(sql: "UPDATE Z_METADATA SET Z_PLIST = ?", arguments: [data])
    }
  }

  @Test func storesOfOtherSoftwareAreNumberedAnew() throws {
    let folder = try TestFolder()
    let (old, new) = (Paths.versions[0].types, Paths.versions[1].types)
    do {
      let context = try migrated(old, folder.file())
      let note = Paths.A.Note(id: 4)
      note.place.name = "p"
      context.insert(note)
      note.tags = [Paths.A.Tag(id: 5)]
      note.links = [note]
      note.owner = Paths.A.Person(id: 6)
      note.comments = [Paths.A.Comment(id: 7)]
      try context.save()
    }
    try dropRecord(folder)
    let context = try migrated(new, folder.file())
    try expectNatural(folder, new)
    let note = try #require(try context.fetch(FetchDescriptor<Paths.B.Note>()).first)
    #expect(note.id == 4 && note.place.name == "p" && note.address == nil)
    #expect(note.tags.map(\.id) == [5] && note.links == [note] && note.backlinks == [note])
    #expect(note.owner is Paths.B.Person && note.comments.map(\.id) == [7])
  }

  /// Tables of CloudKit's refer to entities by number, and follow: Core Data
  /// numbers the entities of such a store by name too.
  @Test func entitiesOfAMirroredStoreAreRenumberedWithItsRecords() throws {
    let folder = try TestFolder()
    try words(folder, ["a"])
    try execute(
      folder,
      "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZENTITYID INTEGER, ZENTITYPK INTEGER, UNIQUE (ZENTITYID, ZENTITYPK)); "
        + "INSERT INTO ANSCKRECORDMETADATA VALUES (1, 17012, 1, 1)")
    let context = try migrated(
      [Renumbered.Conflict.Anchor.self, Renumbered.Conflict.Word.self], folder.file())
    #expect(
      try rows(folder, "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        == ["1 \"Anchor\"", "2 \"Word\""])
    #expect(
      try rows(folder, "SELECT Z_ENT, ZENTITYID, ZENTITYPK FROM ANSCKRECORDMETADATA")
        == ["17012 2 1"])
    #expect(try context.fetch(FetchDescriptor<Renumbered.Conflict.Word>()).map(\.first) == ["a"])
    // The number that one gives up is another's.
    try execute(folder, "INSERT INTO ANSCKRECORDMETADATA VALUES (2, 17012, 1, 1)")
    _ = try migrated([Renumbered.Conflict.Word.self], folder.file())
    #expect(
      try rows(folder, "SELECT ZENTITYID FROM ANSCKRECORDMETADATA ORDER BY Z_PK")
        == ["1", "15001"])
  }

  /// What fails last undoes all.
  @Test func aMigrationThatFailsLeavesTheStoreAsItWas() throws {
    let folder = try TestFolder()
    try words(folder)
    let before = try StoreShape(folder.file())
    let content = try rows(folder, "SELECT * FROM ZWORD")
    #expect(throws: SwiftDataError.uniqueConflict) {
      try migrated(
        [Renumbered.Conflict.Anchor.self, Renumbered.Conflict.Word.self], folder.file())
    }
    #expect(try StoreShape(folder.file()) == before)
    #expect(try rows(folder, "SELECT * FROM ZWORD") == content)
    let context = try migrated([Renumbered.Plain.Word.self], folder.file())
    #expect(try context.fetchCount(FetchDescriptor<Renumbered.Plain.Word>()) == 3)
  }

  /// With the old numbers, it would write rows of another entity.
  @Test func whoHasTheOldSchemaOpenIsTold() throws {
    let folder = try TestFolder()
    try words(folder, ["a"])
    let stale = try migrated([Renumbered.Plain.Word.self], folder.file())
    let word = try #require(try stale.fetch(FetchDescriptor<Renumbered.Plain.Word>()).first)
    // What is only added disturbs nobody.
    _ = try migrated([Renumbered.Longer.Word.self], folder.file())
    word.first = "b"
    try stale.save()
    _ = try migrated(
      [Renumbered.Conflict.Anchor.self, Renumbered.Conflict.Word.self], folder.file())
    word.first = "c"
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try stale.save() }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try stale.fetch(
        FetchDescriptor<Renumbered.Plain.Word>(predicate: #Predicate { $0.first < "c" }))
    }
    #expect(try rows(folder, "SELECT Z_ENT, ZFIRST FROM ZWORD") == ["2 \"b\""])
  }

  @Test func readingAloneChangesNothing() throws {
    let folder = try TestFolder()
    try migrated(Paths.versions[1].types, folder.file()).save()
    let before = try StoreShape(folder.file())
    let schema = Schema([Paths.C.Comment.self])
    let container = try ModelContainer(
      for: schema,
      configurations: [ModelConfiguration(schema: schema, url: folder.file(), allowsSave: false)])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Paths.C.Comment>()) == 0)
    #expect(try StoreShape(folder.file()) == before)
  }

  @Test func objectsDoNotVanishWithTheirClassInAnotherTable() throws {
    let folder = try TestFolder()
    try words(folder, ["a"])
    let types: [any PersistentModel.Type] = [
      Renumbered.Under.Text.self, Renumbered.Under.Word.self,
    ]
    #expect(throws: SwiftDataError.unknownDataStoreSchema) { try migrated(types, folder.file()) }
    try execute(folder, "DELETE FROM ZWORD")
    _ = try migrated(types, folder.file())
    #expect(
      try rows(folder, "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        == ["1 \"Text\" 0", "2 \"Word\" 1"])
  }
}
