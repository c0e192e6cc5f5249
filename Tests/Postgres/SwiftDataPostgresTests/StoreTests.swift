// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Synchronization
  import Testing

  @Model final class Customer {
    @Attribute(.unique, .preserveValueOnDeletion) var mail: String
    var name: String
    var since: Date
    var spent: Decimal
    var score: Double
    @Relationship(deleteRule: .cascade, inverse: \Order.customer) var orders: [Order] = []

    init(_ mail: String, _ name: String, since: Date = .now) {
      self.mail = mail
      self.name = name
      self.since = since
      spent = 0
      score = 0
    }
  }

  @Model final class Order {
    #Index<Order>([\.number])
    var number: Int
    var user: String?
    var customer: Customer?

    init(_ number: Int) { self.number = number }
  }

  @Model class Payer {
    var name: String
    @Relationship(inverse: \Bill.payer) var bills: [Bill] = []
    @Relationship(inverse: \Note.payer) var notes: [Note] = []
    init(name: String) { self.name = name }
  }

  @Model final class Firm: Payer {
    var number: Int
    init(name: String, number: Int) {
      self.number = number
      super.init(name: name)
    }
  }

  @Model final class Bill {
    var amount: Int
    var payer: Payer?
    init(_ amount: Int) { self.amount = amount }
  }

  @Model final class Note {
    var text: String
    var payer: Payer?
    init(_ text: String) { self.text = text }
  }

  @Model final class Weighed {
    var kind = "weight"
    var weight: Float
    var rest: Float?

    init(_ weight: Float) {
      self.weight = weight
      rest = weight
    }
  }

  /// What programs see of a store in PostgreSQL.
  extension PostgresTests {
    @Suite struct StoreTests {
      @Test func valuesComeBackToTheBit() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        let now = Date()
        let customer = Customer("a@example.com", "Zoë \u{1F469}\u{200D}\u{1F467} \\ ' \"", since: now)
        customer.spent = Decimal(string: "-1234567.0001")!
        customer.score = -0.0
        context.insert(customer)
        let other = Customer("b@example.com", "", since: .distantPast)
        other.score = .infinity
        other.spent = Decimal(string: "10000")!
        context.insert(other)
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(found.map(\.name) == [customer.name, ""])
        #expect(found[0].since == now)
        #expect(found[0].spent == customer.spent)
        #expect(found[0].score.sign == .minus)
        #expect(found[1].since == .distantPast)
        #expect(found[1].score == .infinity)
        #expect(found[1].spent == 10000)
        let exact = try ModelContext(container).fetchCount(
          FetchDescriptor<Customer>(predicate: #Predicate { $0.since == now }))
        #expect(exact == 1)
      }

      @Test func rowsAreGroupedByIdentifiers() throws {
        let container = try postgresContainer(Payer.self, Firm.self, Bill.self, Note.self)
        let writer = ModelContext(container)
        let payers = [Payer(name: "Ann"), Firm(name: "Bolt", number: 1), Firm(name: "Cog", number: 2)]
        payers.forEach(writer.insert)
        for amount in 1...20 {
          let bill = Bill(amount)
          writer.insert(bill)
          bill.payer = amount % 4 == 3 ? nil : payers[amount % 4]
        }
        try writer.save()
        let context = ModelContext(container)
        let groups = try context.fetchGroups(
          FetchDescriptor<Bill>(), by: \.payer?.persistentModelID, .count, .sum(\.amount))
        #expect(groups.count == 4)
        for (key, (count, sum)) in groups {
          let payer = key.flatMap { context.model(for: $0) as? Payer }
          let index = payer.map { ["Ann", "Bolt", "Cog"].firstIndex(of: $0.name) ?? 9 } ?? 3
          let bills = (1...20).filter { $0 % 4 == index }
          #expect(count == bills.count && sum == bills.reduce(0, +))
          // The identifier is of the class that the row has.
          #expect((payer is Firm) == (key?.entityName == "Firm"))
        }
        let own = try context.fetchGroups(FetchDescriptor<Bill>(), by: \.persistentModelID, .count)
        #expect(own.count == 20 && own.allSatisfy { $0.values == 1 })
        let named = try context.fetchGroups(FetchDescriptor<Payer>(), by: \.persistentModelID, .count)
        #expect(Set(named.map(\.key.entityName)) == ["Payer", "Firm"] && named.count == 3)
      }

      /// Relationships that are prefetched together come in one round trip, with the same members as one by one.
      @Test func relationshipsArePrefetchedTogether() throws {
        let container = try postgresContainer(Payer.self, Firm.self, Bill.self, Note.self)
        let writer = ModelContext(container)
        for number in 0..<30 {
          let payer = Firm(name: "\(number)", number: number)
          writer.insert(payer)
          for amount in 0..<number % 5 {
            let bill = Bill(amount)
            writer.insert(bill)
            bill.payer = payer
          }
          if number % 3 == 0 {
            let note = Note("\(number)")
            writer.insert(note)
            note.payer = payer
          }
        }
        try writer.save()
        let context = ModelContext(container)
        var descriptor = FetchDescriptor<Payer>(sortBy: [SortDescriptor(\.name)])
        descriptor.relationshipKeyPathsForPrefetching = [\.bills, \.notes]
        let before = container.statistics
        let payers = try context.fetch(descriptor)
        #expect((container.statistics - before).statements == 3)
        #expect(payers.map { $0.bills.map(\.amount) } == payers.map { Array(0..<(Int($0.name)! % 5)) })
        #expect(payers.map { $0.notes.map(\.text) } == payers.map { Int($0.name)! % 3 == 0 ? [$0.name] : [] })
        #expect((container.statistics - before).statements == 3)
        // With unsaved changes: a bill that leaves and a note that joins.
        let other = ModelContext(container)
        let bill = try #require(try other.fetch(FetchDescriptor<Bill>()).first)
        let owner = try #require(bill.payer)
        bill.payer = nil
        let note = Note("new")
        other.insert(note)
        note.payer = owner
        let again = try #require(try other.fetch(descriptor).first { $0 === owner })
        #expect(!again.bills.contains(bill) && again.notes.contains(note))
      }

      @Test func aSaveOfManyRowsTakesFewStatements() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        for number in 0..<500 {
          let customer = Customer("\(number)@example.com", "name \(number)")
          context.insert(customer)
          customer.orders = [Order(number)]
        }
        let before = container.statistics
        try context.save()
        // Keys of two tables, two insertions, the history's place and entry, begin and commit.
        #expect((container.statistics - before).statements <= 8)
        for customer in try context.fetch(FetchDescriptor<Customer>()) { customer.score += 1 }
        let middle = container.statistics
        try context.save()
        #expect((container.statistics - middle).statements <= 5)
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == 500)
      }

      @Test func uniqueValuesCanBeExchanged() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        let (a, b) = (Customer("a", "first"), Customer("b", "second"))
        context.insert(a)
        context.insert(b)
        try context.save()
        (a.mail, b.mail) = ("b", "a")
        try context.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(found.map(\.name) == ["second", "first"])
      }

      @Test func aNewModelTakesTheRowOfItsUniqueValue() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        context.insert(Customer("a", "first"))
        try context.save()
        let second = ModelContext(container)
        second.insert(Customer("b", "other"))
        second.insert(Customer("a", "third"))
        second.insert(Customer("a", "fourth"))
        try second.save()
        let found = try ModelContext(container).fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(found.map(\.name) == ["fourth", "other"])
      }

      /// As with files: what another process has changed comes to light at the save.
      @Test func twoContainersFindTheirConflicts() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let customer = Customer("a", "first")
        one.insert(customer)
        try one.save()
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let same = try #require(try two.fetch(FetchDescriptor<Customer>()).first)
        same.name = "by the other"
        try two.save()
        customer.score = 5
        #expect(throws: SwiftDataError.optimisticLockFailure) { try one.save() }
        one.rollback()
        #expect(customer.name == "by the other")
        customer.score = 5
        try one.save()
        let stored = try #require(
          try ModelContext(two.container).fetch(FetchDescriptor<Customer>()).first)
        #expect(stored.score == 5)
        #expect(stored.name == "by the other")
      }

      /// Also if somebody deletes the history before this process has looked.
      @Test func whatOthersSaveIsMergedWithoutTheHistory() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let customer = Customer("a", "first")
        one.insert(customer)
        try one.save()
        one.processPendingChanges()
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        try #require(try two.fetch(FetchDescriptor<Customer>()).first).name = "by the other"
        try two.save()
        try TestConnection().awaitHorizon()
        try two.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        one.processPendingChanges()
        #expect(customer.name == "by the other")
      }

      @Test func whatOthersSaveIsMerged() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let one = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let customer = Customer("a", "first")
        one.insert(customer)
        try one.save()
        let two = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let same = try #require(try two.fetch(FetchDescriptor<Customer>()).first)
        same.name = "by the other"
        two.insert(Customer("b", "new"))
        try two.save()
        try TestConnection().awaitHorizon()
        one.processPendingChanges()
        #expect(customer.name == "by the other")
        // Nothing is left to be decided at the save.
        customer.score = 5
        try one.save()
        let stored = try ModelContext(two.container).fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(stored.map(\.score) == [5, 0])
        #expect(stored.map(\.name) == ["by the other", "new"])
      }

      @Test func writersOfOtherContainersWait() async throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let setup = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        setup.insert(Customer("counter", "counter"))
        try setup.save()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              let container = try ModelContainer(for: schema, configurations: [configuration])
              for _ in 0..<25 {
                while true {
                  let context = ModelContext(container)
                  let customer = try #require(try context.fetch(FetchDescriptor<Customer>()).first)
                  let order = Order(1)
                  context.insert(order)
                  order.customer = customer
                  do {
                    try context.save()
                    break
                  } catch SwiftDataError.optimisticLockFailure {
                    continue
                  }
                }
              }
            }
          }
          try await group.waitForAll()
        }
        let customer = try #require(try ModelContext(setup.container).fetch(FetchDescriptor<Customer>()).first)
        #expect(customer.orders.count == 100)
      }

      @Test func stringsWithTheNullCharacterAreRefused() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        context.insert(Customer("a\0b", "first"))
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .valueOutOfRange)
        #expect(error?.property == "mail")
        context.rollback()
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 0)
        context.insert(Customer("a", "first"))
        try context.save()
      }

      @Test func longNamesAreRefused() throws {
        let configuration = try PostgresConfiguration.test(namespace: String(repeating: "n", count: 64))
        #expect(throws: SwiftDataError.self) {
          _ = try ModelContainer(for: Schema([Customer.self]), configurations: [configuration])
        }
      }

      /// Keeps what it is told.
      private final class Recorder: StoreActivityObserver {
        let statements = Mutex<[StatementActivity]>([])
        let waits = Mutex<[WaitActivity]>([])
        let lags = Mutex<[LagActivity]>([])
        func didRun(_ statement: StatementActivity) { statements.withLock { $0.append(statement) } }
        func didWait(_ wait: WaitActivity) { waits.withLock { $0.append(wait) } }
        func didLag(_ lag: LagActivity) { lags.withLock { $0.append(lag) } }
      }

      @Test func observersAreToldOfStatements() async throws {
        let schema = Schema([Customer.self])
        var configuration = try PostgresConfiguration.test(schema, connections: 1)
        configuration.connectionTimeout = 0.2
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(container)
        let recorder = Recorder()
        container.activityObservers = [recorder]
        context.insert(Customer("secret@example.com", "Secret"))
        try context.save()
        _ = try context.fetch(
          FetchDescriptor<Customer>(predicate: #Predicate { $0.name == "Secret" && $0.score < 4711.5 }))
        _ = try context.query(
          "SELECT mail /* Secret */ FROM \(Customer.self) WHERE name IN ('Secret', E'a\\'Secret', $x$Secret$x$)",
          as: String.self)
        let all = recorder.statements.withLock { $0 }
        #expect(all.allSatisfy { $0.system == "postgresql" && $0.duration >= .zero })
        #expect(all.contains { $0.verb == "COMMIT" })
        #expect(all.contains { $0.verb == "SELECT" && $0.shape.contains("customer") && $0.rows == 1 })
        for value in ["Secret", "4711", "$1"] { #expect(all.allSatisfy { !$0.shape.contains(value) }) }
        context.processPendingChanges()
        #expect(recorder.lags.withLock { $0.allSatisfy { $0.transactions >= 0 } && !$0.isEmpty })
        // While somebody has the only connection, others wait until they give up.
        let blocker = try TestConnection()
        try blocker.run("BEGIN; LOCK TABLE \(configuration.namespace).customer")
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addThread { _ = try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) }
          let blocked =
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND pid <> pg_backend_pid() "
            + "AND query LIKE '%\(configuration.namespace)%'"
          while try blocker.run(blocked) == [["0"]] { try await Task.sleep(for: .milliseconds(1)) }
          #expect(throws: SwiftDataError.storeIsBusy) { try context.fetchCount(FetchDescriptor<Customer>()) }
          try blocker.run("COMMIT")
          try await group.waitForAll()
        }
        #expect(recorder.waits.withLock { !$0.isEmpty && $0.allSatisfy { $0.duration > .zero } })
        container.activityObservers = []
        let count = recorder.statements.withLock { $0.count }
        _ = try context.fetchCount(FetchDescriptor<Customer>())
        #expect(recorder.statements.withLock { $0.count } == count)
      }

      @Test func passwordsAreInNoText() throws {
        let secret = "hunter2secret"
        let addresses = [
          "postgres://me:\(secret)@localhost:1/none?connect_timeout=1", "host=/nowhere password=\(secret)",
          "postgres://me:\(secret)%zz@localhost/none", "postgres://me@localhost/none?\(secret)=1",
          "postgres://me:p@\(secret)@localhost:1/none", "postgres://me:\(secret)/x@localhost/none",
          "postgres://me:1/\(secret)@localhost/none", "postgresql://localhost:\(secret)/none",
          "postgres://me:p@\(secret),@localhost:1/none",
        ]
        for address in addresses {
          let configuration = PostgresConfiguration(url: address, schema: Schema([Customer.self]))
          var text = "\(configuration) \(String(reflecting: configuration))"
          dump(configuration, to: &text)
          do {
            _ = try ModelContainer(for: Schema([Customer.self]), configurations: [configuration])
            Issue.record("There was a server.")
          } catch {
            text += "\(error) \(String(reflecting: error))"
            dump(error, to: &text)
          }
          #expect(!text.contains(secret), "\(text)")
        }
      }

      @Test func tablesAreWhatAPersonWouldWrite() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        let container = try ModelContainer(for: schema, configurations: [configuration])
        let context = ModelContext(container)
        let order = Order(1)
        order.user = "reserved"
        context.insert(order)
        try context.save()
        let found = try ModelContext(container).fetch(
          FetchDescriptor<Order>(
            predicate: #Predicate { $0.user == "reserved" && $0.number >= 1 }, sortBy: [SortDescriptor(\.number)]))
        #expect(found.count == 1)
      }

      @Test func manyThreadsShareFewConnections() async throws {
        let container = try postgresContainer(Customer.self, connections: 2)
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<16 {
            group.addTask {
              let context = ModelContext(container)
              context.insert(Customer("\(number)", "name"))
              do { try context.save() } catch { Issue.record(error) }
            }
          }
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 16)
      }

      @Test func aLostConnectionIsReplaced() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        context.insert(Customer("a", "first"))
        try context.save()
        let control = try TestConnection()
        try control.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 1)
      }

      @Test func theHistoryIsDeletedOverANewConnection() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema, connections: 1)
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        context.insert(Customer("a", "first"))
        try context.save()
        let control = try TestConnection()
        try control.awaitHorizon()
        try control.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(
          try control.run("SELECT count(*) FROM \(configuration.namespace).swiftdata_transaction") == [["0"]])
      }

      /// Deletions do not wait for one another.
      @Test func manyAreDeletedTogether() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        for number in 0..<1_203 {
          let customer = Customer("\(number)", "name")
          context.insert(customer)
          if number.isMultiple(of: 3) { customer.orders = [Order(number)] }
        }
        try context.save()
        let others = ModelContext(container)
        for customer in try others.fetch(FetchDescriptor<Customer>()) where customer.mail != "7" {
          others.delete(customer)
        }
        try others.save()
        let fresh = ModelContext(container)
        #expect(try fresh.fetch(FetchDescriptor<Customer>()).map(\.mail) == ["7"])
        #expect(try fresh.fetchCount(FetchDescriptor<Order>()) == 0)
        try TestConnection().awaitHorizon()
        let deleted = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last?.changes.filter {
          if case .delete = $0 { true } else { false }
        }
        #expect(deleted?.count == 1_202 + 401)
      }

      /// In single precision, 16,777,216 and one are 16,777,216.
      @Test func floatsAreAddedAsDoubles() throws {
        let context = ModelContext(try postgresContainer(Weighed.self))
        for weight in [16_777_216, 1, 1] as [Float] { context.insert(Weighed(weight)) }
        try context.save()
        let (sum, rest, average) = try context.aggregate(
          FetchDescriptor<Weighed>(), .sum(\.weight), .sum(\.rest), .average(\.weight))
        #expect(sum == 16_777_218 && rest == 16_777_218 && average == 5_592_406)
        let groups = try context.fetchGroups(FetchDescriptor<Weighed>(), by: \.kind, .count, .sum(\.weight))
        #expect(groups.map { $0.values.1 } == [16_777_218])
      }

      @Test func severalKindsOfStoresInOneContainer() throws {
        let database = try PostgresConfiguration.test(Schema([Order.self, Customer.self]))
        let file = ModelConfiguration(
          "memory", schema: Schema([Samples.Label.self, Sample.self]), isStoredInMemoryOnly: true)
        let container = try ModelContainer(
          for: Schema([Order.self, Customer.self, Samples.Label.self, Sample.self]), configurations: [database, file])
        let context = ModelContext(container)
        context.insert(Customer("a", "first"))
        context.insert(Samples.Label(name: "label", weight: 1))
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Customer>()) == 1)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Samples.Label>()) == 1)
      }

      @Test func tablesAreChangedWhenPropertiesCome() throws {
        let namespace = "grow_" + UUID().uuidString.prefix(8).lowercased()
        func container(_ type: any PersistentModel.Type) throws -> ModelContainer {
          let schema = Schema([type])
          return try ModelContainer(
            for: schema, configurations: [PostgresConfiguration.test(schema, namespace: namespace)])
        }
        let old = ModelContext(try container(Before.Device.self))
        old.insert(Before.Device("lamp"))
        try old.save()
        let new = ModelContext(try container(After.Device.self))
        let device = try #require(try new.fetch(FetchDescriptor<After.Device>()).first)
        #expect(device.title == "lamp")
        #expect(device.watts == nil)
        let error = #expect(throws: SwiftDataError.self) { _ = try container(Wrong.Device.self) }
        #expect(error == .unknownDataStoreSchema)
      }
    }

  }

  enum Before {
    @Model final class Device {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  enum After {
    @Model final class Device {
      @Attribute(originalName: "name") var title: String
      var watts: Int?
      init(_ title: String) { self.title = title }
    }
  }

  enum Wrong {
    @Model final class Device {
      @Attribute(originalName: "name") var title: String
      var watts: String?
      init(_ title: String) { self.title = title }
    }
  }
#endif
