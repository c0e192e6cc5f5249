// The models of sd-resourcesmanager-data.store, store 1D070E6D-145B-4367-8928-974368B60AC7.
// Model version 1.0.0.
// Written by 'swiftdata schema --swift'.

import Foundation
import SwiftData

@Model final class Component {
  var count: Int = 1
  var id: UUID = UUID()
  var craftingRecipe: CraftingRecipe?
  var item: Item?

  init(
    count: Int = 1,
    id: UUID = UUID(),
    craftingRecipe: CraftingRecipe? = nil,
    item: Item? = nil
  ) {
    self.count = count
    self.id = id
    self.craftingRecipe = craftingRecipe
    self.item = item
  }
}

@Model final class CraftingRecipe {
  var producedItemCount: String = "1"
  @Relationship(inverse: \Item.craftingRecipe) var producedItem: Item?
  @Relationship(inverse: \Component.craftingRecipe) var requiredComponents: [Component] = []

  init(
    producedItemCount: String = "1",
    producedItem: Item? = nil,
    requiredComponents: [Component] = []
  ) {
    self.producedItemCount = producedItemCount
    self.producedItem = producedItem
    self.requiredComponents = requiredComponents
  }
}

@Model final class Item {
  @Attribute(.unique) var name: String
  var craftingRecipe: CraftingRecipe?

  init(
    name: String,
    craftingRecipe: CraftingRecipe? = nil
  ) {
    self.name = name
    self.craftingRecipe = craftingRecipe
  }
}
