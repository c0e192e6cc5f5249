// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import GRDB
import SwiftData
import Testing

/// Decimals lie in their column as numbers, as Core Data has them.
@Suite struct DecimalTests {
  @Model final class Price {
    var number: Int
    var amount: Decimal
    var discount: Decimal?
    @Relationship(deleteRule: .cascade, inverse: \Part.price) var parts: [Part] = []

    init(_ number: Int, _ amount: Decimal, _ discount: Decimal? = nil) {
      self.number = number
      self.amount = amount
      self.discount = discount
    }
  }

  @Model final class Part {
    var cost: Decimal
    var price: Price?
    init(_ cost: Decimal) { self.cost = cost }
  }

  private let folder: TestFolder
  private let container: ModelContainer

  init() throws {
    folder = try TestFolder()
    container = try folder.container(Price.self, Part.self)
  }

  private static func decimal(_ text: String) throws -> Decimal {
    try #require(Decimal(string: text, locale: nil))
  }

  private let third = Decimal(10) / 3

  private func fill(_ amounts: [Decimal]) throws -> ModelContext {
    let context = ModelContext(container)
    for (number, amount) in amounts.enumerated() { context.insert(Price(number, amount)) }
    try context.save()
    return context
  }

  private func execute(_ sql: String) throws {
    try DatabaseQueue(path: folder.file().path).write { try $0.execute(sql: sql) }
  }

  private func kinds(_ column: String = "ZAMOUNT") throws -> [String] {
    try DatabaseQueue(path: folder.file().path).read {
      try String.fetchAll($0, sql: "SELECT typeof(\(column)) FROM ZPRICE ORDER BY ZNUMBER")
    }
  }

  @Test func columnsHoldNumbers() throws {
    let amounts = [
      third, Decimal(5), try Self.decimal("0.1"), try Self.decimal("-9223372036854775808"),
      try Self.decimal("9007199254740993"), try Self.decimal("1e30"), try Self.decimal("1e-120"),
      try Self.decimal("12345678901234567890.123456789"), Decimal.greatestFiniteMagnitude,
    ]
    _ = try fill(amounts)
    #expect(
      try kinds() == [
        "real", "integer", "real", "integer", "integer", "real", "real", "real", "real",
      ])
    let read = try ModelContext(container).fetch(
      FetchDescriptor<Price>(sortBy: [SortDescriptor(\.number)]))
    for (price, amount) in zip(read, amounts) {
      // To the digits of a double; whole numbers of 64 bits, and up to 15 digits, exactly.
      #expect(price.amount.description.hasPrefix(amount.description.prefix(9)))
      if amount.description.count <= 15 { #expect(price.amount == amount) }
    }
    #expect(read[3].amount == amounts[3] && read[4].amount == amounts[4])
    #expect(try Store(reading: folder.file()).rows(of: "Price").next()?["amount"] == .decimal(read[0].amount))
    #expect(try StoreIntegrityCheck(try Store(reading: folder.file())).run().isEmpty)
  }

  /// Where Foundation's own operators end the program.
  @Test func numbersAtTheEndsAreComputedWith() throws {
    let tiny = try Self.decimal("1e-100")
    let context = try fill([tiny, .greatestFiniteMagnitude, -.greatestFiniteMagnitude])
    let small = #Predicate<Price> { $0.amount * $0.amount < tiny }
    let numbers = try context.fetch(FetchDescriptor(predicate: small)).map(\.number)
    #expect(numbers.contains(0))
    try execute("UPDATE ZPRICE SET ZAMOUNT = 1e300 WHERE ZNUMBER = 1")
    try execute("UPDATE ZPRICE SET ZAMOUNT = -1e-300 WHERE ZNUMBER = 2")
    let read = try ModelContext(container).fetch(
      FetchDescriptor<Price>(sortBy: [SortDescriptor(\.number)]))
    #expect(read[0].amount == tiny && read[1].amount.isNaN && read[2].amount == 0)
  }

  @Test func manyDecimalsOfFifteenDigitsComeBack() throws {
    var generator = SeededGenerator(seed: 15)
    let amounts = (0..<500).map { _ in
      Decimal(Int.random(in: -999_999_999_999_999...999_999_999_999_999, using: &generator))
        / (0..<Int.random(in: 0...12, using: &generator)).reduce(Decimal(1)) { power, _ in power * 10 }
    }
    _ = try fill(amounts)
    let read = try ModelContext(container).fetch(
      FetchDescriptor<Price>(sortBy: [SortDescriptor(\.number)]))
    #expect(read.map(\.amount) == amounts, "seed 15")
  }

  @Test func unsavedAndSavedHaveOneOrder() throws {
    let context = ModelContext(container)
    let amounts = [third, Decimal(5), Decimal(1), -third, Decimal.nan, try Self.decimal("1e40")]
    for (number, amount) in amounts.enumerated() { context.insert(Price(number, amount)) }
    let ascending = FetchDescriptor<Price>(sortBy: [SortDescriptor(\.amount)])
    let descending = FetchDescriptor<Price>(sortBy: [SortDescriptor(\.amount, order: .reverse)])
    let order = [4, 3, 2, 0, 1, 5]
    #expect(try context.fetch(ascending).map(\.number) == order)
    try context.save()
    let other = ModelContext(container)
    #expect(try other.fetch(ascending).map(\.number) == order)
    #expect(try other.fetch(descending).map(\.number) == order.reversed())
    var pages: [[Int]] = []
    var page = try other.fetchPage(ascending, size: 2)
    pages.append(page.models.map(\.number))
    while let next = page.next {
      page = try other.fetchPage(ascending, size: 2, after: next)
      pages.append(page.models.map(\.number))
    }
    #expect(pages.flatMap { $0 } == order)
    // Merged with what is not saved.
    other.insert(Price(9, try Self.decimal("3.3333")))
    #expect(try other.fetch(ascending).map(\.number) == [4, 3, 2, 9, 0, 1, 5])
  }

  @Test func comparisonsAndAggregatesTakeTheNumber() throws {
    let context = try fill([third, 5, 1, -third])
    func numbers(_ predicate: Predicate<Price>) throws -> [Int] {
      try ModelContext(container).fetch(
        FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])
      ).map(\.number)
    }
    let third = third
    #expect(try numbers(#Predicate { $0.amount < 2 }) == [2, 3])
    #expect(try numbers(#Predicate { $0.amount == third }) == [0])
    #expect(try numbers(#Predicate { $0.amount != third }) == [1, 2, 3])
    #expect(try numbers(#Predicate { $0.amount >= third }) == [0, 1])
    #expect(try numbers(#Predicate { $0.amount * 3 > 10 }) == [0, 1])
    let (least, most, sum) = try context.aggregate(
      FetchDescriptor<Price>(), .minimum(\.amount), .maximum(\.amount), .sum(\.amount))
    #expect(least == -(try Self.decimal("3.3333333333333335")) && most == 5 && sum == 6)
  }

  @Test func sumsKeepAllDigits() throws {
    let context = try fill([try Self.decimal("123456789012345.6"), try Self.decimal("0.0001")])
    let sum = try context.aggregate(FetchDescriptor<Price>(), .sum(\.amount))
    #expect(sum == (try Self.decimal("123456789012345.6001")))
  }

  @Test func whatIsNotANumberComesBack() throws {
    let context = ModelContext(container)
    context.insert(Price(0, .nan, .nan))
    context.insert(Price(1, 1, nil))
    try context.save()
    let read = try ModelContext(container).fetch(
      FetchDescriptor<Price>(sortBy: [SortDescriptor(\.number)]))
    #expect(read[0].amount.isNaN && read[0].discount?.isNaN == true && read[1].discount == nil)
    let big = #Predicate<Price> { $0.amount > 0 }
    #expect(try context.fetchCount(FetchDescriptor(predicate: big)) == 1)
    #expect(try StoreIntegrityCheck(try Store(reading: folder.file())).run().isEmpty)
  }

  /// Early versions wrote text of all digits where a double rounds.
  @Test func textOfEarlyVersionsIsReadAndReplaced() throws {
    _ = try fill([0, 5, 1, -4])
    let digits = "3.3333333333333333333333333333333333333"
    try execute("UPDATE ZPRICE SET ZAMOUNT = 'd\(digits)' WHERE ZNUMBER = 0")
    try execute("UPDATE ZPRICE SET ZAMOUNT = 'dNaN' WHERE ZNUMBER = 3")
    #expect(try kinds() == ["text", "integer", "integer", "text"])
    let context = ModelContext(container)
    let sorted = try context.fetch(FetchDescriptor<Price>(sortBy: [SortDescriptor(\.amount)]))
    #expect(sorted.map(\.number) == [3, 2, 0, 1])
    #expect(sorted[2].amount == (try Self.decimal(digits)) && sorted[0].amount.isNaN)
    let third = third
    for predicate in [
      #Predicate<Price> { $0.amount == third }, #Predicate<Price> { $0.amount > 3 && $0.amount < 4 },
      #Predicate<Price> { $0.amount >= third && $0.amount <= third },
    ] {
      #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number) == [0])
    }
    let findings = try StoreIntegrityCheck(try Store(reading: folder.file())).run()
    #expect(findings.map(\.kind) == [.unfitValue, .unfitValue])
    sorted[2].amount += 1
    try context.save()
    #expect(try kinds() == ["real", "integer", "integer", "text"])
  }

  @Test func partsHaveALeastAndAGreatest() throws {
    let context = ModelContext(container)
    let price = Price(0, 1)
    context.insert(price)
    price.parts = [Part(2), Part(10), Part(third)]
    try context.save()
    try execute("UPDATE ZPART SET ZCOST = 'd3.33333333333333333333333' WHERE typeof(ZCOST) = 'real'")
    let predicate = #Predicate<Price> { $0.parts.contains { $0.cost > 9 } }
    #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
    let least = #Predicate<Part> { $0.cost < 3 }
    #expect(try context.fetchCount(FetchDescriptor(predicate: least)) == 1)
  }
}
