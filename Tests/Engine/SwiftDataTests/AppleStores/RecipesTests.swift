// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

/// A store that Core Data of Mac OS X 10.6 wrote: without a model, in rollback
/// mode, with pages of two kilobytes.
enum Recipes {
  @Model final class Image {
    @Attribute(.transformable(by: "ImageToDataTransformer")) var image: Data?
    @Relationship(inverse: \Recipe.image) var recipe: Recipe?
    init() {}
  }

  @Model final class Ingredient {
    var amount: String?
    var displayOrder: Int16?
    var name: String?
    var recipe: Recipe?
    init() {}
  }

  @Model final class Recipe {
    var instructions: String?
    var name: String?
    var overview: String?
    var prepTime: String?
    @Attribute(.transformable(by: "ImageToDataTransformer")) var thumbnailImage: Data?
    @Relationship(deleteRule: .cascade) var image: Image?
    @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient]?
    var type: RecipeType?
    init() {}
  }

  @Model final class RecipeType {
    var name: String?
    @Relationship(inverse: \Recipe.type) var recipes: [Recipe]?
    init() {}
  }
}

@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct RecipesTests {
  private let store: AppleStore

  init() throws { store = try AppleStore("cd-recipes-2010.sqlite") }

  private func context() throws -> ModelContext {
    ModelContext(
      try store.container(
        Recipes.Image.self, Recipes.Ingredient.self, Recipes.Recipe.self, Recipes.RecipeType.self))
  }

  private func read() throws {
    let context = try context()
    let recipes = try context.fetch(FetchDescriptor<Recipes.Recipe>(sortBy: [SortDescriptor(\.name)]))
    #expect(recipes.count == 7)
    #expect(recipes.allSatisfy { $0.name?.isEmpty == false && $0.image?.recipe === $0 })
    #expect(recipes.reduce(0) { $0 + ($1.ingredients?.count ?? 0) } == 31)
    // No transformer of that name here: the bytes themselves.
    #expect(recipes.allSatisfy { ($0.image?.image?.count ?? 0) > 100 })
    #expect(recipes.allSatisfy { $0.type?.recipes?.contains($0) ?? true })
    let ingredients = try context.fetch(FetchDescriptor<Recipes.Ingredient>())
    #expect(ingredients.count == 31 && ingredients.allSatisfy { $0.recipe != nil })
  }

  @Test func everythingIsRead() throws {
    let before = try store.dump()
    try read()
    let after = try store.dump()
    // Its model is not quite this one, but its tables are: it stays a store of
    // the program that made it.
    #expect(after.differences(from: before) == [])
  }

  @Test func changesAreWritten() throws {
    let context = try context()
    let recipe = try #require(
      try context.fetch(FetchDescriptor<Recipes.Recipe>(sortBy: [SortDescriptor(\.name)])).first)
    recipe.overview = "changed"
    let ingredient = Recipes.Ingredient()
    ingredient.name = "salt"
    ingredient.recipe = recipe
    context.insert(ingredient)
    try context.save()
    #expect(ingredient.persistentModelID.rowKey == 34)
    let after = try store.dump()
    #expect(after.integrity == "ok")
    #expect(after.count("ZINGREDIENT") == 32)
    let again = try self.context().fetch(
      FetchDescriptor<Recipes.Recipe>(predicate: #Predicate { $0.overview == "changed" }))
    #expect(again.first?.ingredients?.contains { $0.name == "salt" } == true)
  }
}
