// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Suite struct RawSQLTests {
  private func context(_ folder: TestFolder) throws -> ModelContext {
    let context = ModelContext(try folder.container(Sale.self, Seller.self))
    let seller = Seller(name: "O'Hara \"; DROP TABLE ZSALE")
    for number in 0..<30 {
      context.insert(
        Sale(
          number: number, small: 1, price: 2, weight: number % 2 == 0 ? nil : 1.5,
          city: number % 3 == 0 ? "Oslo" : "Bergen", channel: number % 5 == 0 ? .web : .shop,
          day: Date(timeIntervalSinceReferenceDate: Double(number)),
          seller: number < 10 ? seller : nil))
    }
    try context.save()
    return context
  }

  @Test func valuesAreTypedAndParametersBound() throws {
    let folder = try TestFolder()
    let context = try context(folder)
    let limit = 12
    let rows = try context.query(
      """
      SELECT \(\Sale.city), count(*), max(\(\Sale.day)), min(\(\Sale.weight)) FROM \(Sale.self)
      WHERE \(\Sale.number) < \(limit) AND \(\Sale.channel) = \(Sale.Channel.shop)
      GROUP BY 1 ORDER BY 1
      """, as: String.self, Int.self, Date.self, Double?.self)
    #expect(rows.map(\.0) == ["Bergen", "Oslo"])
    #expect(rows.map(\.1) == [6, 3])
    #expect(rows.first?.2 == Date(timeIntervalSinceReferenceDate: 11))
    let name = "O'Hara \"; DROP TABLE ZSALE"
    #expect(
      try context.query(
        "SELECT count(*) FROM \(Seller.self) WHERE \(\Seller.name) = \(name)", as: Int.self) == [1])
  }

  @Test func modelsByKey() throws {
    let folder = try TestFolder()
    let context = try context(folder)
    let seller = try #require(try context.fetch(FetchDescriptor<Seller>()).first)
    let sales = try context.fetch(
      Sale.self,
      sql: """
        SELECT Z_PK FROM \(Sale.self) WHERE \(\Sale.seller) = \(seller)
        ORDER BY \(\Sale.number) DESC LIMIT 3
        """)
    #expect(sales.map(\.number) == [9, 8, 7])
    #expect(sales.allSatisfy { $0.seller === seller })
  }

  @Test func writingAndNonsenseAreRefused() throws {
    let folder = try TestFolder()
    for context in [try context(folder), ModelContext(try memoryContainer(Sale.self, Seller.self))] {
      #expect(throws: SwiftDataError.self) {
        try context.query("DELETE FROM \(Sale.self) RETURNING Z_PK", as: Int.self)
      }
      #expect(throws: SwiftDataError.self) { try context.query("SELEKT 1", as: Int.self) }
      #expect(throws: SwiftDataError.self) { try context.query("SELECT 1", as: Int.self, Int.self) }
      #expect(throws: SwiftDataError.unsupportedKeyPath) {
        try context.query("SELECT \(\Seller.sales) FROM \(Seller.self)", as: Int.self)
      }
    }
  }

  @Test func whatIsNoSelectIsRefused() throws {
    let folder = try TestFolder()
    let container = try folder.container(Sale.self, Seller.self)
    let context = ModelContext(container)
    for sql: StoreSQL in ["ATTACH ':memory:' AS other", "COMMIT", "BEGIN", "DETACH main", ""] {
      #expect(throws: SwiftDataError.storeFailure) { _ = try context.query(sql) }
    }
    context.insert(Seller(name: "Ann"))
    try context.save()
    #expect(try context.query("SELECT count(*) FROM \(Seller.self)", as: Int.self)[0] == 1)
  }
}
