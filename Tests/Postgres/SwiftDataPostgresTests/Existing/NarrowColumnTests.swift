// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Account {
    var name: String
    var creditLimit: Decimal
    var reserve: Decimal?
    init(_ name: String, creditLimit: Decimal) {
      self.name = name
      self.creditLimit = creditLimit
    }
  }

  @Model private final class Grid {
    var matrix: [[String]]
    init(_ matrix: [[String]]) { self.matrix = matrix }
  }

  @Model private final class Load {
    var weight: Double
    init(_ weight: Double) { self.weight = weight }
  }

  @Model private final class Flags {
    var bits: String
    var letter: String
    var label: String
    init(bits: String, letter: String, label: String) {
      self.bits = bits
      self.letter = letter
      self.label = label
    }
  }

  @Model private final class Tray {
    var codes: [String]
    var marks: [String?]
    var bits: [String]
    var letters: [String]
    var labels: [String]
    init() {
      codes = ["abc", "d"]
      marks = ["xyz", nil]
      bits = ["101"]
      letters = ["a", "b"]
      labels = ["short"]
    }
  }

  @Model private final class Reel {
    var title: String
    var lastUpdate: Date
    var shown: Date
    init(_ title: String, lastUpdate: Date, shown: Date) {
      self.title = title
      self.lastUpdate = lastUpdate
      self.shown = shown
    }
  }

  @Model private final class Node {
    var name: String
    init(_ name: String) { self.name = name }
  }

  /// Values that a column of another program has no room for, or a Swift value.
  extension PostgresTests {
    @Suite struct NarrowColumnTests {
      private let namespace = "r_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
      private let psql: TestConnection

      init() throws {
        psql = try TestConnection()
        try psql.run("CREATE SCHEMA \(namespace)")
        try psql.run("SET search_path TO \(namespace)")
      }

      private func context(_ models: any PersistentModel.Type...) throws -> ModelContext {
        let schema = Schema(models)
        return ModelContext(
          try ModelContainer(
            for: schema,
            configurations: [
              PostgresConfiguration(
                url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: .existing)
            ]))
      }

      @Test(arguments: ["Infinity", "-Infinity", "1e300"]) func numbersBeyondDecimalAreNotZero(number: String) throws {
        try psql.run(
          """
          CREATE TABLE account (account_id bigserial PRIMARY KEY, name text NOT NULL, credit_limit numeric NOT NULL,
            reserve numeric);
          INSERT INTO account (name, credit_limit, reserve) VALUES ('a', '1.5', NULL), ('b', '\(number)', NULL),
            ('c', 2, '\(number)');
          """)
        let context = try context(Account.self)
        #expect(
          try context.fetch(FetchDescriptor<Account>(predicate: #Predicate { $0.name == "a" })).map(\.creditLimit)
            == [Decimal(string: "1.5")])
        for name in ["b", "c"] {
          let error = #expect(throws: SwiftDataError.storeIsCorrupted) {
            try context.fetch(FetchDescriptor<Account>(predicate: #Predicate { $0.name == name }))
          }
          #expect(error?.property == (name == "b" ? "creditLimit" : "reserve"))
        }
      }

      /// A list of lists would become a list of their texts.
      @Test func listsOfListsAreNotWritten() throws {
        try psql.run(
          """
          CREATE TABLE grid (grid_id bigserial PRIMARY KEY, matrix text[] NOT NULL);
          INSERT INTO grid (matrix) VALUES ('{{a,b},{c,"]["}}');
          """)
        let context = try context(Grid.self)
        let grid = try #require(try context.fetch(FetchDescriptor<Grid>()).first)
        #expect(grid.matrix == [["a", "b"], ["c", "]["]])
        grid.matrix = [["a"], ["c", "d"]]
        let error = #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
        #expect(error?.property == "matrix")
        #expect(try psql.run("SELECT matrix FROM grid") == [["{{a,b},{c,][}}"]])
      }

      @Test func numbersBeyondRealAreRefused() throws {
        try psql.run("CREATE TABLE load (load_id bigserial PRIMARY KEY, weight real NOT NULL)")
        let context = try context(Load.self)
        for weight in [1e39, -1e39] {
          context.insert(Load(weight))
          #expect(throws: SwiftDataError.valueOutOfRange) { try context.save() }
          context.rollback()
        }
        context.insert(Load(.infinity))
        context.insert(Load(3.4e38))
        try context.save()
        #expect(try psql.run("SELECT weight > 1e38 FROM load") == [["t"], ["t"]])
        #expect(throws: SwiftDataError.valueOutOfRange) {
          try context.update(Load.self, .set(\.weight, to: 1e39))
        }
      }

      /// A cast cuts off what an assignment refuses.
      @Test func textsAreNotCutOff() throws {
        try psql.run(
          """
          CREATE TABLE flags (flags_id bigserial PRIMARY KEY, bits bit(4) NOT NULL, letter "char" NOT NULL,
            label name NOT NULL);
          """)
        let context = try context(Flags.self)
        let flags = Flags(bits: "1010", letter: "a", label: "short")
        context.insert(flags)
        try context.save()
        for change: (Flags) -> Void in [
          { $0.bits = "1111100" }, { $0.bits = "1" }, { $0.letter = "abc" },
          { $0.label = String(repeating: "x", count: 64) },
        ] {
          change(flags)
          #expect(throws: SwiftDataError.self) { try context.save() }
          context.rollback()
        }
        flags.bits = "0001"
        flags.label = String(repeating: "x", count: 63)
        try context.save()
        #expect(
          try psql.run("SELECT bits, letter, label FROM flags")
            == [["0001", "a", String(repeating: "x", count: 63)]])
      }

      /// The elements' type has no length in an array's cast, and would have the length 1.
      @Test func elementsAreNotCutOff() throws {
        try psql.run(
          """
          CREATE DOMAIN mark AS char(3);
          CREATE TABLE tray (tray_id bigserial PRIMARY KEY, codes char(3)[] NOT NULL, marks mark[] NOT NULL,
            bits bit(3)[] NOT NULL, letters "char"[] NOT NULL, labels name[] NOT NULL);
          """)
        let context = try context(Tray.self)
        let tray = Tray()
        context.insert(tray)
        try context.save()
        let query = "SELECT codes, marks, bits, letters, labels FROM tray"
        #expect(try psql.run(query) == [["{abc,\"d  \"}", "{xyz,NULL}", "{101}", "{a,b}", "{short}"]])
        for change: (Tray) -> Void in [
          { $0.codes = ["abcd"] }, { $0.marks = [nil, "abcd"] }, { $0.bits = ["1010"] }, { $0.bits = ["1"] },
          { $0.letters = ["a", "bc"] }, { $0.labels = [String(repeating: "x", count: 64)] },
        ] {
          change(tray)
          #expect(throws: SwiftDataError.self) { try context.save() }
          context.rollback()
        }
        tray.codes = ["efg", "hij"]
        tray.labels = [String(repeating: "x", count: 63), "é"]
        try context.save()
        let fresh = try #require(try self.context(Tray.self).fetch(FetchDescriptor<Tray>()).first)
        #expect(fresh.codes == ["efg", "hij"])
        #expect(fresh.marks == ["xyz", nil])
        #expect(fresh.labels == [String(repeating: "x", count: 63), "é"])
      }

      @Test func secondsOfMomentsAreNumbers() throws {
        try psql.run(
          """
          CREATE TABLE reel (reel_id bigserial PRIMARY KEY, title text NOT NULL, last_update timestamptz NOT NULL,
            shown timestamp NOT NULL);
          INSERT INTO reel (title, last_update, shown) VALUES
            ('old', '2001-01-01 00:00:00+00', '2001-01-01'), ('new', '2026-01-02 03:04:05.678901+00', '2026-01-02');
          """)
        let context = try context(Reel.self)
        func titles(_ predicate: Predicate<Reel>) throws -> [String] {
          try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title)
        }
        #expect(try titles(#Predicate { $0.lastUpdate.timeIntervalSince1970 > 1_700_000_000 }) == ["new"])
        #expect(try titles(#Predicate { $0.shown.timeIntervalSince1970 < 1_700_000_000 }) == ["old"])
        #expect(try titles(#Predicate { $0.lastUpdate.timeIntervalSinceReferenceDate + 1 < 2 }) == ["old"])
        let new = try #require(try context.fetch(FetchDescriptor<Reel>(sortBy: [SortDescriptor(\.title)])).first)
        func count(_ date: Date) throws -> [Int] {
          try context.query(
            "SELECT count(*) FROM \(Reel.self) WHERE \(\Reel.lastUpdate) = \(date) OR \(\Reel.shown) = \(date)",
            as: Int.self)
        }
        #expect(try count(new.lastUpdate) == [1])
        #expect(try count(new.shown) == [1])
        #expect(try count(new.shown + 1) == [0])
        // As the server writes them.
        for date in [
          Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSince1970: -1), .distantPast, .distantFuture,
          Date(timeIntervalSince1970: 951_782_400), Date(timeIntervalSince1970: 951_868_799.5),
          Date(timeIntervalSinceReferenceDate: -63_145_526_400 - 86_400 * 400),
        ] {
          new.lastUpdate = date
          try context.save()
          #expect(try count(date) == [1], "\(date.timeIntervalSinceReferenceDate)")
        }
      }

      /// What is made of a sequence's number is no number of the sequence.
      @Test func keysThatAreMadeOfASequenceAreRefused() throws {
        try psql.run(
          """
          CREATE SEQUENCE nodes;
          CREATE TABLE node (node_id bigint PRIMARY KEY DEFAULT ((nextval('nodes') << 8) | 7), name text NOT NULL);
          INSERT INTO node (name) VALUES ('first');
          """)
        let context = try context(Node.self)
        let first = try #require(try context.fetch(FetchDescriptor<Node>()).first)
        first.name = "changed"
        try context.save()
        context.insert(Node("second"))
        let error = #expect(throws: SwiftDataError.storeFailure) { try context.save() }
        #expect(error?.explanation.contains("default value") == true)
        context.rollback()
        try psql.run("ALTER TABLE node ALTER node_id SET DEFAULT nextval('nodes')")
        let fresh = try self.context(Node.self)
        fresh.insert(Node("second"))
        try fresh.save()
        #expect(try psql.run("SELECT node_id, name FROM node ORDER BY 1") == [["2", "second"], ["263", "changed"]])
      }
    }
  }
#endif
