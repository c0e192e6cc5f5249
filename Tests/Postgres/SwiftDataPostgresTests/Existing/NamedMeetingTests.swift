// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  @Model private final class Entry {
    var word: String
    var weight: Int

    init(_ word: String, _ weight: Int) {
      self.word = word
      self.weight = weight
    }
  }

  @Model private final class Post {
    @Attribute(.unique) var code: String
    var keeper: Keeper?

    init(_ code: String) { self.code = code }
  }

  @Model private final class Keeper {
    @Attribute(.unique) var code: String
    @Relationship(inverse: \Post.keeper) var post: Post?

    init(_ code: String) { self.code = code }
  }

  @Model private final class Guest {
    @Attribute(.unique) var id: UUID
    @Attribute(.unique) var mail: String
    var name: String
    @Relationship(deleteRule: .deny, inverse: \Stay.guest) var stays: [Stay] = []

    init(id: UUID = UUID(), _ mail: String, _ name: String) {
      self.id = id
      self.mail = mail
      self.name = name
    }
  }

  @Model private final class Stay {
    var nights: Int
    var guest: Guest?

    init(_ nights: Int, _ guest: Guest) {
      self.nights = nights
      self.guest = guest
    }
  }

  /// Models that leave the keys to the server, and models that do not fit.
  private enum Unnamed {
    @Model final class SeaVessel {
      var name: String
      var home: SeaHarbour?

      init(_ name: String) { self.name = name }
    }
    @Model final class SeaHarbour {
      var name: String
      @Relationship(inverse: \SeaVessel.home) var seaVessels: [SeaVessel] = []

      init(_ name: String) { self.name = name }
    }
  }

  private enum Unfit {
    @Model final class SeaVessel {
      var id: String
      init() { id = "" }
    }
    @Model final class SeaSailor {
      var name: String
      @Relationship(originalName: "rank") var rank: SeaVoyage?
      init() { name = "" }
    }
    @Model final class SeaVoyage {
      @Relationship(originalName: "to_id") var to: SeaVoyage?
      init() {}
    }
    @Model final class SeaPaper {
      @Relationship(originalName: "vessel_id") var vessel: SeaVoyage?
      init() {}
    }
    @Model final class SeaWord {
      init() {}
    }
    @Model final class SeaDay {
      init() {}
    }
    @Model final class SeaComputed {
      var a: String?
      init() {}
    }
    @Model final class SeaLog {
      var text: String
      init() { text = "" }
    }
    @Model class SeaFlag {
      var name: String
      init() { name = "" }
    }
    @Model final class SeaStripes: SeaFlag {
      var count = 0
    }
  }

  /// What keys of other types meet: orders of texts, observers, threads, and models that do not fit.
  extension PostgresTests {
    @Suite(.needsICU) struct NamedMeetingTests {
      private let fleet: NamedFleet

      init() throws { fleet = try NamedFleet() }

      private func context(_ schema: Schema = NamedRowTests.schema) throws -> ModelContext {
        ModelContext(try fleet.container(schema))
      }

      /// Keys whose column has the order of a language: rows come by their bytes, with unsaved changes or without.
      @Test func textsAreInTheOrderOfTheirBytes() throws {
        try fleet.psql.run(
          """
          CREATE TABLE entry (word text COLLATE "und-x-icu" PRIMARY KEY, weight integer NOT NULL);
          INSERT INTO entry VALUES ('a', 1), ('B', 1), ('c', 1), ('Z', 1), ('Äpfel', 1), (E'A\\u0308', 1), ('p7', 1), ('', 1)
          """)
        let context = try context(Schema([Entry.self]))
        let sorted = ["", "A\u{308}", "B", "Z", "a", "c", "p7", "Äpfel"]
        func words(_ order: [SortDescriptor<Entry>] = []) throws -> [String] {
          try context.fetch(FetchDescriptor<Entry>(sortBy: order)).map(\.word)
        }
        #expect(try words() == sorted)
        let p7 = try #require(try context.fetch(FetchDescriptor<Entry>()).first { $0.word == "p7" })
        p7.weight = 1
        try #require(try context.fetch(FetchDescriptor<Entry>()).first { $0.word == "B" }).weight = 1
        let byWeight = [SortDescriptor(\Entry.weight)]
        for order in [[], byWeight, [SortDescriptor(\Entry.persistentModelID)]] { #expect(try words(order) == sorted) }
        #expect(
          try words([SortDescriptor(\Entry.persistentModelID, order: .reverse)]) == Array(sorted.reversed()))
        try context.save()
        var page = try context.fetchPage(FetchDescriptor<Entry>(sortBy: byWeight), size: 3)
        var found = page.models.map(\.word)
        while let next = page.next {
          page = try context.fetchPage(FetchDescriptor<Entry>(sortBy: byWeight), size: 3, after: next)
          found += page.models.map(\.word)
        }
        #expect(found == sorted)
        // An empty key is one, too: in JSON, and as a reference.
        let empty = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
        let coded = try JSONDecoder().decode(
          PersistentIdentifier.self, from: JSONEncoder().encode(empty.persistentModelID))
        #expect((ModelContext(context.container).model(for: coded) as? Entry)?.weight == 1)
      }

      @MainActor @Test func observersHearOfChanges() async throws {
        let container = try fleet.container(NamedRowTests.schema)
        let context = ModelContext(container)
        let observer = try ResultsObserver<SeaSailor, Never>(
          sortBy: [SortDescriptor(\.name, comparator: .lexical)], modelContext: container.mainContext)
        var differences = observer.differences.makeAsyncIterator()
        let first = await differences.next(isolation: MainActor.shared)
        #expect(first?.insertions.count == 4)
        #expect(observer.results.map(\.name) == ["Ole", "Pia", "Rasmus", "Stine"])
        let pia = try #require(try context.fetch(FetchDescriptor<SeaSailor>()).first { $0.name == "Pia" })
        pia.rank = 9
        try context.save()
        let second = await differences.next(isolation: MainActor.shared)
        #expect(second?.updates.count == 1)
        #expect(observer.results[1].rank == 9)
        context.insert(SeaSailor(name: "Nils"))
        try context.save()
        let third = await differences.next(isolation: MainActor.shared)
        #expect(third?.insertions.count == 1)
        #expect(observer.results.first?.name == "Nils")
      }

      /// Threads that insert the same keys, and change and delete their rows.
      @Test func threadsWantTheSameKeys() throws {
        let container = try fleet.container(NamedRowTests.schema)
        let failures = Mutex<[String]>([])
        let seed = UInt64.random(in: 1..<1_000_000)
        print("Threads that want the same keys: seed \(seed)")
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
          var generator = SeededGenerator(seed: seed &+ UInt64(thread))
          for round in 0..<40 {
            let context = ModelContext(container)
            context.mergePolicy = .memoryWins
            let code = "K\(Int.random(in: 0..<4, using: &generator))"
            do {
              let found = try context.fetch(FetchDescriptor<SeaFlag>(predicate: #Predicate { $0.code == code }))
              if found.count > 1 { failures.withLock { $0.append("\(found.count) rows of \(code)") } }
              switch Int.random(in: 0..<3, using: &generator) {
              case 0: found.first.map { context.delete($0) }
              case 1: found.first?.name = "\(thread) \(round)"
              default: context.insert(SeaFlag(code: code, name: "\(thread) \(round)"))
              }
              try context.save()
              let identifiers = try context.fetchIdentifiers(FetchDescriptor<SeaFlag>())
              if Set(identifiers).count != identifiers.count { failures.withLock { $0.append("equal identifiers") } }
            } catch let error as SwiftDataError {
              // Others were faster.
              let usual: [SwiftDataError] = [.optimisticLockFailure, .uniqueConflict, .storeIsBusy]
              if !usual.contains(error) { failures.withLock { $0.append("\(error)") } }
            } catch {
              failures.withLock { $0.append("\(error)") }
            }
          }
        }
        #expect(failures.withLock { $0 } == [])
        let context = ModelContext(container)
        let rows = try fleet.psql.run("SELECT code::text, name FROM sea_flag ORDER BY 1").map { $0.map { $0 ?? "" } }
        #expect(try context.fetch(FetchDescriptor<SeaFlag>()).map { [$0.code, $0.name] } == rows)
        for flag in try context.fetch(FetchDescriptor<SeaFlag>()) {
          #expect(flag.persistentModelID.stringRepresentation.contains("~\(flag.code)~"))
        }
      }

      /// A row that a new object meets by another unique value keeps its key, and what refers to it.
      @Test(arguments: [false, true])
      func aRowKeepsItsKey(_ isLoaded: Bool) throws {
        try fleet.psql.run(
          """
          CREATE TABLE guest (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), mail text NOT NULL UNIQUE, name text NOT NULL);
          CREATE TABLE stay (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), nights integer NOT NULL,
            guest_id uuid REFERENCES guest);
          INSERT INTO guest VALUES ('\(NamedFleet.anna)', 'a@example.com', 'first');
          INSERT INTO stay (nights, guest_id) VALUES (2, '\(NamedFleet.anna)')
          """)
        let context = try context(Schema([Guest.self, Stay.self]))
        let loaded = isLoaded ? try context.fetch(FetchDescriptor<Guest>()).first : nil
        let guest = Guest("a@example.com", "second")
        context.insert(guest)
        context.insert(Stay(3, guest))
        try context.save()
        let id = UUID(uuidString: NamedFleet.anna)
        let rows = try fleet.psql.run(
          "SELECT g.id::text, name, sum(nights) FROM guest AS g JOIN stay AS s ON s.guest_id = g.id GROUP BY 1, 2")
        #expect(rows == [[NamedFleet.anna, "second", "5"]])
        let found = try #require(try context.fetch(FetchDescriptor<Guest>()).first)
        #expect(found.id == id)
        #expect(loaded == nil || loaded === found)
        #expect(found.stays.map(\.nights).sorted() == [2, 3])
        found.name = "third"
        try context.save()
        #expect(try fleet.psql.run("SELECT name FROM guest") == [["third"]])
        let sql = try context.fetch(Guest.self, sql: "SELECT \(\Guest.id) FROM \(Guest.self)")
        #expect(sql.first === found)
      }

      /// Both rows have the other one's key, and each may meet one that is there.
      @Test func rowsReferToEachOther() throws {
        try fleet.psql.run(
          """
          CREATE TABLE post (code text PRIMARY KEY);
          CREATE TABLE keeper (code text PRIMARY KEY, post_id text REFERENCES post DEFERRABLE INITIALLY DEFERRED);
          ALTER TABLE post ADD keeper_id text REFERENCES keeper DEFERRABLE INITIALLY DEFERRED;
          INSERT INTO post VALUES ('p')
          """)
        let context = try context(Schema([Post.self, Keeper.self]))
        for (post, keeper) in [("a", "b"), ("p", "q")] {
          let new = Post(post)
          context.insert(new)
          new.keeper = Keeper(keeper)
        }
        try context.save()
        let rows = try fleet.psql.run(
          "SELECT p.code, keeper_id, post_id FROM post AS p JOIN keeper AS k ON k.code = p.keeper_id ORDER BY 1")
        #expect(rows == [["a", "b", "a"], ["p", "q", "p"]])
        #expect(
          try ModelContext(context.container).fetch(FetchDescriptor<Post>()).map { $0.keeper?.code } == ["b", "q"])
      }

      @Test func keysMayBeLeftToTheServer() throws {
        let context = try context(Schema([Unnamed.SeaVessel.self, Unnamed.SeaHarbour.self]))
        let vessel = Unnamed.SeaVessel("Dora")
        vessel.home = try context.fetch(FetchDescriptor<Unnamed.SeaHarbour>()).first { $0.name == "Kiel" }
        context.insert(vessel)
        try context.save()
        let key = try #require(try fleet.psql.run("SELECT id, home_id FROM sea_vessel WHERE name = 'Dora'").first)
        #expect(key[1] == "KIE")
        #expect(vessel.persistentModelID.stringRepresentation.contains("~\(try #require(key[0]).uppercased())~"))
        context.insert(Unnamed.SeaHarbour("Lübeck"))
        let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
        #expect(error?.explanation.contains("has no default value") == true)
      }

      private func refusal(_ types: any PersistentModel.Type...) throws -> String {
        do {
          _ = try fleet.container(Schema(types))
          return ""
        } catch let error as SwiftDataError where error == .unknownDataStoreSchema { return error.explanation }
      }

      @Test func whatDoesNotFitIsRefusedByName() throws {
        #expect(try refusal(Unfit.SeaVessel.self).contains("The column id is the key of the table sea_vessel"))
        #expect(try refusal(Unfit.SeaVoyage.self) == "The column to_id is text, which is no key of sea_voyage.")
        #expect(
          try refusal(Unfit.SeaPaper.self, Unfit.SeaVoyage.self).contains(
            "vessel_id is the key of the table sea_papers"))
        #expect(try refusal(Unfit.SeaWord.self).contains("a collation by which different texts are equal"))
        #expect(try refusal(Unfit.SeaDay.self).contains("no whole number, UUID, text or bytea, but date"))
        #expect(try refusal(Unfit.SeaComputed.self).contains("is computed by the server"))
        #expect(try refusal(Unfit.SeaLog.self).contains("a key of several columns (vessel_id, line)"))
        #expect(try refusal(Unfit.SeaFlag.self, Unfit.SeaStripes.self).contains("has no text column entity"))
      }

      /// Only rows are changed.
      @Test func aStoreThatOnlyReads() throws {
        let context = ModelContext(try fleet.container(NamedRowTests.schema, allowsSave: false))
        #expect(try context.fetch(FetchDescriptor<SeaHarbour>()).map(\.seaVessels.count) == [0, 1, 1])
        context.insert(SeaFlag(code: "X", name: "x"))
        #expect(throws: SwiftDataError.storeIsReadOnly) { try context.save() }
        #expect(throws: SwiftDataError.invalidTransactionFetchRequest) {
          try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        }
      }
    }
  }
#endif
