// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// Does something once, after the next statement that reads.
private final class Meanwhile: StoreActivityObserver {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  func run(_ new: @escaping @Sendable () -> Void) { action.withLock { $0 = new } }

  var hasRun: Bool { action.withLock { $0 == nil } }

  func didRun(_ statement: StatementActivity) {
    guard statement.verb == "SELECT" else { return }
    let next = action.withLock { action in
      let next = action
      action = nil
      return next
    }
    next?()
  }
}

/// Pages by position against the whole result.
@Suite struct PageTests {
  private func container(_ folder: TestFolder, seed: UInt64) throws -> ModelContainer {
    var generator = SeededGenerator(seed: seed)
    let container = try folder.container(Sale.self, Seller.self)
    let context = ModelContext(container)
    let names = ["a", "B", "b", "ä", "a\u{308}", "", "10", "9"]
    for number in 0..<137 {
      context.insert(
        Sale(
          number: Int.random(in: 0..<9, using: &generator), small: 0, price: 1,
          weight: number % 4 == 0 ? nil : Double(number % 5), city: names[number % 8],
          channel: .web, day: Date(timeIntervalSinceReferenceDate: 0),
          seller: number % 3 == 0 ? nil : Seller(name: names[(number / 3) % 8])))
    }
    try context.save()
    return container
  }

  @Test(arguments: [1, 7, 50, 137, 200]) func pagesMakeTheWhole(size: Int) throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder, seed: UInt64(size)))
    let orders: [[SortDescriptor<Sale>]] = [
      [], [SortDescriptor(\.number)], [SortDescriptor(\.number, order: .reverse)],
      [SortDescriptor(\.weight), SortDescriptor(\.number, order: .reverse)],
      [SortDescriptor(\.weight, order: .reverse), SortDescriptor(\.city)],
      [SortDescriptor(\.city, order: .reverse), SortDescriptor(\.weight)],
      [SortDescriptor(\.seller?.name), SortDescriptor(\.number)],
      [SortDescriptor(\.seller?.name, order: .reverse), SortDescriptor(\.weight)],
    ]
    for order in orders {
      for predicate in [nil, #Predicate<Sale> { $0.number > 3 }] {
        let descriptor = FetchDescriptor<Sale>(predicate: predicate, sortBy: order)
        let whole = try context.fetch(descriptor).map(\.persistentModelID)
        var parts: [PersistentIdentifier] = []
        var cursor: FetchCursor?
        var pages = 0
        repeat {
          let page = try context.fetchPage(descriptor, size: size, after: cursor)
          #expect(page.models.count <= size)
          parts += page.models.map(\.persistentModelID)
          // A server hands the cursor out and gets it back as text.
          cursor = try page.next.map {
            try JSONDecoder().decode(FetchCursor.self, from: JSONEncoder().encode($0))
          }
          pages += 1
        } while cursor != nil && pages < 1_000
        #expect(parts == whole, "\(order.count) descriptors, size \(size)")
      }
    }
  }

  @Test func rowsThatGoDoNotHideOthers() throws {
    let folder = try TestFolder()
    let container = try container(folder, seed: 9)
    let context = ModelContext(container)
    let descriptor = FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)])
    let whole = try context.fetch(descriptor).map(\.persistentModelID)
    let first = try context.fetchPage(descriptor, size: 20)
    for model in first.models { context.delete(model) }
    try context.save()
    let second = try context.fetchPage(descriptor, size: 20, after: first.next)
    #expect(second.models.map(\.persistentModelID) == Array(whole[20..<40]))
  }

  /// The row that a page ends with is deleted, or moved to the end, as soon as the rows have been read.
  @Test(arguments: [false, true]) func theEndOfAPageIsWhereItsRowsWere(deletes: Bool) throws {
    let folder = try TestFolder()
    let container = try folder.container(Indexed.self)
    let other = try folder.container(Indexed.self)
    let context = ModelContext(container)
    for number in 0..<10 { context.insert(Indexed(rank: number)) }
    try context.save()
    let descriptor = FetchDescriptor<Indexed>(sortBy: [SortDescriptor(\.rank)])
    let whole = try context.fetch(descriptor).map(\.persistentModelID)
    let observer = Meanwhile()
    container.activityObservers = [observer]
    observer.run {
      do {
        let context = ModelContext(other)
        let last = try context.fetch(FetchDescriptor<Indexed>(predicate: #Predicate { $0.rank == 4 }))
        for model in last {
          if deletes { context.delete(model) } else { model.rank = 20 }
        }
        try context.save()
      } catch {
        Issue.record(error)
      }
    }
    let first = try context.fetchPage(descriptor, size: 5)
    #expect(observer.hasRun)
    #expect(first.models.map(\.persistentModelID) == Array(whole[..<5]))
    let next = try #require(first.next)
    let second = try context.fetchPage(descriptor, size: 10, after: next)
    #expect(Array(second.models.map(\.persistentModelID).prefix(5)) == Array(whole[5...]))
    #expect(second.models.count == (deletes ? 5 : 6))
    #expect(second.next == nil)
  }

  @Test func cursorOfAnotherOrderIsRefused() throws {
    let folder = try TestFolder()
    let context = ModelContext(try container(folder, seed: 10))
    let page = try context.fetchPage(
      FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.number)]), size: 5)
    #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
      try context.fetchPage(
        FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.city)]), size: 5, after: page.next)
    }
  }

  @Test func laterPagesAreEnteredThroughTheIndex() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Indexed.self))
    for number in 0..<50 { context.insert(Indexed(rank: number / 2)) }
    try context.save()
    let descriptor = FetchDescriptor<Indexed>(sortBy: [SortDescriptor(\.rank)])
    let first = try context.fetchPage(descriptor, size: 10)
    let plan = try context.explain(descriptor, after: first.next)
    #expect(!plan.scansTable)
    #expect(plan.plan.contains { $0.contains("SEARCH") && $0.contains("INDEX") }, "\(plan)")
    #expect(plan.parameters.contains("4"))
  }

  /// A cursor may come from a client: one that does not fit is refused.
  @Test func cursorWithTooFewOrTooManyValuesIsRefused() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Indexed.self))
    for number in 0..<5 { context.insert(Indexed(rank: number)) }
    try context.save()
    let descriptor = FetchDescriptor<Indexed>(sortBy: [SortDescriptor(\.rank)])
    let cursor = try #require(try context.fetchPage(descriptor, size: 2).next)
    let text = String(decoding: try JSONEncoder().encode(cursor), as: UTF8.self)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let name = try #require(object.keys.first { object[$0] is [Any] })
    let values = try #require(object[name] as? [Any])
    for wrong in [Array(values.dropLast()), values + [values[0]], []] {
      var changed = object
      changed[name] = wrong
      let forged = try JSONDecoder().decode(
        type(of: cursor), from: JSONSerialization.data(withJSONObject: changed))
      #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
        try context.fetchPage(descriptor, size: 2, after: forged)
      }
    }
  }

  @Test func descendingPagesAreEnteredThroughTheIndexToo() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Indexed.self))
    for number in 0..<50 { context.insert(Indexed(rank: number / 2)) }
    try context.save()
    let descriptor = FetchDescriptor<Indexed>(sortBy: [SortDescriptor(\.rank, order: .reverse)])
    let first = try context.fetchPage(descriptor, size: 10)
    let plan = try context.explain(descriptor, after: first.next)
    #expect(!plan.scansTable)
    #expect(plan.plan.contains { $0.contains("SEARCH") }, "\(plan)")
    #expect(!plan.plan.contains { $0.contains("MULTI-INDEX") })
  }

  @Model final class Indexed {
    #Index<Indexed>([\.rank])
    var rank: Int
    init(rank: Int) { self.rank = rank }
  }

  /// JSON has no infinity, a column has.
  @Test func cursorsOfInfiniteValuesAreText() throws {
    let folder = try TestFolder()
    let context = ModelContext(try folder.container(Sale.self, Seller.self))
    let weights: [Double?] = [.infinity, .infinity, 2.5, -.infinity, -.infinity, nil]
    for (number, weight) in weights.enumerated() {
      context.insert(
        Sale(
          number: number, small: 0, price: 1, weight: weight, city: "", channel: .web,
          day: Date(timeIntervalSinceReferenceDate: 0), seller: nil))
    }
    try context.save()
    let descriptor = FetchDescriptor<Sale>(sortBy: [SortDescriptor(\.weight)])
    var numbers: [Int] = []
    var cursor: FetchCursor?
    repeat {
      let page = try context.fetchPage(descriptor, size: 1, after: cursor)
      numbers += page.models.map(\.number)
      cursor = try page.next.map { try JSONDecoder().decode(FetchCursor.self, from: JSONEncoder().encode($0)) }
      #expect(cursor == page.next)
    } while cursor != nil
    let whole = try context.fetch(descriptor).map(\.number)
    #expect(numbers == whole)
  }

  /// Those that were handed out before.
  @Test func cursorsKeepTheirForm() throws {
    let text =
      #"{"order":"a","values":[{"null":{}},{"integer":{"_0":7}},{"real":{"_0":0.5}},{"text":{"_0":"x"}},"#
      + #"{"bytes":{"_0":[1,255]}}]}"#
    let cursor = try JSONDecoder().decode(FetchCursor.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = String(decoding: try encoder.encode(cursor), as: UTF8.self)
    #expect(written == text)
  }
}
