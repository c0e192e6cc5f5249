// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens the stores of configurations that are not for SQLite.
struct CustomStoreOpening {
  let model: SchemaModel
  let migrationPlan: (any SchemaMigrationPlan.Type)?

  /// - Throws: ``SwiftDataError``; ``SwiftDataError/loadIssueModelContainer`` for what the store itself throws.
  func open(_ configuration: any DataStoreConfiguration, _ entities: [_Entity]) throws -> ModelContainer.StoreEntry {
    func open<C: DataStoreConfiguration>(_ configuration: C) throws -> ModelContainer.StoreEntry {
      var configuration = configuration
      let name = configuration.name
      if configuration.schema == nil {
        configuration.schema = Schema(entities.map(\.type), version: model.schema.version)
      }
      let store: C.Store
      do {
        try configuration.validate()
        // What the store reads when it is opened may be of these, or of older ones.
        KnownModels.note(entities.map(\.type))
        store = try C.Store(configuration, migrationPlan: migrationPlan)
      } catch let error as SwiftDataError {
        throw error
      } catch {
        throw SwiftDataError(
          .loadIssueModelContainer, "The store “\(name)” could not be opened: \(error)",
          expression: "\(C.Store.self)", underlying: error)
      }
      let custom = TypedCustomStore(store, name: name, model: model, entities: entities)
      return ModelContainer.StoreEntry(name: name, allowsSave: true, store: DataStoreSession(custom))
    }
    return try open(configuration)
  }

  /// The rules for containers with custom stores.
  static func check(
    _ stores: [ModelContainer.StoreEntry], _ model: SchemaModel, _ storeOfEntity: [Int]
  ) throws {
    var names: [String: String] = [:]
    for store in stores {
      guard !store.store.identifier.isEmpty else {
        throw DataStoreIssue(store: store.name).nonsense("has no identifier.")
      }
      guard let other = names.updateValue(store.name, forKey: store.store.identifier) else { continue }
      throw SwiftDataError(
        .duplicateConfiguration,
        "The stores “\(other)” and “\(store.name)” have the same identifier, \(store.store.identifier).",
        advice: "Give each store its own identifier.")
    }
    // A row of one store cannot name one of another: keys of custom stores are none outside the container.
    for property in model.entities.flatMap(\.relationships) {
      guard let destination = property.destination else { continue }
      let (own, other) = (storeOfEntity[property.entity.ordinal], storeOfEntity[destination.ordinal])
      guard own != other, stores[own].store.deliversWholeRows || stores[other].store.deliversWholeRows else { continue }
      throw SwiftDataError(
        .loadIssueModelContainer,
        "The relationship leads from the store “\(stores[own].name)” to “\(stores[other].name)”; no relationship can leave or enter a custom store.",
        entity: property.entity.name, property: property.name,
        advice: "Keep both models in one store, or an identifier of the other model as an attribute.")
    }
  }
}
