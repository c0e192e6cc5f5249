// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Passage {
    #Index<Passage>([\.opening])
    @Attribute(.unique) var text: String
    var opening: String

    init(_ text: String, opening: String = "") {
      self.text = text
      self.opening = opening
    }
  }

  private struct Dozen: Codable {
    var a = 0
    var b = 0
    var c = 0
    var d = 0
    var e = 0
    var f = 0
    var g = 0
    var h = 0
    var i = 0
    var j = 0
    var k = 0
    var l = 0
  }

  private struct Gross: Codable {
    var a = Dozen()
    var b = Dozen()
    var c = Dozen()
    var d = Dozen()
    var e = Dozen()
    var f = Dozen()
    var g = Dozen()
    var h = Dozen()
    var i = Dozen()
    var j = Dozen()
    var k = Dozen()
    var l = Dozen()
  }

  @Model private final class Stock {
    var a = Gross()
    var b = Gross()
    var c = Gross()
    var d = Gross()
    var e = Gross()
    var f = Gross()
    var g = Gross()
    var h = Gross()
    var i = Gross()
    var j = Gross()
    var k = Gross()
    var l = Gross()

    init() {}
  }

  @Model private final class Shelf {
    #Index<Shelf>([\.places])
    var places = Gross()

    init() {}
  }

  /// What PostgreSQL has no room for, whatever it is given.
  extension PostgresTests {
    @Suite struct LimitTests {
      /// Texts that cannot be compressed to the size of an index's entry; the server finds out.
      @Test func longIndexedValuesNameTheirProperty() throws {
        let context = ModelContext(try postgresContainer(Passage.self))
        let long = (0..<180).map { _ in UUID().uuidString }.joined()
        for (passage, property) in [(Passage(long), "text"), (Passage("short", opening: long), "opening")] {
          context.insert(passage)
          let error = #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
          #expect(error?.property == property)
          context.rollback()
        }
        context.insert(Passage(String(repeating: "a", count: 100_000)))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Passage>()) == 1)
      }

      /// What fits however well it is compressed is not sent.
      @Test func veryLongIndexedValuesAreNotSent() throws {
        let context = ModelContext(try postgresContainer(Passage.self))
        context.insert(Passage("first"))
        try context.save()
        context.insert(Passage("second", opening: String(repeating: "a", count: 700_000)))
        let error = #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
        #expect(error?.property == "opening")
        #expect(error?.underlying == nil)
        context.rollback()
        let first = try #require(try context.fetch(FetchDescriptor<Passage>()).first)
        first.text = String(repeating: "a", count: 700_000)
        #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
        context.rollback()
        #expect(first.text == "first")
      }

      /// Nothing listens at the address: what is refused is refused before.
      @Test func widerTablesAndIndexesAreNotMade() throws {
        func error(_ type: any PersistentModel.Type) throws -> SwiftDataError? {
          let schema = Schema([type])
          let configuration = PostgresConfiguration(url: "postgres://127.0.0.1:1/none", schema: schema)
          return #expect(throws: SwiftDataError.valueOutOfRange) {
            try ModelContainer(for: schema, configurations: [configuration])
          }
        }
        #expect(try error(Stock.self)?.explanation.contains("1730 columns") == true)
        let narrow = try error(Shelf.self)
        #expect(narrow?.property == "places" && narrow?.explanation.contains("145 columns") == true)
      }
    }
  }
#endif
