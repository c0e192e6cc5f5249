// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import Testing
  import ToolSupport

  /// The commands over `postgres://`.
  @Suite(.enabled(if: DatabaseServer.address != nil, "There is no PostgreSQL server.")) struct DatabaseToolTests {
    private func tool(_ arguments: String..., namespace: String) throws -> Tool.Result {
      try Tool.run(
        arguments.map { $0 == "DATABASE" ? DatabaseServer.address ?? "" : $0 } + ["--namespace", namespace])
    }

    /// An export without the name of the store.
    private func text(_ json: String) -> String {
      Stores.anonymous(Data(json.utf8))
    }

    /// `ExistingModelTests` compile what is written for a larger database.
    @Test func theTablesOfOtherProgramsBecomeModels() throws {
      let namespace = "x_" + UUID().uuidString.prefix(8).lowercased()
      try DatabaseServer.run(
        sql: """
          CREATE SCHEMA \(namespace);
          CREATE TABLE \(namespace).shelves (shelf_id serial PRIMARY KEY, room text NOT NULL DEFAULT 'A''s');
          CREATE TABLE \(namespace).jar (id bigserial PRIMARY KEY, shelf_id int REFERENCES \(namespace).shelves);
          CREATE TABLE \(namespace).tag (name text PRIMARY KEY);
          CREATE TABLE \(namespace).day (day date PRIMARY KEY);
          """)
      let swift = try tool("schema", "--swift", "DATABASE", namespace: namespace)
      #expect(swift.code == 0, "\(swift.errors)")
      #expect(swift.output.contains("@Model final class Shelf") || swift.output.contains("@Model final class Shelve"))
      #expect(swift.output.contains("room: String = \"A's\""))
      #expect(swift.output.contains("/// The table tag. Its key name is the persistentModelID, and a property."))
      #expect(
        swift.output.contains("// Left out: The key day of the table day is no whole number, UUID, text or bytea"))
      let outline = try tool("schema", "DATABASE", namespace: namespace)
      #expect(outline.output.contains("jar      2 columns, key id"), "\(outline.output)")
      #expect(try tool("schema", "--json", "DATABASE", namespace: namespace).code != 0)
      #expect(try tool("schema", "DATABASE", namespace: "no_such").errors.contains("has no table"))
    }

    @Test func fromAFileIntoADatabaseAndBackNothingIsLost() throws {
      let stores = try Stores()
      defer { stores.remove() }
      try Stores.fill(stores.file("first.store"))
      _ = try stores.database()
      let exported = try Tool.run("export", stores.path("first.store"), "--to", "json", "-o", stores.path("1.json"))
      #expect(exported.code == 0, "\(exported.errors)")
      let imported = try tool(
        "import", "DATABASE", stores.path("1.json"), "--from", "json", namespace: stores.namespace)
      #expect(imported.code == 0, "\(imported.errors)")
      #expect(imported.output.contains("Specimen: \(Stores.count) inserted"))
      #expect(imported.output.contains("Curator: 2 inserted"))
      let back = try tool(
        "export", "DATABASE", "--to", "json", "-o", stores.path("2.json"), namespace: stores.namespace)
      #expect(back.code == 0, "\(back.errors)")
      let first = text(try String(contentsOfFile: stores.path("1.json"), encoding: .utf8)).split(separator: "\n")
      let second = text(try String(contentsOfFile: stores.path("2.json"), encoding: .utf8)).split(separator: "\n")
      #expect(first.count == second.count)
      for (old, new) in zip(first, second) where old != new {
        Issue.record("was \(old.prefix(3000))\nis \(new.prefix(3000))")
        break
      }
      _ = try stores.file("second.store")
      let again = try Tool.run("import", stores.path("second.store"), stores.path("2.json"), "--from", "json")
      #expect(again.code == 0, "\(again.errors)")
      let difference = try Tool.run("diff", stores.path("first.store"), stores.path("second.store"))
      #expect(difference.code == 0, "\(difference.output.prefix(2000))\(difference.errors)")
      let other = try tool("diff", stores.path("first.store"), "DATABASE", namespace: stores.namespace)
      #expect(other.code == 0, "\(other.output.prefix(2000))\(other.errors)")

      try compareQueries(stores)

      // What was imported are objects like others: for the models, for the history, and for the next keys.
      let container = try stores.database()
      let context = ModelContext(container)
      let specimens = try context.fetch(FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.large)]))
      #expect(specimens.count == Stores.count)
      for (number, specimen) in specimens.enumerated() {
        let wanted = Specimen(specimen.code, number)
        #expect(specimen.price == wanted.price && specimen.found == wanted.found && specimen.ratio == wanted.ratio)
        #expect(specimen.labels == wanted.labels && specimen.counts == wanted.counts && specimen.note == wanted.note)
        #expect(specimen.phase == wanted.phase && specimen.shape == wanted.shape && specimen.place == wanted.place)
        #expect(specimen.home == wanted.home && specimen.image == wanted.image && specimen.token == wanted.token)
        #expect(specimen.bytes == wanted.bytes && specimen.link == wanted.link && specimen.rank == wanted.rank)
        #expect(specimen.parent === (number > 3 ? specimens[number / 3] : nil))
        #expect(specimen.keepers.count == (0..<5).filter { (number + $0) % 3 == 0 }.count)
        #expect(specimen.certificate?.number == (number % 2 == 1 ? number : nil))
        #expect(specimen.visitors.map(\.name) == (number < 20 ? ["visitor \(number)"] : []))
      }
      let curator = try #require(
        try context.fetch(FetchDescriptor<Curator>(predicate: #Predicate { $0.office == 4 })).first)
      #expect(curator.favourite is Curator)
      let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
      #expect(transactions.count == 1)
      #expect(transactions.first?.author == "swiftdata import")
      #expect(transactions.first?.changes.count == Stores.count + 4 + 5 + 20 + 30)
      context.insert(Specimen("new", 1_000))
      try context.save()
    }

    /// A column of a file holds 17 digits, `numeric` all of them.
    @Test func decimalsKeepAllTheirDigits() throws {
      let (first, second) = (try Stores(), try Stores())
      defer {
        first.remove()
        second.remove()
      }
      let digits = ["12345678901234567890.123456789", "-0.1234567890123456789", "0.1", "9007199254740993", "3"]
      let context = ModelContext(try first.database())
      for number in digits.indices { context.insert(Specimen("code \(number)", number)) }
      try context.save()
      // Models round decimals as files do; other programs need not.
      for (number, text) in digits.enumerated() {
        try DatabaseServer.run(
          sql: "UPDATE \(first.namespace).specimen SET price = \(text) WHERE code = 'code \(number)'")
      }
      let exported = try tool(
        "export", "DATABASE", "--to", "json", "-o", first.path("1.json"), namespace: first.namespace)
      #expect(exported.code == 0, "\(exported.errors)")
      let json = try String(contentsOfFile: first.path("1.json"), encoding: .utf8)
      let found = try tool("query", "DATABASE", "Specimen", "--json", namespace: first.namespace)
      for text in digits {
        #expect(json.contains("\"\(text)\""), "\(text)")
        #expect(found.output.contains("\"\(text)\""), "\(text): \(found.output.prefix(600))")
      }
      // What no `Decimal` holds is no zero.
      try DatabaseServer.run(sql: "UPDATE \(first.namespace).specimen SET price = '-Infinity'")
      let infinite = try tool("query", "DATABASE", "Specimen", "--json", namespace: first.namespace)
      #expect(infinite.code == 0 && !infinite.output.contains("\"price\": \"0\""), "\(infinite.output.prefix(600))")
      let others = ModelContext(try second.database())
      let imported = try tool(
        "import", "DATABASE", first.path("1.json"), "--from", "json", namespace: second.namespace)
      #expect(imported.code == 0, "\(imported.errors)")
      let copies = try others.fetch(FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.code)]))
      #expect(copies.map(\.price) == digits.map { Decimal(string: $0) })
      // What differs in the eighteenth digit differs.
      try DatabaseServer.run(
        sql: "UPDATE \(second.namespace).specimen SET price = -0.1234567890123456788 WHERE code = 'code 1'")
      let address = DatabaseServer.address ?? ""
      let file = second.path("2.store")
      _ = try second.file("2.store")
      #expect(try Tool.run("import", file, first.path("1.json"), "--from", "json").code == 0)
      let difference = try tool("diff", file, address, "--json", namespace: second.namespace)
      #expect(difference.output.contains("-0.1234567890123456788"), "\(difference.output)\(difference.errors)")
    }

    /// Both kinds of stores, with the same objects, give the same answers.
    private func compareQueries(_ stores: Stores) throws {
      let queries: [[String]] = [
        ["Specimen"], ["Specimen", "--count"], ["Keeper", "--sort", "-name"], ["Curator"], ["Drawer", "-l", "2"],
        ["Specimen", "-w", "code == 'code 7'"], ["Specimen", "-w", "code contains '5' and large > 7000000049"],
        ["Specimen", "-w", "code contains[c] 'CODE 1'"], ["Specimen", "-w", "code contains[cd] 'CÖDE 1'"],
        ["Specimen", "-w", "code ==[cd] 'CODE 3'"], ["Specimen", "-w", "code startswith 'code 1'"],
        ["Specimen", "-w", "code endswith '9'"], ["Specimen", "-w", "code like 'c?de *3'"],
        ["Specimen", "-w", "note contains '8'"], ["Specimen", "-w", "note == nil and rank != nil"],
        ["Specimen", "-w", "not (rank > 20)"], ["Specimen", "-w", "rank in [1, 2, 3.0]"],
        ["Specimen", "-w", "rank > 3.5"],
        ["Specimen", "-w", "isRare"], ["Specimen", "-w", "isRare == false and weight <= 1.5"],
        ["Specimen", "-w", "price == 12.05"], ["Specimen", "-w", "price > 30 and ratio < 11"],
        ["Specimen", "-w", "found >= '2001-01-31' and found < '2001-02-10'"],
        ["Specimen", "-w", "token == '00000003-1111-4222-8333-444444444444'"], ["Specimen", "-w", "phase == 'done'"],
        ["Specimen", "-w", "shape == 'point'"], ["Specimen", "-w", "place.city == 'City 4' or place.zip in [5, 7]"],
        ["Specimen", "-w", "home == nil"], ["Specimen", "-w", "drawer.name == 'drawer 2'"],
        ["Specimen", "-w", "drawer == nil"], ["Specimen", "-w", "drawer == 2"], ["Specimen", "-w", "self == 12"],
        ["Specimen", "-w", "parent.parent.code == 'code 1'"], ["Specimen", "-w", "keepers.name == 'keeper 1'"],
        ["Specimen", "-w", "keepers.count > 1"], ["Specimen", "-w", "keepers contains 'Keeper/p2'"],
        ["Specimen", "-w", "visitors.name endswith ' 3'"], ["Specimen", "-w", "certificate.number > rank"],
        ["Specimen", "-w", "children.code contains '3'", "--sort", "-rank,drawer.name", "-l", "7", "--offset", "2"],
        ["Curator", "-w", "favourite.name contains 'keeper'"], ["Drawer", "-w", "specimens.count >= 10"],
        ["Specimen", "-c", "code,drawer.name,parent.parent.code,keepers.name,visitors.count", "-l", "20"],
        ["Drawer", "-c", "name,specimens.keepers.name", "-w", "specimens.isRare"],
      ]
      for query in queries {
        let file = try Tool.run(["query", stores.path("second.store")] + query + ["--json"])
        let database = try Tool.run(
          ["query", DatabaseServer.address ?? ""] + query + ["--json", "--namespace", stores.namespace])
        #expect(file.code == 0 && database.code == 0, "\(query): \(file.errors) \(database.errors)")
        #expect(
          text(file.output) == text(database.output),
          "\(query): \(file.output.prefix(600)) \(database.output.prefix(600))")
      }
      let wrong = try tool("query", "DATABASE", "Specimen", "-w", "colour == 1", namespace: stores.namespace)
      #expect(wrong.code == 2 && wrong.errors.contains("no property 'colour'"), "\(wrong.errors)")
      let marks = try tool("query", "DATABASE", "Specimen", "-w", "code contains[d] 'e'", namespace: stores.namespace)
      #expect(marks.code == 2 && marks.errors.contains("[cd]"), "\(marks.errors)")
    }

    @Test func importsAreWholeOrNothing() throws {
      let stores = try Stores()
      defer { stores.remove() }
      let container = try stores.database()
      let context = ModelContext(container)
      context.insert(Specimen("taken", 1))
      try context.save()
      try Stores.fill(stores.file("first.store"))
      _ = try Tool.run("export", stores.path("first.store"), "--to", "json", "-o", stores.path("1.json"))
      var text = try String(contentsOfFile: stores.path("1.json"), encoding: .utf8)
      text = text.replacing("\"code\": \"code 59\"", with: "\"code\": \"taken\"")
      try text.write(toFile: stores.path("2.json"), atomically: true, encoding: .utf8)
      let refused = try tool("import", "DATABASE", stores.path("2.json"), "--from", "json", namespace: stores.namespace)
      #expect(refused.code == 2)
      #expect(refused.errors.contains("same unique values"), "\(refused.errors)")
      #expect(!refused.errors.contains("taken"), "\(refused.errors)")
      #expect(try context.fetchCount(FetchDescriptor<Specimen>()) == 1)
      #expect(try context.fetchCount(FetchDescriptor<Drawer>()) == 0)
      let skipped = try tool(
        "import", "DATABASE", stores.path("1.json"), "--from", "json", "--on-conflict", "skip",
        namespace: stores.namespace)
      #expect(skipped.code == 2)
      // The second time, keys go on.
      for _ in 0..<2 {
        let visitors = stores.path("Visitor.csv")
        try "$id,name\na,one\nb,two\n".write(toFile: visitors, atomically: true, encoding: .utf8)
        let result = try tool("import", "DATABASE", visitors, "--from", "csv", namespace: stores.namespace)
        #expect(result.output == "Visitor: 2 inserted\n", "\(result.errors)")
      }
      #expect(try context.fetchCount(FetchDescriptor<Visitor>()) == 4)
    }

    @Test func schemasAndSummariesTellWhatThereIs() throws {
      let stores = try Stores()
      defer { stores.remove() }
      _ = try stores.file("first.store")
      try Stores.fill(stores.database())
      for format in ["--json", "--mermaid"] {
        #expect(try tool("schema", "DATABASE", format, namespace: stores.namespace).code == 0)
      }
      let outline = try tool("schema", "DATABASE", namespace: stores.namespace)
      let fileOutline = try Tool.run("schema", stores.path("first.store"))
      #expect(outline.output == fileOutline.output, "\(outline.output)\(outline.errors)")
      let source = try tool("schema", "DATABASE", "--swift", namespace: stores.namespace)
      #expect(source.output.contains("final class Specimen"), "\(source.errors)")
      let summary = try tool("inspect", "DATABASE", namespace: stores.namespace)
      #expect(summary.output.contains(/Specimen +60/), "\(summary.output)\(summary.errors)")
      #expect(summary.output.contains(/Curator +2/) && summary.output.contains(/Keeper +3/), "\(summary.output)")
      let json = try tool("inspect", "DATABASE", "--json", namespace: stores.namespace)
      #expect(json.output.contains("\"transactions\": 1"))
    }

    @Test func checksFindWhatOtherProgramsDid() throws {
      let stores = try Stores()
      defer { stores.remove() }
      try Stores.fill(stores.database())
      let sound = try tool("check", "DATABASE", namespace: stores.namespace)
      #expect(sound.code == 0 && sound.output.contains("No problems found."), "\(sound.output)\(sound.errors)")
      let name = stores.namespace
      try DatabaseServer.run(
        sql: """
          SET session_replication_role = replica;
          UPDATE \(name).specimen SET drawer_id = 99 WHERE pk = 2;
          UPDATE \(name).specimen SET code = NULL WHERE pk = 3;
          UPDATE \(name).certificate SET number = number, specimen_id = NULL WHERE pk = 1;
          UPDATE \(name).keeper SET entity = 'Ghost' WHERE pk = 1;
          DROP INDEX \(name).specimen_code_key;
          UPDATE \(name).specimen SET code = 'code 5' WHERE pk = 9;
          INSERT INTO \(name).visitor (pk, name) VALUES (1000, 'x');
          """)
      let found = try tool("check", "DATABASE", "--json", namespace: name)
      #expect(found.code == 1)
      for kind in [
        "danglingReference", "missingValue", "brokenInverse", "entityNumber", "notUnique", "counter",
      ] {
        #expect(found.output.contains("\"kind\": \"\(kind)\""), "\(kind): \(found.output)")
      }
    }

    /// After a class was removed, its rows are read as those of the class above.
    @Test func rowsOfRemovedClassesAreThoseOfTheClassAbove() throws {
      let stores = try Stores()
      defer { stores.remove() }
      try Stores.fill(stores.database())
      let name = stores.namespace
      try DatabaseServer.run(
        sql: """
          UPDATE \(name).swiftdata_store
            SET layout = jsonb_set(layout, '{parents}', layout -> 'parents' || '{"Ghost": "Spirit", "Spirit": "Curator"}');
          UPDATE \(name).keeper SET entity = 'Ghost' WHERE name = 'curator 4';
          """)
      let checked = try tool("check", "DATABASE", namespace: name)
      #expect(checked.code == 0, "\(checked.output)\(checked.errors)")
      let exported = try tool("export", "DATABASE", "--to", "json", "--entity", "Curator", namespace: name)
      #expect(exported.code == 0 && exported.output.contains("curator 4"), "\(exported.output)\(exported.errors)")
      let found = try tool("query", "DATABASE", "Curator", "--count", namespace: name)
      #expect(found.output.trimmingCharacters(in: .whitespacesAndNewlines) == "2", "\(found.output)\(found.errors)")
      #expect(try tool("query", "DATABASE", "Curator", namespace: name).output.contains("curator 4"))
      #expect(try tool("schema", "--swift", "DATABASE", namespace: name).code == 0)
      #expect(try tool("inspect", "DATABASE", namespace: name).output.contains(/Curator +2/))
    }

    @Test func errorsSayWhatToDoAndNothingSecret() throws {
      let stores = try Stores()
      defer { stores.remove() }
      let secret = "postgres://somebody:hush@localhost:1/nowhere?sslmode=disable"
      for command in [["inspect"], ["export", "--to", "json"], ["schema"], ["check"], ["import", "--from", "json"]] {
        let result = try Tool.run(command + [secret])
        #expect(result.code == 2)
        #expect(!(result.errors + result.output).contains("hush"), "\(result.errors)")
      }
      let nothing = try tool("inspect", "DATABASE", namespace: stores.namespace)
      #expect(nothing.code == 2 && nothing.errors.contains("--namespace"), "\(nothing.errors)")
      for command in [["history"], ["doctor"], ["compact"]] {
        let result = try Tool.run(command + [secret])
        #expect(result.code == 2 && result.errors.contains("works on files only"), "\(result.errors)")
        #expect(!result.errors.contains("hush"))
      }
    }
  }
#else
  import Testing
  import ToolSupport

  @Suite struct DatabaseToolTests {
    @Test func theTraitIsNamed() throws {
      for command in [["inspect"], ["export", "--to", "json"], ["schema"], ["check"], ["import", "--from", "json"]] {
        let result = try Tool.run(command + ["postgres://somebody:hush@localhost/nowhere"])
        #expect(result.code == 2 && result.errors.contains("trait 'Postgres'"), "\(result.errors)")
        #expect(!result.errors.contains("hush"))
      }
    }
  }
#endif
