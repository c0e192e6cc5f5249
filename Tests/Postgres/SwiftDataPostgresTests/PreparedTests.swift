// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model private final class Parcel {
    @Attribute(.unique) var code: String
    var weight: Int
    var sender: Sender?

    init(_ code: String, weight: Int) {
      self.code = code
      self.weight = weight
    }
  }

  @Model private final class Sender {
    var name: String
    @Relationship(inverse: \Parcel.sender) var parcels: [Parcel] = []

    init(_ name: String) { self.name = name }
  }

  /// What a connection has prepared, and tables that others change meanwhile.
  extension PostgresTests {
    @Suite struct PreparedTests {
      private let schema = Schema([Parcel.self, Sender.self])

      private func made(history: Bool = true) throws -> (namespace: String, container: ModelContainer) {
        let configuration = try PostgresConfiguration.test(schema, isHistoryEnabled: history, connections: 1)
        return (configuration.namespace, try ModelContainer(for: schema, configurations: [configuration]))
      }

      private func weights(_ container: ModelContainer) throws -> [Int] {
        try ModelContext(container).fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.code)])).map(\.weight)
      }

      /// As a newer program does, or somebody by hand: the result of a prepared SELECT has another type then.
      @Test func columnsGetOtherTypes() throws {
        let (namespace, container) = try made()
        let context = ModelContext(container)
        context.insert(Parcel("a", weight: 1))
        try context.save()
        func largest() throws -> [Int] {
          try context.query("SELECT max(\(\Parcel.weight)) FROM \(Parcel.self)", as: Int.self)
        }
        for (number, type) in ["numeric", "bigint", "numeric(12, 2)"].enumerated() {
          #expect(try weights(container) == [1])
          #expect(try largest() == [1])
          try TestConnection().run("ALTER TABLE \(namespace).parcel ALTER weight TYPE \(type)")
          // The one has a transaction of its own, of which the first statement has been run when the second fails.
          if number.isMultiple(of: 2) { #expect(try largest() == [1]) } else { #expect(try weights(container) == [1]) }
        }
        // What has a fraction is read without it.
        try TestConnection().run("UPDATE \(namespace).parcel SET weight = 5.10")
        #expect(try weights(container) == [5])
        try TestConnection().run("UPDATE \(namespace).parcel SET weight = -5.90")
        #expect(try weights(container) == [-5])
      }

      /// Within a transaction nothing can be run again: the save starts anew.
      @Test func columnsGetOtherTypesWithinASave() throws {
        for history in [true, false] {
          let (namespace, container) = try made(history: history)
          func save(_ weight: Int) throws {
            let context = ModelContext(container)
            let parcel = Parcel("a", weight: weight)
            context.insert(parcel)
            parcel.sender = Sender("s")
            try context.save()
          }
          // The second meets the row of the first, which is read in the transaction.
          for weight in 1...2 { try save(weight) }
          try TestConnection().run("ALTER TABLE \(namespace).parcel ALTER weight TYPE numeric")
          try save(3)
          #expect(try weights(container) == [3])
        }
      }

      /// A value of one type is not taken for one of another: an integer would be a `numeric` of 0.
      @Test func rowsAreCopiedIntoOtherTypes() throws {
        let (namespace, container) = try made()
        let context = ModelContext(container)
        let sender = Sender("s")
        context.insert(sender)
        try context.save()
        let identifier = sender.persistentModelID
        for type in ["numeric", "integer"] {
          try TestConnection().run("ALTER TABLE \(namespace).parcel ALTER weight TYPE \(type)")
          try context.insertRows(of: Parcel.self, from: [0, 7, 300, 20_000]) { weight, row in
            row.set(\.code, "\(type) \(weight)")
            row.set(\.weight, weight)
            if weight == 7 { row.set(\.sender, modelWith: identifier) }
          }
        }
        #expect(try weights(container).sorted() == [0, 0, 7, 7, 300, 300, 20_000, 20_000])
        #expect(sender.parcels.count == 2)
        let sum = try TestConnection().run("SELECT sum(weight) FROM \(namespace).parcel")
        #expect(sum == [["40614"]])
      }

      /// A statement that fails each time it is run is prepared the first time.
      @Test func whatFailsIsPreparedOnce() throws {
        let (_, container) = try made(history: false)
        let context = ModelContext(container)
        func fail() {
          #expect(throws: SwiftDataError.self) {
            try context.query("SELECT 1 / (count(*) - count(*)) FROM \(Parcel.self)", as: Int.self)
          }
        }
        func prepared() throws -> [Int] {
          try context.query(
            "SELECT (SELECT count(*) FROM pg_prepared_statements) + 0 * count(*) FROM \(Parcel.self)", as: Int.self)
        }
        fail()
        _ = try prepared()
        let count = try prepared()
        for _ in 0..<5 { fail() }
        #expect(try prepared() == count)
      }

      /// The connection has prepared as much as it keeps, and then a statement fails: nothing can be dropped until the
      /// transaction has ended.
      @Test func theLastPreparedStatementIsAnExchange() throws {
        let (_, container) = try made(history: false)
        let context = ModelContext(container)
        let (a, b) = (Parcel("a", weight: 1), Parcel("b", weight: 2))
        context.insert(a)
        context.insert(b)
        try context.save()
        (a.code, b.code) = ("c", "d")
        try context.save()
        func prepared() throws -> Int {
          try context.query(
            "SELECT (SELECT count(*) FROM pg_prepared_statements), count(*) FROM \(Parcel.self)", as: Int.self, Int.self
          )
          .first?.0 ?? 0
        }
        _ = try prepared()
        for number in 0..<(256 - (try prepared())) {
          var text = StoreSQL.StringInterpolation(literalCapacity: 0, interpolationCount: 0)
          text.appendLiteral("SELECT count(*) + \(number) FROM ")
          text.appendInterpolation(Parcel.self)
          #expect(try context.query(StoreSQL(stringInterpolation: text), as: Int.self) == [number + 2])
        }
        #expect(try prepared() == 256)
        (a.code, b.code) = ("d", "c")
        try context.save()
        #expect(try weights(container) == [2, 1])
        // From then on it begins anew.
        #expect(try prepared() < 32)
      }
    }
  }
#endif
