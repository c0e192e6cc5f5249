// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import CoreDataStore
import Foundation
import SharedFixtures
import SwiftData
import Testing

@testable import BookmarksModels
@testable import ChefTimeModels
@testable import Cocktails2024Models
@testable import Cocktails2025Models
@testable import RecipesModels
@testable import ResourcesManagerModels
@testable import SchedulerModels

/// A store that is opened with the classes which `swiftdata schema --swift` writes for it stays as it is.
@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct NeverMigratesTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let types: [any PersistentModel.Type]
    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "sd-cheftime-mock.store",
      types: [
        ChefTimeModels.SDAboutSection.self, ChefTimeModels.SDFolder.self, ChefTimeModels.SDIngredient.self,
        ChefTimeModels.SDIngredientSection.self, ChefTimeModels.SDRecipe.self, ChefTimeModels.SDStep.self,
        ChefTimeModels.SDStepSection.self,
      ]),
    Sample(
      name: "sd-metacocktails-202407.store",
      types: [Cocktails2024Models.Cocktail.self, Cocktails2024Models.CocktailImage.self]),
    Sample(name: "sd-metacocktails-202503.store", types: [Cocktails2025Models.Cocktail.self]),
    Sample(
      name: "sd-resourcesmanager-data.store",
      types: [
        ResourcesManagerModels.Component.self, ResourcesManagerModels.CraftingRecipe.self,
        ResourcesManagerModels.Item.self,
      ]),
    Sample(
      name: "sd-spezischeduler-ios26.sqlite", types: [SchedulerModels.Outcome.self, SchedulerModels.Task.self]),
    Sample(name: "cd-ddg-bookmarks-v5.sqlite", types: [BookmarksModels.BookmarkEntity.self]),
    Sample(
      name: "cd-recipes-2010.sqlite",
      types: [
        RecipesModels.Image.self, RecipesModels.Ingredient.self, RecipesModels.Recipe.self,
        RecipesModels.RecipeType.self,
      ]),
  ]

  @Test(arguments: samples) func staysAsItIs(_ sample: Sample) throws {
    let apple = try AppleStore(sample.name)
    let (before, model) = (try apple.dump(), try Store(reading: apple.url).model)
    for allowsSave in [false, true] {
      let schema = Schema(sample.types)
      let container = try ModelContainer(
        for: schema, configurations: [ModelConfiguration(schema: schema, url: apple.url, allowsSave: allowsSave)])
      let context = ModelContext(container)
      for type in sample.types { #expect(try Self.fetchAll(type, context) >= 0) }
      try context.save()
    }
    let after = try apple.dump()
    #expect(after.differences(from: before) == [])
    #expect(after.schema == before.schema)
    #expect(try Store(reading: apple.url).model == model)
  }

  private static func fetchAll<M: PersistentModel>(_ type: M.Type, _ context: ModelContext) throws -> Int {
    try context.fetch(FetchDescriptor<M>()).count
  }

  @Test func everySampleIsThere() {
    let known = Set(Self.samples.map(\.name))
    #expect(Set((SharedFixtures.all + SharedFixtures.nestedValues).map(\.lastPathComponent)).subtracting(known) == [])
  }

  @Test(arguments: SharedFixtures.nestedValues) func nothingIsFoundInNestedValues(_ url: URL) throws {
    let apple = try AppleStore(url.lastPathComponent)
    try withExtendedLifetime(apple) {
      let store = try Store(reading: apple.url)
      #expect(try StoreIntegrityCheck(store).run().map(\.what) == [])
      #expect(store.metadata.versionHashes == VersionHashes.hashes(of: store.model))
    }
  }

  @Test func nestedValuesAreRead() throws {
    let apple = try AppleStore("sd-spezischeduler-ios26.sqlite")
    let context = ModelContext(try apple.container(SchedulerModels.Outcome.self, SchedulerModels.Task.self))
    let tasks = try context.fetch(FetchDescriptor<SchedulerModels.Task>(sortBy: [SortDescriptor(\.effectiveFrom)]))
    #expect(tasks.count == 5)
    for task in tasks {
      guard case .tillEndOfDay = task.schedule.scheduleDuration,
        case .components(nil, nil, let hour?, 0?, 0?, nil) = task.schedule.notificationMatchingHint
      else {
        Issue.record("\(task.schedule)")
        continue
      }
      #expect([5, 9, 10].contains(hour))
      guard case .global = task.notificationThread else {
        Issue.record("\(task.notificationThread)")
        continue
      }
    }
    let task = try #require(tasks.first)
    task.notificationThread = .custom("x")
    task.schedule.notificationMatchingHint = .allDayNotification(weekday: nil)
    task.schedule.scheduleDuration = .duration(.init(high: 1, low: 2))
    try context.save()
    #expect(try StoreIntegrityCheck(Store(reading: apple.url)).run().map(\.what) == [])
    let again = ModelContext(try apple.container(SchedulerModels.Outcome.self, SchedulerModels.Task.self))
    let identifier = task.persistentModelID
    let same = try #require(again.model(for: identifier) as? SchedulerModels.Task)
    guard case .custom("x"?) = same.notificationThread,
      case .allDayNotification(weekday: nil) = same.schedule.notificationMatchingHint,
      case .duration(let duration) = same.schedule.scheduleDuration
    else {
      Issue.record("\(same.notificationThread) \(same.schedule)")
      return
    }
    #expect(duration.high == 1 && duration.low == 2)
  }
}
