// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import ProcessSupport
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  /// Connections end at every moment: what was acknowledged is stored, what failed is not, and nothing is stored twice.
  extension PostgresTests {
    @Suite(.enabled(if: TestServer.socket != nil, "the server has no Unix socket")) struct FaultTests {
      /// A container whose connections can be cut, and one beside it.
      private func containers(
        history: Bool = true, timeout: Double = 30
      ) throws -> (proxy: CuttingProxy, cut: ModelContainer, beside: ModelContainer) {
        let (proxy, cut, beside, _) = try stores(history: history, timeout: timeout)
        return (proxy, cut, beside)
      }

      private func stores(
        history: Bool = true, timeout: Double = 30
      ) throws -> (proxy: CuttingProxy, cut: ModelContainer, beside: ModelContainer, namespace: String) {
        let schema = Schema([Customer.self])
        let proxy = try CuttingProxy(server: try #require(TestServer.socket))
        let beside = try PostgresConfiguration.test(schema, isHistoryEnabled: history)
        var configuration = PostgresConfiguration(
          url: "postgres:///postgres?host=\(proxy.folder)&user=postgres", schema: schema,
          namespace: beside.namespace, isHistoryEnabled: history)
        // It must not be counted among the batches of a save.
        configuration.directURL = TestServer.address
        configuration.connectionTimeout = timeout
        // The server may not notice that a program has gone.
        configuration.idleTransactionTimeout = 0.5
        let second = try ModelContainer(for: schema, configurations: [beside])
        return (proxy, try ModelContainer(for: schema, configurations: [configuration]), second, beside.namespace)
      }

      private func save(_ mail: String, _ container: ModelContainer) throws {
        let context = ModelContext(container)
        let customer = Customer(mail, "name")
        context.insert(customer)
        customer.orders = [Order(1), Order(2)]
        try context.save()
      }

      private func stored(_ container: ModelContainer) throws -> [String] {
        let context = ModelContext(container)
        let customers = try context.fetch(FetchDescriptor<Customer>())
        #expect(customers.allSatisfy { $0.orders.count == 2 })
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == customers.count * 2)
        return customers.map(\.mail).sorted()
      }

      @Test(arguments: CuttingProxy.Cut.allCases, [true, false])
      func cutsAtEachStep(_ cut: CuttingProxy.Cut, history: Bool) throws {
        let (proxy, container, beside) = try containers(history: history)
        defer { proxy.stop() }
        try save("0", container)
        var acknowledged = ["0"]
        var failures = 0
        for step in 1... {
          let mail = "cut \(step)"
          proxy.arm { $0.number == step ? cut : nil }
          do {
            try save(mail, container)
            acknowledged.append(mail)
          } catch {
            failures += 1
            #expect(error as? SwiftDataError == .storeFailure, "\(error)")
            #expect(error as? SwiftDataError != .saveOutcomeUnknown)
          }
          #expect(try stored(beside) == acknowledged.sorted(), "step \(step)")
          // A save has fewer.
          if !proxy.hasCut { break }
        }
        proxy.disarm()
        if history { try expectHistory(beside, acknowledged.count) }
        print("Cut \(cut), history \(history): \(acknowledged.count) acknowledged, \(failures) failed")
      }

      private func expectHistory(_ container: ModelContainer, _ count: Int) throws {
        try TestConnection().awaitHorizon()
        let transactions = try ModelContext(container).fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(transactions.count == count)
      }

      /// Each outcome is found out, and what was not committed is saved again.
      @Test func cutsAtTheCommit() throws {
        let (proxy, container, beside) = try containers()
        defer { proxy.stop() }
        let count = TestServer.count("CUTS", 60, full: 1_000)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("Cuts at the commit, seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var acknowledged: [String] = []
        for number in 0..<count {
          let cut = CuttingProxy.Cut.allCases.randomElement(using: &random) ?? .before
          proxy.arm { $0.isCommit ? cut : nil }
          let mail = "mail \(number)"
          try save(mail, container)
          #expect(proxy.hasCut)
          acknowledged.append(mail)
        }
        #expect(try stored(beside) == acknowledged.sorted())
        try expectHistory(beside, count)
      }

      /// What tools write, too: an edit in Studio, or an import, is made once or not at all, and is said to be what it is.
      @Test(arguments: CuttingProxy.Cut.allCases, [true, false])
      func toolsAskWhatHasBecomeOfACommit(_ cut: CuttingProxy.Cut, knows: Bool) throws {
        let (proxy, _, beside, namespace) = try stores()
        defer { proxy.stop() }
        try save("first", beside)
        let table = "\(namespace).customer"
        let session = try DatabaseSession(
          url: "postgres:///postgres?host=\(proxy.folder)&user=postgres", namespace: "public")
        defer { session.close() }
        session.patience = knows ? 10 : 0.3
        proxy.arm(refusesAfterwards: !knows) { $0.isCommit ? cut : nil }
        let isStored = cut == .afterSending || cut == .afterAnswer
        func write() throws {
          try session.transaction { _ = try session.rows("UPDATE \(table) SET name = 'new' RETURNING mail") }
        }
        if !knows {
          #expect(throws: SwiftDataError.saveOutcomeUnknown) { try write() }
        } else if isStored {
          try write()
        } else {
          #expect(throws: SwiftDataError.storeFailure) { try write() }
        }
        #expect(proxy.hasCut)
        proxy.disarm()
        proxy.refuse(false)
        let names = try ModelContext(beside).fetch(FetchDescriptor<Customer>()).map(\.name)
        #expect(names == [isStored ? "new" : "name"])
        // The session goes on with the connection that has asked.
        if knows { #expect(try session.rows("SELECT 1").count == 1) }
      }

      /// Where the server cannot be asked, nobody knows, and the error says so.
      @Test(arguments: [CuttingProxy.Cut.before, .afterAnswer])
      func nobodyKnows(_ cut: CuttingProxy.Cut) throws {
        let (proxy, container, beside) = try containers(timeout: 0.3)
        defer { proxy.stop() }
        try save("first", container)
        proxy.arm(refusesAfterwards: true) { $0.isCommit ? cut : nil }
        #expect(throws: SwiftDataError.saveOutcomeUnknown) { try save("second", container) }
        proxy.refuse(false)
        #expect(try stored(beside) == (cut == .before ? ["first"] : ["first", "second"]))
        try save("third", container)
      }

      /// The outcome is looked up in the history. Where somebody has deleted that meanwhile, what is missing proves nothing.
      @Test(arguments: [true, false]) func historyIsDeletedBeforeTheAnswer(deletes: Bool) throws {
        let (proxy, container, beside) = try containers()
        defer { proxy.stop() }
        try save("first", container)
        proxy.arm(refusesAfterwards: true) { $0.isCommit ? .afterAnswer : nil }
        let context = ModelContext(container)
        let tokens = Mutex<[String]>([])
        let observation = NotificationCenter.default.addObserver(
          forName: ModelContext.didSave, object: context, queue: nil
        ) { note in
          let found = note.userInfo?[ModelContext.NotificationKey.historyTokens.rawValue] as? [String: any HistoryToken]
          tokens.withLock { $0 += (found ?? [:]).map { String($0.key) } }
        }
        defer { NotificationCenter.default.removeObserver(observation) }
        context.insert(Customer("second", "name"))
        // On a thread of its own, as the save blocks this one.
        let deletion = Mutex<Result<Void, any Error>?>(nil)
        let end = DispatchSemaphore(value: 0)
        Thread {
          let result = Result {
            while !proxy.hasCut { usleep(1_000) }
            let others = ModelContext(beside)
            while try others.fetchCount(FetchDescriptor<Customer>()) < 2 { usleep(1_000) }
            try TestConnection().awaitHorizon()
            if deletes { try others.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
          }
          proxy.refuse(false)
          deletion.withLock { $0 = result }
          end.signal()
        }.start()
        var failure: (any Error)?
        do { try context.save() } catch { failure = error }
        end.wait()
        try deletion.withLock { try $0?.get() }
        #expect((failure as? SwiftDataError) == (deletes ? SwiftDataError.saveOutcomeUnknown : nil))
        #expect(
          try ModelContext(beside).fetch(FetchDescriptor<Customer>()).map(\.mail).sorted() == ["first", "second"])
        // Whoever observes the save is told its place in the history.
        #expect(tokens.withLock { $0.count } == (deletes ? 0 : 1))
        try save("third", container)
      }

      /// Rows, history and commit go together, unless an answer is needed in between; what others have written is noticed.
      @Test func aSaveIsOneRoundTrip() throws {
        let (proxy, container, beside) = try containers()
        defer { proxy.stop() }
        let batches = Mutex(0)
        proxy.arm { _ in
          batches.withLock { $0 += 1 }
          return nil
        }
        func count(_ body: () throws -> Void) throws -> Int {
          batches.withLock { $0 = 0 }
          try body()
          return batches.withLock { $0 }
        }
        let context = ModelContext(container)
        context.mergePolicy = .memoryWins
        // Connects, and asks for keys.
        context.insert(Customer("first", "name"))
        try context.save()
        let customer = Customer("second", "name")
        context.insert(customer)
        customer.orders = [Order(1)]
        try context.save()
        #expect(
          try count {
            let other = Customer("third", "name")
            context.insert(other)
            other.orders = [Order(2), Order(3)]
            try context.save()
          } == 1)
        #expect(
          try count {
            customer.name = "changed"
            customer.orders.append(Order(4))
            try context.save()
          } == 1)
        // Somebody else has changed the row: nothing of it is lost, and the next saves ask first.
        let others = ModelContext(beside)
        let same = try #require(
          try others.fetch(FetchDescriptor<Customer>(predicate: #Predicate { $0.mail == "second" })).first)
        same.score = 7
        try others.save()
        #expect(
          try count {
            customer.spent = 5
            try context.save()
          } > 2)
        #expect(customer.score == 7)
        #expect(
          try count {
            customer.name = "again"
            try context.save()
          } == 2)
        // An upsert is found out by the first attempt, too.
        for _ in 0..<20 {
          customer.score += 1
          try context.save()
        }
        #expect(
          try count {
            context.insert(Customer("first", "other"))
            try context.save()
          } > 2)
        // Rows that go do not wait for one another.
        let passing = (10..<60).map { Order($0) }
        for order in passing { context.insert(order) }
        try context.save()
        #expect(
          try count {
            for order in passing { context.delete(order) }
            try context.save()
          } < 10)
        // Several fetches are one round trip, from one snapshot.
        var found: [Int] = []
        #expect(
          try count {
            let (customers, orders) = try context.fetchTogether(FetchDescriptor<Customer>(), FetchDescriptor<Order>())
            found = [customers.count, orders.count]
          } == 1)
        #expect(found == [3, 4])
        let fresh = try ModelContext(beside).fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(fresh.map(\.mail) == ["first", "second", "third"])
        #expect(fresh.map(\.name) == ["other", "again", "name"])
        #expect(fresh.map(\.score) == [0, 27, 0] && fresh[1].spent == 5)
        #expect(fresh.map(\.orders.count) == [0, 2, 2])
      }

      @Test func manyConnectionsAreLostTogether() async throws {
        let container = try postgresContainer(Customer.self)
        for round in 0..<3 {
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
              group.addTask {
                let context = ModelContext(container)
                context.insert(Customer("\(round) \(number)", "name"))
                do { try context.save() } catch { Issue.record(error) }
              }
            }
          }
          try TestConnection().run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
              + "AND backend_type = 'client backend'")
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 48)
      }
    }
  }
#endif
