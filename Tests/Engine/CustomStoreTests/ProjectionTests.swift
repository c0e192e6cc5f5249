// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

enum Channel: String, Codable { case shop, web }

struct Place: Codable {
  var city: String
  var floor: Int?
}

@Model class Sale {
  var number: Int
  var price: Decimal
  var weight: Double?
  var city: String
  var channel: Channel
  var day: Date
  var place: Place?
  var code: UUID
  var data: Data?
  var seller: Seller?

  init(
    number: Int, price: Decimal, weight: Double?, city: String, channel: Channel, day: Date, place: Place?, code: UUID,
    data: Data?
  ) {
    self.number = number
    self.price = price
    self.weight = weight
    self.city = city
    self.channel = channel
    self.day = day
    self.place = place
    self.code = code
    self.data = data
  }
}

@Model final class Refund: Sale {
  var reason: String

  init(
    _ reason: String, number: Int, price: Decimal, weight: Double?, city: String, channel: Channel, day: Date,
    place: Place?, code: UUID, data: Data?
  ) {
    self.reason = reason
    super.init(
      number: number, price: price, weight: weight, city: city, channel: channel, day: day, place: place, code: code,
      data: data)
  }
}

@Model final class Seller {
  var name: String
  var boss: Seller?
  @Relationship(inverse: \Sale.seller) var sales: [Sale] = []

  init(_ name: String) { self.name = name }
}

/// Values, aggregates and groups of custom stores, against those that a SQLite store computes.
@Suite struct ProjectionTests {
  enum Kind: CaseIterable {
    /// Filters and sorts by itself.
    case door
    /// Leaves both to the context.
    case json
    case memory
  }

  let folder: TemporaryFolder
  let schema = Schema([Sale.self, Refund.self, Seller.self])

  init() throws { folder = try TemporaryFolder() }

  private func context(_ configuration: any DataStoreConfiguration) throws -> ModelContext {
    ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
  }

  private func context(_ kind: Kind) throws -> ModelContext {
    switch kind {
    case .door:
      try context(DoorConfiguration(name: "door", schema: schema, file: folder.url.appending(path: "d.store")))
    case .json: try context(JSONStoreConfiguration("json", schema: schema, file: folder.url.appending(path: "j.json")))
    case .memory: try context(MemoryStoreConfiguration("memory", schema: schema))
    }
  }

  private func reference() throws -> ModelContext {
    try context(ModelConfiguration(schema: schema, isStoredInMemoryOnly: true))
  }

  private func fill(_ context: ModelContext, seed: UInt64, count: Int = 60) throws {
    var generator = SeededGenerator(seed: seed)
    let sellers = ["Ann", "Bo", "Cy"].map { Seller($0) }
    sellers[1].boss = sellers[0]
    sellers[2].boss = sellers[1]
    for seller in sellers { context.insert(seller) }
    let cities = ["Oslo", "oslo", "", "Zürich", "Zu\u{308}rich", "東京"]
    for number in 0..<count {
      func chance<T>(_ value: T) -> T? { Int.random(in: 0..<4, using: &generator) == 0 ? nil : value }
      func one<T>(_ values: [T]) -> T { values[Int.random(in: values.indices, using: &generator)] }
      let isRefund = Int.random(in: 0..<4, using: &generator) == 0
      let price = Decimal(Int.random(in: -999...9_999, using: &generator)) / 100
      let weight = chance(Double(Int.random(in: -40...40, using: &generator)) / 8)
      let (city, channel) = (one(cities), one([Channel.shop, .web]))
      let day = Date(timeIntervalSinceReferenceDate: Double(number % 7) * 86_400)
      let place = chance(Place(city: one(cities), floor: chance(one([0, 1, 2]))))
      let code = UUID(uuid: (one([1, 2, 3]), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
      let data = chance(Data([one([1, 2])]))
      let sale =
        isRefund
        ? Refund(
          one(["late", "broken"]), number: number, price: price, weight: weight, city: city, channel: channel, day: day,
          place: place, code: code, data: data)
        : Sale(
          number: number, price: price, weight: weight, city: city, channel: channel, day: day, place: place,
          code: code,
          data: data)
      context.insert(sale)
      sale.seller = chance(one(sellers))
    }
    try context.save()
  }

  /// The answers to questions of every kind. Orders are total, so both stores' are equal as they are.
  private func answers(_ context: ModelContext) throws -> [String] {
    let all = FetchDescriptor<Sale>()
    let refunds = FetchDescriptor<Refund>()
    let backwards = FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number, order: .reverse)])
    let none = FetchDescriptor<Sale>(predicate: #Predicate { $0.number < 0 })
    var some = FetchDescriptor<Sale>(
      predicate: #Predicate { $0.number > 5 && $0.seller?.name != "Bo" },
      sortBy: [SortDescriptor(\.price), SortDescriptor(\.number)])
    some.fetchLimit = 7
    some.fetchOffset = 2
    var window = FetchDescriptor<Sale>(predicate: #Predicate { $0.number > 3 })
    window.fetchLimit = 2
    window.fetchOffset = 1
    let enough: AggregateCondition<Sale> =
      .count > 2 && (.sum(\.price) > Decimal(10) || .minimum(\.city) <= "" || .maximum(\.weight) >= 2.5)

    var answers: [String] = []
    answers.append("counts \(try context.aggregate(all, .count, .count))")
    answers.append("\(try context.aggregate(all, .sum(\.number), .sum(\.price), .sum(\.weight), .average(\.number)))")
    answers.append("\(try context.aggregate(all, .average(\.weight), Aggregate<Sale, Decimal?>.average(\.price)))")
    answers.append("\(try context.aggregate(all, .minimum(\.price), .maximum(\.weight), .minimum(\.city)))")
    answers.append("\(try context.aggregate(all, .maximum(\.city), .maximum(\.day), .minimum(\.code)))")
    answers.append("\(try context.aggregate(all, .count(\.weight), .countDistinct(\.city), .countDistinct(\.channel)))")
    answers.append("\(try context.aggregate(all, .countDistinct(\.price), .countDistinct(\.data)))")
    answers.append("\(try context.aggregate(all, .countDistinct(\Sale.seller?.name), .count(\.persistentModelID)))")
    answers.append("\(try context.aggregate(all, .sum(\Sale.place?.floor), .maximum(\Sale.place?.city)))")
    answers.append(
      "\(try context.aggregate(all, .minimum(\Sale.seller?.boss?.name), .count(\Sale.seller?.boss?.name)))")
    answers.append("\(try context.aggregate(none, .count, .sum(\.number), .average(\.weight), .minimum(\.city)))")
    answers.append("\(try context.aggregate(some, .count, .sum(\.number), .maximum(\.price)))")
    answers.append("\(try context.aggregate(refunds, .count, .sum(\.number), .countDistinct(\.reason)))")

    answers.append("\(try context.fetchValues(some, \.number, \.price, \.city, \.channel, \.seller?.name))")
    answers.append("\(try context.fetchValues(backwards, \.weight, \.day, \.place?.city, \.place?.floor, \.code))")
    answers.append("\(try context.fetchValues(backwards, \.data, \.place, \.seller?.boss?.name))")

    answers.append("\(try context.fetchGroups(none, by: \.city, .count))")
    answers.append("\(try context.fetchGroups(all, by: \.city, .count, .sum(\.price)))")
    answers.append("\(try context.fetchGroups(all, by: \.seller?.name, .count, .maximum(\.weight)))")
    answers.append("\(try context.fetchGroups(all, by: \.channel, .average(\.number)))")
    answers.append("\(try context.fetchGroups(all, by: \.weight, .count))")
    let sellers = try context.fetchGroups(all, by: \.seller?.persistentModelID, .count, .sum(\.price))
    answers.append("\(sellers.map { "\(name(of: $0.key, context)) \($0.values)" }.sorted())")
    let bosses = try context.fetchValues(some, \.number, \.seller?.boss?.persistentModelID)
    answers.append("\(bosses.map { "\($0) \(name(of: $1, context))" })")
    let seller = \Sale.seller?.persistentModelID
    answers.append("\(try context.aggregate(all, .count(seller), .countDistinct(seller)))")
    answers.append("\(try context.fetchGroups(refunds, by: \.seller?.name, .count))")
    let order: [AggregateOrder<Sale>] = [.descending(.maximum(\.city)), .ascending(.sum(\.price))]
    answers.append("\(try context.fetchGroups(all, by: \.day, .count, having: enough, orderBy: order))")
    let mean = Aggregate<Sale, Double?>.average(\.price)
    answers.append("\(try context.aggregate(all, mean))")
    for bound in [-.infinity, 20.005, 50] as [Double] {
      let groups = try context.fetchGroups(all, by: \.day, mean, having: mean > bound, orderBy: [.ascending(mean)])
      answers.append("\(groups)")
    }
    answers.append("\(try context.fetchGroups(window, by: \.code, .count, orderBy: [.descending(.average(\.weight))]))")
    return answers
  }

  private func name(of identifier: PersistentIdentifier?, _ context: ModelContext) -> String {
    identifier.flatMap { context.model(for: $0) as? Seller }?.name ?? "-"
  }

  @Test(arguments: Kind.allCases, [UInt64(1), 2, 3]) func asSQLiteStores(_ kind: Kind, _ seed: UInt64) throws {
    let (wanted, found) = (try reference(), try context(kind))
    try fill(wanted, seed: seed)
    try fill(found, seed: seed)
    let (first, second) = (try answers(wanted), try answers(found))
    #expect(first.contains { $0.count > 200 })
    for (wanted, found) in zip(first, second) { #expect(found == wanted, "seed \(seed)") }
  }

  /// Which rows a window has is a matter of the descriptor's order, in SQLite stores as well.
  @Test(arguments: Kind.allCases) func aWindowFollowsTheOrder(_ kind: Kind) throws {
    for context in [try reference(), try context(kind)] {
      try fill(context, seed: 4)
      var dearest = FetchDescriptor<Sale>(
        sortBy: [SortDescriptor(\.seller?.name), SortDescriptor(\.price, order: .reverse), SortDescriptor(\.number)])
      dearest.fetchLimit = 9
      dearest.fetchOffset = 3
      let sales = try context.fetch(dearest)
      let (count, numbers, price) = try context.aggregate(dearest, .count, .sum(\.number), .maximum(\.price))
      #expect(sales.count == 9 && count == 9)
      #expect(numbers == sales.reduce(0) { $0 + $1.number } && price == sales.map(\.price).max())
    }
  }

  /// What a store cannot say of SQLite's rows, it does not say of others.
  @Test(arguments: Kind.allCases) func refuseTheSame(_ kind: Kind) throws {
    let (wanted, found) = (try reference(), try context(kind))
    for context in [wanted, found] {
      try fill(context, seed: 1, count: 3)
      for number in [Int.max, 1] {
        context.insert(
          Sale(
            number: number, price: 0, weight: nil, city: "", channel: .web, day: .distantPast, place: nil, code: UUID(),
            data: nil))
      }
      try context.save()
    }
    let questions: [(ModelContext) throws -> Void] = [
      { _ = try $0.aggregate(FetchDescriptor<Sale>(), .sum(\.number)) },
      { _ = try $0.aggregate(FetchDescriptor<Sale>(), .count(\.place)) },
      { _ = try $0.aggregate(FetchDescriptor<Sale>(), .count(\.seller)) },
      { _ = try $0.fetchValues(FetchDescriptor<Sale>(), \.seller) },
      { _ = try $0.aggregate(FetchDescriptor<Sale>(), .minimum(\.persistentModelID)) },
      { _ = try $0.aggregate(FetchDescriptor<Sale>(), .maximum(\Sale.seller?.persistentModelID)) },
      { _ = try $0.fetchGroups(FetchDescriptor<Seller>(), by: \.sales, .count) },
    ]
    for (number, question) in questions.enumerated() {
      func error(_ context: ModelContext) -> SwiftDataError? {
        #expect(throws: SwiftDataError.self) { try question(context) }
      }
      let (first, second) = (try #require(error(wanted)), try #require(error(found)))
      #expect(first == second && first.explanation == second.explanation, "\(number): \(first) \(second)")
    }
  }

  @Test(arguments: Kind.allCases) func identifiersAreThoseOfTheStore(_ kind: Kind) throws {
    let context = try context(kind)
    try fill(context, seed: 1, count: 12)
    let all = FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)])
    let identifiers = try context.fetchValues(all, \.persistentModelID)
    #expect(identifiers == (try context.fetch(all).map(\.persistentModelID)))
    #expect(identifiers.count == 12)
    let groups = try context.fetchGroups(all, by: \.persistentModelID, .count)
    #expect(Set(groups.map(\.key)) == Set(identifiers) && groups.allSatisfy { $0.values == 1 })
  }

  /// As for SQLite stores: only what is stored can be asked for.
  @Test func unsavedChangesAreRefused() throws {
    let context = try context(.memory)
    try fill(context, seed: 1, count: 3)
    context.insert(
      Sale(
        number: 9, price: 0, weight: nil, city: "", channel: .web, day: .distantPast, place: nil, code: UUID(),
        data: nil))
    #expect(throws: SwiftDataError.self) { try context.aggregate(FetchDescriptor<Sale>(), .count) }
    var stored = FetchDescriptor<Sale>()
    stored.includePendingChanges = false
    #expect(try context.aggregate(stored, .count) == 3)
  }

  /// A number of rows is asked of the store, which may know it.
  @Test func aCountLoadsNothing() throws {
    let context = try context(.memory)
    try fill(context, seed: 1, count: 3)
    let before = context.container.statistics
    #expect(try context.aggregate(FetchDescriptor<Sale>(), .count) == 3)
    let cost = context.container.statistics - before
    #expect(cost.statements == 1 && cost.rowsLoaded == 0)
  }
}
