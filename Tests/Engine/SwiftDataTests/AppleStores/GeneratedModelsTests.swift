// SPDX-License-Identifier: Apache-2.0

import CoreDataStore
import Foundation
import Testing

/// The classes with which whole stores are opened are those that the command
/// line writes.
@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct GeneratedModelsTests {
  @Test(arguments: [
    ("sd-cheftime-mock.store", "ChefTimeModels"),
    ("sd-metacocktails-202407.store", "Cocktails2024Models"),
    ("sd-metacocktails-202503.store", "Cocktails2025Models"),
    ("sd-resourcesmanager-data.store", "ResourcesManagerModels"),
    ("sd-spezischeduler-ios26.sqlite", "SchedulerModels"),
    ("cd-ddg-bookmarks-v5.sqlite", "BookmarksModels"),
    ("cd-recipes-2010.sqlite", "RecipesModels"),
  ])
  func sourceIsWhatTheToolWrites(_ name: String, _ target: String) throws {
    let apple = try AppleStore(name)
    let store = try Store(reading: apple.url)
    let text = try ModelSource(store).text()
    var tests = URL(fileURLWithPath: #filePath)
    while tests.lastPathComponent != "Tests" { tests.deleteLastPathComponent() }
    let file = tests.appendingPathComponent("Support/Models/AppleModels/\(target)/Models.swift")
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
