// SPDX-License-Identifier: Apache-2.0

#if Postgres
  import Foundation
  import SwiftData
  import SwiftDataPostgres
  import Testing

  @Model final class Station {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Measurement.station) var measurements: [Measurement] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Measurement {
    #Index<Measurement>([\.level], [\.at], [\.label], [\.level, \.note])
    @Attribute(.unique) var serial: Int
    var level: Int
    var at: Date
    var label: String
    var note: String?
    var station: Station?

    init(_ serial: Int, _ level: Int, at: Date, _ label: String, note: String?) {
      self.serial = serial
      self.level = level
      self.at = at
      self.label = label
      self.note = note
    }
  }

  @Model final class Fare {
    #Index<Fare>([\.price])
    var number: Int
    var price: Decimal

    init(_ number: Int, _ price: Decimal) {
      self.number = number
      self.price = price
    }
  }

  /// Pages that follow a row are read from the index alone.
  extension PostgresTests {
    @Suite struct PagePlanTests {
      private static let rows = 100_000
      private static let schema = Schema([Station.self])

      /// Ten levels with 10,000 measurements each, of a hundred stations.
      private func filled() throws -> (context: ModelContext, control: TestConnection, namespace: String) {
        let configuration = try PostgresConfiguration.test(Self.schema)
        let container = try ModelContainer(for: Self.schema, configurations: [configuration])
        let control = try TestConnection()
        let namespace = configuration.namespace
        try control.run("INSERT INTO \(namespace).station (name) SELECT n::text FROM generate_series(1, 100) AS n")
        try control.run(
          """
          INSERT INTO \(namespace).measurement (serial, level, at, label, note, station_id)
          SELECT n, n % 10, n % 5000, 'label ' || n % 1000, CASE WHEN n % 3 = 0 THEN 'note ' || n % 7 END, 1 + n % 100
          FROM generate_series(1, \(Self.rows)) AS n
          """)
        try control.run("VACUUM ANALYZE \(namespace).measurement")
        return (ModelContext(container), control, namespace)
      }

      /// The plan of the page after the one in the middle.
      private func plan(
        _ context: ModelContext, _ descriptor: FetchDescriptor<Measurement>, after index: Int
      ) throws -> String {
        var descriptor = descriptor
        let page = try context.fetchPage(descriptor, size: index)
        descriptor.fetchLimit = 50
        return try context.explain(descriptor, after: #require(page.next)).plan.joined(separator: "\n")
      }

      @Test func ascendingPagesAreReadFromTheIndexAlone() throws {
        let (context, _, _) = try filled()
        let orders: [([SortDescriptor<Measurement>], String)] = [
          ([SortDescriptor(\.level)], "measurement_level_pk_idx"),
          ([SortDescriptor(\.at)], "measurement_at_pk_idx"),
          ([SortDescriptor(\.label, comparator: .lexical)], "measurement_label_pk_idx"),
        ]
        for (order, index) in orders {
          var descriptor = FetchDescriptor<Measurement>(sortBy: order)
          descriptor.fetchLimit = 50
          let first = try context.explain(descriptor).plan.joined(separator: "\n")
          #expect(first.contains("Index Scan using \(index)"), "\(first)")
          #expect(!first.contains("Sort"), "\(first)")
          // In the middle of 10,000 rows that are equal: the index is entered behind them, nothing is passed over.
          let next = try plan(context, descriptor, after: 15_000)
          #expect(next.contains("Index Scan using \(index)"), "\(next)")
          #expect(next.contains("Index Cond: (ROW("), "\(next)")
          #expect(!next.contains("Sort") && !next.contains("Filter"), "\(next)")
        }
      }

      @Test func descendingPagesEnterTheIndex() throws {
        let (context, _, _) = try filled()
        for order in [SortDescriptor(\Measurement.level, order: .reverse), SortDescriptor(\.at, order: .reverse)] {
          let next = try plan(context, FetchDescriptor(sortBy: [order]), after: 15_000)
          #expect(next.contains("Index Scan Backward"), "\(next)")
          #expect(next.contains("Index Cond"), "\(next)")
          // Only rows that are equal are sorted, by their keys.
          #expect(next.contains("Presorted Key"), "\(next)")
        }
      }

      /// Below the value come lower ones, and then the rows without one: each stretch of the index is entered.
      @Test func descendingPagesByOptionalsEnterTheIndex() throws {
        let (context, control, namespace) = try filled()
        try control.run("CREATE INDEX note_pk ON \(namespace).measurement (note NULLS FIRST, pk)")
        try control.run("VACUUM ANALYZE \(namespace).measurement")
        let next = try plan(
          context, FetchDescriptor(sortBy: [SortDescriptor(\.note, comparator: .lexical, order: .reverse)]),
          after: 15_000)
        #expect(next.contains("Index Scan Backward using note_pk"), "\(next)")
        #expect(next.contains("Index Cond: (note <="), "\(next)")
        #expect(next.contains("Index Cond: (note IS NULL)"), "\(next)")
        #expect(!next.contains("Seq Scan"), "\(next)")
      }

      /// What is not a number is less than all numbers, as in Swift; for the server it is greater.
      @Test func decimalsAreFoundByTheirIndex() throws {
        let schema = Schema([Fare.self])
        let configuration = try PostgresConfiguration.test(schema)
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        let control = try TestConnection()
        try control.run(
          "INSERT INTO \(configuration.namespace).fare (number, price) SELECT n, n / 4.0 FROM generate_series(1, 20000) AS n"
        )
        for number in [-1, -2] { context.insert(Fare(number, .nan)) }
        try context.save()
        try control.run("VACUUM ANALYZE \(configuration.namespace).fare")
        let (low, high) = (Decimal(5) / 4, Decimal(4999))
        let expected: [(Predicate<Fare>, [Int])] = [
          (#Predicate { $0.price < low }, [-2, -1, 1, 2, 3, 4]),
          (#Predicate { $0.price <= low }, [-2, -1, 1, 2, 3, 4, 5]),
          (#Predicate { $0.price > high }, [19_997, 19_998, 19_999, 20_000]),
          (#Predicate { $0.price >= high }, [19_996, 19_997, 19_998, 19_999, 20_000]),
          (#Predicate { $0.price == low }, [5]),
          (#Predicate { low >= $0.price && $0.price > 1 }, [5]),
        ]
        for (predicate, numbers) in expected {
          let descriptor = FetchDescriptor(predicate: predicate)
          let found = try context.fetch(descriptor)
          #expect(found.map(\.number).sorted() == numbers, "\(predicate)")
          let plan = try context.explain(descriptor).plan.joined(separator: "\n")
          #expect(plan.contains("fare_price_pk_idx") && !plan.contains("Seq Scan"), "\(plan)")
        }
      }

      @Test func pagesByUniqueValuesUseTheirIndex() throws {
        let (context, _, _) = try filled()
        let next = try plan(context, FetchDescriptor(sortBy: [SortDescriptor(\.serial)]), after: 15_000)
        #expect(next.contains("measurement_serial_key"), "\(next)")
        #expect(next.contains("Index Cond"), "\(next)")
      }

      @Test func membersOfOneObjectNeedNoSort() throws {
        let (context, _, _) = try filled()
        let station = try #require(
          try context.fetch(FetchDescriptor<Station>(predicate: #Predicate { $0.name == "7" })).first)
        let identifier = station.persistentModelID
        let next = try plan(
          context,
          FetchDescriptor(predicate: #Predicate { $0.station?.persistentModelID == identifier }), after: 500)
        #expect(next.contains("measurement_station_id_pk_idx"), "\(next)")
        #expect(!next.contains("Sort"), "\(next)")
      }

      /// Pages, one after the other, are the whole result; whatever is equal, and whatever is nothing.
      @Test func pagesAreTheWholeResultInEveryOrder() throws {
        let container = try postgresContainer(Station.self)
        let context = ModelContext(container)
        for number in 0..<300 {
          context.insert(
            Measurement(
              number, number * 7 % 4, at: Date(timeIntervalSinceReferenceDate: Double(number % 5)),
              "e\(number % 2 == 0 ? "\u{301}" : "") \(number % 6)", note: number % 3 == 0 ? nil : "\(number % 4)"))
        }
        try context.save()
        let orders: [[SortDescriptor<Measurement>]] = [
          [], [SortDescriptor(\.level)], [SortDescriptor(\.note)], [SortDescriptor(\.note, order: .reverse)],
          [SortDescriptor(\.note, comparator: .lexical, order: .reverse), SortDescriptor(\.level)],
          [SortDescriptor(\.level), SortDescriptor(\.note)], [SortDescriptor(\.note), SortDescriptor(\.level)],
          [SortDescriptor(\.level), SortDescriptor(\.note, order: .reverse)],
          [SortDescriptor(\.level, order: .reverse), SortDescriptor(\.note), SortDescriptor(\.at)],
          [SortDescriptor(\.label, comparator: .lexical), SortDescriptor(\.at, order: .reverse)],
          [SortDescriptor(\.label, comparator: .localizedStandard), SortDescriptor(\.note)],
          [SortDescriptor(\.station?.name), SortDescriptor(\.at)],
        ]
        for order in orders {
          let descriptor = FetchDescriptor<Measurement>(sortBy: order)
          let all = try context.fetch(descriptor).map(\.serial)
          var found: [Int] = []
          var page = try context.fetchPage(descriptor, size: 7)
          found += page.models.map(\.serial)
          // Rows come with their places, of which others cannot know anything else meanwhile.
          let before = context.container.statistics
          var count = 0
          while let next = page.next {
            page = try context.fetchPage(descriptor, size: 7, after: next)
            found += page.models.map(\.serial)
            count += 1
          }
          #expect((context.container.statistics - before).statements == count)
          #expect(found == all, "\(order)")
        }
      }
    }
  }
#endif
