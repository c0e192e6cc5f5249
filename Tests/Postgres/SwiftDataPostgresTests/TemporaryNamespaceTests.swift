// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// Namespaces for tests: each is one's own, and none is left.
  extension PostgresTests {
    @Suite struct TemporaryNamespaceTests {
      private struct Unwanted: Error {}

      private func configuration() throws -> PostgresConfiguration {
        try PostgresConfiguration.test(Schema([Customer.self]), connections: 2)
      }

      private func exists(_ namespace: String) throws -> Bool {
        try !TestConnection().run("SELECT 1 FROM pg_namespace WHERE nspname = '\(namespace)'").isEmpty
      }

      @Test func eachIsOnesOwn() async throws {
        let database = try configuration()
        let namespaces = try await withThrowingTaskGroup(of: String.self) { group in
          for number in 0..<6 {
            group.addTask {
              try await database.withTemporaryNamespace { configuration in
                #expect(configuration.maximumConnections == 2)
                let container = try ModelContainer(for: Customer.self, configurations: configuration)
                let context = ModelContext(container)
                context.insert(Customer("same@example.com", "\(number)"))
                try context.save()
                await Task.yield()
                #expect(try ModelContext(container).fetch(FetchDescriptor<Customer>()).map(\.name) == ["\(number)"])
                return configuration.namespace
              }
            }
          }
          return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(namespaces.count == 6)
        for namespace in namespaces { #expect(try !exists(namespace)) }
      }

      @Test @MainActor func isDroppedAfterAnError() async throws {
        var namespaces: [String] = []
        await #expect(throws: Unwanted.self) {
          try await configuration().withTemporaryNamespace { configuration in
            namespaces.append(configuration.namespace)
            _ = try ModelContainer(for: Customer.self, configurations: configuration)
            await Task.yield()
            throw Unwanted()
          }
        }
        #expect(throws: Unwanted.self) {
          try configuration().withTemporaryNamespace { configuration in
            namespaces.append(configuration.namespace)
            throw Unwanted()
          }
        }
        #expect(namespaces.count == 2)
        for namespace in namespaces { #expect(try !exists(namespace)) }
      }

      /// A process that has crashed holds no lock; one that is at work does.
      @Test func leftoversAreDroppedByTheNext() throws {
        let leftover = "swiftdata_temporary_" + String(repeating: "0", count: 32)
        let another = "swiftdata_temporary_of_another_program"
        let control = try TestConnection()
        for name in [leftover, another] { try control.run("CREATE SCHEMA \(name)") }
        try control.run("CREATE TABLE \(leftover).customer (pk bigint)")
        try configuration().withTemporaryNamespace { outer in
          #expect(try !exists(leftover))
          #expect(try exists(another))
          let container = try ModelContainer(for: Customer.self, configurations: outer)
          try configuration().withTemporaryNamespace { inner in
            #expect(inner.namespace != outer.namespace)
            let isThere = try exists(inner.namespace)
            #expect(isThere)
          }
          #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 0)
        }
        try control.run("DROP SCHEMA \(another)")
        #expect(
          try control.run("SELECT 1 FROM pg_namespace WHERE nspname LIKE 'swiftdata\\_temporary\\_%'").isEmpty)
      }
    }
  }
#endif
