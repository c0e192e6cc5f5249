// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// The models of the golden statements.
enum Golden {
  enum Kind: String, Codable { case city, beach }

  struct Address: Codable, Equatable {
    var city: String
    var zip: Int?
  }

  @Model
  class Trip {
    #Index<Trip>([\.name], [\.year, \.price])
    var name: String
    var year: Int
    var price: Double
    var cost: Decimal
    var note: String?
    var rank: Int?
    var isOpen: Bool
    @Attribute(.indexed) var start: Date
    var end: Date?
    var token: UUID
    var link: URL
    var image: Data
    var kind: Kind
    var address: Address
    var words: [String]
    var table: [String: Int]
    var owner: Person?
    @Relationship(inverse: \Stop.trip) var stops: [Stop] = []
    @Relationship(inverse: \Person.trips) var guests: [Person] = []

    init(name: String, year: Int = 0) {
      self.name = name
      self.year = year
      price = 0
      cost = 0
      isOpen = true
      start = Date(timeIntervalSinceReferenceDate: 0)
      token = UUID()
      link = URL(fileURLWithPath: "/")
      image = Data()
      kind = .city
      address = Address(city: "")
      words = []
      table = [:]
    }
  }

  @Model
  final class BusinessTrip: Trip {
    var purpose: String = ""
  }

  @Model
  final class Stop {
    var title: String
    var order: Int
    var trip: Trip?

    init(title: String, order: Int = 0) {
      self.title = title
      self.order = order
    }
  }

  @Model
  final class Person {
    var name: String
    var age: Int
    var trips: [Trip] = []

    init(name: String, age: Int = 0) {
      self.name = name
      self.age = age
    }
  }

  static func container() throws -> ModelContainer {
    try memoryContainer(Trip.self, BusinessTrip.self, Stop.self, Person.self)
  }

  /// The statement that a fetch runs, from its tables on, with the values of its parameters.
  static func sql(_ descriptor: FetchDescriptor<Trip>, _ context: ModelContext) throws -> String {
    let text = try context._explain(descriptor)
    return text.components(separatedBy: " FROM ").dropFirst().joined(separator: " FROM ")
      .replacing(#/^ZTRIP AS t0 /#, with: "")
      .replacingOccurrences(of: "ORDER BY t0.Z_PK", with: "…")
      .replacing(#/X'[0-9A-F]{40,}'/#, with: "X'…'")
  }

  typealias Case = (source: String, predicate: Predicate<Trip>, sql: String)

  static func check(
    _ cases: [Case], in context: ModelContext? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let context = try context ?? ModelContext(container())
    for (source, predicate, expected) in cases {
      let found = try sql(FetchDescriptor(predicate: predicate), context)
      if found != expected { print("GOLDEN|\(source)|\(found)") }
      #expect(found == expected, "\(source)", sourceLocation: location)
      // The statement is one that the store takes.
      _ = try context.fetch(FetchDescriptor(predicate: predicate))
    }
  }
}
