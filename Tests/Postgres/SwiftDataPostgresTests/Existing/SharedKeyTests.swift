// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Tongue {
    @Attribute(.unique) var code: String
    var name: String
    @Relationship(inverse: \Land.tongueCode) var lands: [Land] = []
    init(_ code: String, _ name: String) {
      self.code = code
      self.name = name
    }
  }

  @Model private final class Land {
    @Attribute(.unique) var code: String
    var name: String
    var tongueCode: Tongue?
    init(_ code: String, _ name: String, _ tongue: Tongue? = nil) {
      self.code = code
      self.name = name
      tongueCode = tongue
    }
  }

  /// Rows of different tables that have the same key.
  extension PostgresTests {
    @Suite struct SharedKeyTests {
      private let namespace = "s_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
      private let psql: TestConnection

      init() throws {
        psql = try TestConnection()
        try psql.run("CREATE SCHEMA \(namespace)")
        try psql.run("SET search_path TO \(namespace)")
        // One transaction: rows of both have the same version.
        try psql.run(
          """
          BEGIN;
          CREATE TABLE tongue (code text PRIMARY KEY, name text NOT NULL);
          CREATE TABLE land (code text PRIMARY KEY, name text NOT NULL,
            tongue_code text REFERENCES tongue ON UPDATE CASCADE);
          INSERT INTO tongue VALUES ('de', 'German'), ('fr', 'French');
          INSERT INTO land VALUES ('de', 'Germany', 'de'), ('ge', 'Georgia', NULL), ('fr', 'France', 'fr');
          COMMIT;
          """)
      }

      private func context() throws -> ModelContext {
        let schema = Schema([Tongue.self, Land.self])
        return ModelContext(
          try ModelContainer(
            for: schema,
            configurations: [
              PostgresConfiguration(
                url: try #require(TestServer.address), schema: schema, namespace: namespace, tables: .existing)
            ]))
      }

      private func tongue(_ code: String, _ context: ModelContext) throws -> Tongue {
        try #require(try context.fetch(FetchDescriptor<Tongue>(predicate: #Predicate { $0.code == code })).first)
      }

      private func land(_ code: String, _ context: ModelContext) throws -> Land {
        try #require(try context.fetch(FetchDescriptor<Land>(predicate: #Predicate { $0.code == code })).first)
      }

      private func lands() throws -> [String] {
        try psql.run("SELECT code || ' ' || name || ' ' || COALESCE(tongue_code, '-') FROM land ORDER BY 1").map {
          $0[0] ?? ""
        }
      }

      @Test func aRowWithTheSameKeyKeepsItsOwn() throws {
        // Or the server would change the land, too.
        try psql.run("UPDATE land SET tongue_code = NULL")
        let context = try context()
        let german = try tongue("de", context)
        let germany = try land("de", context)
        let identifier = germany.persistentModelID
        german.code = "ge"
        try context.save()
        germany.name = "Deutschland"
        try context.save()
        #expect(try lands() == ["de Deutschland -", "fr France -", "ge Georgia -"])
        #expect(germany.persistentModelID == identifier && identifier.stringRepresentation.contains("~de~"))
        #expect(try land("de", context) === germany)
        #expect(try tongue("ge", context) === german)
        context.delete(germany)
        try context.save()
        #expect(try lands() == ["fr France -", "ge Georgia -"])
        context.delete(german)
        try context.save()
        #expect(try psql.run("SELECT code FROM tongue") == [["fr"]])
      }

      @Test func aNewRowWithTheSameKeyIsAnother() throws {
        let context = try context()
        let georgia = try land("ge", context)
        georgia.name = "unsaved"
        let georgian = Tongue("ge", "Georgian")
        context.insert(georgian)
        georgian.lands = [georgia]
        // What is read meanwhile is the same object.
        #expect(try land("ge", context) === georgia)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Land>()).contains { $0 === georgia })
        georgia.name = "Sakartvelo"
        try context.save()
        #expect(try lands() == ["de Germany de", "fr France fr", "ge Sakartvelo ge"])
        let other = ModelContext(context.container)
        #expect(try tongue("ge", other).lands.map(\.name) == ["Sakartvelo"])
        #expect(try land("ge", other).tongueCode === tongue("ge", other))
      }

      /// What a save that fails had given rows is taken back.
      @Test func aSaveThatFailsLeavesKeysAsTheyWere() throws {
        let context = try context()
        try psql.run("ALTER TABLE land ADD CHECK (name <> 'refused')")
        let (german, germany) = (try tongue("de", context), try land("de", context))
        german.code = "ge"
        let refused = Land("xx", "refused", german)
        context.insert(refused)
        #expect(throws: SwiftDataError.self) { try context.save() }
        context.rollback()
        germany.name = "Deutschland"
        german.name = "Deutsch"
        try context.save()
        #expect(try lands() == ["de Deutschland de", "fr France fr", "ge Georgia -"])
        #expect(try psql.run("SELECT name FROM tongue WHERE code = 'de'") == [["Deutsch"]])
      }

      @Test func identifiersInProjectionsAreOfTheirTables() throws {
        let context = try context()
        let (german, germany) = (try tongue("de", context), try land("de", context))
        let groups = try context.fetchGroups(
          FetchDescriptor<Land>(), by: \.tongueCode?.persistentModelID, .count)
        #expect(Set(groups.map(\.key)) == [nil, german.persistentModelID, try tongue("fr", context).persistentModelID])
        let own = try context.fetchIdentifiers(FetchDescriptor<Land>(predicate: #Predicate { $0.name == "Germany" }))
        #expect(own == [germany.persistentModelID])
        #expect(german.persistentModelID != germany.persistentModelID)
      }
    }
  }
#endif
