// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Lease {
    var tenant: String
    var until: Date

    init(_ tenant: String, until: Date) {
      self.tenant = tenant
      self.until = until
    }
  }

  @Model private final class Parcel {
    var rates: [Decimal]
    var pieces: [Int]
    var places: [String]

    init(rates: [Decimal], pieces: [Int], places: [String]) {
      self.rates = rates
      self.pieces = pieces
      self.places = places
    }
  }

  @Model private final class Ticket {
    var number: Int
    var label: String

    init(number: Int = 0, label: String) {
      self.number = number
      self.label = label
    }
  }

  @Model private final class Member {
    var mail: String
    var code: String
    var grade: String

    init(_ mail: String, code: String, grade: String) {
      self.mail = mail
      self.code = code
      self.grade = grade
    }
  }

  /// Columns whose values are not what a Swift value is.
  extension PostgresTests {
    @Suite struct ColumnTests {
      private let namespace = "k_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
      private let psql: TestConnection

      init() throws {
        psql = try TestConnection()
        try psql.run("CREATE SCHEMA \(namespace)")
        try psql.run("SET search_path TO \(namespace)")
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

      private func source() throws -> String {
        let session = try DatabaseSession(url: try #require(TestServer.address), namespace: namespace)
        defer { session.close() }
        return try session.existingSource()
      }

      /// Seconds have no whole microseconds after the year 2286: the last moment of a year, by which programs mean that there
      /// is no end, would be the first one of the next, and a page would skip or repeat what has it.
      @Test(arguments: [SortOrder.forward, .reverse]) func pagesFollowFarMoments(order: SortOrder) throws {
        try psql.run(
          """
          CREATE TABLE lease (lease_id bigserial PRIMARY KEY, tenant text NOT NULL, until timestamp NOT NULL);
          INSERT INTO lease (tenant, until) SELECT n::text,
            CASE n % 4 WHEN 0 THEN '9999-12-31 23:59:59.999999'::timestamp WHEN 1 THEN '294276-12-31 23:59:59.999999'
              WHEN 2 THEN 'infinity' ELSE '2026-01-02 03:04:05.678901' END FROM generate_series(1, 16) AS n;
          """)
        let context = try context(Schema([Lease.self]))
        let descriptor = FetchDescriptor<Lease>(sortBy: [SortDescriptor(\.until, order: order)])
        let all = try context.fetch(descriptor).map(\.tenant)
        #expect(all.count == 16)
        for size in [1, 3, 4] {
          var page = try context.fetchPage(descriptor, size: size)
          var found = page.models.map(\.tenant)
          while let next = page.next, found.count <= all.count {
            page = try context.fetchPage(descriptor, size: size, after: next)
            found += page.models.map(\.tenant)
          }
          #expect(found == all, "pages of \(size)")
        }
      }

      /// A `citext` has an order without case, but is compared with texts as a text: pages that are ordered by it skipped rows. What
      /// becomes a text when it is read is in the order of its bytes, too.
      @Test(.needsICU) func textsOfAllTypesAreInTheOrderOfTheirBytes() throws {
        let hasExtension = try !psql.run("SELECT FROM pg_available_extensions WHERE name = 'citext'").isEmpty
        if hasExtension { try psql.run("CREATE EXTENSION citext") }
        try psql.run(
          """
          CREATE TYPE grade AS ENUM ('z', 'a', 'A', 'b', 'B');
          CREATE TABLE member (member_id bigserial PRIMARY KEY, mail \(hasExtension ? "citext" : "text") NOT NULL,
            code character(6) COLLATE "und-x-icu" NOT NULL, grade grade NOT NULL);
          INSERT INTO member (mail, code, grade) SELECT w, w, w::grade FROM unnest('{b,A,a,B,z}'::text[]) AS w;
          """)
        defer { if hasExtension { _ = try? psql.run("DROP EXTENSION citext CASCADE") } }
        let context = try context(Schema([Member.self]))
        func check(_ path: KeyPath<Member, String> & Sendable) throws {
          for order in [SortOrder.forward, .reverse] {
            let descriptor = FetchDescriptor<Member>(sortBy: [SortDescriptor(path, comparator: .lexical, order: order)])
            let ordered = ["A", "B", "a", "b", "z"]
            let all = order == .forward ? ordered : ordered.reversed()
            #expect(try context.fetch(descriptor).map { $0[keyPath: path] } == all)
            for size in [1, 2] {
              var page = try context.fetchPage(descriptor, size: size)
              var found = page.models.map { $0[keyPath: path] }
              while let next = page.next, found.count <= all.count {
                page = try context.fetchPage(descriptor, size: size, after: next)
                found += page.models.map { $0[keyPath: path] }
              }
              #expect(found == all, "pages of \(size)")
            }
          }
        }
        try check(\.mail)
        try check(\.code)
        try check(\.grade)
        #expect(try context.fetchCount(FetchDescriptor<Member>(predicate: #Predicate { $0.mail == "a" })) == 1)
        #expect(try context.fetchCount(FetchDescriptor<Member>(predicate: #Predicate { $0.mail > "a" })) == 2)
      }

      /// Numbers are numbers in JSON, of a domain too, and composites would be objects.
      @Test func elementsAreWhatTheyAreWrittenAs() throws {
        try psql.run(
          """
          CREATE DOMAIN pieces AS integer CHECK (VALUE > 0);
          CREATE TYPE place AS (street text, number integer);
          CREATE TABLE parcel (parcel_id bigserial PRIMARY KEY, rates numeric(12, 2)[] NOT NULL, pieces pieces[] NOT NULL,
            places place[] NOT NULL);
          INSERT INTO parcel (rates, pieces, places) VALUES
            ('{1.50,20}', '{1,2}', ARRAY[('Elm', 7)::place, ('Oak Lane', NULL)::place]);
          """)
        let written = try source()
        for line in ["var rates: [Decimal]", "var pieces: [Int]", "var places: [String]"] {
          #expect(written.contains(line))
        }
        let context = try context(Schema([Parcel.self]))
        let parcel = try #require(try context.fetch(FetchDescriptor<Parcel>()).first)
        #expect(parcel.rates == [Decimal(string: "1.5"), 20])
        #expect(parcel.pieces == [1, 2])
        #expect(parcel.places == ["(Elm,7)", "(\"Oak Lane\",)"])
        parcel.rates.append(Decimal(string: "0.25")!)
        parcel.pieces = [3]
        parcel.places.reverse()
        context.insert(Parcel(rates: [], pieces: [], places: []))
        try context.save()
        #expect(
          try psql.run("SELECT rates, pieces, places FROM parcel ORDER BY parcel_id") == [
            ["{1.50,20.00,0.25}", "{3}", #"{"(\"Oak Lane\",)","(Elm,7)"}"#], ["{}", "{}", "{}"],
          ])
      }

      /// The server takes no number for a column that is always an identity.
      @Test func numbersOfTheServerAreRead() throws {
        try psql.run(
          """
          CREATE TABLE ticket (ticket_id bigserial PRIMARY KEY, number integer NOT NULL GENERATED ALWAYS AS IDENTITY (START 40),
            label text NOT NULL);
          """)
        #expect(try source().contains("number: Int = 0"))
        let context = try context(Schema([Ticket.self]))
        let ticket = Ticket(label: "a")
        context.insert(ticket)
        try context.save()
        #expect(ticket.number == 40)
        ticket.number = 7
        ticket.label = "b"
        try context.save()
        #expect(ticket.number == 40)
        #expect(try psql.run("SELECT number, label FROM ticket") == [["40", "b"]])
      }

      /// A class `Swift` would hide the module, and `CaseIterable` a protocol that enumerations have.
      @Test func classesHideNothingThatIsNeeded() throws {
        try psql.run(
          """
          CREATE TABLE swift (id bigserial PRIMARY KEY);
          CREATE TABLE swift_data (id bigserial PRIMARY KEY);
          CREATE TABLE foundations (id bigserial PRIMARY KEY);
          CREATE TABLE case_iterable (id bigserial PRIMARY KEY);
          """)
        let written = try source()
        for line in [
          "class SwiftRow ", "class SwiftDataRow ", "class Foundations ", "class CaseIterableRow ",
          "\"SwiftDataRow\": \"swift_data\"",
        ] {
          #expect(written.contains(line), "\(line)")
        }
      }
    }
  }
#endif
