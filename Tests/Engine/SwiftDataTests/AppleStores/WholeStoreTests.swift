// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SwiftData
import Testing

@testable import ChefTimeModels
@testable import Cocktails2024Models
@testable import Cocktails2025Models
@testable import ResourcesManagerModels

/// Stores that SwiftData wrote, with the classes that `swiftdata schema
/// --swift` makes of them.
@Suite(.enabled(if: AppleStore.isAvailable, AppleStore.absence))
struct WholeStoreTests {
  struct Subject: CustomTestStringConvertible, Sendable {
    let name: String
    let types: [any PersistentModel.Type]
    var testDescription: String { name }
  }

  static let subjects: [Subject] = [
    Subject(
      name: "sd-cheftime-mock.store",
      types: [
        ChefTimeModels.SDFolder.self, ChefTimeModels.SDRecipe.self,
        ChefTimeModels.SDAboutSection.self, ChefTimeModels.SDIngredient.self,
        ChefTimeModels.SDIngredientSection.self, ChefTimeModels.SDStep.self,
        ChefTimeModels.SDStepSection.self,
      ]),
    Subject(
      name: "sd-metacocktails-202407.store", types: [Cocktails2024Models.Cocktail.self]),
    Subject(
      name: "sd-metacocktails-202503.store", types: [Cocktails2025Models.Cocktail.self]),
    Subject(
      name: "sd-resourcesmanager-data.store",
      types: [
        ResourcesManagerModels.Component.self, ResourcesManagerModels.CraftingRecipe.self,
        ResourcesManagerModels.Item.self,
      ]),
  ]

  private func open(_ subject: Subject, _ store: AppleStore) throws -> ModelContainer {
    let schema = Schema(subject.types)
    return try ModelContainer(
      for: schema, configurations: [ModelConfiguration(schema: schema, url: store.url)])
  }

  /// Reads every property of every object; returns how many objects there are.
  private func readAll<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws -> Int {
    let models = try context.fetch(FetchDescriptor<T>())
    for model in models {
      for property in T.schemaMetadata where !property.name.hasPrefix("SwiftData.") {
        _ = model[keyPath: property.keypath]
      }
    }
    return models.count
  }

  @Test(arguments: subjects)
  func everythingIsReadAndNothingChanged(_ subject: Subject) throws {
    let store = try AppleStore(subject.name)
    let before = try store.dump()
    do {
      let container = try open(subject, store)
      let context = ModelContext(container)
      for entity in container.schema.entities {
        let type = try #require(self.type(of: entity, container))
        #expect(
          try readAll(type, context) == before.count("Z" + entity.name.uppercased()),
          "\(entity.name)")
      }
      #expect(!context.hasChanges)
      try context.save()
    }
    let after = try store.dump()
    #expect(after.differences(from: before) == [])
    #expect(after.schema == before.schema)
  }

  private func type(of entity: Schema.Entity, _ container: ModelContainer)
    -> (any PersistentModel.Type)?
  {
    container._model.entity(named: entity.name)?.type
  }

  /// Changes the first object that has a text, and deletes another.
  private func change<T: PersistentModel>(_ type: T.Type, _ context: ModelContext) throws {
    let models = try context.fetch(FetchDescriptor<T>())
    if let model = models.first(where: { !$0.isDeleted }),
      let path = T.schemaMetadata.lazy.compactMap({
        $0.keypath as? ReferenceWritableKeyPath<T, String>
      }).first
    {
      model[keyPath: path] += " (changed)"
    }
    if let model = models.last(where: { !$0.isDeleted && !$0.hasChanges }) { context.delete(model) }
  }

  /// Apple's frameworks find a store that they could have written: every row
  /// that changed is in the history, and nothing else has changed.
  @Test(arguments: subjects)
  func changesInPlaceAreThoseOfTheHistory(_ subject: Subject) throws {
    let store = try AppleStore(subject.name)
    let before = try store.dump()
    var numbers: [Int64: String] = [:]
    do {
      let container = try open(subject, store)
      let context = ModelContext(container)
      for entity in container.schema.entities {
        let type = try #require(self.type(of: entity, container))
        try change(type, context)
      }
      #expect(context.hasChanges)
      try context.save()
    }
    let after = try store.dump()
    #expect(after.integrity == "ok")
    #expect(after.schema == before.schema)
    for (key, row) in after.tables["Z_PRIMARYKEY"] ?? [:] {
      numbers[key] = String.fromDatabaseValue(row["Z_NAME"] ?? .null)
    }
    let transactions = Set((after.tables["ATRANSACTION"] ?? [:]).keys)
      .subtracting((before.tables["ATRANSACTION"] ?? [:]).keys)
    #expect(transactions.count == 1)
    var recorded: [String: Int64] = [:]
    for (key, row) in after.tables["ACHANGE"] ?? [:] where before.tables["ACHANGE"]?[key] == nil {
      let entity = try #require(Int64.fromDatabaseValue(row["ZENTITY"] ?? .null))
      let object = try #require(Int64.fromDatabaseValue(row["ZENTITYPK"] ?? .null))
      let table = "Z" + (numbers[entity] ?? "").uppercased()
      recorded["\(table)/\(object)"] = Int64.fromDatabaseValue(row["ZCHANGETYPE"] ?? .null)
      #expect((row["ZCOLUMNS"]?.isNull == false) == (row["ZCHANGETYPE"] == 1.databaseValue))
    }
    let bookkeeping = ["Z_PRIMARYKEY", "ATRANSACTION", "ACHANGE", "ATRANSACTIONSTRING"]
    let changed = after.differences(from: before).filter { name in
      !bookkeeping.contains { name.hasPrefix($0 + "/") } && !name.hasPrefix("Z_")
    }
    #expect(changed == Set(recorded.keys))
    for (name, kind) in recorded {
      let parts = name.split(separator: "/")
      let key = try #require(Int64(parts[1]))
      let (old, new) = (before.tables["\(parts[0])"]?[key], after.tables["\(parts[0])"]?[key])
      if kind == 2 {
        #expect(old != nil && new == nil)
      } else {
        let version = Int64.fromDatabaseValue(old?["Z_OPT"] ?? .null) ?? 0
        #expect(new?["Z_OPT"] == (version + 1).databaseValue)
      }
    }
    #expect(after.tables["Z_METADATA"] == before.tables["Z_METADATA"])
    #expect(after.tables["Z_MODELCACHE"] == before.tables["Z_MODELCACHE"])
    // It opens again, and the changes are there.
    let container = try open(subject, store)
    for entity in container.schema.entities {
      let type = try #require(self.type(of: entity, container))
      let count = try readAll(type, ModelContext(container))
      #expect(count == after.count("Z" + entity.name.uppercased()))
    }
  }

  /// Opened for reading only, neither the file nor its log changes by a byte.
  @Test(arguments: subjects)
  func readingOnlyLeavesTheBytes(_ subject: Subject) throws {
    let store = try AppleStore(subject.name)
    let files = ["", "-wal"].map { URL(fileURLWithPath: store.url.path + $0) }
    // SQLite may leave an empty log where there was none.
    func bytes() -> [Data] { files.map { (try? Data(contentsOf: $0)) ?? Data() } }
    let before = bytes()
    // Counted in a copy of its own: counting opens the file for writing.
    let rows = try AppleStore(subject.name).dump()
    do {
      let schema = Schema(subject.types)
      let container = try ModelContainer(
        for: schema,
        configurations: [ModelConfiguration(schema: schema, url: store.url, allowsSave: false)])
      for entity in container.schema.entities {
        let type = try #require(self.type(of: entity, container))
        let count = try readAll(type, ModelContext(container))
        #expect(count == rows.count("Z" + entity.name.uppercased()))
      }
    }
    #expect(bytes() == before)
    #expect(!before[0].isEmpty)
  }
}
