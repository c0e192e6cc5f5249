// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

@Model private final class Reading {
  var name: String
  var value: Double
  var other: Double?

  init(_ name: String, _ value: Double, other: Double? = nil) {
    self.name = name
    self.value = value
    self.other = other
  }
}

/// What is not a number has no order in Swift. A store keeps nothing there, which comes before all numbers.
@Suite struct NotANumberOrderTests {
  private func names(_ context: ModelContext, _ order: [SortDescriptor<Reading>]) throws -> String {
    try context.fetch(FetchDescriptor(sortBy: order)).map(\.name).joined()
  }

  @Test func unsavedObjectsAreInTheOrderOfTheStore() throws {
    let container = try memoryContainer(Reading.self)
    let context = ModelContext(container)
    context.autosaveEnabled = false
    for (name, value) in [("c", 3), ("n", .nan), ("a", 1)] as [(String, Double)] {
      context.insert(Reading(name, value, other: value))
      try context.save()
    }
    for (name, value) in [("d", 4), ("o", .nan), ("b", 2), ("z", 0)] as [(String, Double)] {
      context.insert(Reading(name, value, other: value))
    }
    context.insert(Reading("m", 5, other: nil))
    let orders: [([SortDescriptor<Reading>], String)] = [
      ([SortDescriptor(\.value)], "nozabcdm"), ([SortDescriptor(\.value, order: .reverse)], "mdcbazno"),
      ([SortDescriptor(\.other), SortDescriptor(\.name)], "mnozabcd"),
      ([SortDescriptor(\.other, order: .reverse), SortDescriptor(\.name)], "dcbazmno"),
    ]
    for (order, expected) in orders { #expect(try names(context, order) == expected) }
    // Part of the order, too.
    var page = FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.value)])
    (page.fetchOffset, page.fetchLimit) = (1, 3)
    #expect(try context.fetch(page).map(\.name).joined() == "oza")
    try context.save()
    for (order, expected) in orders { #expect(try names(ModelContext(container), order) == expected) }
  }
}
