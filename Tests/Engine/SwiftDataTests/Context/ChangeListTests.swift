// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// What a context says of its unsaved changes, against lists that are kept beside it.
@Suite struct ChangeListTests {
  @Model final class Item {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private func expect(
    _ found: [any PersistentModel], _ expected: [Item], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let numbers = found.map { ($0 as? Item)?.number }
    #expect(numbers == expected.map { Optional($0.number) }, sourceLocation: sourceLocation)
  }

  /// Objects that leave the list from anywhere, also many between two looks at it.
  @Test(arguments: [1, 50, 400]) func newObjectsStayInTheirOrder(stepsBetweenLooks: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("ChangeListTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let context = ModelContext(try memoryContainer(Item.self))
    var expected: [Item] = []
    var gone: [Item] = []
    for step in 0..<2_400 {
      let shrinks = step / 600 % 2 == 1
      if let place = expected.indices.randomElement(using: &random),
        Int.random(in: 0..<10, using: &random) < (shrinks ? 7 : 3)
      {
        let item = expected.remove(at: place)
        context.delete(item)
        gone.append(item)
      } else if let place = gone.indices.randomElement(using: &random), Bool.random(using: &random) {
        let item = gone.remove(at: place)
        context.insert(item)
        expected.append(item)
      } else {
        let item = Item(step)
        context.insert(item)
        expected.append(item)
      }
      if step % stepsBetweenLooks == 0 { expect(context.insertedModelsArray, expected) }
      #expect(context.hasChanges != expected.isEmpty)
    }
    expect(context.insertedModelsArray, expected)
    try context.save()
    #expect(context.insertedModelsArray.isEmpty && !context.hasChanges)
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Item>())
    #expect(Set(stored.map(\.number)) == Set(expected.map(\.number)) && stored.count == expected.count)
  }

  /// From the list of changed objects to that of deleted ones, and back.
  @Test func deletedObjectsComeBack() throws {
    let context = ModelContext(try memoryContainer(Item.self))
    let items = (0..<300).map { Item($0) }
    for item in items { context.insert(item) }
    try context.save()
    for item in items { item.number += 1_000 }
    expect(context.changedModelsArray, items)
    for item in items.prefix(200) { context.delete(item) }
    expect(context.changedModelsArray, Array(items[200...]))
    expect(context.deletedModelsArray, Array(items[..<200]))
    for item in items.prefix(100) { context.insert(item) }
    expect(context.deletedModelsArray, Array(items[100..<200]))
    expect(context.changedModelsArray, Array(items[200...] + items[..<100]))
    try context.save()
    let stored = try ModelContext(context.container).fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.number)]))
    #expect(stored.map(\.number) == Array(1_000..<1_100) + Array(1_200..<1_300))
  }
}
