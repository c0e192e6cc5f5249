// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// Several fetches at once against the same ones one after the other.
@Suite struct FetchTogetherTests {
  private func container(_ folder: TestFolder) throws -> ModelContainer {
    let container = try folder.container(Sale.self, Seller.self)
    let context = ModelContext(container)
    let sellers = ["ann", "bob", "eve"].map { Seller(name: $0) }
    for number in 0..<40 {
      context.insert(
        Sale(
          number: number, small: 0, price: 1, weight: number % 4 == 0 ? nil : Double(number % 5),
          city: ["Rome", "Oslo"][number % 2], channel: .web, day: Date(timeIntervalSinceReferenceDate: 0),
          seller: number % 5 == 0 ? nil : sellers[number % 3]))
    }
    try context.save()
    return container
  }

  private var descriptors: [FetchDescriptor<Sale>] {
    var limited = FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.weight), SortDescriptor(\.number, order: .reverse)])
    limited.fetchLimit = 7
    limited.fetchOffset = 3
    var partial = FetchDescriptor<Sale>(predicate: #Predicate { $0.number > 30 })
    partial.propertiesToFetch = [\.city]
    var prefetching = FetchDescriptor<Sale>(predicate: #Predicate { $0.city == "Oslo" })
    prefetching.relationshipKeyPathsForPrefetching = [\.seller]
    var stored = FetchDescriptor<Sale>(predicate: #Predicate { $0.city == "Rome" })
    stored.includePendingChanges = false
    return [
      FetchDescriptor(), limited, partial, prefetching, stored,
      FetchDescriptor(predicate: #Predicate { $0.seller?.name == "bob" }),
      FetchDescriptor(predicate: #Predicate { _ in false }),
    ]
  }

  @Test func resultsAreThoseOfSeparateFetches() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    for hasChanges in [false, true] {
      func context() throws -> ModelContext {
        let context = ModelContext(container)
        guard hasChanges else { return context }
        let sales = try context.fetch(FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)]))
        context.delete(sales[2])
        sales[3].city = "Rome"
        sales[4].seller = sales[1].seller
        context.insert(
          Sale(
            number: 100, small: 0, price: 1, weight: 2, city: "Oslo", channel: .web,
            day: Date(timeIntervalSinceReferenceDate: 0), seller: nil))
        return context
      }
      let (together, alone) = (try context(), try context())
      let found = try together.fetchTogether(descriptors)
      #expect(found.count == descriptors.count)
      for (index, descriptor) in descriptors.enumerated() {
        let expected = try alone.fetch(descriptor)
        #expect(found[index].map(\.number) == expected.map(\.number), "\(index), changes \(hasChanges)")
        #expect(found[index].map(\.city) == expected.map(\.city))
        #expect(found[index].map { $0.seller?.name } == expected.map { $0.seller?.name })
      }
      let (sales, sellers, more) = try together.fetchTogether(
        descriptors[0], FetchDescriptor<Seller>(sortBy: [SortDescriptor(\.name)]), descriptors[1])
      #expect(sales.count == 40)
      #expect(sellers.map(\.name) == ["ann", "bob", "eve"])
      // The same row is the same object in each.
      for sale in more { #expect(sales.contains { $0 === sale }) }
    }
    #expect(try ModelContext(container).fetchTogether([FetchDescriptor<Sale>]()).isEmpty)
  }

  @Test func statementsAreThoseOfTheFetches() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let context = ModelContext(container)
    _ = try context.fetchTogether(FetchDescriptor<Sale>(), FetchDescriptor<Seller>())
    let before = container.statistics
    _ = try context.fetchTogether(FetchDescriptor<Sale>(), FetchDescriptor<Seller>())
    let cost = container.statistics - before
    #expect(cost.rowsLoaded == 43)
    // The two, and the ends of the snapshot.
    #expect(cost.statements <= 4)
  }

  @Test func oneFailureFailsAll() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder))
    #expect(throws: SwiftDataError.self) {
      try context.fetchTogether(FetchDescriptor<Sale>(), FetchDescriptor<Golden.Trip>())
    }
    // The connection is as it was.
    let sale = try #require(try context.fetchTogether([FetchDescriptor<Sale>()])[0].first)
    sale.number = 1_000
    try context.save()
    #expect(
      try ModelContext(context.container).fetchCount(
        FetchDescriptor<Sale>(predicate: #Predicate { $0.number == 1_000 })) == 1)
  }

  /// Somebody else writes as fast as possible, and all results are of the same moment.
  @Test func resultsAreOfOneSnapshot() throws {
    let folder = try TestFolder()
    let container = try container(folder)
    let isDone = Mutex(false)
    let failure = Mutex<(any Error)?>(nil)
    let end = DispatchSemaphore(value: 0)
    // On a thread of its own: those that tests share are few.
    Thread {
      while !isDone.withLock({ $0 }) {
        do { try Self.addPair(container) } catch {
          failure.withLock { $0 = error }
          break
        }
      }
      end.signal()
    }.start()
    var states: Set<Int> = []
    while states.count < 20, failure.withLock({ $0 == nil }) {
      let context = ModelContext(container)
      let (sales, sellers) = try context.fetchTogether(
        FetchDescriptor<Sale>(predicate: #Predicate { $0.city == "new" }),
        FetchDescriptor<Seller>(predicate: #Predicate { $0.name == "new" }))
      #expect(sales.count == sellers.count)
      states.insert(sales.count)
    }
    isDone.withLock { $0 = true }
    end.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  private static func addPair(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    let seller = Seller(name: "new")
    context.insert(seller)
    context.insert(
      Sale(
        number: 0, small: 0, price: 1, weight: 1, city: "new", channel: .web,
        day: Date(timeIntervalSinceReferenceDate: 0), seller: seller))
    try context.save()
  }
}
