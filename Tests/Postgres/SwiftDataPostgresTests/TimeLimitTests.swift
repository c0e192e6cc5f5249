// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  @testable import SwiftDataPostgres
  import Synchronization
  import Testing

  /// What takes too long ends with an error that says which limit it was, and the next request is answered.
  extension PostgresTests {
    @Suite struct TimeLimitTests {
      private func container(
        prepares: Bool = true, connections: Int = 8, _ change: (inout PostgresConfiguration) -> Void
      ) throws -> (container: ModelContainer, namespace: String) {
        let schema = Schema([Customer.self])
        var configuration = try PostgresConfiguration.test(schema, connections: connections)
        configuration.preparesStatements = prepares
        change(&configuration)
        return (try ModelContainer(for: schema, configurations: [configuration]), configuration.namespace)
      }

      @Test(arguments: [true, false]) func statements(prepares: Bool) throws {
        let (container, _) = try container(prepares: prepares) { $0.statementTimeout = .milliseconds(100) }
        let context = ModelContext(container)
        let error = #expect(throws: SwiftDataError.self) {
          try context.query("SELECT count(*) FROM pg_sleep(600)", as: Int.self)
        }
        #expect(error == .storeIsBusy)
        #expect(error?.explanation.contains("statementTimeout") == true)
        #expect((error?.underlying as? PostgresFailure)?.code == "57014")
        context.insert(Customer("a", "name"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 1)
      }

      @Test(arguments: [true, false]) func locks(prepares: Bool) throws {
        let (container, namespace) = try container(prepares: prepares) { $0.lockTimeout = .milliseconds(100) }
        let context = ModelContext(container)
        let customer = Customer("a", "name")
        context.insert(customer)
        try context.save()
        let control = try TestConnection()
        try control.run("BEGIN")
        try control.run("SELECT 1 FROM \(namespace).customer FOR UPDATE")
        customer.name = "changed"
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .storeIsBusy)
        #expect(error?.explanation.contains("lockTimeout") == true)
        #expect((error?.underlying as? PostgresFailure)?.code == "55P03")
        #expect(context.hasChanges)
        try control.run("ROLLBACK")
        try context.save()
        #expect(try control.run("SELECT name FROM \(namespace).customer") == [["changed"]])
      }

      @Test func idleTransactions() throws {
        let connection = try PostgresConnection(
          settings: PostgresConfiguration(url: try #require(TestServer.address)).settings(), idleTimeout: 0.05)
        try connection.run("BEGIN")
        let control = try TestConnection()
        let look = "SELECT 1 FROM pg_stat_activity WHERE pid = \(connection.serverProcess)"
        while try !control.run(look).isEmpty { Thread.sleep(forTimeInterval: 0.001) }
        let thrown = #expect(throws: PostgresFailure.self) { try connection.run("SELECT 1") }
        let failure = try #require(thrown)
        #expect(failure.code == "25P03")
        #expect(failure.isConnectionLost)
        let error = PostgresErrors.error(failure)
        #expect(error == .storeFailure)
        #expect(error.explanation.contains("idleTransactionTimeout"))
      }

      @Test func connections() throws {
        let (container, _) = try container(connections: 1) { $0.connectionTimeout = 0.1 }
        let control = try TestConnection()
        let end = DispatchSemaphore(value: 0)
        let outcome = Mutex<Result<[Int], any Error>?>(nil)
        Thread {
          let result = Result {
            try ModelContext(container).query("SELECT count(*) FROM pg_sleep(601)", as: Int.self)
          }
          outcome.withLock { $0 = result }
          end.signal()
        }.start()
        let sleeper =
          "FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(601)%' "
          + "AND pid <> pg_backend_pid()"
        let hasEnded = { outcome.withLock { if case nil = $0 { false } else { true } } }
        while try control.run("SELECT 1 \(sleeper)").isEmpty, !hasEnded() { Thread.sleep(forTimeInterval: 0.001) }
        let error = #expect(throws: SwiftDataError.self) {
          try ModelContext(container).fetchCount(FetchDescriptor<Customer>())
        }
        #expect(error == .storeIsBusy)
        #expect(error?.explanation.contains("in use for") == true)
        try control.run("SELECT pg_cancel_backend(pid) \(sleeper)")
        end.wait()
        #expect(throws: SwiftDataError.storeIsBusy) { try outcome.withLock { $0 }?.get() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 0)
      }

      /// What a migration does, and how it finds out what to do, may take longer than a request.
      @Test func migrationsHaveNoLimit() throws {
        let schema = Schema([Customer.self])
        var configuration = try PostgresConfiguration.test(schema)
        // Less than any statement takes.
        configuration.statementTimeout = .nanoseconds(1)
        #expect(configuration.timeLimits == ["statement_timeout": "1"])
        for _ in 0..<3 { _ = try ModelContainer(for: schema, configurations: [configuration]) }
      }

      /// Nor has the look at what a migration would do; later statements have them again.
      @Test func openingHasNoLimit() throws {
        let connection = try PostgresConnection(
          settings: PostgresConfiguration(url: try #require(TestServer.address)).settings())
        let limits = ["statement_timeout": "5000", "lock_timeout": "100"]
        func shown() throws -> [String] {
          let rows = try connection.run("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')")
          return [rows.text(0, 0), rows.text(0, 1)]
        }
        try connection.set(limits)
        #expect(try shown() == ["5s", "100ms"])
        #expect(try connection.unhurried(limits) { try shown() } == ["0", "0"])
        #expect(try shown() == ["5s", "100ms"])
      }

      @Test func limitsArePositive() throws {
        for limit in [Duration.zero, .seconds(-1)] {
          var configuration = PostgresConfiguration(url: "postgres://db.example.com/shop")
          configuration.lockTimeout = limit
          let error = #expect(throws: SwiftDataError.self) { try configuration.validate() }
          #expect(error?.explanation.contains("lockTimeout") == true)
        }
        var configuration = PostgresConfiguration(url: "postgres://db.example.com/shop")
        configuration.statementTimeout = .seconds(1_000_000_000)
        try configuration.validate()
        #expect(configuration.timeLimits == ["statement_timeout": "2147483647"])
        #expect(configuration.allTransactionSettings.isEmpty)
        configuration.preparesStatements = false
        configuration.transactionSettings = ["app.tenant": "one", "statement_timeout": "5s"]
        #expect(configuration.allTransactionSettings == ["app.tenant": "one", "statement_timeout": "5s"])
      }
    }
  }
#endif
