// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Models over tables that another program has made, by `Schemas/rentals.sql`.
  extension PostgresTests {
    @Suite struct ExistingTests {
      private let shop: RentalShop
      private let schema = Schema([
        MediaType.self, SetRow.self, Track.self, Actor.self, Category.self, Employee.self, Film.self, Group.self,
        Inventory.self, Language.self, Patron.self, Payment.self, Rental.self,
      ])

      init() throws { shop = try RentalShop() }

      private func container(allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
          for: schema,
          configurations: [shop.configuration(schema, .existing(named: tableNames), allowsSave: allowsSave)])
      }

      private func context() throws -> ModelContext { ModelContext(try container()) }

      private func film(_ title: String, _ context: ModelContext) throws -> Film {
        try #require(try context.fetch(FetchDescriptor<Film>(predicate: #Predicate { $0.title == title })).first)
      }

      /// The server counts their versions, and each writing within a save is one.
      @Test(arguments: MergePolicy.allCases) func uniqueValuesCanBeExchanged(policy: MergePolicy) throws {
        let context = try context()
        context.mergePolicy = policy
        let patrons = try context.fetch(FetchDescriptor<Patron>(sortBy: [SortDescriptor(\.createDate)]))
        (patrons[0].email, patrons[1].email) = (patrons[1].email, patrons[0].email)
        try context.save()
        #expect(
          try shop.psql.run("SELECT first_name, email FROM patron ORDER BY create_date LIMIT 2")
            == [["Mary", "pat@example.com"], ["Pat", "mary@example.com"]])
        // Whoever has changed one of them meanwhile is noticed.
        try shop.psql.run("UPDATE patron SET first_name = 'Patrick' WHERE first_name = 'Pat'")
        (patrons[0].email, patrons[1].email) = (patrons[1].email, patrons[0].email)
        patrons[1].firstName = "Patricia"
        switch policy {
        case .error: #expect(throws: (any Error).self) { try context.save() }
        case .memoryWins:
          try context.save()
          #expect(try shop.psql.run("SELECT count(*) FROM patron WHERE first_name = 'Patricia'") == [["1"]])
        case .storeWins:
          _ = try? context.save()
          #expect(try shop.psql.run("SELECT count(*) FROM patron WHERE first_name = 'Patrick'") == [["1"]])
        }
        #expect(try shop.psql.run("SELECT count(*) FROM patron WHERE email IS NOT NULL") == [["2"]])
      }

      /// The last moments of the server, and dates after it.
      @Test(arguments: [9_223_339_708_799, 9_223_339_708_801, 9_223_340_414_456, 9_223_372_036_855, 9_224_000_000_000])
      func datesAtTheEndOfTime(seconds: Double) throws {
        let context = try context()
        let since = Date(timeIntervalSinceReferenceDate: seconds)
        do {
          #expect(try context.fetchCount(FetchDescriptor<Rental>(predicate: #Predicate { $0.rentalDate > since })) == 0)
          #expect(try context.fetchCount(FetchDescriptor<Rental>(predicate: #Predicate { $0.rentalDate < since })) == 3)
        } catch let error as SwiftDataError {
          #expect(seconds > 9_223_339_708_800, "\(error)")
        }
        let rental = try #require(try context.fetch(FetchDescriptor<Rental>()).first)
        rental.returnDate = since
        if seconds < 9_223_339_708_800 {
          try context.save()
          #expect(
            try ModelContext(context.container).fetch(FetchDescriptor<Rental>()).contains { $0.returnDate == since })
        } else {
          #expect(throws: SwiftDataError.self) { try context.save() }
        }
      }

      // MARK: Reading

      @Test func rowsAreRead() throws {
        let context = try context()
        let films = try context.fetch(FetchDescriptor<Film>(sortBy: [SortDescriptor(\.title, comparator: .lexical)]))
        // As Swift orders texts, whatever the database's order is.
        #expect(films.map(\.title) == ["Academy Dinosaur", "Zorro Ark", "ace Goldfinger", "Égalité"])
        let film = films[0]
        #expect(film.filmDescription == "A drama")
        #expect(film.releaseYear == 2006)
        #expect(film.rentalRate == Decimal(string: "0.99"))
        #expect(film.rating == .pg)
        #expect(film.specialFeatures == ["Deleted Scenes", "Behind the Scenes"])
        #expect(films[2].specialFeatures == [])
        #expect(films[1].specialFeatures == nil)
        #expect(film.extras == #"{"discs": 2}"#)
        #expect(film.runs == "01:26:00")
        #expect(film.titleLength == 16)
        #expect(film.lastUpdate.timeIntervalSinceReferenceDate == 161_690_703.123456)
        #expect(film.language.name == "English")
        #expect(film.originalLanguage == nil)
        #expect(films[2].originalLanguage?.name == "German")
        #expect(film.actors.map(\.firstName).sorted() == ["Nick", "Penelope"])
        #expect(film.categories.map(\.name) == ["Drama"])
        #expect(film.inventories.count == 2)
        let patrons = try context.fetch(FetchDescriptor<Patron>(sortBy: [SortDescriptor(\.createDate)]))
        #expect(patrons.map(\.firstName) == ["Mary", "Pat", "Lin"])
        #expect(patrons[0].createDate == ISO8601DateFormatter().date(from: "2006-02-14T00:00:00Z"))
        #expect(patrons[0].rentals.count == 2)
        let track = try #require(try context.fetch(FetchDescriptor<Track>()).first)
        #expect(track.mediaType.name == "MPEG audio file")
        #expect(track.unitPrice == Decimal(string: "0.99"))
        let key = try #require(try shop.psql.run("SELECT film_id FROM film WHERE title = 'Academy Dinosaur'")[0][0])
        #expect(film.persistentModelID.stringRepresentation.contains("~p\(key)~"))
      }

      @Test func predicatesRunInTheDatabase() throws {
        let context = try context()
        func titles(_ predicate: Predicate<Film>) throws -> [String] {
          try context.fetch(
            FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title, comparator: .lexical)])
          )
          .map(\.title)
        }
        let day = Date(timeIntervalSinceReferenceDate: 161_690_703.123456)
        let rate = Decimal(4)
        let rating = Rating.pg13
        #expect(try titles(#Predicate { $0.lastUpdate == day }) == ["Academy Dinosaur"])
        #expect(try titles(#Predicate { $0.lastUpdate > day }) == ["Zorro Ark", "ace Goldfinger", "Égalité"])
        #expect(try titles(#Predicate { $0.rentalRate > rate }) == ["Zorro Ark", "ace Goldfinger"])
        #expect(try titles(#Predicate { $0.rating == rating }) == ["ace Goldfinger"])
        #expect(try titles(#Predicate { $0.title > "Zorro" }) == ["Zorro Ark", "ace Goldfinger", "Égalité"])
        #expect(try titles(#Predicate { $0.title.localizedStandardContains("egal") }) == ["Égalité"])
        #expect(try titles(#Predicate { $0.title.contains("Ark") }) == ["Zorro Ark"])
        #expect(try titles(#Predicate { $0.language.name == "English" }) == ["Academy Dinosaur", "ace Goldfinger"])
        #expect(try titles(#Predicate { $0.originalLanguage?.name == "German" }) == ["ace Goldfinger"])
        #expect(
          try titles(#Predicate { $0.actors.contains { $0.firstName == "Nick" } }) == ["Academy Dinosaur", "Zorro Ark"])
        #expect(try titles(#Predicate { $0.inventories.count > 1 }) == ["Academy Dinosaur"])
        #expect(
          try titles(#Predicate { $0.specialFeatures?.contains("Deleted Scenes") == true }) == ["Academy Dinosaur"])
        #expect(try titles(#Predicate { ($0.length ?? 0) + 1 > 50 }) == ["Academy Dinosaur", "Zorro Ark"])
        let english = try #require(try context.fetch(FetchDescriptor<Language>()).first { $0.name == "English" })
        let id = english.persistentModelID
        #expect(try titles(#Predicate { $0.language.persistentModelID == id }).count == 2)
        let noon = ISO8601DateFormatter().date(from: "2007-03-15T12:00:00Z")!
        let before = try context.fetch(FetchDescriptor<Patron>(predicate: #Predicate { $0.createDate < noon }))
        #expect(Set(before.map(\.firstName)) == ["Mary", "Pat"])
        // An index of the column serves.
        let text = try context.explain(FetchDescriptor<Film>(predicate: #Predicate { $0.lastUpdate > day })).sql
        #expect(text.contains("t0.last_update > $1"))
        #expect(try context.fetchCount(FetchDescriptor<Rental>(predicate: #Predicate { $0.returnDate == nil })) == 2)
      }

      // MARK: Writing

      @Test func newRowsComeAfterThoseTheyLeadTo() throws {
        let context = try context()
        // In no good order: the keys of these tables are checked at once.
        let rental = Rental(
          rentalDate: Date(timeIntervalSinceReferenceDate: 0.25),
          inventory: Inventory(
            shelf: "Z", place: 9,
            film: Film(
              title: "Österreich", releaseYear: 2020, rating: .pg13, specialFeatures: ["a, \"b\"", "{c}"],
              extras: #"{"a": [1]}"#, runs: "02:00:00", language: Language(name: "Polski"))))
        context.insert(rental)
        rental.patron = Patron(firstName: "Ute", email: "ute@example.com", portrait: Data([0, 255]))
        let film = rental.inventory.film
        film.actors = [Actor(firstName: "A", lastName: "B"), Actor(firstName: "C", lastName: "D")]
        film.categories = try context.fetch(FetchDescriptor<Category>())
        let boss = Employee(name: "Boss")
        context.insert(Employee(name: "Aide", reportsTo: boss))
        try context.save()
        let row = try shop.psql.run(
          """
          SELECT f.title, f.release_year, f.rating, f.special_features[1], f.special_features[2], f.extras ->> 'a',
          extract(epoch FROM f.runs)::int, l.name, r.rental_date, p.email, encode(p.portrait, 'hex'),
          (SELECT count(*) FROM film_actor AS a WHERE a.film_id = f.film_id),
          (SELECT count(*) FROM film_category AS c WHERE c.film_id = f.film_id), f.rental_rate, f.title_length
          FROM rental AS r JOIN inventory AS i USING (inventory_id) JOIN film AS f USING (film_id)
          JOIN language AS l USING (language_id) JOIN patron AS p ON p.patron_id = r.patron_id WHERE i.shelf = 'Z'
          """)
        #expect(row.count == 1)
        #expect(
          row.first == [
            "Österreich", "2020", "PG-13", "a, \"b\"", "{c}", "[1]", "7200", "Polski              ",
            "2001-01-01 00:00:00.25", "ute@example.com", "00ff", "2", "3", "4.99", "10",
          ])
        #expect(
          try shop.psql.run(
            "SELECT b.name FROM employee AS a JOIN employee AS b ON b.employee_id = a.reports_to WHERE a.name = 'Aide'")
            == [["Boss"]])
        // What the server computes, the object has.
        #expect(film.titleLength == 10)
        // Nobody has taken more numbers than there are rows.
        #expect(try shop.psql.run("INSERT INTO film (title, language_id) VALUES ('x', 1) RETURNING film_id") == [["6"]])
      }

      @Test func rowsAreChangedUnlessOthersHave() throws {
        let context = try context()
        let film = try film("Zorro Ark", context)
        film.rentalRate = Decimal(string: "1.25")!
        film.rating = nil
        film.specialFeatures = ["x"]
        film.language = try #require(try context.fetch(FetchDescriptor<Language>()).first { $0.name == "Français" })
        film.actors = []
        try context.save()
        #expect(
          try shop.psql.run(
            """
            SELECT rental_rate, rating, special_features, l.name, (SELECT count(*) FROM film_actor AS a
            WHERE a.film_id = f.film_id) FROM film AS f JOIN language AS l USING (language_id) WHERE title = 'Zorro Ark'
            """) == [["1.25", nil, "{x}", "Français            ", "0"]])
        // Again, with the version that the first save has made.
        film.length = 51
        try context.save()
        // Another program changes the row, and nobody says which columns.
        try shop.psql.run("UPDATE film SET length = 99 WHERE title = 'Zorro Ark'")
        film.filmDescription = "merged"
        #expect(throws: SwiftDataError.optimisticLockFailure) { try context.save() }
        context.mergePolicy = .memoryWins
        film.filmDescription = "merged"
        try context.save()
        #expect(film.length == 99)
        #expect(
          try shop.psql.run("SELECT length, description FROM film WHERE title = 'Zorro Ark'") == [["99", "merged"]])
        // A row that is new here has a version, too.
        let patron = Patron(firstName: "Eva")
        context.insert(patron)
        try context.save()
        try shop.psql.run("UPDATE patron SET activebool = false WHERE first_name = 'Eva'")
        patron.email = "eva@example.com"
        try context.save()
        #expect(try shop.psql.run("SELECT email FROM patron WHERE first_name = 'Eva'") == [["eva@example.com"]])
        #expect(patron.activebool == false)
        // A trigger sets what the object has not written.
        let actor = try #require(try context.fetch(FetchDescriptor<Actor>()).first { $0.firstName == "Nick" })
        let before = actor.lastUpdate
        actor.lastName = "Nolte"
        try context.save()
        #expect(actor.lastUpdate > before)
        actor.lastName = "Cage"
        try context.save()
        // A table with a counter has it raised.
        let employee = try #require(try context.fetch(FetchDescriptor<Employee>()).first { $0.name == "Nancy" })
        employee.name = "Nan"
        try context.save()
        #expect(try shop.psql.run("SELECT opt FROM employee WHERE name = 'Nan'") == [["2"]])
        // What goes to a new row comes after it, and what it left goes after that.
        let old = film.language
        film.language = Language(name: "Español")
        for other in old.films { other.language = film.language }
        for other in try context.fetch(FetchDescriptor<Film>()) where other.originalLanguage === old {
          other.originalLanguage = nil
        }
        context.delete(old)
        try context.save()
        #expect(try shop.psql.run("SELECT count(*) FROM language WHERE name = 'Français'") == [["0"]])
        #expect(
          try shop.psql.run("SELECT count(*) FROM film JOIN language AS l USING (language_id) WHERE l.name = 'Español'")
            == [["2"]])
      }

      @Test func uniqueValuesLeadToTheirRows() throws {
        let context = try context()
        let mary = Patron(firstName: "Maria", email: "mary@example.com")
        context.insert(mary)
        try context.save()
        #expect(
          try shop.psql.run("SELECT patron_id, first_name FROM patron WHERE email = 'mary@example.com'")
            == [["1", "Maria"]])
        // A deleted row's value goes to a new one.
        context.delete(mary)
        context.insert(Patron(firstName: "New", email: "mary@example.com"))
        try context.save()
        #expect(try shop.psql.run("SELECT first_name FROM patron WHERE email = 'mary@example.com'") == [["New"]])
        #expect(try shop.psql.run("SELECT count(*) FROM rental WHERE patron_id IS NULL") == [["2"]])
      }

      @Test func rowsGoWithWhatLedToThem() throws {
        let context = try context()
        let dinosaur = try film("Academy Dinosaur", context)
        context.delete(dinosaur)
        #expect(throws: SwiftDataError.deleteDenied) { try context.save() }
        context.rollback()
        for inventory in dinosaur.inventories { context.delete(inventory) }
        context.delete(dinosaur)
        // Each leads to the next one.
        for employee in try context.fetch(FetchDescriptor<Employee>()) { context.delete(employee) }
        try context.save()
        #expect(try shop.psql.run("SELECT count(*) FROM film WHERE title LIKE 'Academy%'") == [["0"]])
        #expect(try shop.psql.run("SELECT count(*) FROM employee") == [["0"]])
        #expect(try shop.psql.run("SELECT count(*) FROM rental") == [["1"]])
        #expect(try shop.psql.run("SELECT count(*) FROM payment WHERE rental_id IS NULL") == [["3"]])
        try context.delete(model: Inventory.self, where: #Predicate { $0.shelf == "B" })
        try context.save()
        #expect(try shop.psql.run("SELECT count(*) FROM rental") == [["0"]])
        // Something else leads to it that no model knows.
        try shop.psql.run("CREATE TABLE award (film_id integer REFERENCES film)")
        try shop.psql.run("INSERT INTO award SELECT film_id FROM film WHERE title = 'Zorro Ark'")
        context.delete(try film("Zorro Ark", context))
        #expect(throws: SwiftDataError.deleteDenied) { try context.save() }
      }

      @Test func rowsAreWrittenInBulk() throws {
        let container = try container()
        let context = ModelContext(container)
        try context.insertRows(of: Patron.self, from: 0..<50) { number, row in
          row.set(\.firstName, "P\(number)")
          row.set(\.createDate, .distantPast)
          row.set(\.token, UUID())
          row.set(\.activebool, number.isMultiple(of: 2))
        }
        #expect(try shop.psql.run("SELECT count(*), count(*) FILTER (WHERE activebool) FROM patron") == [["53", "28"]])
        try context.update(Patron.self, where: #Predicate { $0.firstName == "P1" }, .set(\.activebool, to: true))
        #expect(try shop.psql.run("SELECT activebool FROM patron WHERE first_name = 'P1'") == [["t"]])
      }

      // MARK: What is not done

      @Test func nothingIsMadeOrChanged() throws {
        let before = try shop.contents()
        let container = try container()
        let context = ModelContext(container)
        _ = try context.fetchCount(
          FetchDescriptor<Film>(
            predicate: #Predicate { $0.title.localizedStandardContains("a") && $0.title.contains("é") }))
        context.insert(Patron(firstName: "x"))
        try context.save()
        #expect(try shop.contents() == before)
        #expect(
          try shop.configuration(schema, .existing(named: tableNames)).migrationStatements(for: schema).isEmpty)
        // Whoever opens it knows the rows by the same identifiers.
        let first = try context.fetchIdentifiers(FetchDescriptor<Film>())
        let second = try ModelContext(try self.container()).fetchIdentifiers(FetchDescriptor<Film>())
        #expect(Set(first) == Set(second))
      }

      @Test func nobodyRecordsAHistory() throws {
        let container = try container()
        let context = ModelContext(container)
        context.insert(Patron(firstName: "x"))
        try context.save()
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
          try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
          try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        }
        let reading = try self.container(allowsSave: false)
        let other = ModelContext(reading)
        #expect(try other.fetchCount(FetchDescriptor<Patron>()) == 4)
        other.insert(Patron(firstName: "y"))
        #expect(throws: SwiftDataError.storeIsReadOnly) { try other.save() }
      }

      /// Behind a pooler, nobody knows which connection has the functions.
      @Test func functionsAreTheConnections() throws {
        var configuration = try shop.configuration(schema, .existing(named: tableNames))
        configuration.preparesStatements = false
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        #expect(try context.fetchCount(FetchDescriptor<Film>(predicate: #Predicate { $0.title == "Zorro Ark" })) == 1)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
          try context.fetchCount(FetchDescriptor<Film>(predicate: #Predicate { $0.title.contains("Ark") }))
        }
        context.insert(Patron(firstName: "x"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Patron>()) == 4)
      }

      /// `ArrivalTests` have the rest.
      @Test func keysWithoutASequenceFollowTheHighest() throws {
        let context = try context()
        let highest = try #require(try shop.psql.run("SELECT max(\"MediaTypeId\") + 1 FROM \"MediaType\"")[0][0])
        context.insert(MediaType(name: "new"))
        try context.save()
        #expect(
          try shop.psql.run("SELECT \"MediaTypeId\" FROM \"MediaType\" WHERE \"Name\" = 'new'") == [[highest]])
      }

      private func refusal(_ type: any PersistentModel.Type, _ tables: PostgresTables = .existing) throws -> String {
        let schema = Schema([type])
        do {
          _ = try ModelContainer(for: schema, configurations: [try shop.configuration(schema, tables)])
          return ""
        } catch let error as SwiftDataError where error == .unknownDataStoreSchema { return error.explanation }
      }

      @Test func whatDoesNotFitIsRefusedByName() throws {
        #expect(
          try refusal(Unfit.GroupLine.self) == "The table group_line has a key of several columns (group_id, line_no).")
        #expect(try refusal(Unfit.Log.self) == "The table log has no primary key.")
        #expect(try refusal(Unfit.Nowhere.self) == "The namespace has no table nowhere.")
        #expect(
          try refusal(Unfit.Nowhere.self, .existing(named: ["Nowhere": "actor"]))
            == "The table actor has no column something.")
        #expect(try refusal(Unfit.Actor.self).contains("actor_id is the key of the table actor"))
        #expect(
          try refusal(Unfit.Film.self)
            == "The column length of the table film is smallint, which is no value of the property.")
        #expect(try refusal(Unfit.Patron.self) == "The table patron has no unique index on first_name.")
        try shop.psql.run("INSERT INTO actor (actor_id, first_name, last_name) VALUES (-5, 'a', 'b')")
        #expect(throws: SwiftDataError.valueOutOfRange) { try self.context().fetch(FetchDescriptor<Actor>()) }
      }

      /// A statement knows a column by its name: it cannot read it as a text of one subclass and as a UUID of another.
      @Test func subclassesReadAColumnAlike() throws {
        try shop.psql.run(
          "CREATE TABLE vessel (vessel_id bigserial PRIMARY KEY, entity text NOT NULL, code uuid, length integer)")
        func container(_ types: [any PersistentModel.Type]) throws -> ModelContainer {
          let schema = Schema(types)
          return try ModelContainer(for: schema, configurations: [try shop.configuration(schema, .existing)])
        }
        let error = #expect(throws: SwiftDataError.self) { try container([Vessel.self, Barge.self, Ferry.self]) }
        #expect(error == .unknownDataStoreSchema && error?.property == "code")
        #expect(error?.explanation.contains("code of the table vessel") == true)
        // Numbers of different widths are one thing.
        let context = ModelContext(try container([Vessel.self, Barge.self, Tug.self]))
        let code = UUID()
        let (barge, tug) = (Barge(), Tug())
        (barge.code, barge.length, tug.code, tug.length) = (code, 1, code, 2)
        context.insert(barge)
        context.insert(tug)
        try context.save()
        let found = FetchDescriptor<Tug>(predicate: #Predicate { $0.code == code && $0.length == 2 })
        #expect(try ModelContext(context.container).fetchCount(found) == 1)
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Barge>()).map(\.code) == [code])
      }
    }
  }

  @Model class Vessel {
    init() {}
  }
  @Model final class Barge: Vessel {
    var code: UUID?
    var length: Int?
    override init() { super.init() }
  }
  @Model final class Ferry: Vessel {
    var code: String?
    override init() { super.init() }
  }
  @Model final class Tug: Vessel {
    var code: UUID?
    var length: Int32?
    override init() { super.init() }
  }

  private enum Unfit {
    @Model final class GroupLine {
      var amount: Int
      init() { amount = 0 }
    }
    @Model final class Log {
      var line: String?
      init() {}
    }
    @Model final class Nowhere {
      var something: String?
      init() {}
    }
    @Model final class Actor {
      var actorID: Int
      init() { actorID = 0 }
    }
    @Model final class Film {
      var length: String?
      init() {}
    }
    @Model final class Patron {
      @Attribute(.unique) var firstName: String
      init() { firstName = "" }
    }
  }
#endif
