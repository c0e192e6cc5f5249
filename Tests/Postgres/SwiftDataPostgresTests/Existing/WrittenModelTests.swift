// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Drawer {
    var label: String
    init(label: String) { self.label = label }
  }

  /// What `swiftdata schema --swift` writes for names and default values that other programs have.
  extension PostgresTests {
    @Suite struct WrittenModelTests {
      private let namespace = "w_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
      private let psql: TestConnection

      init() throws {
        psql = try TestConnection()
        try psql.run("CREATE SCHEMA \(namespace)")
        try psql.run("SET search_path TO \(namespace)")
      }

      private func source() throws -> String {
        let session = try DatabaseSession(url: try #require(TestServer.address), namespace: namespace)
        defer { session.close() }
        return try session.existingSource()
      }

      /// Scripts without capital letters have one name for a class and for a property, which would hide the class.
      @Test func propertiesAreNotCalledAsTypes() throws {
        try psql.run(
          """
          CREATE TYPE 状態 AS ENUM ('新', '旧');
          CREATE TABLE 顧客 (id bigserial PRIMARY KEY, 顧客 integer, 状態 状態 NOT NULL);
          CREATE TABLE 注文 (id bigserial PRIMARY KEY, 顧客 bigint REFERENCES 顧客);
          """)
        let written = try source()
        #expect(written.contains("@Model final class 顧客 {"))
        #expect(written.contains("@Attribute(originalName: \"顧客\")"))
        #expect(written.contains("var 顧客顧客: Int?"))
        #expect(written.contains("var 顧客状態: 状態"))
        #expect(written.contains("@Relationship(originalName: \"顧客\")"))
        #expect(written.contains("var 注文顧客: 顧客?"))
        #expect(!written.contains("var 顧客:") && !written.contains("var 状態:"))
      }

      @Test func momentsAndEmptyArraysAreInitialValues() throws {
        try psql.run(
          """
          CREATE TABLE ledger (ledger_id bigserial PRIMARY KEY, tags text[] NOT NULL DEFAULT '{}',
            made date NOT NULL DEFAULT ('now'::text)::date,
            changed timestamp NOT NULL DEFAULT timezone('utc', now()),
            closed timestamp NOT NULL DEFAULT (now() AT TIME ZONE 'utc'),
            exact timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
            due timestamptz NOT NULL DEFAULT now() + interval '1 day',
            local timestamp NOT NULL DEFAULT timezone('Asia/Tokyo', now()),
            filled integer[] NOT NULL DEFAULT '{1}', joined text NOT NULL DEFAULT 'a' || 'b');
          """)
        let written = try source()
        #expect(written.contains("tags: [String] = []"))
        for name in ["made", "changed", "closed", "exact"] { #expect(written.contains("\(name): Date = .now")) }
        // Nothing else is guessed.
        for name in ["due", "local", "filled", "joined"] {
          #expect(written.contains("    self.\(name) = \(name)\n"))
          #expect(written.split(separator: "\n").allSatisfy { !$0.contains("\(name): ") || !$0.contains(" = ") })
        }
      }

      /// Serial columns from before PostgreSQL 8.1 have the name of their sequence as a text, and so have dumps of them.
      @Test func sequencesMayBeNamedByTexts() throws {
        try psql.run(
          """
          CREATE SEQUENCE numbers START 7;
          CREATE TABLE drawer (drawer_id integer PRIMARY KEY
            DEFAULT nextval(('\(namespace).numbers'::text)::regclass), label text NOT NULL);
          """)
        let schema = Schema([Drawer.self])
        let context = ModelContext(
          try ModelContainer(
            for: schema,
            configurations: [
              PostgresConfiguration(
                url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: .existing)
            ]))
        context.insert(Drawer(label: "a"))
        try context.save()
        #expect(try psql.run("SELECT drawer_id, label FROM drawer") == [["7", "a"]])
      }
    }
  }
#endif
