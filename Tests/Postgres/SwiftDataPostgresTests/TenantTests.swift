// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model final class Invoice {
    #Unique<Invoice>([\.tenant, \.number])
    var tenant: String
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \InvoiceLine.invoice) var lines: [InvoiceLine] = []

    init(_ tenant: String, _ number: Int) {
      self.tenant = tenant
      self.number = number
    }
  }

  @Model final class InvoiceLine {
    var tenant: String
    var text: String
    var invoice: Invoice?

    init(_ tenant: String, _ text: String) {
      self.tenant = tenant
      self.text = text
    }
  }

  /// Tenants that share tables, of which row security lets each see its own rows; and tenants with tables of their own.
  extension PostgresTests {
    @Suite(.enabled(if: TestServer.address?.contains("user=postgres") == true, "the server is not private"))
    struct TenantTests {
      private let schema = Schema([Invoice.self])
      private let control: TestConnection
      private let namespace: String

      init() throws {
        let configuration = try PostgresConfiguration.test(schema, isHistoryEnabled: false)
        namespace = configuration.namespace
        _ = try ModelContainer(for: schema, configurations: [configuration])
        control = try TestConnection()
        try control.run(
          "DO $$ BEGIN CREATE ROLE clerk LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
        try control.run("GRANT USAGE ON SCHEMA \(namespace) TO clerk")
        try control.run("GRANT ALL ON ALL TABLES IN SCHEMA \(namespace) TO clerk")
        try control.run("GRANT ALL ON ALL SEQUENCES IN SCHEMA \(namespace) TO clerk")
        for table in ["invoice", "invoice_line"] {
          try control.run("ALTER TABLE \(namespace).\(table) ENABLE ROW LEVEL SECURITY")
          try control.run(
            "CREATE POLICY tenant ON \(namespace).\(table) USING (tenant = current_setting('app.tenant', true))")
        }
      }

      private func container(_ tenant: String?, prepares: Bool = true) throws -> ModelContainer {
        let address = try #require(TestServer.address).replacing("user=postgres", with: "user=clerk")
        var configuration = PostgresConfiguration(
          url: address, schema: schema, namespace: namespace, isHistoryEnabled: false)
        configuration.maximumConnections = 2
        configuration.preparesStatements = prepares
        if let tenant { configuration.transactionSettings = ["app.tenant": tenant, "app.note": "it's \"here\""] }
        return try ModelContainer(for: schema, configurations: [configuration])
      }

      private func fill(_ container: ModelContainer, _ tenant: String, _ count: Int) throws {
        let context = ModelContext(container)
        for number in 0..<count {
          let invoice = Invoice(tenant, number)
          context.insert(invoice)
          invoice.lines = [InvoiceLine(tenant, "a"), InvoiceLine(tenant, "b")]
        }
        try context.save()
      }

      @Test(arguments: [true, false]) func eachSeesItsOwnRows(prepares: Bool) async throws {
        let (one, two) = (try container("one", prepares: prepares), try container("two", prepares: prepares))
        try fill(one, "one", 3)
        try fill(two, "two", 5)
        #expect(try control.run("SELECT count(*) FROM \(namespace).invoice") == [["8"]])
        for (container, count) in [(one, 3), (two, 5)] {
          let context = ModelContext(container)
          #expect(try context.fetchCount(FetchDescriptor<Invoice>()) == count)
          let invoices = try context.fetch(FetchDescriptor<Invoice>(sortBy: [SortDescriptor(\.number)]))
          #expect(invoices.count == count)
          #expect(invoices[0].lines.count == 2)
          #expect(try context.query("SELECT count(*) FROM \(InvoiceLine.self)", as: Int.self) == [count * 2])
          #expect(try context.fetchPage(FetchDescriptor<Invoice>(), size: 2).models.count == 2)
          // A statement that fails leaves the connection as it was.
          #expect(throws: SwiftDataError.self) {
            try context.query("SELECT 1 / count(*) FROM \(Invoice.self) WHERE false", as: Int.self)
          }
          invoices[0].number = 100
          try context.save()
        }
        // Others' rows are not there: neither to be found by their keys, nor to be changed or deleted.
        let stranger = try #require(try ModelContext(two).fetchIdentifiers(FetchDescriptor<Invoice>()).first)
        let context = ModelContext(one)
        #expect(
          try context.fetchCount(
            FetchDescriptor<Invoice>(predicate: #Predicate { $0.persistentModelID == stranger })) == 0)
        try context.update(Invoice.self, where: #Predicate { $0.number == 100 }, .set(\.number, to: 7))
        try context.delete(model: Invoice.self)
        try context.save()
        #expect(try control.run("SELECT count(*), min(number) FROM \(namespace).invoice") == [["5", "1"]])
        // Nor can rows be given to others.
        context.insert(Invoice("two", 50))
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        #expect(error == .storeIsReadOnly)
        #expect(try ModelContext(try container(nil)).fetchCount(FetchDescriptor<Invoice>()) == 0)
      }

      /// `COPY` is refused where policies count: what is inserted without objects is checked by them all the same.
      @Test(arguments: [true, false]) func rowsAreInsertedWithoutObjects(prepares: Bool) throws {
        let one = try container("one", prepares: prepares)
        let context = ModelContext(one)
        try context.insertRows(of: Invoice.self, from: 0..<100) { number, row in
          row.set(\.tenant, "one")
          row.set(\.number, number)
        }
        let invoice = try #require(
          try context.fetch(FetchDescriptor<Invoice>(predicate: #Predicate { $0.number == 7 })).first)
        let identifier = invoice.persistentModelID
        try context.insertRows(of: InvoiceLine.self, from: 0..<10) { number, row in
          row.set(\.tenant, "one")
          row.set(\.text, number == 3 ? "" : "é \(number)")
          if number.isMultiple(of: 2) { row.set(\.invoice, modelWith: identifier) }
        }
        #expect(Set(invoice.lines.map(\.text)) == ["é 0", "é 2", "é 4", "é 6", "é 8"])
        #expect(
          try control.run(
            "SELECT count(*), count(invoice_id), count(*) FILTER (WHERE text = '') FROM \(namespace).invoice_line")
            == [["10", "5", "1"]])
        // Rows of others are refused, and with them all.
        let error = #expect(throws: SwiftDataError.self) {
          try context.insertRows(of: Invoice.self, from: ["one", "two"]) { tenant, row in
            row.set(\.tenant, tenant)
            row.set(\.number, 1_000)
          }
        }
        #expect(error == .storeIsReadOnly)
        #expect(try control.run("SELECT count(*) FROM \(namespace).invoice") == [["100"]])
        // Whoever owns the tables copies, unless the policies are for owners, too.
        let owner = ModelContext(
          try ModelContainer(
            for: schema,
            configurations: [
              PostgresConfiguration(
                url: try #require(TestServer.address), schema: schema, namespace: namespace, isHistoryEnabled: false)
            ]))
        try owner.insertRows(of: Invoice.self, from: 0..<3) { number, row in
          row.set(\.tenant, "two")
          row.set(\.number, number)
        }
        #expect(try owner.fetchCount(FetchDescriptor<Invoice>()) == 103)
      }

      /// `TRUNCATE` would not ask which rows are whose.
      @Test(arguments: [true, false]) func eachErasesItsOwnRows(prepares: Bool) throws {
        let (one, two) = (try container("one", prepares: prepares), try container("two", prepares: prepares))
        try fill(one, "one", 3)
        try fill(two, "two", 5)
        try one.erase()
        #expect(try ModelContext(one).fetchCount(FetchDescriptor<Invoice>()) == 0)
        #expect(try control.run("SELECT DISTINCT tenant FROM \(namespace).invoice_line") == [["two"]])
        #expect(try ModelContext(two).fetchCount(FetchDescriptor<Invoice>()) == 5)
        // Whoever owns the tables has all rows.
        try ModelContainer(
          for: schema,
          configurations: [
            PostgresConfiguration(
              url: try #require(TestServer.address), schema: schema, namespace: namespace, isHistoryEnabled: false)
          ]
        ).erase()
        #expect(try control.run("SELECT count(*) FROM \(namespace).invoice") == [["0"]])
      }

      @Test func eachHasTablesOfItsOwn() throws {
        let containers = try (0..<3).map { _ in
          try ModelContainer(for: schema, configurations: [PostgresConfiguration.test(schema)])
        }
        for (number, container) in containers.enumerated() { try fill(container, "\(number)", number + 1) }
        for (number, container) in containers.enumerated() {
          let context = ModelContext(container)
          #expect(try context.fetchCount(FetchDescriptor<Invoice>()) == number + 1)
          #expect(try context.fetch(FetchDescriptor<Invoice>()).allSatisfy { $0.tenant == "\(number)" })
        }
      }
    }
  }
#endif
