// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Stores after migrations, before the checker.
@Suite struct MigratedStoreCheckerTests {
  enum One {
    @Model final class Note {
      var text: String
      var tags: [Tag] = []
      init(text: String) { self.text = text }
    }
    @Model final class Tag {
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      var uses: [Note] = []
      init() {}
    }
  }

  /// A new entity comes last.
  enum Two {
    @Model final class Work {
      @Attribute(.unique) var title: String
      var main: Note?
      init(title: String) { self.title = title }
    }
    @Model final class Note {
      #Index<Note>([\.body])
      @Attribute(originalName: "text") var body: String
      var stars: Int = 2
      var tags: [Tag] = []
      init(body: String) { self.body = body }
    }
    @Model final class Tag {
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      var uses: [Note] = []
      var label: String?
      init() {}
    }
  }

  /// A new entity comes first.
  enum Three {
    @Model final class Article {
      var title: String = ""
      init() {}
    }
    @Model final class Note {
      var text: String
      var tags: [Tag] = []
      init(text: String) { self.text = text }
    }
    @Model final class Tag {
      @Relationship(inverse: \Note.tags) var notes: [Note] = []
      var uses: [Note] = []
      init() {}
    }
  }

  private func open(_ types: [any PersistentModel.Type], _ file: URL) throws -> ModelContext {
    let schema = Schema(types)
    return ModelContext(
      try ModelContainer(
        for: schema, configurations: [ModelConfiguration(schema: schema, url: file)]))
  }

  private func firstVersion(_ file: URL) throws {
    let context = try open([One.Note.self, One.Tag.self], file)
    for number in 0..<5 {
      let note = One.Note(text: "\(number)")
      context.insert(note)
      let tag = One.Tag()
      note.tags = [tag, One.Tag()]
      tag.uses = [note]
    }
    try context.save()
  }

  private func expectSound(_ file: URL, _ stage: String) throws {
    for finding in try StoreChecker.check(file, .isMigrated) { Issue.record("\(stage) \(finding)") }
  }

  @Test func entitiesAndPropertiesAreAdded() throws {
    let folder = try TestFolder()
    try firstVersion(folder.file())
    let context = try open([Two.Work.self, Two.Note.self, Two.Tag.self], folder.file())
    try expectSound(folder.file(), "migrated")
    let notes = try context.fetch(FetchDescriptor<Two.Note>())
    #expect(notes.count == 5 && notes.allSatisfy { $0.tags.count == 2 && $0.stars == 2 })
    let work = Two.Work(title: "a")
    work.main = notes[0]
    context.insert(work)
    notes[1].tags[0].label = "l"
    context.delete(notes[2])
    try context.save()
    try expectSound(folder.file(), "changed")
  }

  /// Core Data numbers the entities anew, with the columns and join tables
  /// that are named after the numbers.
  @Test func aNewFirstEntityIsNumberedFirst() throws {
    let folder = try TestFolder()
    try firstVersion(folder.file())
    let context = try open([Three.Article.self, Three.Note.self, Three.Tag.self], folder.file())
    try expectSound(folder.file(), "migrated")
    let notes = try context.fetch(FetchDescriptor<Three.Note>())
    #expect(notes.count == 5 && notes.allSatisfy { $0.tags.count == 2 })
    let tags = try context.fetch(FetchDescriptor<Three.Tag>())
    #expect(tags.count == 10 && tags.filter { $0.uses.count == 1 }.count == 5)
  }

  /// Core Data numbers columns of one name in the order of the properties,
  /// whenever they came.
  @Test func columnsOfOneNameAreNumberedAnew() throws {
    let folder = try TestFolder()
    do {
      let context = try open([ChangedSchemaTests.Old.Visit.self], folder.file())
      for number in 0..<3 {
        let visit = ChangedSchemaTests.Old.Visit(
          id: number, name: "n", place: .init(name: "p", id: number))
        visit.photo = Data(repeating: 1, count: 150_000)
        visit.scan = Data(repeating: 2, count: 150_000)
        context.insert(visit)
      }
      try context.save()
    }
    _ = try open([ChangedSchemaTests.New.Visit.self], folder.file())
    try expectSound(folder.file(), "migrated")
  }
}
