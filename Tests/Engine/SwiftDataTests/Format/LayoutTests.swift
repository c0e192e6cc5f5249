// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

enum Formats {
  @Model final class Cocktail {
    #Index<Cocktail>([\.name], [\.name, \.collectionName])
    @Attribute(.unique) var name: String
    var collectionName: String
    @Attribute(.indexed) var year: Int
    var isFavorite: Bool
    var rating: Double
    var madeOn: Date
    var price: Decimal
    var image: Data?
    var link: URL?
    var id: UUID
    var notes: [String]
    var style: Style
    var mood: Mood
    var origin: Origin
    @Relationship(inverse: \Garnish.cocktails) var garnish: [Garnish] = []
    @Relationship(deleteRule: .cascade) var spec: [Ingredient] = []
    init(name: String) {
      self.name = name
      collectionName = ""
      year = 0
      isFavorite = false
      rating = 0
      madeOn = Date(timeIntervalSinceReferenceDate: 0)
      price = 0
      id = UUID()
      notes = []
      style = .long
      mood = .warm
      origin = Origin(place: "", id: UUID())
    }
  }

  enum Style: String, Codable { case long, short }
  enum Mood: Codable { case warm, cold }
  struct Origin: Codable {
    var place: String
    var id: UUID
  }

  @Model final class Garnish {
    @Attribute(.unique) var name: String
    var cocktails: [Cocktail] = []
    init(name: String) { self.name = name }
  }

  @Model final class Ingredient {
    var amount: Double
    var base: Base?
    init(amount: Double) { self.amount = amount }
  }

  @Model final class Base {
    var name: String
    init(name: String) { self.name = name }
  }
}

/// The text of the tables in the file, byte for byte, against an independent
/// derivation from the schema.
@Suite struct LayoutTests {
  private func statements(in file: URL) throws -> Set<String> {
    let (text, _) = try sqlite3(file, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    return Set(text.split(separator: "\n").map(String.init))
  }

  static let bookkeeping: Set<String> = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  private func check(_ types: [any PersistentModel.Type]) throws {
    let folder = try TestFolder()
    let schema = Schema(types)
    _ = try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: folder.file())])
    var found = try statements(in: folder.file())
    #expect(found.isSuperset(of: Self.bookkeeping))
    found.subtract(Self.bookkeeping)
    found = found.filter { !$0.contains("ACHANGE") && !$0.contains("ATRANSACTION") }
    let expected = Set(ExpectedLayout(schema).statements)
    for statement in expected.subtracting(found).sorted() { Issue.record("missing: \(statement)") }
    for statement in found.subtracting(expected).sorted() { Issue.record("extra: \(statement)") }
  }

  @Test func attributesIndexesAndJoinTables() throws { try check([Formats.Cocktail.self]) }

  @Test func hierarchies() throws { try check(Vehicles.types) }

  @Test func aGraph() throws {
    try check([Library.Author.self, Library.Book.self, Library.Tag.self, Library.Profile.self])
  }

  @Test func everyAttributeType() throws { try check([Everything.Item.self]) }
}
