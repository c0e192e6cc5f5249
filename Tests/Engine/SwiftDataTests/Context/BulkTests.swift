// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation
import SwiftData
import Testing

@Suite struct BulkTests {
  struct Line {
    let number: Int
    let city: String
    let weight: Double?
  }

  private func insert(_ count: Int, _ context: ModelContext, seller: PersistentIdentifier?) throws
    -> Int
  {
    let lines = (0..<count).lazy.map {
      Line(number: $0, city: "c\($0 % 5)", weight: $0 % 3 == 0 ? nil : Double($0) / 4)
    }
    return try context.insertRows(of: Sale.self, from: lines) { line, row in
      row.set(\.number, line.number)
      row.set(\.small, 7)
      row.set(\.price, Decimal(line.number) / 3)
      row.set(\.weight, line.weight)
      row.set(\.city, line.city)
      row.set(\.channel, line.number % 2 == 0 ? .shop : .phone)
      row.set(\.day, Date(timeIntervalSinceReferenceDate: Double(line.number)))
      if let seller { row.set(\.seller, modelWith: seller) }
    }
  }

  @Test func insertedRowsAreLikeSavedOnes() throws {
    let folder = try TestFolder()
    let container = try folder.container(Sale.self, Seller.self)
    let context = ModelContext(container)
    let seller = Seller(name: "Ann")
    context.insert(seller)
    try context.save()
    let watcher = ModelContext(container)
    let watched = try #require(try watcher.fetch(FetchDescriptor<Seller>()).first)
    #expect(watched.sales.isEmpty && seller.sales.isEmpty)
    #expect(try insert(300, context, seller: seller.persistentModelID) == 300)
    #expect(!context.hasChanges)
    let sales = try ModelContext(container).fetch(
      FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)]))
    #expect(sales.map(\.number) == Array(0..<300))
    for sale in sales {
      #expect(sale.price == DecimalColumn.rounded(Decimal(sale.number) / 3))
      #expect(sale.weight == (sale.number % 3 == 0 ? nil : Double(sale.number) / 4))
      #expect(sale.channel == (sale.number % 2 == 0 ? .shop : .phone))
      #expect(sale.seller?.name == "Ann")
    }
    // Contexts that have the owner see its new members.
    #expect(seller.sales.count == 300)
    watcher.processPendingChanges()
    #expect(watched.sales.count == 300)
    // Keys go on after them.
    sales[0].city = "changed"
    context.insert(Seller(name: "Bo"))
    try context.save()
    try sales[0].modelContext?.save()
    #expect(try insert(5, context, seller: nil) == 5)
    #expect(try context.fetchCount(FetchDescriptor<Sale>()) == 305)
  }

  @Test func updateChangesRowsModelsAndHistory() throws {
    let folder = try TestFolder()
    let container = try folder.container(Sale.self, Seller.self)
    let context = ModelContext(container)
    _ = try insert(100, context, seller: nil)
    let other = ModelContext(container)
    let registered = try other.fetch(
      FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)]))
    let before = container.statistics
    let changed = try context.update(
      Sale.self, where: #Predicate { $0.number < 40 }, .set(\.city, to: "X"),
      .set(\.weight, to: nil), .set(\.channel, to: .web))
    #expect(changed == 40)
    #expect((container.statistics - before).rowsLoaded == 0)
    other.processPendingChanges()
    #expect(registered[..<40].allSatisfy { $0.city == "X" && $0.weight == nil && $0.channel == .web })
    #expect(registered[40...].allSatisfy { $0.city != "X" })
    // A model that was read before can be saved after: versions have followed.
    registered[0].city = "Y"
    try other.save()
    let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    let updates = history.flatMap(\.changes).filter { if case .update = $0 { true } else { false } }
    #expect(updates.count == 41)
  }

  @Test func refusesUnsavedChangesAndRelationships() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Sale.self, Seller.self))
    _ = try insert(3, context, seller: nil)
    let sale = try #require(try context.fetch(FetchDescriptor<Sale>()).first)
    sale.city = "mine"
    #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
      try context.update(Sale.self, .set(\.city, to: "all"))
    }
    context.rollback()
    #expect(throws: SwiftDataError.unsupportedKeyPath) {
      try context.update(Sale.self, .set(\.seller, to: nil))
    }
    #expect(throws: SwiftDataError.modelValidationFailure) {
      try context.insertRows(of: Sale.self, from: 0..<3) { number, row in row.set(\.number, number) }
    }
    #expect(try context.fetchCount(FetchDescriptor<Sale>()) == 3)
  }

  @Model final class Coded {
    @Attribute(.unique) var code: Int
    var note: String = "none"
    init(code: Int) { self.code = code }
  }

  @Test func uniqueValuesThatAreTakenUndoEverything() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Coded.self))
    try context.insertRows(of: Coded.self, from: 0..<10) { $1.set(\.code, $0) }
    #expect(throws: SwiftDataError.uniqueConflict) {
      try context.insertRows(of: Coded.self, from: [20, 21, 5, 22]) { $1.set(\.code, $0) }
    }
    #expect(throws: SwiftDataError.uniqueConflict) {
      try context.update(Coded.self, .set(\.code, to: 1))
    }
    let all = try context.fetch(FetchDescriptor<Coded>(sortBy: [SortDescriptor(\.code)]))
    #expect(all.map(\.code) == Array(0..<10) && all.allSatisfy { $0.note == "none" })
  }

  /// Literals whose type is not the property's, and values of every shape.
  @Model final class Defaulted {
    var number: Int
    var ratio: Double = 1
    var size: Float? = 2
    var price: Decimal = 3
    var small: Int16 = 4
    var text: String = "five"
    var flag: Bool? = true
    var channel: Sale.Channel = Sale.Channel.phone
    var words: [String] = ["six", "seven"]
    var place: Place = Place(city: "eight", zip: 9)
    var nothing: Date?
    init(number: Int) { self.number = number }
  }

  struct Place: Codable, Equatable {
    var city: String
    var zip: Int?
  }

  @Test func defaultsAreThoseOfNewObjects() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Defaulted.self))
    context.insert(Defaulted(number: 0))
    try context.save()
    try context.insertRows(of: Defaulted.self, from: [1, 2]) { $1.set(\.number, $0) }
    let all = try ModelContext(context.container).fetch(
      FetchDescriptor<Defaulted>(sortBy: [SortDescriptor(\.number)]))
    #expect(all.map(\.number) == [0, 1, 2])
    for object in all {
      #expect(object.ratio == 1 && object.size == 2 && object.price == 3 && object.small == 4)
      #expect(object.text == "five" && object.flag == true && object.channel == .phone)
      #expect(object.words == ["six", "seven"] && object.place == Place(city: "eight", zip: 9))
      #expect(object.nothing == nil)
    }
  }
}
