// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import SwiftData
  import SwiftDataPostgres
  import Testing

  /// What the database refuses of a save that was sent whole: the error says of which class, and by which rule.
  extension PostgresTests {
    @Suite struct RefusalTests {
      private let namespace: String
      private let container: ModelContainer
      private let control: TestConnection

      init() throws {
        let schema = Schema([Customer.self])
        let configuration = try PostgresConfiguration.test(schema)
        namespace = configuration.namespace
        container = try ModelContainer(for: schema, configurations: [configuration])
        control = try TestConnection()
      }

      /// The customers of a save, with an order each.
      private func save(_ scores: [Double]) throws {
        let context = ModelContext(container)
        for (number, score) in scores.enumerated() {
          let customer = Customer("\(number)", "name")
          customer.score = score
          customer.orders = [Order(number)]
          context.insert(customer)
        }
        try context.save()
      }

      @Test func checksAreNamed() throws {
        try control.run("ALTER TABLE \(namespace).customer ADD CONSTRAINT least_score CHECK (score < 100)")
        for scores: [Double] in [[200], [1, 200, 3]] {
          let error = #expect(throws: SwiftDataError.self) { try save(scores) }
          #expect(error == .modelValidationFailure)
          #expect(error?.entity == "Customer")
          #expect(error?.explanation.contains("least_score") == true, "\(error?.explanation ?? "")")
        }
        try save([1, 2, 3])
      }

      /// An index that no model knows has no property to name.
      @Test func indexesOfOthersAreNamed() throws {
        try control.run("CREATE UNIQUE INDEX one_number ON \(namespace).\"order\" ((number / 2))")
        let error = #expect(throws: SwiftDataError.self) { try save([1, 2]) }
        #expect(error == .uniqueConflict)
        #expect(error?.entity == "Order")
        #expect(error?.property == nil)
        #expect(error?.explanation.contains("one_number") == true, "\(error?.explanation ?? "")")
      }

      @Test func columnsWithoutValuesAreNamed() throws {
        try control.run("ALTER TABLE \(namespace).\"order\" ALTER \"user\" SET NOT NULL")
        let error = #expect(throws: SwiftDataError.self) { try save([1]) }
        #expect(error == .modelValidationFailure)
        #expect(error?.entity == "Order")
        #expect(error?.property == "user")
      }
    }
  }
#endif
