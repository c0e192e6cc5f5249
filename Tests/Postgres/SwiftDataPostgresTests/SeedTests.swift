// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  /// Servers that start together, over one database.
  extension PostgresTests {
    @Suite struct SeedTests {
      @Test(arguments: [true, false]) func oneOfEightServersSows(prepares: Bool) throws {
        let schema = Schema([Customer.self])
        var configuration = try PostgresConfiguration.test(schema, connections: 2)
        configuration.preparesStatements = prepares
        // Whoever waits for another one's seed is not told that it takes too long.
        configuration.lockTimeout = .milliseconds(10)
        let count = 8
        let containers = try (0..<count).map { _ in try ModelContainer(for: schema, configurations: [configuration]) }
        // All find that the seed is missing, before one saves it.
        let arrived = Atomic(0)
        let results = Mutex<[Result<Bool, any Error>]>([])
        let end = DispatchGroup()
        for container in containers {
          end.enter()
          Thread {
            let result = Result {
              let isSown = try container.seed("customers") { context in
                arrived.wrappingAdd(1, ordering: .sequentiallyConsistent)
                while arrived.load(ordering: .sequentiallyConsistent) < count { usleep(100) }
                for number in 0..<10 {
                  let customer = Customer("\(number)@example.com", "name")
                  context.insert(customer)
                  customer.orders = [Order(number)]
                }
              }
              return isSown
            }
            // One that has failed is not waited for.
            if case .failure = result { arrived.wrappingAdd(count, ordering: .sequentiallyConsistent) }
            results.withLock { $0.append(result) }
            end.leave()
          }.start()
        }
        end.wait()
        #expect(try results.withLock { try $0.map { try $0.get() } }.count { $0 } == 1)
        let context = ModelContext(containers[0])
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 10)
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == 10)
        try TestConnection().awaitHorizon()
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
        for container in containers {
          #expect(try !container.seed("customers") { _ in Issue.record("again") })
        }
        #expect(try containers[3].seed("customers", version: 2) { _ in })
        #expect(try !containers[4].seed("customers", version: 1) { _ in Issue.record("a former version") })
        // A server that starts later finds the table as a part of the store.
        let later = try ModelContainer(for: schema, configurations: [configuration])
        #expect(try !later.seed("customers", version: 2) { _ in Issue.record("after a restart") })
        #expect(
          try TestConnection().run("SELECT name, version FROM \(configuration.namespace).swiftdata_seed")
            == [["customers", "2"]])
      }

      @Test func failuresLeaveNothing() throws {
        let container = try postgresContainer(Customer.self)
        #expect(throws: CancellationError.self) {
          try container.seed("customers") { context in
            context.insert(Customer("a", "name"))
            throw CancellationError()
          }
        }
        let error = #expect(throws: SwiftDataError.self) {
          try container.seed("customers") { $0.insert(Customer("a\u{0}", "name")) }
        }
        #expect(error == .valueOutOfRange)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 0)
        #expect(try container.seed("customers") { $0.insert(Customer("a", "name")) })
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 1)
      }
    }
  }
#endif
