// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Relationships that are renamed, or hold more or fewer than before.
  enum Relating {
    enum V1 {
      @Model final class Note {
        var text: String
        @Relationship(inverse: \Tag.notes) var tags: [Tag] = []
        var pages: [Page] = []
        var folder: Folder?
        init(_ text: String) { self.text = text }
      }
      @Model final class Tag {
        var name: String
        var notes: [Note] = []
        init(_ name: String) { self.name = name }
      }
      @Model final class Page {
        var number: Int
        init(_ number: Int) { self.number = number }
      }
      @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []
        init(_ name: String) { self.name = name }
      }
    }

    /// Two lists have other names, one has an inverse, and a to-one has become many.
    enum V2 {
      @Model final class Note {
        var text: String
        @Relationship(originalName: "tags", inverse: \Tag.notes) var labels: [Tag] = []
        @Relationship(originalName: "pages") var sheets: [Page] = []
        @Relationship(originalName: "folder") var folders: [Folder] = []
        init(_ text: String) { self.text = text }
      }
      @Model final class Tag {
        var name: String
        var notes: [Note] = []
        init(_ name: String) { self.name = name }
      }
      @Model final class Page {
        var number: Int
        init(_ number: Int) { self.number = number }
      }
      @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folders) var notes: [Note] = []
        init(_ name: String) { self.name = name }
      }
    }

    enum V3 {
      @Model final class Note {
        var text: String
        @Relationship(inverse: \Tag.note) var labels: [Tag] = []
        @Relationship(inverse: \Page.note) var sheets: [Page] = []
        @Relationship(originalName: "folders") var folder: Folder?
        init(_ text: String) { self.text = text }
      }
      @Model final class Tag {
        var name: String
        @Relationship(originalName: "notes") var note: Note?
        init(_ name: String) { self.name = name }
      }
      @Model final class Page {
        var number: Int
        var note: Note?
        init(_ number: Int) { self.number = number }
      }
      @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []
        init(_ name: String) { self.name = name }
      }
    }

    enum Following {
      @Model final class Person {
        var name: String
        @Relationship(inverse: \Person.followers) var following: [Person] = []
        var followers: [Person] = []
        init(_ name: String) { self.name = name }
      }
    }

    /// The same, declared in another order.
    enum Followed {
      @Model final class Person {
        var name: String
        var followers: [Person] = []
        @Relationship(inverse: \Person.followers) var following: [Person] = []
        var town: String?
        init(_ name: String) { self.name = name }
      }
    }

    /// A relationship leads elsewhere.
    enum Elsewhere {
      @Model final class Note {
        var text: String
        var folder: Tag?
        init(_ text: String) { self.text = text }
      }
      @Model final class Tag {
        var name: String
        init(_ name: String) { self.name = name }
      }
    }
  }

  extension PostgresTests {
    @Suite struct RelationshipChangeTests {
      private let store = NamespaceStore()

      private func fill() throws {
        let context = try store.open(
          Relating.V1.Note.self, Relating.V1.Tag.self, Relating.V1.Page.self, Relating.V1.Folder.self)
        let notes = ["a", "b"].map { Relating.V1.Note($0) }
        let tags = ["x", "y"].map { Relating.V1.Tag($0) }
        for note in notes { context.insert(note) }
        notes[0].tags = tags
        notes[1].tags = [tags[1]]
        notes[0].pages = [Relating.V1.Page(1), Relating.V1.Page(2)]
        let folder = Relating.V1.Folder("f")
        context.insert(folder)
        folder.notes = notes
        try context.save()
      }

      private func second() throws -> ModelContext {
        try store.open(
          Relating.V2.Note.self, Relating.V2.Tag.self, Relating.V2.Page.self, Relating.V2.Folder.self)
      }

      private func third() throws -> ModelContext {
        try store.open(
          Relating.V3.Note.self, Relating.V3.Tag.self, Relating.V3.Page.self, Relating.V3.Folder.self)
      }

      @Test func linksOutlastOtherNamesAndKinds() throws {
        try fill()
        let context = try second()
        let notes = try context.fetch(FetchDescriptor<Relating.V2.Note>(sortBy: [SortDescriptor(\.text)]))
        #expect(notes.map { $0.labels.map(\.name).sorted() } == [["x", "y"], ["y"]])
        #expect(notes.map { $0.sheets.map(\.number).sorted() } == [[1, 2], []])
        #expect(notes.map { $0.folders.map(\.name) } == [["f"], ["f"]])
        let tags = try context.fetch(FetchDescriptor<Relating.V2.Tag>(sortBy: [SortDescriptor(\.name)]))
        #expect(tags.map(\.notes.count) == [1, 2])
        // A tag of two notes cannot belong to one.
        let error = #expect(throws: SwiftDataError.self) { _ = try third() }
        #expect(error == .unknownDataStoreSchema && error?.property == "note")
        notes[1].labels = []
        notes[0].sheets.removeAll { $0.number == 2 }
        try context.save()

        let last = try third().fetch(FetchDescriptor<Relating.V3.Note>(sortBy: [SortDescriptor(\.text)]))
        #expect(last.map { $0.labels.map(\.name).sorted() } == [["x", "y"], []])
        #expect(last.map { $0.sheets.map(\.number) } == [[1], []])
        #expect(last.map { $0.folder?.name } == ["f", "f"])
        #expect(last[0].folder?.notes.count == 2 && last[0].sheets.first?.note === last[0])
        let schema = Schema([
          Relating.V3.Note.self, Relating.V3.Tag.self, Relating.V3.Page.self, Relating.V3.Folder.self,
        ])
        let configuration = try PostgresConfiguration.test(schema, namespace: store.namespace)
        #expect(try configuration.migrationStatements(for: schema).isEmpty)
      }

      @Test func theOrderOfDeclarationsDoesNotMatter() throws {
        do {
          let context = try store.open(Relating.Following.Person.self)
          let people = ["a", "b", "c"].map { Relating.Following.Person($0) }
          for person in people { context.insert(person) }
          people[0].following = [people[1], people[2]]
          try context.save()
        }
        let context = try store.open(Relating.Followed.Person.self)
        let people = try context.fetch(FetchDescriptor<Relating.Followed.Person>(sortBy: [SortDescriptor(\.name)]))
        #expect(people.map { $0.following.map(\.name).sorted() } == [["b", "c"], [], []])
        #expect(people.map { $0.followers.map(\.name) } == [[], ["a"], ["a"]])
        people[1].following = [people[0]]
        try context.save()
        #expect(people[0].followers.map(\.name) == ["b"])
      }

      @Test func aRelationshipToAnotherModelIsAnotherOne() throws {
        try fill()
        let context = try store.open(Relating.Elsewhere.Note.self, Relating.Elsewhere.Tag.self)
        let notes = try context.fetch(FetchDescriptor<Relating.Elsewhere.Note>(sortBy: [SortDescriptor(\.text)]))
        #expect(notes.map { $0.folder?.name } == [nil, nil])
        notes[0].folder = try context.fetch(FetchDescriptor<Relating.Elsewhere.Tag>()).first
        try context.save()
        // Its own links are there when the former one is back.
        let back = try store.container(
          Schema(
            [Relating.V1.Note.self, Relating.V1.Tag.self, Relating.V1.Page.self, Relating.V1.Folder.self],
            version: .init(1, 1, 0)))
        let former = try ModelContext(back).fetch(
          FetchDescriptor<Relating.V1.Note>(sortBy: [SortDescriptor(\.text)]))
        #expect(former.map { $0.folder?.name } == ["f", "f"])
        #expect(former.map { $0.tags.map(\.name).sorted() } == [["x", "y"], ["y"]])
        #expect(former.map(\.pages.count) == [2, 0])
      }
    }
  }
#endif
