// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import SwiftData
import SwiftDataRealmMigration
import Testing

@Model private final class Tune {
  @Attribute(.unique) var id: String
  var title: String
  var rating = 0
  var note: String?
  var tag = UUID()

  init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

@Model private final class Mix {
  var name: String = ""
  @Relationship(deleteRule: .cascade, inverse: \MixItem.owner) var items: [MixItem] = []

  init(name: String) { self.name = name }
}

@Model private final class MixItem {
  @Attribute(.unique) var id = UUID()
  var index: Int = 0
  var owner: Mix?
  var tune: Tune?

  init(index: Int) { self.index = index }
}

/// Attributes that the app has, and the Realm file has not.
@Suite struct AppOnlyAttributeTests {
  private let folder: TemporaryFolder
  private let source: URL
  private let store: URL

  init() throws {
    folder = try TemporaryFolder()
    source = folder.url.appendingPathComponent("tunes.realm")
    store = folder.url.appendingPathComponent("tunes.store")
  }

  private static let schema = Schemas.schema(
    Schemas.type("Tune", primaryKey: "id", Schemas.value("id", .string), Schemas.value("title", .string)),
    Schemas.type("Mix", Schemas.value("name", .string), Schemas.link("items", "Tune", .list)))

  private func write(_ titles: [String], mix: [Int64] = []) throws {
    try RealmFiles.write(
      Self.schema,
      [
        "Tune": titles.enumerated().map { index, title in
          (Int64(index), ["id": .string("t\(index)"), "title": .string(title)])
        },
        "Mix": [(0, ["name": .string("all"), "items": .list(mix.map { RealmFiles.link(0, $0) })])],
      ], to: source)
  }

  private func container() throws -> ModelContainer {
    try ModelContainer(
      for: Tune.self, Mix.self, MixItem.self, configurations: ModelConfiguration(url: store))
  }

  @discardableResult
  private func migrate() throws -> RealmSummary {
    _ = try container()
    return try RealmImporter(url: source).migrate(to: store, isCancelled: { false }, progress: { _ in })
  }

  private func tunes() throws -> [Tune] {
    try ModelContext(container()).fetch(FetchDescriptor<Tune>(sortBy: [.init(\.id)]))
  }

  /// Rates the first tune, as the app does between two passes.
  private func rate() throws {
    let context = ModelContext(try container())
    let first = try #require(try context.fetch(FetchDescriptor<Tune>(sortBy: [.init(\.id)])).first)
    first.rating = 5
    first.note = "mine"
    try context.save()
  }

  @Test func aLaterPassLeavesThemAlone() throws {
    try write(["a", "b", "c"])
    try migrate()
    let tags = try tunes().map(\.tag)
    try rate()
    try write(["a", "changed", "c", "d"])
    let summary = try migrate()
    #expect(summary.pass == 2 && summary.updated == 1 && summary.inserted == 1)
    let found = try tunes()
    #expect(found.map(\.title) == ["a", "changed", "c", "d"])
    #expect(found.map(\.rating) == [5, 0, 0, 0])
    #expect(found.map(\.note) == ["mine", nil, nil, nil])
    #expect(Array(found.map(\.tag).prefix(3)) == tags)
    let verification = try RealmImporter(url: source).verify(store)
    #expect(verification.isClean, "\(verification.differences)")
  }

  @Test func aMergeByPrimaryKeyLeavesThemAlone() throws {
    let context = ModelContext(try container())
    let own = Tune(id: "t1", title: "own")
    own.rating = 4
    own.note = "kept"
    let tag = own.tag
    context.insert(own)
    try context.save()
    try write(["a", "b"])
    let summary = try migrate()
    #expect(summary.inserted == 2 && summary.updated == 1)
    let found = try tunes()
    #expect(found.map(\.title) == ["a", "b"])
    #expect(found.map(\.rating) == [0, 4])
    #expect(found.map(\.note) == [nil, "kept"])
    #expect(found.last?.tag == tag)
  }

  @Test func eachNewRowHasAUUIDOfItsOwn() throws {
    try write(["a", "b", "c"], mix: [2, 0, 1])
    try migrate()
    #expect(Set(try tunes().map(\.tag)).count == 3)
    let items = try ModelContext(container()).fetch(FetchDescriptor<MixItem>(sortBy: [.init(\.index)]))
    #expect(items.map(\.tune?.title) == ["c", "a", "b"])
    #expect(Set(items.map(\.id)).count == 3)
    let verification = try RealmImporter(url: source).verify(store)
    #expect(verification.isClean, "\(verification.differences)")
  }
}
