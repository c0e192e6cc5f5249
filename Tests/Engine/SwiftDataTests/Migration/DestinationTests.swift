// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A relationship that leads to another entity than before is a new one.
@Suite struct DestinationTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func rows(_ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: folder.file().path)
    defer { try? queue.close() }
    return try queue.read { try Row.fetchAll($0, sql: sql) }
      .map { row in row.databaseValues.map { "\($0)" }.joined(separator: " ") }
  }

  private func open(
    _ types: [any PersistentModel.Type], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ModelContext {
    let context = try migrated(types, folder.file())
    try StoreShape.expectNatural(folder.file(), types, sourceLocation: sourceLocation)
    for finding in try StoreChecker.check(folder.file(), .isMigrated) {
      Issue.record("\(finding)", sourceLocation: sourceLocation)
    }
    return context
  }

  private func makePersons() throws {
    let context = try open(Led.ToPerson.types)
    let note = Led.ToPerson.Note(id: 1)
    context.insert(note)
    context.insert(Led.ToPerson.Company(name: "c"))
    note.owner = Led.ToPerson.Person(name: "p")
    note.members = [Led.ToPerson.Person(name: "m")]
    try context.save()
  }

  private func expectPersons() throws {
    let context = try open(Led.ToPerson.types)
    let note = try #require(try context.fetch(FetchDescriptor<Led.ToPerson.Note>()).first)
    #expect(note.owner?.name == "p" && note.members.map(\.name) == ["m"])
  }

  @Test func anotherDestinationStartsEmpty() throws {
    try makePersons()
    do {
      let context = try open(Led.ToCompany.types)
      let note = try #require(try context.fetch(FetchDescriptor<Led.ToCompany.Note>()).first)
      #expect(note.owner == nil && note.members.isEmpty)
      #expect(try rows("SELECT count(OSD_KEPT_ZOWNER) FROM ZNOTE") == ["1"])
      let companies = try context.fetch(FetchDescriptor<Led.ToCompany.Company>())
      note.owner = companies[0]
      note.members = companies
      try context.save()
    }
    try expectPersons()
    let context = try open(Led.ToCompany.types)
    let note = try #require(try context.fetch(FetchDescriptor<Led.ToCompany.Note>()).first)
    #expect(note.owner?.name == "c" && note.members.map(\.name) == ["c"])
  }

  @Test func anotherDestinationAfterAVersionWithout() throws {
    try makePersons()
    _ = try open(Led.Without.types)
    do {
      let context = try open(Led.ToCompany.types)
      let note = try #require(try context.fetch(FetchDescriptor<Led.ToCompany.Note>()).first)
      #expect(note.owner == nil && note.members.isEmpty)
    }
    try expectPersons()
  }

  /// As long as they fit, links come along; one of two cannot be chosen.
  @Test func oneBecomesManyAndBack() throws {
    try makePersons()
    do {
      let context = try open(Led.Many.types)
      let note = try #require(try context.fetch(FetchDescriptor<Led.Many.Note>()).first)
      #expect(note.owner.map(\.name) == ["p"] && note.members?.name == "m")
    }
    try expectPersons()
    do {
      let context = try open(Led.Many.types)
      let note = try #require(try context.fetch(FetchDescriptor<Led.Many.Note>()).first)
      note.owner = try context.fetch(FetchDescriptor<Led.Many.Person>())
      try context.save()
    }
    #expect(throws: SwiftDataError.unknownDataStoreSchema) {
      try migrated(Led.ToPerson.types, folder.file())
    }
    let context = try open(Led.Many.types)
    #expect(try context.fetch(FetchDescriptor<Led.Many.Note>()).first?.owner.count == 2)
  }

  @Test func aKeyIsNoNumber() throws {
    try makePersons()
    do {
      let context = try open(Led.Number.types)
      let note = try #require(try context.fetch(FetchDescriptor<Led.Number.Note>()).first)
      #expect(note.owner == 5)
      note.owner = 1
      try context.save()
    }
    try expectPersons()
    let context = try open(Led.Number.types)
    #expect(try context.fetch(FetchDescriptor<Led.Number.Note>()).first?.owner == 1)
  }

  @Test func pairsWithAnotherEntityStartEmpty() throws {
    do {
      let context = try open(Tagged.Tags.types)
      let note = Tagged.Tags.Note(id: 1)
      context.insert(note)
      context.insert(Tagged.Tags.Topic(name: "topic"))
      note.tags = [Tagged.Tags.Tag(name: "tag")]
      try context.save()
    }
    do {
      let context = try open(Tagged.Topics.types)
      let note = try #require(try context.fetch(FetchDescriptor<Tagged.Topics.Note>()).first)
      #expect(note.tags.isEmpty)
      note.tags = try context.fetch(FetchDescriptor<Tagged.Topics.Topic>())
      try context.save()
    }
    do {
      let context = try open(Tagged.Tags.types)
      let note = try #require(try context.fetch(FetchDescriptor<Tagged.Tags.Note>()).first)
      #expect(note.tags.map(\.name) == ["tag"])
    }
    let context = try open(Tagged.Topics.types)
    let note = try #require(try context.fetch(FetchDescriptor<Tagged.Topics.Note>()).first)
    #expect(note.tags.map(\.name) == ["topic"])
  }

  /// Every row is still of the destination.
  @Test func aDestinationFurtherUpKeepsItsKeys() throws {
    do {
      let context = try open(Ranked.Below.types)
      let note = Ranked.Below.Note(id: 1)
      context.insert(note)
      note.owner = Ranked.Below.Person(name: "p")
      note.members = [Ranked.Below.Person(name: "m")]
      try context.save()
    }
    let context = try open(Ranked.Above.types)
    let note = try #require(try context.fetch(FetchDescriptor<Ranked.Above.Note>()).first)
    #expect(note.owner is Ranked.Above.Person && note.owner?.name == "p")
    #expect(note.members.map(\.name) == ["m"])
  }

  /// Of the rows, only some are of the destination.
  @Test func aDestinationFurtherDownKeepsTheKeysThatFit() throws {
    do {
      let context = try open(Ranked.Above.types)
      let (one, two) = (Ranked.Above.Note(id: 1), Ranked.Above.Note(id: 2))
      context.insert(one)
      context.insert(two)
      one.owner = Ranked.Above.Person(name: "p")
      two.owner = Ranked.Above.Company(name: "c")
      try context.save()
    }
    let context = try open(Ranked.Below.types)
    let notes = try context.fetch(
      FetchDescriptor<Ranked.Below.Note>(sortBy: [SortDescriptor(\.id)]))
    #expect(notes.map { $0.owner?.name } == ["p", nil])
    #expect(try rows("SELECT count(OSD_KEPT_ZOWNER) FROM ZNOTE") == ["2"])
  }
}
