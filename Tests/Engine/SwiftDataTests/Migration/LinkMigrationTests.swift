// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// A relationship that is kept in another way than before keeps its links, or
/// the store stays as it was.
@Suite struct LinkMigrationTests {
  private static let kinds: [any LinkedSchema.Type] = [
    Linked.OneToOne.self, Linked.ManyToOne.self, Linked.OneToMany.self, Linked.ManyToMany.self,
    Linked.ToOne.self, Linked.ToMany.self,
  ]

  private func open(
    _ types: [any PersistentModel.Type], _ folder: TestFolder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ModelContext {
    let context = try migrated(types, folder.file())
    try StoreShape.expectNatural(folder.file(), types, sourceLocation: sourceLocation)
    for finding in try StoreChecker.check(folder.file(), .isMigrated) {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
    return context
  }

  /// Every way into every other, and back.
  @Test func linksThatFitAreKept() throws {
    let pairs = [(0, 1), (1, 0), (3, 3)]
    let expected = ["n0-t1", "n1-t0", "n3-t3"]
    for old in Self.kinds {
      for new in Self.kinds where new != old {
        let folder = try TestFolder()
        try old.make(try open(old.types, folder), pairs)
        #expect(try new.links(try open(new.types, folder)) == expected, "\(old) → \(new)")
        #expect(try old.links(try open(old.types, folder)) == expected, "\(old) → \(new) → \(old)")
      }
    }
  }

  /// Links to and from several objects, into what holds one.
  @Test func linksThatDoNotFitAreRefused() throws {
    let sharedTag = [(0, 0), (1, 0)]
    let sharedNote = [(0, 0), (0, 1)]
    let cases: [(any LinkedSchema.Type, [(Int, Int)], any LinkedSchema.Type)] = [
      (Linked.ManyToOne.self, sharedTag, Linked.OneToOne.self),
      (Linked.ManyToOne.self, sharedTag, Linked.OneToMany.self),
      (Linked.ManyToOne.self, sharedTag, Linked.ToMany.self),
      (Linked.ToOne.self, sharedTag, Linked.OneToOne.self),
      (Linked.ToOne.self, sharedTag, Linked.ToMany.self),
      (Linked.OneToMany.self, sharedNote, Linked.OneToOne.self),
      (Linked.OneToMany.self, sharedNote, Linked.ManyToOne.self),
      (Linked.OneToMany.self, sharedNote, Linked.ToOne.self),
      (Linked.ToMany.self, sharedNote, Linked.ToOne.self),
      (Linked.ManyToMany.self, sharedTag, Linked.OneToMany.self),
      (Linked.ManyToMany.self, sharedNote, Linked.ManyToOne.self),
      (Linked.ManyToMany.self, sharedTag, Linked.ToMany.self),
    ]
    for (old, links, new) in cases {
      let folder = try TestFolder()
      try old.make(try open(old.types, folder), links)
      let before = try StagedErrorTests.dump(folder.file())
      #expect(throws: SwiftDataError.unknownDataStoreSchema, "\(old) → \(new)") {
        try migrated(new.types, folder.file())
      }
      let after = try StagedErrorTests.dump(folder.file())
      #expect(after.differences(from: before).isEmpty && after.schema == before.schema)
      #expect(try old.links(try open(old.types, folder)).count == links.count)
    }
  }

  /// What an older schema left is not what the links are now.
  @Test func keptColumnsDoNotBringOldLinksBack() throws {
    let folder = try TestFolder()
    try Linked.ManyToOne.make(try open(Linked.ManyToOne.types, folder), [(0, 0), (1, 0)])
    do {
      let context = try open(Linked.ManyToMany.types, folder)
      let notes = try context.fetch(
        FetchDescriptor<Linked.ManyToMany.Note>(sortBy: [SortDescriptor(\.name)]))
      let tags = try context.fetch(
        FetchDescriptor<Linked.ManyToMany.Tag>(sortBy: [SortDescriptor(\.name)]))
      notes[0].tag = []
      notes[1].tag = [tags[1]]
      try context.save()
    }
    #expect(try Linked.ManyToOne.links(try open(Linked.ManyToOne.types, folder)) == ["n1-t1"])
    #expect(try Linked.ManyToMany.links(try open(Linked.ManyToMany.types, folder)) == ["n1-t1"])
  }

  @Test func hierarchiesAndOtherNames() throws {
    let folder = try TestFolder()
    do {
      let context = try open(Shelved.One.types, folder)
      for medium in [Shelved.One.Film("film"), Shelved.One.Medium("disc")] {
        let shelf = Shelved.One.Shelf()
        context.insert(shelf)
        shelf.top = medium
      }
      context.insert(Shelved.One.Place())
      try context.save()
    }
    do {
      let context = try open(Shelved.Many.types, folder)
      let shelves = try context.fetch(FetchDescriptor<Shelved.Many.Shelf>())
      #expect(shelves.map { $0.media.map(\.name) } == [["film"], ["disc"]])
      #expect(shelves[0].media.first is Shelved.Many.Film)
      let media = try context.fetch(FetchDescriptor<Shelved.Many.Medium>())
      #expect(media.allSatisfy { $0.shelves.count == 1 })
    }
    let context = try open(Shelved.First.types, folder)
    let shelves = try context.fetch(FetchDescriptor<Shelved.First.Shelf>())
    #expect(shelves.map { $0.first?.name } == ["film", "disc"])
    #expect(shelves[0].first is Shelved.First.Film)
    let films = FetchDescriptor<Shelved.First.Shelf>(
      predicate: #Predicate { $0.first?.name == "film" })
    #expect(try context.fetchCount(films) == 1)
  }

  @Test func aRequiredDestinationMustBeThere() throws {
    let types: [any PersistentModel.Type] = [Linked.Required.Note.self, Linked.Required.Tag.self]
    let folder = try TestFolder()
    try Linked.ManyToOne.make(try open(Linked.ManyToOne.types, folder), [(0, 0)])
    do {
      let error = #expect(throws: SwiftDataError.self) { try migrated(types, folder.file()) }
      #expect(error == .unknownDataStoreSchema && error?.property == "tag")
    }
    do {
      let context = try open(Linked.ManyToOne.types, folder)
      let tag = try context.fetch(FetchDescriptor<Linked.ManyToOne.Tag>()).first
      for note in try context.fetch(FetchDescriptor<Linked.ManyToOne.Note>()) where note.tag == nil {
        note.tag = tag
      }
      try context.save()
    }
    let context = try open(types, folder)
    let notes = try context.fetch(FetchDescriptor<Linked.Required.Note>())
    #expect(notes.count == 2 && notes.allSatisfy { !$0.tag.name.isEmpty })
  }

  enum Before: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { Linked.ManyToOne.types }
  }
  enum After: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
      [Linked.Required.Note.self, Linked.Required.Tag.self]
    }
  }

  /// The code of a stage may give it.
  @Test func aStageGivesTheDestinationOrFails() throws {
    for gives in [true, false] {
      let folder = try TestFolder()
      try Linked.ManyToOne.make(try open(Linked.ManyToOne.types, folder), [(0, 0)])
      let stage = MigrationStage.custom(
        fromVersion: Before.self, toVersion: After.self, willMigrate: nil,
        didMigrate: { context in
          guard gives else { return }
          let tag = Linked.Required.Tag("given")
          context.insert(tag)
          for note in try context.fetch(FetchDescriptor<Linked.Required.Note>())
          where note.name == "n1" {
            note.tag = tag
          }
          try context.save()
        })
      try GivenPlan.with([Before.self, After.self], [stage]) {
        let open = {
          try ModelContainer(
            for: Schema(versionedSchema: After.self), migrationPlan: GivenPlan.self,
            configurations: [ModelConfiguration(url: folder.file())])
        }
        guard gives else {
          #expect(throws: SwiftDataError.unknownDataStoreSchema) { try open() }
          return
        }
        let notes = try ModelContext(try open()).fetch(
          FetchDescriptor<Linked.Required.Note>(sortBy: [SortDescriptor(\.name)]))
        #expect(notes.map(\.tag.name) == ["t0", "given"])
      }
    }
  }
}
