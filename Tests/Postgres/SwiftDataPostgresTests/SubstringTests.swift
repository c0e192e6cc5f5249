// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  enum Substrings {
    @Model final class Clipping {
      #Index<Clipping>([\.title], [\.number, \.note])
      var number: Int
      var title: String
      var note: String?
      var body: String

      init(_ number: Int, _ title: String, note: String? = nil, body: String = "") {
        self.number = number
        self.title = title
        self.note = note
        self.body = body
      }
    }

    enum Renamed {
      @Model final class Clipping {
        #Index<Clipping>([\.heading])
        var number: Int
        @Attribute(originalName: "title") var heading: String
        var note: String?
        var body: String

        init(_ number: Int, _ heading: String) {
          self.number = number
          self.heading = heading
          body = ""
        }
      }
    }
  }

  /// `contains` by trigram indexes, in a database of its own: the extension concerns all stores of a database.
  extension PostgresTests {
    @Suite(
      .enabled("the server is not private") { TestServer.address?.contains("/postgres?") == true },
      .enabled("the server has no pg_trgm") {
        try !TestConnection().run("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'").isEmpty
      })
    final class SubstringTests {
      typealias Clipping = Substrings.Clipping

      private let database = "trigrams_" + UUID().uuidString.prefix(8).lowercased()
      private let namespace = "clippings"

      init() throws {
        // Letters outside ASCII count there.
        try TestConnection().run(
          "CREATE DATABASE \(database) TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'")
      }

      deinit {
        _ = try? TestConnection().run("DROP DATABASE \(database) WITH (FORCE)")
      }

      private var address: String {
        (TestServer.address ?? "").replacing("/postgres?", with: "/\(database)?")
      }

      private func configuration(
        _ indexes: PostgresSubstringIndexes = .init(), schema: Schema = Schema([Clipping.self]), in place: String? = nil
      ) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(url: address, schema: schema, namespace: place ?? namespace)
        configuration.substringIndexes = indexes
        configuration.maximumConnections = 2
        // Small tables are read from end to end otherwise, or along their keys.
        configuration.transactionSettings = ["enable_seqscan": "off", "enable_indexscan": "off"]
        return configuration
      }

      @discardableResult
      private func open(_ indexes: PostgresSubstringIndexes = .init(), in place: String? = nil) throws -> ModelContext {
        let schema = Schema([Clipping.self])
        return ModelContext(
          try ModelContainer(for: schema, configurations: [configuration(indexes, schema: schema, in: place)]))
      }

      @discardableResult
      private func run(_ sql: String) throws -> [[String?]] { try TestConnection(address).run(sql) }

      private func indexes() throws -> [String?] {
        try run(
          "SELECT relname FROM pg_class JOIN pg_am ON pg_am.oid = relam "
            + "WHERE amname = 'gin' AND relnamespace = '\(namespace)'::regnamespace ORDER BY relname"
        ).map { $0[0] }
      }

      private func plan(_ context: ModelContext, _ predicate: Predicate<Clipping>) throws -> (sql: String, plan: String)
      {
        let explanation = try context.explain(FetchDescriptor(predicate: predicate))
        return (explanation.sql, explanation.plan.joined(separator: "\n"))
      }

      @Test func withoutTheExtensionNothingChanges() throws {
        let context = try open()
        #expect(try indexes() == [])
        let explained = try plan(context, #Predicate { $0.title.contains("abc") })
        #expect(!explained.sql.contains("LIKE"))
        let statements = try configuration().migrationStatements(for: Schema([Clipping.self]))
        #expect(statements.isEmpty)
      }

      @Test func indexedTextsAreFoundByTheirTrigrams() throws {
        try run("CREATE EXTENSION pg_trgm")
        let context = try open()
        #expect(try indexes() == ["clipping_note_trgm", "clipping_title_trgm"])
        try run(
          "INSERT INTO \(namespace).clipping (number, title, body) "
            + "SELECT n, 'Clipping ' || md5(n::text), 'body' FROM generate_series(1, 20000) AS n")
        try run("ANALYZE \(namespace).clipping")
        let hash = try #require(try run("SELECT md5('77')")[0][0])
        let part = String(hash.prefix(12))
        let exact = #Predicate<Clipping> { $0.title.contains(part) }
        #expect(try context.fetch(FetchDescriptor(predicate: exact)).map(\.number) == [77])
        #expect(try plan(context, exact).plan.contains("clipping_title_trgm"))
        let folded = part.uppercased()
        let standard = #Predicate<Clipping> { $0.title.localizedStandardContains(folded) }
        #expect(try context.fetch(FetchDescriptor(predicate: standard)).map(\.number) == [77])
        #expect(try plan(context, standard).plan.contains("clipping_title_trgm"))
        #expect(
          try context.fetchCount(FetchDescriptor(predicate: #Predicate<Clipping> { $0.title.contains(folded) })) == 0)
        // Too short to have a trigram, and an attribute without an index.
        #expect(try !plan(context, #Predicate { $0.title.contains("ab") }).sql.contains("LIKE"))
        #expect(try !plan(context, #Predicate { $0.body.contains("abc") }).sql.contains("LIKE"))
      }

      /// All texts with all parts, compared with a store that has no such index.
      @Test func resultsAreThoseWithoutAnIndex() throws {
        try run("CREATE EXTENSION pg_trgm")
        let indexed = try open(.init(attributes: ["Clipping.body"]))
        let plain = try open(.init(includesIndexed: false), in: "plain")
        let texts = [
          "", "abc", "ABC", "xabcx", "50% off", "50 off", "50_off", "50\\off", "a%bcd", "a_bcd", "a\\bcd", "Zoë naïve",
          "Zoe\u{308} nai\u{308}ve", "ZOË", "Straße", "STRASSE", "ﬁnal", "final", "ΣΑΣΑΣ", "σασας", "Ελλάδα", "ΕΛΛΑΔΑ",
          "Привет", "ПРИВЕТ", "и\u{306}ога", "йога", "İstanbul", "istanbul", "ISTANBUL", "ıstanbul", "\u{212A}elvin",
          "Kelvin", "kelvin", "日本東京タワー", "タワー日本", "한국어", "\u{1112}\u{1161}\u{11AB}국어", "cafe\u{301}s", "cafes",
          "cafés", "line\r\nfeed", "line\nfeed", "\n\u{301}abc", "\u{301}abc", "abc\u{301}", "👩‍👩‍👧family", "👩family",
        ]
        for context in [indexed, plain] {
          for (number, text) in texts.enumerated() {
            context.insert(Clipping(number, text, note: number % 3 == 0 ? nil : text, body: text + " " + text))
          }
          try context.save()
        }
        let parts =
          texts + [
            "0% o", "0_o", "zoe", "nai", "aiv", "tra", "ras", "ß", "fin", "ﬁn", "σας", "ΑΣΑ", "λάδ", "λαδ", "рив",
            "РИВ",
            "йог", "stan", "kel", "Kel", "日本東", "タワー", "한국", "국어", "café", "cafe", "afe", "e\r\nf", "e\nf",
            "\u{301}abc",
            "bc\u{301}", "fam", "%", "_", "\\", "%%%", "___", "ab", "abcd", " off",
          ]
        func numbers(_ context: ModelContext, _ predicate: Predicate<Clipping>) throws -> [Int] {
          try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])).map(\.number)
        }
        for (number, part) in parts.enumerated() {
          let predicates: [Predicate<Clipping>] = [
            #Predicate { $0.title.contains(part) }, #Predicate { !$0.title.contains(part) },
            #Predicate { $0.title.localizedStandardContains(part) },
            #Predicate { !$0.title.localizedStandardContains(part) },
            #Predicate { $0.note?.contains(part) == true }, #Predicate { $0.note?.contains(part) != true },
            #Predicate { $0.body.contains(part) || $0.title.localizedStandardContains(part) },
          ]
          // Each part with two of the seven, unless all are asked for: the functions look at each row.
          for (index, predicate) in predicates.enumerated() where TestServer.isFull || (number + index) % 4 == 0 {
            let found = try numbers(indexed, predicate)
            #expect(try found == numbers(plain, predicate), "\(part.debugDescription), \(index)")
          }
        }
        let greek = "Ελλ"
        let predicate = #Predicate<Clipping> { $0.title.localizedStandardContains(greek) }
        #expect(try plan(indexed, predicate).plan.contains("clipping_title_trgm"))
      }

      @Test func whatNothingAsksForIsDropped() throws {
        try run("CREATE EXTENSION pg_trgm")
        try open()
        // Somebody's own: it has another name.
        try run(
          "CREATE INDEX mine ON \(namespace).clipping USING gin (\(namespace).swiftdata_fold(body) gin_trgm_ops)")
        try open(.init(includesIndexed: false, attributes: ["Clipping.note"]))
        #expect(try indexes() == ["clipping_note_trgm", "mine"])
        try open(.init(includesIndexed: false))
        #expect(try indexes() == ["mine"])
        // It serves as well, and no second one is made.
        let context = try open(.init(attributes: ["Clipping.body"]))
        #expect(try indexes() == ["clipping_note_trgm", "clipping_title_trgm", "mine"])
        #expect(try plan(context, #Predicate { $0.body.contains("abc") }).plan.contains("mine"))
      }

      @Test func aBrokenIndexIsMadeAnew() throws {
        try run("CREATE EXTENSION pg_trgm")
        try open()
        try run(
          "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '\(namespace).clipping_title_trgm'::regclass")
        try open()
        #expect(
          try run(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = '\(namespace).clipping_title_trgm'::regclass") == [
              ["t"]
            ])
      }

      @Test func aRenamedAttributeKeepsItsIndex() throws {
        try run("CREATE EXTENSION pg_trgm")
        try open()
        let before = try run("SELECT '\(namespace).clipping_title_trgm'::regclass::oid")
        let schema = Schema([Substrings.Renamed.Clipping.self], version: .init(2, 0, 0))
        _ = try ModelContainer(for: schema, configurations: [configuration(schema: schema)])
        #expect(try indexes() == ["clipping_heading_trgm"])
        #expect(try run("SELECT '\(namespace).clipping_heading_trgm'::regclass::oid") == before)
      }

      @Test func theExtensionIsInstalledOnlyOnDemand() throws {
        let wish = PostgresSubstringIndexes(installsExtension: true)
        try open()
        #expect(try run("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'").isEmpty)
        #expect(
          try configuration(wish).migrationStatements(for: Schema([Clipping.self])).first
            == "CREATE EXTENSION IF NOT EXISTS pg_trgm")
        try open(wish)
        #expect(try indexes() == ["clipping_note_trgm", "clipping_title_trgm"])
        #expect(try configuration(wish).migrationStatements(for: Schema([Clipping.self])).isEmpty)
      }

      @Test func namesThatLeadToNoTextAreRefused() throws {
        for name in ["Clipping.number", "Clipping.nothing", "Nothing.title", "title"] {
          let error = #expect(throws: SwiftDataError.self) { try open(.init(attributes: [name])) }
          #expect(error == .loadIssueModelContainer)
          #expect(error?.explanation.contains(name) == true)
        }
      }
    }
  }
#endif
