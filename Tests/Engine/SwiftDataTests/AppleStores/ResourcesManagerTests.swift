// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A small SwiftData store of iOS 17 with a history.
enum ResourcesManager {
  @Model final class Component {
    var id: UUID = UUID()
    var count: Int = 1
    var item: Item?
    var craftingRecipe: CraftingRecipe?
    init(item: Item?) { self.item = item }
  }

  @Model final class CraftingRecipe {
    var producedItemCount: String = "1"
    @Relationship(inverse: \Component.craftingRecipe) var requiredComponents: [Component] = []
    var producedItem: Item?
    init(producedItem: Item?) { self.producedItem = producedItem }
  }

  @Model final class Item {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \CraftingRecipe.producedItem) var craftingRecipe: CraftingRecipe?
    init(name: String) { self.name = name }
  }
}

@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct ResourcesManagerTests {
  typealias Component = ResourcesManager.Component
  typealias CraftingRecipe = ResourcesManager.CraftingRecipe
  typealias Item = ResourcesManager.Item

  private let store: AppleStore

  init() throws { store = try AppleStore("sd-resourcesmanager-data.store") }

  private func open() throws -> ModelContainer {
    try store.container(Component.self, CraftingRecipe.self, Item.self)
  }

  @Test func openingAndReadingChangesNoRow() throws {
    let before = try store.dump()
    do {
      let context = ModelContext(try open())
      let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
      let recipes = try context.fetch(FetchDescriptor<CraftingRecipe>())
      let components = try context.fetch(FetchDescriptor<Component>())
      #expect(items.count == 4 && recipes.count == 2 && components.count == 1)
      #expect(items.allSatisfy { !$0.name.isEmpty })
      #expect(recipes.allSatisfy { $0.producedItem?.craftingRecipe === $0 })
      #expect(components[0].item != nil)
      #expect(components[0].craftingRecipe.map { $0.requiredComponents.contains(components[0]) } ?? true)
      #expect(
        components[0].persistentModelID.storeIdentifier == "1D070E6D-145B-4367-8928-974368B60AC7")
      try context.save()
    }
    let after = try store.dump()
    #expect(after.differences(from: before) == [])
    #expect(after.schema == before.schema)
  }

  @Test func writingInPlaceTouchesItsRowsOnly() throws {
    let before = try store.dump()
    var expected: Set<String> = []
    do {
      let context = ModelContext(try open())
      let items = try context.fetch(FetchDescriptor<Item>(sortBy: [SortDescriptor(\.name)]))
      let recipe = try #require(try context.fetch(FetchDescriptor<CraftingRecipe>()).first)
      let new = Item(name: "zzz")
      context.insert(new)
      let component = Component(item: items[0])
      context.insert(component)
      component.craftingRecipe = recipe
      items[1].name += "!"
      let gone = try #require(items.last)
      context.delete(gone)
      try context.save()
      for model in [new, items[1], gone] as [Item] {
        expected.insert("ZITEM/\(model.persistentModelID.rowKey ?? 0)")
      }
      expected.insert("ZCOMPONENT/\(component.persistentModelID.rowKey ?? 0)")
      #expect(new.persistentModelID.rowKey == 6)
      #expect(component.persistentModelID.rowKey == 3)
    }
    let after = try store.dump()
    #expect(after.integrity == "ok")
    #expect(after.schema == before.schema)
    let changed = after.differences(from: before)
    let rows = changed.filter { $0.hasPrefix("ZITEM/") || $0.hasPrefix("ZCOMPONENT/") }
    #expect(rows == expected)
    #expect(after.count("ATRANSACTION") == before.count("ATRANSACTION") + 1)
    let changes = (after.tables["ACHANGE"] ?? [:]).filter { before.tables["ACHANGE"]?[$0.key] == nil }
    #expect(
      changes.values.compactMap { Int64.fromDatabaseValue($0["ZCHANGETYPE"] ?? .null) }.sorted()
        == [0, 0, 1, 1, 2])
    #expect(after.tables["Z_PRIMARYKEY"]?[16001]?["Z_MAX"] == changes.keys.max()?.databaseValue)
    #expect(after.tables["Z_PRIMARYKEY"]?[3]?["Z_MAX"] == 6.databaseValue)
    #expect(after.tables["Z_METADATA"] == before.tables["Z_METADATA"])
    #expect(after.tables["Z_MODELCACHE"] == before.tables["Z_MODELCACHE"])
  }
}
