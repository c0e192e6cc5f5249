// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Picture {
    var number: Int
    var data: Data

    init(_ number: Int, _ data: Data) {
      self.number = number
      self.data = data
    }
  }

  private struct Cells: Codable, Equatable {
    var a = 1
    var b = "b"
    var c: Double?
  }

  @Model private final class Sheet {
    @Attribute(.preserveValueOnDeletion) var r1 = Cells()
    @Attribute(.preserveValueOnDeletion) var r2 = Cells()
    @Attribute(.preserveValueOnDeletion) var r3 = Cells()
    @Attribute(.preserveValueOnDeletion) var r4 = Cells()
    @Attribute(.preserveValueOnDeletion) var r5 = Cells()
    @Attribute(.preserveValueOnDeletion) var r6 = Cells()
    @Attribute(.preserveValueOnDeletion) var r7 = Cells()
    @Attribute(.preserveValueOnDeletion) var r8 = Cells()
    @Attribute(.preserveValueOnDeletion) var r9 = Cells()
    @Attribute(.preserveValueOnDeletion) var r10 = Cells()
    @Attribute(.preserveValueOnDeletion) var r11 = Cells()
    @Attribute(.preserveValueOnDeletion) var r12 = Cells()
    @Attribute(.preserveValueOnDeletion) var r13 = Cells()
    @Attribute(.preserveValueOnDeletion) var r14 = Cells()
    @Attribute(.preserveValueOnDeletion) var r15 = Cells()
    @Attribute(.preserveValueOnDeletion) var r16 = Cells()
    @Attribute(.preserveValueOnDeletion) var r17 = Cells()
    @Attribute(.preserveValueOnDeletion) var r18 = Cells(a: 18, b: "last", c: 0.5)

    init() {}
  }

  /// Statements of the program's own, and rows without objects.
  extension PostgresTests {
    @Suite struct StatementTests {
      private func filled() throws -> ModelContext {
        let context = ModelContext(try postgresContainer(Customer.self))
        for number in 0..<10 {
          let customer = Customer("\(number)", number < 5 ? "low" : "it's high")
          customer.score = Double(number)
          context.insert(customer)
        }
        try context.save()
        return context
      }

      @Test func selectsReturnValuesAndModels() throws {
        let context = try filled()
        let name = "it's high"
        let rows = try context.query(
          """
          SELECT \(\Customer.name), count(*), max(\(\Customer.score)) FROM \(Customer.self)
          WHERE \(\Customer.name) = \(name) GROUP BY 1
          """,
          as: String.self, Int.self, Double.self)
        #expect(rows.count == 1)
        #expect(rows.first?.0 == name)
        #expect(rows.first?.1 == 5)
        #expect(rows.first?.2 == 9)
        let limit = 6.5
        let found = try context.fetch(
          Customer.self,
          sql: "SELECT pk FROM \(Customer.self) WHERE \(\Customer.score) > \(limit) ORDER BY \(\Customer.score) DESC")
        #expect(found.map(\.mail) == ["9", "8", "7"])
        let none: String? = nil
        #expect(
          try context.query("SELECT pk FROM \(Customer.self) WHERE \(\Customer.name) = \(none)", as: Int.self).isEmpty)
      }

      @Test func whatWritesIsRefused() throws {
        let context = try filled()
        let statements: [StoreSQL] = [
          "DELETE FROM \(Customer.self)", "WITH d AS (DELETE FROM \(Customer.self) RETURNING pk) SELECT pk FROM d",
          "COMMIT", "SET search_path = nowhere", "SELECT pk FROM \(Customer.self); DELETE FROM \(Customer.self)",
          "SELECT setval(pg_get_serial_sequence('\(Customer.self)', 'pk'), 1)", "SELECT nothing FROM nowhere",
        ]
        for statement in statements {
          #expect(throws: SwiftDataError.storeFailure) { try context.query(statement, as: Int.self) }
        }
        #expect(throws: SwiftDataError.storeFailure) {
          try context.query("SELECT pk FROM \(Customer.self)", as: Int.self, Int.self)
        }
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 10)
        try context.save()
      }

      @Test func rowsAreCopied() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        let owner = Customer("owner", "owner")
        context.insert(owner)
        try context.save()
        let before = container.statistics
        let identifier = owner.persistentModelID
        let count = try context.insertRows(of: Order.self, from: 0..<20_000) { number, row in
          row.set(\.number, number)
          row.set(\.user, number.isMultiple(of: 2) ? "é \(number)" : nil)
          row.set(\.customer, modelWith: identifier)
        }
        #expect(count == 20_000)
        // Keys by ever larger blocks, one COPY, the history.
        #expect((container.statistics - before).statements < 20)
        let fresh = ModelContext(container)
        #expect(try fresh.fetchCount(FetchDescriptor<Order>()) == 20_000)
        let last = try #require(
          try fresh.fetch(FetchDescriptor<Order>(predicate: #Predicate { $0.number == 19_998 })).first)
        #expect(last.user == "é 19998")
        #expect(last.customer?.mail == "owner")
        #expect(owner.orders.count == 20_000)
        try TestConnection().awaitHorizon()
        let history = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.last?.changes.count == 20_000)
      }

      @Test func copiedRowsAreAllThereOrNone() throws {
        let context = ModelContext(try postgresContainer(Customer.self))
        context.insert(Customer("7", "name"))
        try context.save()
        #expect(throws: SwiftDataError.uniqueConflict) {
          try context.insertRows(of: Customer.self, from: 0..<10) { number, row in
            row.set(\.mail, "\(number)")
            row.set(\.name, "name")
            row.set(\.since, .now)
            row.set(\.spent, 1.5)
            row.set(\.score, 2)
          }
        }
        #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 1)
        try context.insertRows(of: Customer.self, from: 10..<20) { number, row in
          row.set(\.mail, "\(number)")
          row.set(\.name, "name")
          row.set(\.since, .distantPast)
          row.set(\.spent, Decimal(number) / 4)
          row.set(\.score, .infinity)
        }
        let found = try context.fetch(FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.mail)]))
        #expect(found.count == 11)
        let ten = try #require(found.first { $0.mail == "10" })
        #expect(ten.spent == 2.5)
        #expect(ten.since == .distantPast)
        #expect(ten.score == .infinity)
      }

      /// While rows are copied, saves of other servers get keys of the same table: no lock is kept until the commit. Only where
      /// there is no second connection.
      @Test(arguments: [8, 1]) func copyingKeepsNoLockOfKeys(connections: Int) throws {
        let container = try postgresContainer(Picture.self, connections: connections)
        let context = ModelContext(container)
        let control = try TestConnection()
        var locks: [String?] = []
        let numbers = (0..<2_000).lazy.map { number in
          // Some megabytes have been sent by then, and several blocks of keys were asked for since.
          if number == 1_999 {
            locks = (try? control.run("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"))?.first ?? []
          }
          return number
        }
        try context.insertRows(of: Picture.self, from: numbers) { number, row in
          row.set(\.number, number)
          row.set(\.data, Data(repeating: UInt8(number % 256), count: 8_000))
        }
        #expect(locks == [connections == 1 ? "1" : "0"])
        let found = try ModelContext(container).fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.number)]))
        #expect(found.map(\.number) == Array(0..<2_000))
        #expect(Set(found.map(\.persistentModelID)).count == 2_000)
      }

      /// The server takes a gigabyte at once, at most: what is large is sent by several statements.
      @Test(arguments: [true, false]) func largeValuesAreSentInParts(history: Bool) throws {
        let container = try postgresContainer(Picture.self, history: history)
        let context = ModelContext(container)
        func statements(_ body: () throws -> Void) rethrows -> Int {
          let before = container.statistics
          try body()
          return (container.statistics - before).statements
        }
        func insert(_ size: Int) throws -> Int {
          for number in 0..<3 { context.insert(Picture(number, Data(repeating: UInt8(number), count: size))) }
          return try statements { try context.save() }
        }
        func change(_ size: Int) throws -> Int {
          for picture in try context.fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.number)])).prefix(3) {
            picture.data = Data(repeating: 9, count: size)
          }
          return try statements { try context.save() }
        }
        // Asks for keys.
        _ = try insert(1)
        let few = try insert(10)
        #expect(try insert(9 << 20) == few + 1)
        let changed = try change(10)
        #expect(try change(9 << 20) == changed + 1)
        let stored = try ModelContext(container).fetch(FetchDescriptor<Picture>()).map(\.data.count)
        // Of the large ones, one was changed, and two that were small.
        #expect(stored.filter { $0 == 9 << 20 }.count == 5)
        #expect(stored.count == 9)
      }

      /// They are translated once, and their values bound anew; those that decide the SQL are no such values.
      @Test func predicatesOfOneShapeHaveTheirOwnValues() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        for (number, name) in ["a", "b", "e\u{301}", "d"].enumerated() {
          let customer = Customer("\(number)@example.com", name)
          customer.score = Double(number)
          context.insert(customer)
        }
        try context.save()
        func scores(_ name: String, from least: Double, limit: Int? = nil) throws -> [Double] {
          var descriptor = FetchDescriptor<Customer>(
            predicate: #Predicate { $0.name == name && $0.score >= least }, sortBy: [SortDescriptor(\.score)])
          descriptor.fetchLimit = limit
          return try ModelContext(container).fetch(descriptor).map(\.score)
        }
        for _ in 0..<3 {
          #expect(try scores("a", from: 0) == [0])
          #expect(try scores("b", from: 0, limit: 5) == [1])
          #expect(try scores("b", from: 2, limit: 7) == [])
          // Both forms of the letter, and a number that equals nothing.
          #expect(try scores("\u{E9}", from: 0) == [2])
          #expect(try scores("d", from: .nan) == [])
          #expect(throws: SwiftDataError.valueOutOfRange) { try scores("a\0", from: 0) }
        }
      }

      /// A function of the server's takes a hundred arguments.
      @Test func manyValuesArePreserved() throws {
        let context = ModelContext(try postgresContainer(Sheet.self))
        for _ in 0..<4 { context.insert(Sheet()) }
        try context.save()
        let sheets = try context.fetch(FetchDescriptor<Sheet>())
        context.delete(sheets[0])
        try context.save()
        for sheet in sheets[1...2] { context.delete(sheet) }
        try context.save()
        try context.delete(model: Sheet.self)
        try TestConnection().awaitHorizon()
        let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        let preserved = changes.compactMap { change -> Cells? in
          guard case .delete(let deletion) = change else { return nil }
          return (deletion as? DefaultHistoryDelete<Sheet>)?.tombstone[\.r18] as? Cells
        }
        #expect(preserved == Array(repeating: Cells(a: 18, b: "last", c: 0.5), count: 4))
      }

      /// Objects that are deleted one by one go together, and each is recorded with what it preserves.
      @Test func deletedObjectsGoTogether() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        for number in 0..<50 {
          context.insert(Order(number))
          if number < 3 { context.insert(Customer("\(number)", "name")) }
        }
        try context.save()
        let orders = try context.fetch(FetchDescriptor<Order>())
        let customers = try context.fetch(FetchDescriptor<Customer>())
        for order in orders.dropFirst(10) { context.delete(order) }
        let before = container.statistics
        try context.save()
        #expect((container.statistics - before).statements < 10)
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == 10)
        for order in orders.prefix(10) { context.delete(order) }
        for customer in customers { context.delete(customer) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == 0)
        try TestConnection().awaitHorizon()
        let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        let preserved = changes.compactMap { change -> String? in
          guard case .delete(let deletion) = change else { return nil }
          return (deletion as? DefaultHistoryDelete<Customer>)?.tombstone[\.mail] as? String
        }
        #expect(preserved.sorted() == ["0", "1", "2"])
        let deleted = changes.filter { if case .delete = $0 { true } else { false } }
        #expect(deleted.count == 53)
      }

      /// A deletion that concerns no other row is one statement, with its history and its values as any other.
      @Test func rowsThatConcernNoOthersAreDeletedByOneStatement() throws {
        let container = try postgresContainer(Customer.self)
        let context = ModelContext(container)
        for number in 0..<50 { context.insert(Order(number)) }
        try context.save()
        let before = container.statistics
        try context.delete(model: Order.self, where: #Predicate { $0.number < 40 })
        try context.save()
        // Begin, the transaction's number, the deletion, the history, commit.
        #expect((container.statistics - before).statements <= 5)
        #expect(try context.fetchCount(FetchDescriptor<Order>()) == 10)
        try TestConnection().awaitHorizon()
        let last = try #require(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last)
        #expect(last.changes.count == 40)
        #expect(Set(last.changes.map(\.changedPersistentIdentifier)).count == 40)
      }
    }
  }
#endif
