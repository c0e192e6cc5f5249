// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessSupport
import SwiftData
import Testing

/// That declared indexes are used: asked of SQLite's own tool, about the statements that fetches run.
@Suite struct QueryPlanTests {
  typealias Trip = Golden.Trip
  private typealias Case = (String, FetchDescriptor<Trip>, String)

  private static func descriptor(
    _ predicate: Predicate<Trip>, _ sort: [SortDescriptor<Trip>] = []
  ) -> FetchDescriptor<Trip> { FetchDescriptor(predicate: predicate, sortBy: sort) }

  private static let cases: [Case] = [
    ("#Index, ==", descriptor(#Predicate { $0.name == "n" }), "ZNAME=?"),
    ("#Index, in a list", descriptor(#Predicate { ["a", "b"].contains($0.name) }), "ZNAME=?"),
    ("#Index of two, the first", descriptor(#Predicate { $0.year == 3 }), "ZYEAR=?"),
    ("#Index of two, both", descriptor(#Predicate { $0.year == 3 && $0.price > 2 }), "ZYEAR=? AND ZPRICE>?"),
    ("#Index of two, either order", descriptor(#Predicate { $0.price > 2 && $0.year == 3 }), "ZYEAR=? AND ZPRICE>?"),
    ("#Index, range", descriptor(#Predicate { $0.year > 3 && $0.year < 7 }), "ZYEAR>? AND ZYEAR<?"),
    ("#Index, closed range", descriptor(#Predicate { (3...7).contains($0.year) }), "ZYEAR>? AND ZYEAR<?"),
    (".indexed", descriptor(#Predicate { $0.start == Date(timeIntervalSinceReferenceDate: 5) }), "ZSTART=?"),
    (
      ".indexed, range",
      descriptor(#Predicate { $0.start >= Date(timeIntervalSinceReferenceDate: 5) }, [SortDescriptor(\.start)]),
      "ZSTART>?"
    ),
    ("ternary with a constant", descriptor(#Predicate { $0.year == 3 ? $0.isOpen : false }), "ZYEAR=?"),
    ("unwrapped beside an index", descriptor(#Predicate { $0.rank! > 3 && $0.year == 3 }), "ZYEAR=?"),
    ("to-one", descriptor(#Predicate { $0.owner?.name == "n" && $0.year == 3 }), "ZYEAR=?"),
    ("order", descriptor(#Predicate { $0.year > 3 }, [SortDescriptor(\.year)]), "ZYEAR>?"),
  ]

  @Test func indexesAreUsed() throws {
    let folder = try TestFolder()
    let container = try folder.container(Trip.self, Golden.BusinessTrip.self, Golden.Stop.self, Golden.Person.self)
    let context = ModelContext(container)
    context.insert(Trip(name: "a"))
    try context.save()
    for (name, descriptor, expected) in Self.cases {
      let plan = try plan(of: context._explain(descriptor), in: folder.file())
      let search = plan.first { $0.contains("t0") } ?? ""
      #expect(search.contains("SEARCH t0 USING"), "\(name): \(plan)")
      #expect(search.contains("INDEX"), "\(name): \(plan)")
      #expect(search.contains(expected), "\(name): \(plan)")
    }
  }

  @Test func relationshipsAreSearchedByTheirKeys() throws {
    let folder = try TestFolder()
    let container = try folder.container(Trip.self, Golden.BusinessTrip.self, Golden.Stop.self, Golden.Person.self)
    let context = ModelContext(container)
    for predicate in [
      #Predicate<Trip> { $0.stops.contains { $0.order > 3 } }, #Predicate { $0.stops.isEmpty },
      #Predicate { $0.guests.contains { $0.age > 3 } }, #Predicate { $0.guests.count > 1 },
    ] {
      let plan = try plan(of: context._explain(FetchDescriptor(predicate: predicate)), in: folder.file())
      let inner = plan.filter { !$0.contains(" t0") && ($0.contains("SEARCH") || $0.contains("SCAN")) }
      #expect(!inner.isEmpty)
      #expect(inner.allSatisfy { $0.contains("SEARCH") && $0.contains("USING") }, "\(plan)")
    }
  }

  @Test func orderOfAnIndexNeedsNoSorting() throws {
    let folder = try TestFolder()
    let context = ModelContext(
      try folder.container(Trip.self, Golden.BusinessTrip.self, Golden.Stop.self, Golden.Person.self))
    let sorted = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.start)])
    let plan = try plan(of: context._explain(sorted), in: folder.file())
    #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
  }

  private func plan(of statement: String, in file: URL) throws -> [String] {
    let text = statement.components(separatedBy: " -- ")[0]
    let result = try ChildProcess.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["sqlite3", "-readonly", file.path, "EXPLAIN QUERY PLAN \(text)"])
    return result.output.split(separator: "\n").map(String.init)
  }
}
