// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Synchronization
import Testing

/// A store that Apple's SwiftData wrote, and a plan that starts at its models.
@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct StagedAppleStoreTests {
  enum V1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
      [
        ResourcesManager.Component.self, ResourcesManager.CraftingRecipe.self,
        ResourcesManager.Item.self,
      ]
    }
  }

  enum V2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
      [Component.self, CraftingRecipe.self, Item.self]
    }

    @Model final class Component {
      var id: UUID = UUID()
      var count: Int = 1
      var item: Item?
      var craftingRecipe: CraftingRecipe?
      init() {}
    }

    @Model final class CraftingRecipe {
      /// Was text.
      var amount: Int = 0
      @Relationship(inverse: \Component.craftingRecipe) var requiredComponents: [Component] = []
      var producedItem: Item?
      init() {}
    }

    @Model final class Item {
      @Attribute(.unique, originalName: "name") var title: String
      @Relationship(inverse: \CraftingRecipe.producedItem) var craftingRecipe: CraftingRecipe?
      init(title: String) { self.title = title }
    }
  }

  static let amounts = Mutex<[String: [String: Int]]>([:])

  static let stage = MigrationStage.custom(
    fromVersion: V1.self, toVersion: V2.self,
    willMigrate: { context in
      var found: [String: Int] = [:]
      for recipe in try context.fetch(FetchDescriptor<ResourcesManager.CraftingRecipe>()) {
        found[recipe.producedItem?.name ?? ""] = Int(recipe.producedItemCount)
      }
      amounts.withLock { [found] in $0[Shelf.place(context)] = found }
      context.insert(ResourcesManager.Item(name: "From willMigrate"))
      try context.save()
    },
    didMigrate: { context in
      let found = amounts.withLock { $0[Shelf.place(context)] } ?? [:]
      for recipe in try context.fetch(FetchDescriptor<V2.CraftingRecipe>()) {
        recipe.amount = found[recipe.producedItem?.title ?? ""] ?? -1
      }
      try context.save()
    })

  @Test func goesThroughAStage() throws {
    let store = try AppleStore("sd-resourcesmanager-data.store")
    let (titles, amounts) = try {
      let context = ModelContext(
        try store.container(
          ResourcesManager.Component.self, ResourcesManager.CraftingRecipe.self,
          ResourcesManager.Item.self))
      return (
        try context.fetch(FetchDescriptor<ResourcesManager.Item>()).map(\.name).sorted(),
        try context.fetch(FetchDescriptor<ResourcesManager.CraftingRecipe>())
          .map(\.producedItemCount).sorted()
      )
    }()
    try GivenPlan.with([V1.self, V2.self], [Self.stage]) {
      let context = ModelContext(try Shelf.container(V2.self, store.url, GivenPlan.self))
      let items = try context.fetch(FetchDescriptor<V2.Item>(sortBy: [SortDescriptor(\.title)]))
      #expect(items.map(\.title).sorted() == (titles + ["From willMigrate"]).sorted())
      let recipes = try context.fetch(FetchDescriptor<V2.CraftingRecipe>())
      #expect(recipes.map { "\($0.amount)" }.sorted() == amounts)
      #expect(recipes.allSatisfy { $0.producedItem?.craftingRecipe === $0 })
      #expect(try context.fetchCount(FetchDescriptor<V2.Component>()) == 1)
    }
    try StoreShape.expectNatural(store.url, V2.models)
    for finding in try StoreChecker.check(store.url, .isMigrated) { Issue.record("\(finding)") }
  }
}
