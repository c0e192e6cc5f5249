// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Tables that follow their models, while others use them.
  extension PostgresTests {
    @Suite struct MigrationTests {
      enum First {
        @Model final class Lamp {
          var name: String
          var watts: Int16
          var isOn: Bool
          init(_ name: String, _ watts: Int16) {
            self.name = name
            self.watts = watts
            isOn = true
          }
        }
      }

      enum Second {
        @Model final class Lamp {
          #Unique<Lamp>([\.name])
          #Index<Lamp>([\.watts])
          var name: String
          var watts: Int
          var isOn: Bool
          var colour: String = "it's white"
          var factor: Double = 2.5
          var price: Decimal = 12
          var tags: [String] = ["new"]
          var owner: String?
          init(_ name: String, _ watts: Int) {
            self.name = name
            self.watts = watts
            isOn = true
          }
        }
      }

      enum Required {
        @Model final class Lamp {
          var name: String
          var watts: Int16
          var isOn: Bool
          var room: String
          init(_ name: String, _ room: String) {
            self.name = name
            self.room = room
            watts = 1
            isOn = true
          }
        }
      }

      private func open(_ type: any PersistentModel.Type, _ namespace: String) throws -> ModelContainer {
        let schema = Schema([type])
        return try ModelContainer(
          for: schema, configurations: [PostgresConfiguration.test(schema, namespace: namespace)])
      }

      private func made(_ names: String...) throws -> String {
        let namespace = "m_" + UUID().uuidString.prefix(8).lowercased()
        let context = ModelContext(try open(First.Lamp.self, namespace))
        for name in names { context.insert(First.Lamp(name, 40)) }
        try context.save()
        return namespace
      }

      @Test func newPropertiesHaveTheirDefaultValues() throws {
        let namespace = try made("a", "b")
        // A server of the previous version is still at work.
        let previous = ModelContext(try open(First.Lamp.self, namespace))
        let context = ModelContext(try open(Second.Lamp.self, namespace))
        previous.insert(First.Lamp("c", 60))
        try previous.save()
        let lamps = try context.fetch(FetchDescriptor<Second.Lamp>(sortBy: [SortDescriptor(\.name)]))
        #expect(lamps.map(\.watts) == [40, 40, 60])
        #expect(lamps.allSatisfy { $0.colour == "it's white" && $0.factor == 2.5 && $0.price == 12 })
        #expect(lamps.allSatisfy { $0.tags == ["new"] && $0.owner == nil })
        lamps[0].watts = 70_000
        try context.save()
      }

      @Test func requiredPropertiesWithoutDefaultValueAreRefused() throws {
        let namespace = try made("a")
        let error = #expect(throws: SwiftDataError.self) { _ = try open(Required.Lamp.self, namespace) }
        #expect(error == .unknownDataStoreSchema)
        #expect(error?.property == "room")
        _ = try open(Required.Lamp.self, try made())
      }

      @Test func indexesAreMadeWhileOthersWrite() throws {
        let namespace = try made("a", "b")
        // What another server has left that was stopped within its work.
        let control = try TestConnection()
        try control.run("CREATE INDEX lamp_watts_pk_idx ON \(namespace).lamp (watts, pk)")
        try control.run(
          "UPDATE pg_index SET indisvalid = false WHERE indexrelid = '\(namespace).lamp_watts_pk_idx'::regclass")
        // What a version made whose indexes did not end with the key.
        try control.run("CREATE INDEX lamp_watts_idx ON \(namespace).lamp (watts NULLS FIRST)")
        let schema = Schema([Second.Lamp.self])
        let configuration = try PostgresConfiguration.test(schema, namespace: namespace)
        let statements = try configuration.migrationStatements(for: schema)
        #expect(statements.contains { $0.hasPrefix("CREATE UNIQUE INDEX CONCURRENTLY lamp_name_key") })
        #expect(statements.contains { $0.hasSuffix("ADD COLUMN colour text COLLATE \"C\" DEFAULT 'it''s white'") })
        #expect(try control.run("SELECT count(*) FROM \(namespace).lamp") == [["2"]])
        _ = try open(Second.Lamp.self, namespace)
        #expect(
          try control.run(
            "SELECT indexrelid::regclass::text, indisvalid FROM pg_index WHERE indrelid = '\(namespace).lamp'::regclass "
              + "ORDER BY 1")
            == ["lamp_name_key", "lamp_pkey", "lamp_watts_pk_idx"].map { ["\(namespace).\($0)", "t"] })
        #expect(try configuration.migrationStatements(for: schema).isEmpty)
      }

      /// Indexes of before serve whoever only reads, and a person's index of another kind is left alone.
      @Test func formerIndexesAreEnoughToRead() throws {
        let namespace = try made("a")
        _ = try open(Second.Lamp.self, namespace)
        let control = try TestConnection()
        try control.run("DROP INDEX \(namespace).lamp_watts_pk_idx")
        try control.run("CREATE INDEX lamp_watts_idx ON \(namespace).lamp (watts) WHERE watts > 5")
        let schema = Schema([Second.Lamp.self])
        let reading = PostgresConfiguration(
          url: try #require(TestServer.address), schema: schema, namespace: namespace, allowsSave: false)
        let container = try ModelContainer(for: schema, configurations: [reading])
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Second.Lamp>()) == 1)
        let names =
          "SELECT count(*) FROM pg_class WHERE relname LIKE 'lamp_watts%' AND relnamespace = "
          + "'\(namespace)'::regnamespace"
        #expect(try control.run(names) == [["1"]])
        _ = try open(Second.Lamp.self, namespace)
        #expect(try control.run(names) == [["2"]])
      }

      /// Another server may build an index for hours: the others do not wait for what only makes them faster.
      @Test func otherServersStartWhileAnIndexIsBuilt() throws {
        let namespace = try made("a")
        _ = try open(Second.Lamp.self, namespace)
        let control = try TestConnection()
        try control.run("DROP INDEX \(namespace).lamp_watts_pk_idx")
        let lock = "(hashtextextended('swiftdata \(namespace)', 0))"
        let builder = try TestConnection()
        try builder.run("SELECT pg_advisory_lock\(lock)")
        let container = try open(Second.Lamp.self, namespace)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Second.Lamp>()) == 1)
        let count =
          "SELECT count(*) FROM pg_class WHERE relname = 'lamp_watts_pk_idx' AND relnamespace = "
          + "'\(namespace)'::regnamespace"
        #expect(try control.run(count) == [["0"]])
        try builder.run("SELECT pg_advisory_unlock\(lock)")
        _ = try open(Second.Lamp.self, namespace)
        #expect(try control.run(count) == [["1"]])
      }

      @Test func equalValuesAreReported() throws {
        let namespace = try made("a", "a")
        let error = #expect(throws: SwiftDataError.self) { _ = try open(Second.Lamp.self, namespace) }
        #expect(error == .uniqueConflict)
        #expect(error?.property == "name")
      }

      /// Whoever reads for long delays a migration, and is not in its way forever.
      @Test func locksAreWaitedForInTurns() async throws {
        let namespace = try made("a")
        let reader = try TestConnection()
        try reader.run("BEGIN; SELECT * FROM \(namespace).lamp")
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addThread { _ = try open(Second.Lamp.self, namespace) }
          // Others read and write between two attempts.
          let writer = try TestConnection()
          for _ in 0..<3 {
            try writer.run(
              "INSERT INTO \(namespace).lamp (name, watts, is_on) VALUES (gen_random_uuid()::text, 1, true)")
            try await Task.sleep(for: .milliseconds(100))
          }
          try reader.run("COMMIT")
          try await group.waitForAll()
        }
        let context = ModelContext(try open(Second.Lamp.self, namespace))
        #expect(try context.fetchCount(FetchDescriptor<Second.Lamp>()) == 4)
      }
    }
  }
#endif
