// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Values without an order of their own as sort keys, of saved and of pending objects.
@Suite struct SortKeyTests {
  enum Color: String, Codable { case red = "r", green = "g", blue = "b" }
  enum Size: Int, Codable { case large = 3, small = 1 }

  @Model
  final class Box {
    var number: Int
    var isFull: Bool
    var isOpen: Bool?
    var color: Color
    var lid: Color?
    var size: Size
    var outer: Box?

    init(_ number: Int) {
      self.number = number
      isFull = number % 2 == 0
      isOpen = number % 3 == 0 ? nil : number % 3 == 1
      color = [.red, .green, .blue][number % 3]
      lid = number < 2 ? nil : number % 2 == 0 ? .red : .blue
      size = number % 2 == 0 ? .large : .small
    }
  }

  enum Priority: String, Codable, Comparable {
    case low, medium, high

    private var number: Int {
      switch self {
      case .low: 0
      case .medium: 1
      case .high: 2
      }
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
  }

  enum Grade: Int, Codable, Comparable {
    case good = 9, bad = 5
    static func < (lhs: Self, rhs: Self) -> Bool { lhs == .good && rhs == .bad }
  }

  enum Shape: Codable, Comparable { case point, circle(Int), line }

  @Model
  final class Chore {
    var number: Int
    var priority: Priority
    var former: Priority?
    var grade: Grade
    var shape: Shape

    init(_ number: Int) {
      self.number = number
      let priorities: [Priority] = [.low, .medium, .high]
      let shapes: [Shape] = [.point, .circle(number), .line]
      priority = priorities[number % 3]
      former = number < 2 ? nil : priorities[number % 3]
      grade = number % 2 == 0 ? .good : .bad
      shape = shapes[number % 3]
    }
  }

  private static let comparableOrders: [(String, [SortDescriptor<Chore>], [Int])] = [
    ("text", [SortDescriptor(\.priority)], [2, 5, 0, 3, 1, 4]),
    ("text, reverse", [SortDescriptor(\.priority, order: .reverse)], [1, 4, 0, 3, 2, 5]),
    ("optional", [SortDescriptor(\.former, order: .reverse)], [4, 3, 2, 5, 0, 1]),
    ("number", [SortDescriptor(\.grade)], [1, 3, 5, 0, 2, 4]),
    ("cases", [SortDescriptor(\.shape)], [1, 4, 0, 3, 2, 5]),
    ("two", [SortDescriptor(\.grade), SortDescriptor(\.priority)], [5, 3, 1, 2, 0, 4]),
  ]

  /// The order of the columns counts, not that of the program, or rows and unsaved objects would not be in one order.
  @Test(arguments: [0, 2, 3, 4, 6]) func enumsWithAnOrderOfTheirOwn(saved: Int) throws {
    let context = ModelContext(try memoryContainer(Chore.self))
    let chores = (0..<6).map { Chore($0) }
    chores.prefix(saved).forEach { context.insert($0) }
    try context.save()
    chores.dropFirst(saved).forEach { context.insert($0) }
    // A stored object whose row is not asked for.
    if saved > 1 { chores[1].number = 1 }
    for (name, order, expected) in Self.comparableOrders {
      let found = try context.fetch(FetchDescriptor(sortBy: order))
      #expect(found.map(\.number) == expected, "\(name)")
    }
  }

  private static let orders: [(String, [SortDescriptor<Box>], [Int])] = [
    ("flag", [SortDescriptor(\.isFull)], [1, 3, 5, 0, 2, 4]),
    ("flag, reverse", [SortDescriptor(\.isFull, order: .reverse)], [0, 2, 4, 1, 3, 5]),
    ("optional flag", [SortDescriptor(\.isOpen)], [0, 3, 2, 5, 1, 4]),
    ("text enum", [SortDescriptor(\.color)], [2, 5, 1, 4, 0, 3]),
    ("number enum", [SortDescriptor(\.size), SortDescriptor(\.number, order: .reverse)], [5, 3, 1, 4, 2, 0]),
    ("optional enum", [SortDescriptor(\.lid, order: .reverse)], [2, 4, 3, 5, 0, 1]),
    ("to-one's value", [SortDescriptor(\.outer?.number, order: .reverse)], [5, 4, 3, 2, 1, 0]),
  ]

  @Test(arguments: [false, true]) func valuesWithoutOrder(isSaved: Bool) throws {
    let context = ModelContext(try memoryContainer(Box.self))
    let boxes = (0..<6).map { Box($0) }
    boxes.forEach { context.insert($0) }
    for number in 1..<6 { boxes[number].outer = boxes[number - 1] }
    if isSaved { try context.save() }
    for (name, order, expected) in Self.orders {
      let found = try context.fetch(FetchDescriptor(sortBy: order))
      #expect(found.map(\.number) == expected, "\(name)")
    }
  }
}
