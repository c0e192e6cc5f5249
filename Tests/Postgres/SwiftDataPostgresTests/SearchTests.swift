// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  extension PostgresTests {
    /// Full-text search finds the same as in a file.
    @Suite struct SearchTests {
      typealias Note = Searches.Note
      typealias Folder = Searches.Folder

      private func container(_ schema: Schema = Schema([Note.self, Folder.self]), namespace: String? = nil) throws
        -> ModelContainer
      {
        let configuration =
          try namespace.map { try PostgresConfiguration.test(schema, namespace: $0) }
          ?? PostgresConfiguration.test(schema)
        return try ModelContainer(for: schema, configurations: [configuration])
      }

      private func numbers(_ context: ModelContext, _ text: SearchText, _ descriptor: FetchDescriptor<Note> = .init())
        throws -> [Int]
      {
        let results = try context.search(text, in: descriptor)
        #expect(try context.searchCount(text, in: descriptor) == results.count)
        return results.map(\.model.number)
      }

      private static let words = [
        "alpha", "Beta", "gamma", "Café", "cafe\u{301}", "cafe", "delta", "x", "alphabet", "42", "Straße", "e-mail",
        "mail", "Ελλάδα", "ΕΛΛΆΔΑ", "ΣΑΣ", "σας", "й", "Й", "हिन्दी", "東京", "日本", "a.b", "naïve", "Ångström", "İstanbul",
        "½", "x²", "ﬁ", "Ⅷ", "under_score", "d'accord", "👩‍👩‍👧family", "ø", "Ø", "ŁÓDŹ", "łódź", "100%", "tab\tbed",
      ]

      /// What a database can store, and is one letter in a file, too.
      /// Without characters that no text has: FTS5 takes some of them for letters.
      private static let odd = Odd.strings.filter { text in
        !text.utf8.contains(0) && text != "가" && !text.unicodeScalars.contains { $0.value & 0xFFFE == 0xFFFE }
      }

      /// The same texts in a file and in the database, through the same changes.
      @Test(arguments: [UInt64(20_261_126), .random(in: 0..<1_000_000)])
      func filesAgree(seed: UInt64) throws {
        print("Searches, seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let file = ModelContext(
          try ModelContainer(
            for: Note.self, Folder.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let database = ModelContext(try container())
        let contexts = [file, database]
        func word() -> String { Self.words.randomElement(using: &random)! }
        func some(_ most: Int) -> String {
          (0..<Int.random(in: 0...most, using: &random)).map { _ in word() }.joined(separator: " ")
        }
        func odd() -> String {
          Int.random(in: 0..<6, using: &random) == 0
            ? Self.odd.randomElement(using: &random)! : some(5)
        }
        var compared = 0
        for step in 0..<60 {
          for _ in 0..<6 {
            let (number, title) = (Int.random(in: 0..<80, using: &random), odd())
            let text = Bool.random(using: &random) ? odd() : nil
            let choice = Int.random(in: 0..<5, using: &random)
            for context in contexts {
              let known = try context.fetch(FetchDescriptor<Note>(predicate: #Predicate { $0.number == number })).first
              switch (choice, known) {
              case (0...1, nil): context.insert(Note(number, title, text))
              // An upsert.
              case (0, _?): context.insert(Note(number, title, text))
              case (1...2, let note?): note.title = title
              case (3, let note?): note.text = text
              case (4, let note?): context.delete(note)
              default: break
              }
              try context.save()
            }
          }
          if step % 10 == 9 {
            for context in contexts {
              try context.delete(model: Note.self, where: #Predicate { $0.number < 5 })
              try context.save()
            }
          }
          for _ in 0..<12 {
            let text = Int.random(in: 0..<8, using: &random) == 0 ? odd() : some(3)
            let part = String(text.prefix(Int.random(in: 0...(text.count), using: &random)))
            for search: SearchText in [.allWords(text), .anyWord(text), .phrase(text), .prefix(part)] {
              let found = try contexts.map { try numbers($0, search).sorted() }
              compared += 1
              try #require(found[0] == found[1], "\(search), seed \(seed), step \(step)")
            }
          }
        }
        #expect(compared == 60 * 12 * 4)
      }

      /// In a file, the composed and the decomposed letter are two where no Latin letter is marked.
      @Test func bothFormsOfALetterAreOne() throws {
        let context = ModelContext(try container())
        for (number, text) in ["й", "и\u{306}", "и", "ά", "α\u{301}", "ы\u{301}", "ы", "가", "\u{1100}\u{1161}"]
          .enumerated()
        {
          context.insert(Note(number, text))
        }
        try context.save()
        #expect(try numbers(context, "Й").sorted() == [0, 1])
        #expect(try numbers(context, "И\u{306}").sorted() == [0, 1])
        #expect(try numbers(context, "и") == [2])
        #expect(try numbers(context, "Ά").sorted() == [3, 4])
        #expect(try numbers(context, "ы").sorted() == [5, 6])
        #expect(try numbers(context, "가").sorted() == [7, 8])
      }

      @Test func predicatesOrderLimitsAndTransactions() throws {
        let context = ModelContext(try container())
        let folder = Folder(name: "even")
        context.insert(folder)
        for number in 0..<40 {
          let note = Note(number, "word", number % 3 == 0 ? "three" : nil, weight: Double(-number))
          context.insert(note)
          if number % 2 == 0 { note.folder = folder }
        }
        try context.save()
        var descriptor = FetchDescriptor<Note>(predicate: #Predicate { $0.folder?.name == "even" && $0.number >= 10 })
        #expect(try numbers(context, "word three", descriptor) == [12, 18, 24, 30, 36])
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 3
        #expect(try numbers(context, "word three", descriptor) == [18, 24, 30])
        descriptor.sortBy = [SortDescriptor(\.weight)]
        #expect(try numbers(context, "word three", descriptor) == [30, 24, 18])
        try context.transaction {
          try context.delete(model: Note.self, where: #Predicate { $0.number > 5 })
          #expect(try numbers(context, "word three").sorted() == [0, 3])
        }
        #expect(try numbers(context, "three").sorted() == [0, 3])
      }

      @Test func ranksAndSnippets() throws {
        let context = ModelContext(try container())
        let long = Array(repeating: "filler", count: 60).joined(separator: " ")
        for note in [
          Note(1, "\(long) needle \(long)"), Note(2, "needle needle"), Note(3, long),
          Note(4, "needle", "a <b>needle</b>"), Note(5, "rare filler", nil),
          Note(6, "needle filler. A needle here", nil),
        ] { context.insert(note) }
        try context.save()
        let results = try context.search("needle", in: FetchDescriptor<Note>())
        #expect(results.count == 4 && results.last?.model.number == 1)
        #expect(results.map(\.rank) == results.map(\.rank).sorted() && results.allSatisfy { $0.rank < 0 })
        let snippet = try #require(results.last?.snippet)
        #expect(snippet.hasPrefix("…") && snippet.hasSuffix("…") && snippet.contains("«needle»"))
        #expect(snippet.split(separator: " ").count <= 17)
        // A rare word counts for more than a common one.
        let ranked = try context.search(.anyWord("rare filler"), in: FetchDescriptor<Note>())
        #expect(ranked.first?.model.number == 5)
        let marked = try context.search(
          .phrase("needle needle").marking(start: "[", end: "]"), in: FetchDescriptor<Note>())
        #expect(marked.map(\.snippet) == ["[needle needle]"])
        let other = try context.search("b needle", in: FetchDescriptor<Note>())
        #expect(other.map(\.snippet) == ["a <«b»>«needle»</«b»>"])
      }

      /// Of a word that a long text has everywhere, each place is looked at a few times, not once for each of the others.
      @Test func snippetsOfManyPlaces() throws {
        let context = ModelContext(try container())
        context.insert(Note(1, Array(repeating: "needle.", count: 40_000).joined(separator: " ")))
        try context.save()
        let results = try context.search("needle", in: FetchDescriptor<Note>())
        #expect(results.map { $0.snippet.hasPrefix("«needle». «needle». ") } == [true])
      }

      /// Long texts, and words that PostgreSQL would refuse, are saved, and what fits is found.
      @Test func longTextsAreSaved() throws {
        let context = ModelContext(try container())
        let words = (0..<200_000).map { "word\($0)" }
        let texts = [
          words.joined(separator: " "), words.prefix(10_000).joined(separator: " ") + " end",
          String(repeating: "z", count: 70_000) + " end", String(repeating: "ж", count: 5_000) + " end",
          String(repeating: "two ", count: 200_000) + "end",
        ]
        for (number, text) in texts.enumerated() { context.insert(Note(number, "title", text)) }
        try context.save()
        #expect(try numbers(context, "word7").sorted() == [0, 1])
        #expect(try numbers(context, "end").sorted() == [1, 2, 3, 4])
        #expect(try numbers(context, .phrase("word12 word13")) == [1])
        #expect(try numbers(context, .allWords(String(repeating: "ж", count: 5_000))) == [3])
        #expect(try numbers(context, .prefix(String(repeating: "z", count: 600))) == [2])
      }

      @Test func everyWayToWriteARowIsFollowed() throws {
        let schema = Schema([Note.self, Folder.self])
        let configuration = try PostgresConfiguration.test(schema)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(container)
        try context.insertRows(of: Note.self, from: 0..<50) { number, row in
          row.set(\.number, number)
          row.set(\.title, "bulk \(number)")
          row.set(\.weight, 0)
          row.set(\.comment, "")
        }
        #expect(try numbers(context, "bulk").sorted() == Array(0..<50))
        try context.update(Note.self, where: #Predicate { $0.number < 10 }, .set(\.title, to: "changed"))
        #expect(try numbers(context, "bulk").sorted() == Array(10..<50))
        #expect(try numbers(context, "changed").sorted() == Array(0..<10))
        let other = try TestConnection()
        let name = "\(configuration.namespace).note"
        try other.run("UPDATE \(name) SET title = 'theirs', opt = opt + 1 WHERE number = 3")
        try other.run("INSERT INTO \(name) (number, title, weight, comment) VALUES (99, 'theirs, too', 0, '')")
        #expect(try numbers(context, "theirs").sorted() == [3, 99])
        // Of what does not concern the words, the column stays the same value.
        let before = try other.run("SELECT swiftdata_words::text FROM \(name) WHERE number = 20")
        try context.update(Note.self, where: #Predicate { $0.number == 20 }, .set(\.comment, to: "bulk theirs"))
        #expect(try other.run("SELECT swiftdata_words::text FROM \(name) WHERE number = 20") == before)
        #expect(try numbers(context, "theirs").sorted() == [3, 99])
        // The index answers, not a look at all rows.
        try other.run("ANALYZE \(name)")
        let plan = try other.run(
          "SET enable_seqscan = off; EXPLAIN SELECT pk FROM \(name) WHERE swiftdata_words @@ 'theirs'::tsquery"
        ).compactMap { $0[0] }
        #expect(plan.contains { $0.contains("note_words_") }, "\(plan)")
        try container.erase()
        #expect(try numbers(ModelContext(container), "bulk") == [])
      }

      @Test func marksComeAndGo() throws {
        let namespace = "t_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
        typealias Unmarked = Searches.Unmarked.Article
        typealias Title = Searches.MarkedTitle.Article
        typealias Both = Searches.MarkedBoth.Article
        do {
          let context = ModelContext(try container(Schema([Unmarked.self]), namespace: namespace))
          for number in 0..<2_500 { context.insert(Unmarked(title: "title \(number)", text: "body \(number)")) }
          try context.save()
          #expect(throws: SwiftDataError.notSearchable) {
            try context.search("title", in: FetchDescriptor<Unmarked>())
          }
        }
        // Who only reads is told that there is no index, and reads.
        let readOnly = PostgresConfiguration(
          url: try #require(TestServer.address), schema: Schema([Title.self]), namespace: namespace, allowsSave: false)
        do {
          let container = try ModelContainer(for: Schema([Title.self]), configurations: [readOnly])
          let context = ModelContext(container)
          #expect(try context.fetchCount(FetchDescriptor<Title>()) == 2_500)
          for text in [SearchText("title"), SearchText("-")] {
            #expect(throws: SwiftDataError.notSearchable) {
              try context.searchCount(text, in: FetchDescriptor<Title>())
            }
          }
        }
        func count(_ text: SearchText) throws -> Int {
          try ModelContext(container(Schema([Title.self]), namespace: namespace))
            .searchCount(text, in: FetchDescriptor<Title>())
        }
        #expect(try count("title") == 2_500)
        #expect(try count("body") == 0)
        // A server of the version before goes on.
        let before = ModelContext(try container(Schema([Title.self]), namespace: namespace))
        #expect(try before.searchCount("title", in: FetchDescriptor<Title>()) == 2_500)
        do {
          let context = ModelContext(try container(Schema([Both.self]), namespace: namespace))
          #expect(try context.searchCount("body", in: FetchDescriptor<Both>()) == 2_500)
          context.insert(Both(title: "new", text: "body new"))
          try context.save()
          #expect(try context.searchCount("title body 77", in: FetchDescriptor<Both>()) == 1)
          #expect(try context.searchCount("new", in: FetchDescriptor<Both>()) == 1)
        }
        // The words are no longer those of its own marks: it says so, instead of finding others.
        #expect(throws: SwiftDataError.notSearchable) { try before.searchCount("body", in: FetchDescriptor<Title>()) }
        #expect(throws: SwiftDataError.notSearchable) { try before.search("title", in: FetchDescriptor<Title>()) }
        #expect(try before.fetchCount(FetchDescriptor<Title>()) == 2_501)
        // A process that ended before the index was there.
        let other = try TestConnection()
        let name = try #require(
          try other.run(
            "SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = '\(namespace).article'::regclass "
              + "AND indexrelid::regclass::text LIKE '%words%'")[0][0])
        try other.run("DROP INDEX \(name)")
        try other.run("UPDATE \(namespace).article SET swiftdata_words = NULL WHERE pk % 2 = 0")
        do {
          let context = ModelContext(try container(Schema([Both.self]), namespace: namespace))
          #expect(try context.searchCount("title body", in: FetchDescriptor<Both>()) == 2_500)
        }
        // Without marks, nothing is kept up; with them again, all is.
        do {
          let context = ModelContext(try container(Schema([Unmarked.self]), namespace: namespace))
          try context.update(Unmarked.self, .set(\.title, to: "later"))
        }
        #expect(try count("title") == 0)
        #expect(try count("later") == 2_501)
      }

      /// Row security that also hides rows from who makes the index would leave them without words.
      @Test(.enabled(if: TestServer.address?.contains("user=postgres") == true, "the server is not private"))
      func hiddenRowsAreNotLeftOut() throws {
        let namespace = "t_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
        let schema = Schema([Searches.Unmarked.Article.self])
        let context = ModelContext(try container(schema, namespace: namespace))
        context.insert(Searches.Unmarked.Article(title: "title", text: "body"))
        try context.save()
        let control = try TestConnection()
        try control.run("DO $$ BEGIN CREATE ROLE keeper LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        try control.run("GRANT ALL ON DATABASE postgres TO keeper")
        for relation in try control.run(
          "SELECT format('%s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, oid::regclass) FROM pg_class "
            + "WHERE relnamespace = '\(namespace)'::regnamespace AND relkind IN ('r', 'S') "
            // A sequence of a column goes with its table.
            + "ORDER BY relkind DESC"
        ).compactMap({ $0[0] }) {
          _ = try? control.run("ALTER \(relation) OWNER TO keeper")
        }
        for function in try control.run(
          "SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = '\(namespace)'::regnamespace"
        ).compactMap({ $0[0] }) {
          try control.run("ALTER FUNCTION \(function) OWNER TO keeper")
        }
        try control.run("ALTER SCHEMA \(namespace) OWNER TO keeper")
        for command in ["ENABLE", "FORCE"] {
          try control.run("ALTER TABLE \(namespace).article \(command) ROW LEVEL SECURITY")
        }
        let marked = Schema([Searches.MarkedTitle.Article.self])
        let address = try #require(TestServer.address).replacing("user=postgres", with: "user=keeper")
        let configuration = PostgresConfiguration(url: address, schema: marked, namespace: namespace)
        let error = #expect(throws: SwiftDataError.self) {
          try ModelContainer(for: marked, configurations: [configuration])
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("row-level security"), "\(String(describing: error))")
        try control.run("ALTER TABLE \(namespace).article NO FORCE ROW LEVEL SECURITY")
        let container = try ModelContainer(for: marked, configurations: [configuration])
        #expect(
          try ModelContext(container).searchCount("title", in: FetchDescriptor<Searches.MarkedTitle.Article>()) == 1)
      }

      @Test func subclassesAreFound() throws {
        let schema = Schema([Searches.Media.self, Searches.Book.self, Searches.Film.self, Searches.Media_data.self])
        let context = ModelContext(try container(schema))
        context.insert(Searches.Book(title: "Sea", blurb: "A whale"))
        context.insert(Searches.Film(title: "Whale song", minutes: 90))
        context.insert(Searches.Media(title: "Radio"))
        context.insert(Searches.Media_data(title: "whale"))
        try context.save()
        #expect(try context.searchCount("whale", in: FetchDescriptor<Searches.Media>()) == 2)
        #expect(try context.search("whale", in: FetchDescriptor<Searches.Book>()).map(\.model.title) == ["Sea"])
        #expect(try context.searchCount("whale", in: FetchDescriptor<Searches.Media_data>()) == 1)
      }
    }
  }
#endif
