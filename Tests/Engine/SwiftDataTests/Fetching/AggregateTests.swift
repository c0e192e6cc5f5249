// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model
final class Sale {
  enum Channel: String, Codable { case shop, web, phone }

  var number: Int
  var small: Int8
  var price: Decimal
  var weight: Double?
  var city: String
  var channel: Channel
  var day: Date
  var seller: Seller?

  init(
    number: Int, small: Int8, price: Decimal, weight: Double?, city: String, channel: Channel,
    day: Date, seller: Seller?
  ) {
    self.number = number
    self.small = small
    self.price = price
    self.weight = weight
    self.city = city
    self.channel = channel
    self.day = day
    self.seller = seller
  }
}

@Model
final class Seller {
  var name: String
  @Relationship(inverse: \Sale.seller) var sales: [Sale] = []

  init(name: String) { self.name = name }
}

/// Aggregates of the store against the same ones over models in Swift.
@Suite struct AggregateTests {
  struct Fixture {
    let folder: TestFolder
    let container: ModelContainer
    let context: ModelContext
    let all: [Sale]
  }

  private func fixture(seed: UInt64, count: Int = 500) throws -> Fixture {
    var generator = SeededGenerator(seed: seed)
    let folder = try TestFolder()
    let container = try folder.container(Sale.self, Seller.self)
    let writer = ModelContext(container)
    let cities = ["Ålesund", "Bergen", "Oslo", "oslo", "", "Zürich", "Zu\u{308}rich", "東京"]
    let sellers = ["Ann", "Bo", "Cy"].map { Seller(name: $0) }
    for number in 0..<count {
      let price = Decimal(Int.random(in: -9_999...99_999, using: &generator)) / 100
      writer.insert(
        Sale(
          number: number, small: Int8.random(in: .min ... .max, using: &generator),
          price: number % 50 == 0 ? Decimal(string: "123456789012345.6")! : price,
          weight: number % 7 == 0 ? nil : Double(Int.random(in: -40...400, using: &generator)) / 8,
          city: cities.randomElement(using: &generator) ?? "",
          channel: [.shop, .web, .phone].randomElement(using: &generator) ?? .web,
          day: Date(timeIntervalSinceReferenceDate: Double(number % 13) * 86_400),
          seller: number % 11 == 0 ? nil : sellers.randomElement(using: &generator)))
    }
    try writer.save()
    let context = ModelContext(container)
    let all = try context.fetch(FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)]))
    return Fixture(folder: folder, container: container, context: context, all: all)
  }

  @Test(arguments: [UInt64(1), 2, 3]) func wholeTable(seed: UInt64) throws {
    let fixture = try fixture(seed: seed)
    let all = fixture.all
    let before = fixture.container.statistics
    let (count, numbers, smalls, prices, weights) = try fixture.context.aggregate(
      FetchDescriptor<Sale>(), .count, .sum(\.number), .sum(\.small), .sum(\.price), .sum(\.weight))
    let cost = fixture.container.statistics - before
    #expect(cost.statements == 1 && cost.rowsLoaded == 0)
    #expect(count == all.count)
    #expect(numbers == all.reduce(0) { $0 + $1.number })
    #expect(smalls == all.reduce(0) { $0 + Int($1.small) })
    #expect(prices == all.reduce(0) { $0 + $1.price })
    #expect(weights == all.reduce(0) { $0 + ($1.weight ?? 0) })

    let (present, cities) = try fixture.context.aggregate(
      FetchDescriptor<Sale>(), .count(\.weight), .countDistinct(\.number))
    #expect(present == all.count { $0.weight != nil })
    #expect(cities == all.count)

    let (least, most, first, last, cheap, dear) = try fixture.context.aggregate(
      FetchDescriptor<Sale>(), .minimum(\.weight), .maximum(\.day), .minimum(\.city),
      .maximum(\.city), .minimum(\.price), .maximum(\.price))
    #expect(least == all.compactMap(\.weight).min())
    #expect(most == all.map(\.day).max())
    #expect(first == all.map(\.city).min() && last == all.map(\.city).max())
    #expect(cheap == all.map(\.price).min() && dear == all.map(\.price).max())

    let (weight, price) = try fixture.context.aggregate(
      FetchDescriptor<Sale>(), .average(\.weight), Aggregate<Sale, Decimal?>.average(\.price))
    let known = all.compactMap(\.weight)
    #expect(abs((weight ?? .nan) - known.reduce(0, +) / Double(known.count)) < 1e-9)
    #expect(price == all.reduce(0) { $0 + $1.price } / Decimal(all.count))
  }

  @Test func predicateAndWindowSayWhichRowsTakePart() throws {
    let fixture = try fixture(seed: 4)
    var descriptor = FetchDescriptor<Sale>(
      predicate: #Predicate { $0.seller?.name == "Bo" }, sortBy: [SortDescriptor(\.number)])
    let bo = fixture.all.filter { $0.seller?.name == "Bo" }
    #expect(try fixture.context.aggregate(descriptor, .count) == bo.count)
    descriptor.fetchOffset = 3
    descriptor.fetchLimit = 5
    #expect(
      try fixture.context.aggregate(descriptor, .sum(\.number))
        == bo.dropFirst(3).prefix(5).reduce(0) { $0 + $1.number })
  }

  @Test func nothingHasNoMinimum() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Sale.self, Seller.self))
    let (count, sum, total, least, mean) = try context.aggregate(
      FetchDescriptor<Sale>(), .count, .sum(\.number), .sum(\.price), .minimum(\.city),
      .average(\.weight))
    #expect(count == 0 && sum == 0 && total == 0 && least == nil && mean == nil)
  }

  @Test func groupsWithHavingAndOrder() throws {
    let fixture = try fixture(seed: 5)
    let expected = Dictionary(grouping: fixture.all, by: \.channel)
    let groups = try fixture.context.fetchGroups(
      FetchDescriptor<Sale>(), by: \.channel, .count, .sum(\.number), .maximum(\.weight),
      orderBy: [.descending(.count)])
    #expect(groups.count == expected.count)
    for (channel, values) in groups {
      let members = expected[channel] ?? []
      #expect(values.0 == members.count)
      #expect(values.1 == members.reduce(0) { $0 + $1.number })
      #expect(values.2 == members.compactMap(\.weight).max())
    }
    #expect(groups.map(\.values.0) == groups.map(\.values.0).sorted(by: >))

    let bySeller = try fixture.context.fetchGroups(
      FetchDescriptor<Sale>(predicate: #Predicate { $0.number < 400 }), by: \.seller?.name, .count,
      having: .count > 40 && .minimum(\.number) < 20)
    let counts = Dictionary(grouping: fixture.all.filter { $0.number < 400 }) { $0.seller?.name }
      .filter { $0.value.count > 40 && ($0.value.map(\.number).min() ?? 0) < 20 }
    #expect(bySeller.count == counts.count)
    for (name, count) in bySeller { #expect(count == counts[name]?.count) }
  }

  struct Line: Sendable, Equatable {
    let number: Int
    let seller: String?
    let channel: Sale.Channel
  }

  @Test func valuesWithoutModels() throws {
    let fixture = try fixture(seed: 6)
    let descriptor = FetchDescriptor<Sale>(
      predicate: #Predicate { $0.number % 3 == 0 }, sortBy: [SortDescriptor(\.number, order: .reverse)])
    let before = fixture.container.statistics
    let lines = try fixture.context.fetchValues(
      descriptor, \.number, \.seller?.name, \.channel, as: Line.init)
    #expect((fixture.container.statistics - before).statements == 1)
    #expect(
      lines
        == fixture.all.filter { $0.number % 3 == 0 }.reversed().map {
          Line(number: $0.number, seller: $0.seller?.name, channel: $0.channel)
        })
    let identified = try fixture.context.fetchValues(descriptor, \.persistentModelID, \.price)
    #expect(identified.count == lines.count)
    for (identifier, price) in identified {
      #expect((fixture.context.model(for: identifier) as? Sale)?.price == price)
    }
  }

  /// Rows in groups by what a to-one relationship leads to, without loading either.
  @Test func groupsByARelationship() throws {
    let fixture = try fixture(seed: 11)
    let before = fixture.container.statistics
    let groups = try fixture.context.fetchGroups(
      FetchDescriptor<Sale>(), by: \.seller?.persistentModelID, .count, .maximum(\.number))
    #expect((fixture.container.statistics - before).statements == 1)
    let wanted = Dictionary(grouping: fixture.all) { $0.seller?.persistentModelID }
    #expect(groups.count == wanted.count && wanted.count > 1)
    for (seller, (count, last)) in groups {
      #expect(count == wanted[seller]?.count && last == wanted[seller]?.map(\.number).max())
    }
    let pairs = try fixture.context.fetchValues(
      FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)]), \.number, \.seller?.persistentModelID)
    #expect(pairs.map(\.1) == fixture.all.map { $0.seller?.persistentModelID })
    let (some, distinct) = try fixture.context.aggregate(
      FetchDescriptor<Sale>(), .count(\Sale.seller?.persistentModelID),
      .countDistinct(\Sale.seller?.persistentModelID))
    #expect(some == fixture.all.count { $0.seller != nil } && distinct == 3)
    let own = try fixture.context.fetchGroups(FetchDescriptor<Sale>(), by: \.persistentModelID, .count)
    #expect(Set(own.map(\.key)) == Set(fixture.all.map(\.persistentModelID)) && own.allSatisfy { $0.values == 1 })
  }

  @Test func refusesWhatHasNoAnswer() throws {
    let fixture = try fixture(seed: 7, count: 5)
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try fixture.context.aggregate(FetchDescriptor<Seller>(), .count(\.sales))
    }
    fixture.all[0].number = 77
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try fixture.context.aggregate(FetchDescriptor<Sale>(), .sum(\.number))
    }
    var stored = FetchDescriptor<Sale>()
    stored.includePendingChanges = false
    #expect(try fixture.context.aggregate(stored, .sum(\.number)) == 10)
    // Unsaved changes of another entity do not matter.
    fixture.context.rollback()
    fixture.context.insert(Seller(name: "new"))
    #expect(try fixture.context.aggregate(FetchDescriptor<Sale>(), .sum(\.number)) == 10)
  }

  @Test func sumThatDoesNotFitThrows() throws {
    let fixture = try fixture(seed: 8, count: 2)
    for sale in fixture.all { sale.number = .max }
    try fixture.context.save()
    #expect(throws: SwiftDataError.valueOutOfRange) {
      try fixture.context.aggregate(FetchDescriptor<Sale>(), .sum(\.number))
    }
  }

  @Test func sumsOfDecimalsAreOrderedAsNumbers() throws {
    let fixture = try fixture(seed: 11)
    let groups = try fixture.context.fetchGroups(
      FetchDescriptor<Sale>(), by: \.number, .sum(\.price),
      having: .sum(\.price) > Decimal(900), orderBy: [.ascending(.sum(\.price))])
    let prices = fixture.all.map(\.price).filter { $0 > 900 }.sorted()
    #expect(groups.map(\.values) == prices)
    #expect(prices.count > 1)
  }

  /// An average of decimals mostly has more digits than a column's number, whatever type it is wanted as.
  @Test func averagesOfDecimalsAsRealNumbers() throws {
    let fixture = try fixture(seed: 13)
    let (mean, exact) = try fixture.context.aggregate(
      FetchDescriptor<Sale>(), Aggregate<Sale, Double?>.average(\.price), Aggregate<Sale, Decimal?>.average(\.price))
    let number = try #require(exact.flatMap { Double($0.description) })
    #expect(mean == number && number != 0)
    let wanted = Dictionary(grouping: fixture.all, by: \.number).compactMapValues { members in
      Double((members.reduce(0) { $0 + $1.price } / Decimal(members.count)).description)
    }
    for bound in [-50, 0, 499.995, 900] as [Double] {
      let groups = try fixture.context.fetchGroups(
        FetchDescriptor<Sale>(), by: \.number, Aggregate<Sale, Double?>.average(\.price),
        having: Aggregate<Sale, Double?>.average(\.price) > bound)
      #expect(groups.count == wanted.values.count { $0 > bound }, "\(bound)")
      for (key, average) in groups { #expect(average == wanted[key]) }
    }
    let channels = Dictionary(grouping: fixture.all, by: \.channel).compactMapValues { members in
      Double((members.reduce(0) { $0 + $1.price } / Decimal(members.count)).description)
    }
    let bounds: [Double] = channels.values.map { $0 - 1 } + [-.infinity, .infinity]
    for bound in bounds {
      let groups = try fixture.context.fetchGroups(
        FetchDescriptor<Sale>(), by: \.channel, Aggregate<Sale, Double?>.average(\.price),
        having: Aggregate<Sale, Double?>.average(\.price) > bound)
      #expect(groups.count == channels.values.count { $0 > bound }, "\(bound)")
      for (key, average) in groups { #expect(average == channels[key]) }
    }
  }

  @Test func whatHavingLooksAtMustBeSaved() throws {
    let fixture = try fixture(seed: 12, count: 20)
    let seller = try #require(fixture.all.compactMap(\.seller).first)
    seller.name = "zzz"
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try fixture.context.fetchGroups(
        FetchDescriptor<Sale>(), by: \.channel, .count,
        having: .maximum(\Sale.seller?.name) > "zz")
    }
  }

  /// Strings of groups are compared and ordered as Swift does: `é` in either
  /// form is one string.
  @Test func stringsOfGroupsCompareAsInSwift() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Sale.self, Seller.self))
    let cities = ["Zürich", "Zu\u{308}rich", "Évora", "E\u{301}vora", "abc", "Zz", "Ä"]
    let rows = cities.enumerated().map { ($0.offset, $0.element) }
    try context.insertRows(of: Sale.self, from: rows) { element, row in
      row.set(\.number, element.0)
      row.set(\.small, 1)
      row.set(\.price, 1)
      row.set(\.city, element.1)
      row.set(\.channel, .shop)
      row.set(\.day, .distantPast)
    }
    for bound in cities {
      let groups = try context.fetchGroups(
        FetchDescriptor<Sale>(), by: \.number, .maximum(\.city),
        having: .maximum(\.city) >= bound, orderBy: [.ascending(.maximum(\.city))])
      #expect(Set(groups.map(\.key)) == Set(rows.filter { $0.1 >= bound }.map(\.0)), "\(bound)")
      let values = groups.compactMap(\.values)
      #expect(values == values.sorted(), "\(bound)")
    }
  }
}
