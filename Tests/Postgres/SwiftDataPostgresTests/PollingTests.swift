// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  extension PostgresTests {
    /// Behind a pooler without a direct address nobody can listen: changes of others are found by asking.
    @Suite struct PollingTests {
      private let schema = Schema([Customer.self])
      private let program = "polling_" + UUID().uuidString.prefix(8).lowercased()

      private func configuration() throws -> PostgresConfiguration {
        let address = try #require(TestServer.address)
        let direct = try PostgresConfiguration.test(schema)
        var configuration = PostgresConfiguration(
          // Tells these connections from others.
          url: address + (address.contains("?") ? "&" : "?") + "application_name=\(program)", schema: schema,
          namespace: direct.namespace)
        configuration.preparesStatements = false
        configuration.maximumConnections = 2
        return configuration
      }

      @Test(.enabled("the address is no URL") { TestServer.address?.hasPrefix("postgres") == true })
      @MainActor func changesAreFoundWithoutListening() async throws {
        let configuration = try configuration()
        let reader = try ModelContainer(for: schema, configurations: [configuration])
        let writer = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let observer = try HistoryObserver(modelContainer: reader)
        let context = reader.mainContext
        #expect(try context.fetch(FetchDescriptor<Customer>()).isEmpty)
        var names: [String] = []
        for round in 0..<3 {
          let before = observer.eventCounter
          let customer = Customer("\(round)@example.com", "name \(round)")
          writer.insert(customer)
          try writer.save()
          names.append(customer.name)
          let end = Date() + 60
          while observer.eventCounter == before, Date() < end { try await Task.sleep(for: .milliseconds(1)) }
          #expect(observer.eventCounter > before)
          #expect(
            try context.fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)])).map(\.name) == names)
        }
        try withExtendedLifetime((reader, writer, observer)) {
          // The last statement of a connection that listens, and does not tell others of anything.
          let listening = try TestConnection().run(
            "SELECT count(*) FILTER (WHERE query ILIKE 'LISTEN%'), count(*) > 0 FROM pg_stat_activity "
              + "WHERE application_name = '\(program)'")
          #expect(listening == [["0", "t"]])
        }
      }

      /// A change is merged when it is found, not only reported.
      @Test(.enabled("the address is no URL") { TestServer.address?.hasPrefix("postgres") == true })
      @MainActor func objectsFollowWithoutListening() async throws {
        let configuration = try configuration()
        let reader = try ModelContainer(for: schema, configurations: [configuration])
        let writer = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        writer.insert(Customer("a@example.com", "before"))
        try writer.save()
        let seen = try #require(try reader.mainContext.fetch(FetchDescriptor<Customer>()).first)
        #expect(seen.name == "before")
        let observer = try HistoryObserver(modelContainer: reader)
        let written = try #require(try writer.fetch(FetchDescriptor<Customer>()).first)
        written.name = "after"
        try writer.save()
        let end = Date() + 60
        // The first change may arrive only now. What has arrived is merged before a fetch, whatever it asks for.
        while seen.name == "before", Date() < end {
          try await Task.sleep(for: .milliseconds(1))
          #expect(try reader.mainContext.fetch(FetchDescriptor<Order>()).isEmpty)
        }
        #expect(seen.name == "after")
        withExtendedLifetime(observer) {}
      }
    }
  }
#endif
