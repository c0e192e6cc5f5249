// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import SwiftDataCore
  import Synchronization
  import Testing

  /// A primary server that dies under its writers, and a standby that takes its place.
  extension PostgresTests {
    @Suite(.enabled(if: TestServer.socket != nil, "the server is not a private one")) struct FailoverTests {
      /// What writers were told of their saves.
      private final class Ledger: Sendable {
        struct Entries {
          var acknowledged: [String] = []
          var failed: [String] = []
          /// Of which nobody knows.
          var unknown: [String] = []
          var unexpected: [String] = []
        }

        private let entries = Mutex(Entries())
        private enum State { case running, paused, done }
        private let state = Mutex(State.running)
        /// How many saves succeed between two failures of the server, at least.
        static let stride = 12

        var all: Entries { entries.withLock { $0 } }

        func stop() { state.withLock { $0 = .done } }
        func pause() { state.withLock { $0 = .paused } }
        func resume() { state.withLock { $0 = .running } }

        /// Saves one customer after the other until it is told to stop.
        func write(_ writer: Int, _ container: ModelContainer) {
          for number in 0... {
            while state.withLock({ $0 }) == .paused { Thread.sleep(forTimeInterval: 0.001) }
            if state.withLock({ $0 }) == .done { return }
            let mail = "\(writer) \(number)"
            let context = ModelContext(container)
            let customer = Customer(mail, "name")
            context.insert(customer)
            customer.orders = [Order(1), Order(2)]
            do {
              try context.save()
              entries.withLock { $0.acknowledged.append(mail) }
            } catch let error as SwiftDataError where error == .saveOutcomeUnknown {
              entries.withLock { $0.unknown.append(mail) }
            } catch let error as SwiftDataError where error == .storeFailure || error == .storeIsReadOnly {
              entries.withLock { $0.failed.append(mail) }
            } catch {
              entries.withLock { $0.unexpected.append("\(mail): \(error)") }
            }
          }
        }

        /// Waits until so many more saves have succeeded.
        func await(_ count: Int) async throws {
          let wanted = all.acknowledged.count + count
          let deadline = ContinuousClock.now + .seconds(120)
          while all.acknowledged.count < wanted {
            try #require(ContinuousClock.now < deadline, "\(all.acknowledged.count) of \(wanted) saves in two minutes")
            try await Task.sleep(for: .milliseconds(1))
          }
        }
      }

      /// Acknowledged and resolved saves are stored, failed ones are not, and of few nobody knows.
      @Test(arguments: [true, false])
      func primariesDieUnderTheirWriters(history: Bool) async throws {
        let rounds = history ? TestServer.count("PROMOTIONS", 5, full: 100) : 1
        let seed = UInt64.random(in: 0...UInt64.max)
        print("Promotions, seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let servers = try ServerPair()
        defer { servers.remove() }
        let schema = Schema([Customer.self])
        var configuration = PostgresConfiguration(url: servers.address, schema: schema, isHistoryEnabled: history)
        configuration.connectionTimeout = 60
        // One for each writer, so that four of them are in their commits together.
        let containers = try (0..<4).map { _ in try ModelContainer(for: schema, configurations: [configuration]) }
        let ledger = Ledger()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (writer, container) in containers.enumerated() {
            group.addThread { ledger.write(writer, container) }
          }
          defer { ledger.stop() }
          for round in 0..<rounds {
            try await ledger.await(Ledger.stride + Int.random(in: 0..<Ledger.stride, using: &random))
            try servers.failOver()
            try await ledger.await(Ledger.stride)
            guard round < rounds - 1 else { break }
            ledger.pause()
            try servers.repair()
            ledger.resume()
          }
          ledger.stop()
          try await group.waitForAll()
        }
        let told = ledger.all
        #expect(told.unexpected.isEmpty, "\(told.unexpected)")
        let context = ModelContext(containers[0])
        let customers = try context.fetch(FetchDescriptor<Customer>())
        let whole = FetchDescriptor<Customer>(predicate: #Predicate { $0.orders.count == 2 })
        #expect(try context.fetchCount(whole) == customers.count)
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == 2 * customers.count)
        let stored = Set(customers.map(\.mail))
        #expect(stored.count == customers.count)
        let lost = told.acknowledged.filter { !stored.contains($0) }
        #expect(lost.isEmpty, "acknowledged, and not stored: \(lost)")
        let ghosts = told.failed.filter { stored.contains($0) }
        #expect(ghosts.isEmpty, "failed, and stored: \(ghosts)")
        #expect(stored.subtracting(told.acknowledged).isSubset(of: told.unknown))
        // Four writers are at most in four commits.
        #expect(told.unknown.count <= 4 * rounds)
        print(
          "\(rounds) promotions, history \(history): \(told.acknowledged.count) acknowledged, \(told.failed.count) failed, "
            + "\(told.unknown.count) unknown, of which \(told.unknown.filter { stored.contains($0) }.count) are stored")
        if history {
          let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
          #expect(transactions.count == customers.count)
        }
      }

      /// A standby that lacks transactions gives their numbers out again, to others' saves.
      @Test func savesAfterALossAreMerged() throws {
        let servers = try ServerPair()
        defer { servers.remove() }
        let schema = Schema([Customer.self])
        let configuration = PostgresConfiguration(url: servers.address, schema: schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let customer = Customer("a", "first")
        one.insert(customer)
        try one.save()
        try servers.letGo()
        try servers.stopStandby()
        for number in 0..<40 {
          one.insert(Customer("\(number)", "lost"))
          try one.save()
        }
        one.processPendingChanges()
        try servers.failOverAndLose()
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let same = try #require(try two.fetch(FetchDescriptor<Customer>()).first)
        same.name = "by the other"
        try two.save()
        try TestConnection(servers.primary).awaitHorizon()
        one.processPendingChanges()
        #expect(customer.name == "by the other")
        #expect(try two.fetchCount(FetchDescriptor<Customer>()) == 1)
      }

      /// A server that answers `COMMIT` with `ROLLBACK`, as it does after a statement that has failed, has stored nothing.
      @Test func anAnswerThatSaysRollbackIsAnError() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let model = try SchemaModel(schema: schema)
        let store = try configuration.openStore(model, model.entities, nil)
        defer { try? store.close() }
        try TestConnection().run("ALTER TABLE \(configuration.namespace).customer ADD CHECK (name <> 'no')")
        let entity = try #require(model.entity(named: "Customer"))
        let error = #expect(throws: SwiftDataError.self) {
          try store.write(author: nil) { transaction in
            let key = try transaction.allocateKeys(for: entity, count: 2)
            try transaction.insert(Customer("a", "yes"), entity, key: key)
            // Somebody loses the error.
            do {
              try transaction.insert(Customer("b", "no"), entity, key: key + 1)
              Issue.record("The row breaks a rule of the table.")
            } catch {}
          }
        }
        #expect(error == .storeFailure)
        #expect(try TestConnection().run("SELECT count(*) FROM \(configuration.namespace).customer") == [["0"]])
      }
    }
  }
#endif
