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
