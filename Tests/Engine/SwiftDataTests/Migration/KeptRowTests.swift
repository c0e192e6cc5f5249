// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// What a store keeps of removed models does not outlast what it belongs to.
@Suite struct KeptRowTests {
  enum Full {
    @Model final class Note {
      var id: Int
      var owner: Person?
      @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
      init(id: Int) { self.id = id }
    }
    @Model final class Person { var name = ""; init() {} }
    @Model final class Tag {
      var name: String
      var notes: [Note] = []
      init(name: String) { self.name = name }
    }
    @Model final class Draft {
      @Attribute(.externalStorage) var scan: Data?
      init() {}
    }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Tag.self, Draft.self] }
  }
  enum Bare {
    @Model final class Note { var id: Int; init(id: Int) { self.id = id } }
    @Model final class Person { var name = ""; init() {} }
    @Model final class Tag { var name: String; init(name: String) { self.name = name } }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self, Tag.self] }
  }
  enum Strict {
    @Model final class Note {
      var id: Int
      var owner: Person
      init(id: Int, owner: Person) { (self.id, self.owner) = (id, owner) }
    }
    @Model final class Person { var name = ""; init() {} }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self] }
  }
  enum Loose {
    @Model final class Note { var id: Int; init(id: Int) { self.id = id } }
    @Model final class Person { var name = ""; init() {} }
    static var types: [any PersistentModel.Type] { [Note.self, Person.self] }
  }

  enum Scanned {
    @Model final class Photo {
      var name: String
      @Attribute(.externalStorage) var scan: Data?
      var plain: Data?
      init(name: String) { self.name = name }
    }
  }
  enum Unscanned {
    @Model final class Photo { var name: String; init(name: String) { self.name = name } }
  }

  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func make() throws {
    let context = try migrated(Full.types, folder.file())
    let note = Full.Note(id: 1)
    context.insert(note)
    note.owner = Full.Person()
    note.tags = [Full.Tag(name: "a"), Full.Tag(name: "b")]
    let draft = Full.Draft()
    draft.scan = Data(repeating: 1, count: 200_000)
    context.insert(draft)
    try context.save()
  }

  private func rows(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: sql) }
  }

  private func files() throws -> Int {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.file(".test_SUPPORT/_EXTERNAL_DATA").path
    ).count
  }

  @Test func erasingRemovesWhatIsKept() throws {
    try make()
    #expect(try files() == 1)
    do {
      let context = try migrated(Bare.types, folder.file())
      try context.container.erase()
      // What a transaction left is removed when the next one begins.
      for id in 2...3 {
        context.insert(Bare.Note(id: id))
        try context.save()
      }
      #expect(try files() == 0)
    }
    let context = try migrated(Full.types, folder.file())
    #expect(try context.fetchCount(FetchDescriptor<Full.Draft>()) == 0)
    #expect(try context.fetch(FetchDescriptor<Full.Note>()).allSatisfy { $0.tags.isEmpty && $0.owner == nil })
    // Keys are not given out again.
    context.insert(Full.Draft())
    try context.save()
    #expect(try rows("SELECT Z_PK FROM ZDRAFT") == ["2"])
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }

  /// Large values of a removed property are in files: each goes with its row, and the others stay.
  @Test(arguments: [false, true]) func filesOfKeptColumnsGoWithTheirRows(byPredicate: Bool) throws {
    let large = Data(repeating: 1, count: 200_000)
    do {
      let context = try migrated([Scanned.Photo.self], folder.file())
      let (stays, goes) = (Scanned.Photo(name: "stays"), Scanned.Photo(name: "goes"))
      stays.scan = large
      context.insert(stays)
      try context.save()
      let name = try #require(
        try FileManager.default.contentsOfDirectory(
          atPath: folder.file(".test_SUPPORT/_EXTERNAL_DATA").path
        ).first)
      goes.scan = large
      // Looks as a column does that refers to the file of the other.
      goes.plain = Data([2] + Array(name.utf8) + [0])
      context.insert(goes)
      try context.save()
    }
    #expect(try files() == 2)
    do {
      let context = try migrated([Unscanned.Photo.self], folder.file())
      if byPredicate {
        try context.delete(model: Unscanned.Photo.self, where: #Predicate { $0.name == "goes" })
      } else {
        for photo in try context.fetch(FetchDescriptor<Unscanned.Photo>()) where photo.name == "goes" {
          context.delete(photo)
        }
        try context.save()
      }
      // What a transaction left is removed when a later one begins.
      for name in ["a", "b"] {
        context.insert(Unscanned.Photo(name: name))
        try context.save()
      }
      #expect(try files() == 1)
    }
    let context = try migrated([Scanned.Photo.self], folder.file())
    let photos = try context.fetch(FetchDescriptor<Scanned.Photo>(predicate: #Predicate { $0.name == "stays" }))
    #expect(photos.map(\.scan) == [large])
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }

  @Test func linksToDeletedObjectsDoNotReturn() throws {
    try make()
    do {
      let context = try migrated(Bare.types, folder.file())
      for person in try context.fetch(FetchDescriptor<Bare.Person>()) { context.delete(person) }
      try context.delete(model: Bare.Tag.self, where: #Predicate { $0.name == "a" })
      try context.save()
    }
    let context = try migrated(Full.types, folder.file())
    #expect(try context.fetchCount(FetchDescriptor<Full.Note>(predicate: #Predicate { $0.owner == nil })) == 1)
    let note = try #require(try context.fetch(FetchDescriptor<Full.Note>()).first)
    #expect(note.owner == nil && note.tags.map(\.name) == ["b"])
    #expect(try context.fetch(FetchDescriptor<Full.Tag>()).map { $0.notes.count } == [1])
    for finding in try StoreChecker.check(folder.file(), .isMigrated) { Issue.record("\(finding)") }
  }

  @Test(arguments: [false, true]) func aRequiredLinkMustLeadToAnObject(isDeleted: Bool) throws {
    do {
      let context = try migrated(Strict.types, folder.file())
      context.insert(Strict.Note(id: 1, owner: Strict.Person()))
      try context.save()
    }
    do {
      let context = try migrated(Loose.types, folder.file())
      if isDeleted { try context.delete(model: Loose.Person.self) }
      try context.save()
    }
    guard isDeleted else {
      let context = try migrated(Strict.types, folder.file())
      #expect(try context.fetch(FetchDescriptor<Strict.Note>()).map(\.owner.name) == [""])
      return
    }
    let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      _ = try migrated(Strict.types, folder.file())
    }
    #expect(error?.entity == "Note" && error?.property == "owner")
  }
}
