// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Meter {
    var level: Int
    var label: String
    var rate: Double?

    init(_ level: Int, _ label: String, rate: Double? = nil) {
      self.level = level
      self.label = label
      self.rate = rate
    }
  }

  @Model private class Animal {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model private final class Horse: Animal {
    var height: Int?
    override init(name: String) { super.init(name: name) }
  }

  @Model private final class Gauge {
    @Attribute(.unique) var label: String
    var note: String

    init(_ label: String, _ note: String) {
      self.label = label
      self.note = note
    }
  }

  @Model private final class Binder {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model private final class Survey {
    var number: Int
    var counts: [Int]
    var rates: [Double]
    var flags: [Bool]

    init(_ number: Int, counts: [Int], rates: [Double], flags: [Bool]) {
      self.number = number
      self.counts = counts
      self.rates = rates
      self.flags = flags
    }
  }

  /// With the key of another row twice.
  @Model private final class Folio {
    var title: String
    var binder: Binder?
    var binderId: Int?
    init(title: String) { self.title = title }
  }

  /// What other programs declare for their tables.
  extension PostgresTests {
    @Suite struct DeclarationTests {
      private let namespace = "d_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
      private let psql: TestConnection

      init() throws {
        psql = try TestConnection()
        try psql.run("CREATE SCHEMA \(namespace)")
        try psql.run("SET search_path TO \(namespace)")
        try psql.run(
          """
          CREATE DOMAIN whole AS integer;
          CREATE TYPE mood AS ENUM ('none', 'all cases');
          CREATE DOMAIN low AS whole CHECK (VALUE < 100);
          CREATE TABLE meter (meter_id bigserial PRIMARY KEY, level low NOT NULL, label text NOT NULL CHECK (label <> ''),
            rate numeric, mood mood DEFAULT 'none', most numeric NOT NULL DEFAULT 99999999999999999999,
            least numeric NOT NULL DEFAULT 12);
          CREATE TABLE reading (meter_id bigint NOT NULL REFERENCES meter ON DELETE CASCADE);
          CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.label = 'odd' THEN RAISE 'No odd labels.'; END IF; RETURN NEW; END $$;
          CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON meter FOR EACH ROW EXECUTE FUNCTION refuse();
          CREATE TABLE animal (animal_id bigserial PRIMARY KEY, entity text, name text NOT NULL, height integer);
          """)
      }

      private func context(_ schema: Schema) throws -> ModelContext {
        ModelContext(
          try ModelContainer(
            for: schema,
            configurations: [
              PostgresConfiguration(
                url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: .existing)
            ]))
      }

      /// A domain may be one of another domain.
      @Test func domainsOfDomainsAreWhatTheyAreMadeOf() throws {
        let context = try context(Schema([Meter.self]))
        context.insert(Meter(7, "a"))
        try context.save()
        let found = try context.fetchCount(FetchDescriptor<Meter>(predicate: #Predicate { $0.level > 6 }))
        #expect(found == 1)
        #expect(try psql.run("SELECT level FROM meter") == [["7"]])
      }

      /// A `numeric` would have a NaN that equals itself and is greater than all.
      @Test func whatIsNoNumberIsNothing() throws {
        let context = try context(Schema([Meter.self]))
        for (number, rate) in [Double.nan, 2.5, .infinity].enumerated() {
          context.insert(Meter(number, "a", rate: rate))
        }
        try context.save()
        #expect(try psql.run("SELECT rate FROM meter ORDER BY level") == [[nil], ["2.5"], ["Infinity"]])
      }

      /// Of a collation without case, the texts that Swift holds to be equal are found, and the index decides which are unique.
      @Test(.needsICU) func collationsMayIgnoreTheCase() throws {
        try psql.run(
          """
          CREATE COLLATION soft (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
          CREATE TABLE gauge (gauge_id bigserial PRIMARY KEY, label text COLLATE soft NOT NULL UNIQUE,
            note text COLLATE soft NOT NULL);
          INSERT INTO gauge (label, note) VALUES ('Oil', 'Low'), ('water', 'low');
          """)
        let context = try context(Schema([Gauge.self]))
        func labels(_ predicate: Predicate<Gauge>) throws -> [String] {
          try context.fetch(FetchDescriptor<Gauge>(predicate: predicate, sortBy: [SortDescriptor(\.label)])).map(
            \.label)
        }
        #expect(try labels(#Predicate { $0.note == "low" }) == ["water"])
        #expect(try labels(#Predicate { $0.note.contains("ow") }) == ["Oil", "water"])
        #expect(try labels(#Predicate { $0.note.localizedStandardContains("LOW") }) == ["Oil", "water"])
        #expect(try labels(#Predicate { $0.note > "Z" }) == ["water"])
        // The row that has the value for the index takes over the new one's.
        context.insert(Gauge("OIL", "high"))
        try context.save()
        #expect(try psql.run("SELECT label, note FROM gauge ORDER BY 1") == [["OIL", "high"], ["water", "low"]])
      }

      @Test func rulesOfTheDatabaseAreNamed() throws {
        let context = try context(Schema([Meter.self]))
        for (meter, explanation) in [(Meter(1, ""), "meter_label_check"), (Meter(1, "odd"), "trigger")] {
          context.insert(meter)
          let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
          #expect(error?.explanation.contains(explanation) == true)
          context.rollback()
        }
        context.insert(Meter(100, "a"))
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(try psql.run("SELECT count(*) FROM meter") == [["0"]])
      }

      /// What matches is deleted by one statement, which locks nothing before: whoever may delete rows need not be allowed to
      /// change them.
      @Test func deletionsNeedNoRightToUpdate() throws {
        try psql.run(
          """
          DO $$ BEGIN CREATE ROLE sweeper LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
          GRANT USAGE ON SCHEMA \(namespace) TO sweeper;
          GRANT SELECT, DELETE ON meter TO sweeper;
          INSERT INTO meter (level, label) VALUES (1, 'a'), (2, 'b'), (3, 'c');
          """)
        let schema = Schema([Meter.self])
        let address = try #require(TestServer.address).replacing("user=postgres", with: "user=sweeper")
        let context = ModelContext(
          try ModelContainer(
            for: schema,
            configurations: [
              PostgresConfiguration(url: address, schema: schema, namespace: namespace, tables: .existing)
            ]))
        try context.delete(model: Meter.self, where: #Predicate { $0.level < 3 })
        try context.save()
        #expect(try psql.run("SELECT label FROM meter") == [["c"]])
        #expect(throws: SwiftDataError.self) {
          try context.update(Meter.self, where: #Predicate { $0.level == 3 }, .set(\.label, to: "d"))
        }
      }

      /// `TRUNCATE` is refused while a table refers to another one, whatever is in it.
      @Test func tablesThatOthersReferToAreErased() throws {
        let context = try context(Schema([Meter.self]))
        context.insert(Meter(1, "a"))
        try context.save()
        try psql.run("INSERT INTO reading SELECT meter_id FROM meter")
        try context.container.erase()
        #expect(try psql.run("SELECT (SELECT count(*) FROM meter), (SELECT count(*) FROM reading)") == [["0", "0"]])
      }

      @Test func rowsWithoutObjectsAreOfTheirClass() throws {
        let context = try context(Schema([Animal.self, Horse.self]))
        try context.insertRows(of: Horse.self, from: ["a", "b"]) { name, row in
          row.set(\.name, name)
          row.set(\.height, 17)
        }
        #expect(try psql.run("SELECT DISTINCT entity, height FROM animal") == [["Horse", "17"]])
        #expect(try context.fetch(FetchDescriptor<Animal>()).allSatisfy { $0 is Horse })
      }

      @Test func propertiesThatShareAColumnAreNotWritten() throws {
        try psql.run(
          """
          CREATE TABLE binder (binder_id bigserial PRIMARY KEY, name text NOT NULL);
          CREATE TABLE folio (folio_id bigserial PRIMARY KEY, title text NOT NULL, binder_id bigint REFERENCES binder);
          INSERT INTO binder (name) VALUES ('b');
          INSERT INTO folio (title, binder_id) VALUES ('one', 1);
          """)
        let context = try context(Schema([Binder.self, Folio.self]))
        let folio = try #require(try context.fetch(FetchDescriptor<Folio>()).first)
        #expect(folio.binder?.name == "b" && folio.binderId == 1)
        context.insert(Folio(title: "two"))
        let error = #expect(throws: SwiftDataError.unknownDataStoreSchema) { try context.save() }
        #expect(error?.explanation.contains("binder_id") == true)
      }

      /// Other programs write into JSON what they like. What is no value of the elements' type matches nothing, and the rows
      /// that have what is wanted are found.
      @Test func elementsOfJSONMayBeAnything() throws {
        try psql.run(
          """
          CREATE TABLE survey (survey_id bigserial PRIMARY KEY, number integer NOT NULL, counts jsonb NOT NULL,
            rates jsonb NOT NULL, flags jsonb NOT NULL);
          INSERT INTO survey (number, counts, rates, flags) VALUES
            (1, '[7]', '[2.5]', '[true]'),
            (2, '[18446744073709551615, 1.5, "7", true, [7], {"a": 7}, null]', '["2.5", 1e400, 1e-400, [2.5], null]',
             '[1, "true", [true], null]'),
            (3, '[18446744073709551615, 7]', '[1e400, "none", 2.5]', '["x", true]'),
            (4, '[1e400, 8]', '["inf", "-inf", "nan"]', '[false]');
          """)
        let context = try context(Schema([Survey.self]))
        // The lists themselves are not read.
        func numbers(_ predicate: Predicate<Survey>) throws -> [Int] {
          try context.fetchValues(
            FetchDescriptor<Survey>(predicate: predicate), \.number, as: { (number: Int) in number }
          ).sorted()
        }
        #expect(try numbers(#Predicate { $0.counts.contains(7) }) == [1, 3])
        #expect(try numbers(#Predicate { $0.counts.contains { $0 > 7 } }) == [4])
        #expect(try numbers(#Predicate { $0.rates.contains(2.5) }) == [1, 3])
        #expect(try numbers(#Predicate { $0.rates.contains { $0 > 1e308 } }) == [4])
        #expect(try numbers(#Predicate { $0.flags.contains(true) }) == [1, 3])
      }

      /// An object of the row 0 would be taken for a new one, and what is assigned to it would be lost.
      @Test func keysThatAreNotPositiveAreRefused() throws {
        let context = try context(Schema([Animal.self, Horse.self]))
        for key in [0, -1] {
          try psql.run("INSERT INTO animal (animal_id, entity, name) VALUES (\(key), 'Animal', 'none')")
          let error = #expect(throws: SwiftDataError.valueOutOfRange) { try context.fetch(FetchDescriptor<Animal>()) }
          #expect(error?.explanation.contains("\(key)") == true)
          try psql.run("DELETE FROM animal")
        }
      }

      /// An integer literal beyond `Int` is none of a Decimal, and `.none` of an optional is nil.
      @Test func defaultValuesAreWrittenThatCompile() throws {
        let session = try DatabaseSession(url: try #require(TestServer.address), namespace: namespace)
        defer { session.close() }
        let written = try session.existingSource()
        #expect(written.contains("most: Decimal = Decimal(string: \"99999999999999999999\")!"))
        #expect(written.contains("least: Decimal = 12"))
        #expect(written.contains("mood: Mood? = Mood.none"))
        #expect(written.contains("case allCases2 = \"all cases\""))
        #expect(written.contains("var level: Int"))
      }
    }
  }
#endif
