// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import GRDB
import SwiftData
import Testing

/// Attributes of a transformer that this program does not have.
@Suite struct TransformerTests {
  @Model final class Mood {
    var number: Int
    @Attribute(.transformable(by: "NobodysTransformer")) var colors: Data?
    @Attribute(.transformable(by: "NobodysTransformer")) var shape: Data = Data()
    @Attribute(.externalStorage, .transformable(by: "NobodysTransformer")) var large: Data?
    @Attribute(.transformable(by: "NSSecureUnarchiveFromData")) var archived: Data?
    init(_ number: Int) { self.number = number }
  }

  @Model final class Typed {
    @Attribute(.transformable(by: "NobodysOtherTransformer")) var words: [String]?
    var note = ""
    init() {}
  }

  private func column(_ name: String, _ table: String, _ folder: TestFolder) throws -> [Data?] {
    try DatabaseQueue(path: folder.file().path).read {
      try Data?.fetchAll($0, sql: "SELECT \(name) FROM \(table) ORDER BY Z_PK")
    }
  }

  /// Bytes of every look, also such as an archive has.
  private func values() throws -> [Data] {
    [
      Data(), Data([0, 1, 2]), Data("{}".utf8), Data([1]), Data([2]),
      try ArchivedValue.data(Data([9])).keyedArchive(),
      try ArchivedValue.array([.string("a")]).keyedArchive(),
    ]
  }

  @Test func bytesStayAsTheyAre() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Mood.self))
    let values = try values()
    for (number, value) in values.enumerated() {
      let mood = Mood(number)
      mood.colors = value
      mood.shape = value
      mood.large = value
      context.insert(mood)
    }
    try context.save()
    #expect(try column("ZCOLORS", "ZMOOD", folder) == values)
    #expect(try column("ZSHAPE", "ZMOOD", folder) == values)
    #expect(try column("ZLARGE", "ZMOOD", folder) == values.map { Data([1]) + $0 })
    let other = ModelContext(context.container)
    let moods = try other.fetch(FetchDescriptor<Mood>(sortBy: [SortDescriptor(\.number)]))
    #expect(moods.map(\.colors) == values && moods.map(\.shape) == values)
    #expect(moods.map(\.large) == values)
    // Assigning the same value leaves the same bytes.
    for mood in moods {
      let colors = mood.colors
      mood.colors = Data([7])
      mood.colors = colors
    }
    try other.save()
    #expect(try column("ZCOLORS", "ZMOOD", folder) == values)
  }

  @Test func otherTypesAreRefused() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Typed.self))
    let typed = Typed()
    context.insert(typed)
    try context.save()
    typed.words = ["a"]
    let error = #expect(throws: SwiftDataError.self) { try context.save() }
    #expect(error?.property == "words" && error?.description.contains("NobodysOtherTransformer") == true)
    context.rollback()
    try DatabaseQueue(path: folder.file().path).write {
      try $0.execute(
        sql: "UPDATE ZTYPED SET ZWORDS = ?",
        arguments: [try ArchivedValue.array([.string("a")]).keyedArchive()])
    }
    #expect(throws: SwiftDataError.storeIsCorrupted) {
      try ModelContext(context.container).fetch(FetchDescriptor<Typed>())
    }
  }

  @Test func damageIsFoundByCheck() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Mood.self))
    let mood = Mood(0)
    mood.colors = Data([1, 2, 3])
    mood.large = try ArchivedValue.array([.string("a")]).keyedArchive()
    mood.archived = Data([4])
    context.insert(mood)
    try context.save()
    func findings() throws -> [String] {
      try StoreIntegrityCheck(try Store(reading: folder.file())).run().map(\.what)
    }
    #expect(try findings() == [])
    try DatabaseQueue(path: folder.file().path).write {
      let wrapped = try ArchivedValue.data(Data([1, 2, 3])).keyedArchive()
      try $0.execute(
        sql: "UPDATE ZMOOD SET ZCOLORS = ?, ZLARGE = ?, ZARCHIVED = x'04'",
        arguments: [wrapped, Data([1]) + wrapped])
    }
    let found = try findings()
    #expect(found.count == 3)
    for name in ["Mood.colors", "Mood.large", "Mood.archived"] {
      #expect(found.contains { $0.hasPrefix(name) })
    }
  }
}
