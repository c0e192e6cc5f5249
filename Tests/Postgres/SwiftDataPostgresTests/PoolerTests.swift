// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// A pgbouncer that gives out one connection, by the transaction, in front of the tests' server.
  enum TestPooler {
    static let address: String? = start()

    static var isThere: Bool { address != nil }

    private static func start() -> String? {
      // Of somebody else's server it knows no folder.
      guard TestServer.socket?.hasPrefix(TestServer.folder) == true else { return nil }
      let folder = TestServer.folder + "-pooler"
      guard let (status, output) = try? TestServer.run("pooler", folder, TestServer.folder), status == 0 else {
        print("There is no pgbouncer: the tests that need it are skipped. On Debian: apt-get install pgbouncer")
        return nil
      }
      TestServer.removeAtExit(folder)
      return output
    }
  }

  /// Behind a pooler that gives out connections by the transaction.
  extension PostgresTests {
    @Suite(.enabled(if: TestPooler.isThere, "there is no pgbouncer in front of a private server"))
    struct PoolerTests {
      private func configuration(_ schema: Schema, namespace: String? = nil) throws -> PostgresConfiguration {
        let direct = try PostgresConfiguration.test(schema)
        var configuration = PostgresConfiguration(
          url: try #require(TestPooler.address), schema: schema, namespace: namespace ?? direct.namespace)
        configuration.preparesStatements = false
        configuration.directURL = TestServer.address
        return configuration
      }

      /// As without a pooler, by the one connection.
      @Test(arguments: UInt64(1)...4) func randomSteps(_ seed: UInt64) async throws {
        let control = try TestConnection()
        var trial = CompanyTrial(seed: seed, reads: true)
        trial.store = { _ in
          let namespace = "pooled_" + UUID().uuidString.prefix(12).lowercased().replacing("-", with: "_")
          return CompanyStore(
            configuration: { schema in
              // The pooler is there.
              (try? configuration(schema, namespace: namespace)) ?? PostgresConfiguration(url: "")
            }, awaitHistory: { try control.awaitHorizon() })
        }
        if let report = await trial.report() { Issue.record("\(report)") }
      }

      @Test func fiftyContextsShareOneConnection() async throws {
        let schema = Schema([Customer.self])
        let configuration = try configuration(schema)
        // Each with a pool of eight connections to the pooler, and saves that do not wait for one another.
        let containers = try (0..<5).map { _ in try ModelContainer(for: schema, configurations: [configuration]) }
        let rounds = 10
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<50 {
            let container = containers[number % containers.count]
            group.addTask { try await PooledClerk(modelContainer: container).work(number, rounds: rounds) }
          }
          try await group.waitForAll()
        }
        let context = ModelContext(containers[0])
        let customers = try context.fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(customers.count == 50)
        #expect(customers.allSatisfy { $0.score == Double(rounds) && $0.orders.count == rounds })
        try TestConnection().awaitHorizon()
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count == 50 * (rounds + 1))
      }

      /// The same value of a unique attribute from all sides, and rows that several change.
      @Test func conflictsAreMergedAsWithoutAPooler() async throws {
        let schema = Schema([Customer.self])
        let configuration = try configuration(schema)
        let containers = try (0..<5).map { _ in try ModelContainer(for: schema, configurations: [configuration]) }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<50 {
            let container = containers[number % containers.count]
            group.addTask { try await PooledClerk(modelContainer: container).upsert("shared@example.com", number) }
          }
          try await group.waitForAll()
        }
        let customers = try ModelContext(containers[0]).fetch(FetchDescriptor<Customer>())
        #expect(customers.count == 1)
        #expect(customers.first?.orders.count == 50)
      }

      /// Listening has the direct address.
      @Test @MainActor func hearsOfOtherContainers() async throws {
        let schema = Schema([Customer.self])
        let configuration = try configuration(schema)
        let reader = try ModelContainer(for: schema, configurations: [configuration])
        let writer = try ModelContainer(for: schema, configurations: [configuration])
        let observer = try HistoryObserver(modelContainer: reader)
        let before = observer.eventCounter
        let context = ModelContext(writer)
        context.insert(Customer("a@example.com", "A"))
        try context.save()
        let end = Date() + 60
        while observer.eventCounter == before, Date() < end { try await Task.sleep(for: .milliseconds(1)) }
        #expect(observer.eventCounter > before)
        #expect(try reader.mainContext.fetch(FetchDescriptor<Customer>()).map(\.name) == ["A"])
      }

      /// What a transaction sets must not be another one's.
      @Test func nothingStaysOnTheConnection() throws {
        let schema = Schema([Customer.self])
        let container = try ModelContainer(for: schema, configurations: [configuration(schema)])
        let context = ModelContext(container)
        #expect(try context.query("SELECT count(*) FROM \(Customer.self)", as: Int.self) == [0])
        context.insert(Customer("b@example.com", "B"))
        try context.save()
        #expect(throws: SwiftDataError.self) {
          try context.query("SELECT 1 / count(*) FROM \(Customer.self) WHERE false", as: Int.self)
        }
        context.insert(Customer("c@example.com", "C"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 2)
      }
    }
  }

  @ModelActor actor PooledClerk {
    func work(_ number: Int, rounds: Int) async throws {
      let customer = Customer("\(number)@example.com", "name \(number)")
      modelContext.insert(customer)
      try await saveInTurn()
      let mail = customer.mail
      for round in 0..<rounds {
        guard
          let found = try await fetchInTurn(FetchDescriptor<Customer>(predicate: #Predicate { $0.mail == mail })).first
        else { return }
        found.score += 1
        found.orders.append(Order(number * rounds + round))
        try await saveInTurn()
      }
    }

    func upsert(_ mail: String, _ number: Int) async throws {
      let customer = Customer(mail, "name \(number)")
      modelContext.insert(customer)
      customer.orders = [Order(number)]
      try await saveInTurn()
    }
  }
#endif
