// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// What one save has written, as values: saves are repeated one after the other from these.
public enum Deed: Codable, Sendable, Equatable {
  case insert(book: Int, title: String)
  case retitle(book: Int, title: String)
  case delete(book: Int)
  case shelve(book: Int, shelf: Int?)
  case count(counter: Int)

  /// The book that it is about.
  public var book: Int? {
    switch self {
    case .insert(let book, _), .retitle(let book, _), .delete(let book), .shelve(let book, _): book
    case .count: nil
    }
  }
}

/// Random operations of one context on books, shelves and counters, each saved on its own, while others do the same.
///
/// The author of each save is unique: it tells which transaction of the history is whose.
public struct Work {
  public static let shelves = 8
  public static let counters = 6
  public let name: String
  private let container: ModelContainer
  private var generator: SeededGenerator
  private var next: Int
  private var books: [Int] = []
  private var saves = 0
  /// By author, what was acknowledged.
  public private(set) var deeds: [String: Deed] = [:]
  /// Saves that met others' changes.
  public private(set) var refusals = 0

  public init(_ index: Int, seed: UInt64, _ container: ModelContainer) {
    name = "worker \(index)"
    self.container = container
    generator = SeededGenerator(seed: seed &+ UInt64(index) &* 7919)
    next = (index + 1) * 1_000_000
  }

  /// What all work on, once.
  public static func fill(_ container: ModelContainer) throws {
    let context = ModelContext(container)
    context.author = "fill"
    for number in 0..<shelves { context.insert(Shelf(number, name: "\(number)")) }
    for number in 0..<counters { context.insert(Counter(number)) }
    try context.save()
  }

  /// - Parameter note: Told what it is about to do.
  public mutating func step(_ context: ModelContext, _ note: (String) -> Void) throws {
    note("chooses")
    do {
      guard let deed = try change(context) else { return }
      saves += 1
      let author = "\(name), save \(saves)"
      context.author = author
      note("saves \(deed)")
      try context.save()
      deeds[author] = deed
      if case .insert(let book, _) = deed { books.append(book) }
      if case .delete(let book) = deed { books.removeAll { $0 == book } }
    } catch SwiftDataError.optimisticLockFailure {
      refusals += 1
      note("rolls back")
      context.rollback()
    }
  }

  private mutating func random(_ end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }

  private mutating func change(_ context: ModelContext) throws -> Deed? {
    switch random(20) {
    case 0..<5:
      next += 1
      let title = "\(random(1_000))"
      context.insert(Book(next, title: title))
      return .insert(book: next, title: title)
    case 5..<9:
      guard let book = try book(context) else { return nil }
      let title = "\(random(1_000_000))"
      book.title = title
      return .retitle(book: book.number, title: title)
    case 9..<11:
      guard let book = try book(context) else { return nil }
      context.delete(book)
      return .delete(book: book.number)
    case 11..<14:
      guard let book = try book(context) else { return nil }
      let number = random(Self.shelves + 1)
      let shelves = FetchDescriptor<Shelf>(predicate: #Predicate { $0.number == number })
      let shelf = try context.fetch(shelves).first
      guard book.shelf !== shelf else { return nil }
      book.shelf = shelf
      return .shelve(book: book.number, shelf: shelf?.number)
    default:
      let number = random(Self.counters)
      let counters = FetchDescriptor<Counter>(predicate: #Predicate { $0.number == number })
      guard let counter = try context.fetch(counters).first else { return nil }
      counter.value += 1
      return .count(counter: number)
    }
  }

  /// How many books all of them like best.
  private static let contended = 3

  /// One of its own, one of those that all work on, or any of the others'.
  private mutating func book(_ context: ModelContext) throws -> Book? {
    let choice = random(3)
    if choice == 0, let number = books.randomElement(using: &generator) {
      return try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.number == number })).first
    }
    var any = FetchDescriptor<Book>()
    let count = try context.fetchCount(any)
    guard count > 0 else { return nil }
    (any.fetchOffset, any.fetchLimit) = (random(choice == 1 ? min(count, Self.contended) : count), 1)
    return try context.fetch(any).first
  }
}
