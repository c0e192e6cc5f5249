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
