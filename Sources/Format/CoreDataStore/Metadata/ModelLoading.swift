// SPDX-License-Identifier: Apache-2.0

import CoreDataFormat
import Foundation

/// Where the model of an opened store comes from.
package enum ModelOrigin: Equatable, Sendable {
  /// The store's own copy.
  case cache
  /// The tables, as the store has no copy that can be read; why.
  case tables(reason: String)
}

enum ModelLoading {
  static func load(
    _ numbers: EntityNumbers, _ catalog: TableCatalog, _ connection: Connection
  ) -> (model: ManagedObjectModel, origin: ModelOrigin) {
    do {
      guard let bytes = try cache(catalog, connection) else {
        return derived("The store carries no model.", numbers, catalog, connection)
      }
      let model = try ModelCache.decode(bytes)
      // A store of nothing has a model of nothing.
      guard !model.entities.isEmpty || numbers.rows.isEmpty else {
        return derived("The model in the store is empty.", numbers, catalog, connection)
      }
      if let problem = problem(model) { return derived(problem, numbers, catalog, connection) }
      return (model, .cache)
    } catch {
      return derived(
        "The model in the store cannot be read (\(error)).", numbers, catalog, connection)
    }
  }

  /// What a model of an app never has, and what would take forever to follow.
  private static func problem(_ model: ManagedObjectModel) -> String? {
    guard model.entities.count <= 2000 else {
      return "The model in the store has \(model.entities.count) entities, which are too many."
    }
    let parents = Dictionary(model.entities.map { ($0.name, $0.superentity) }) { first, _ in first }
    for entity in model.entities {
      var name = entity.superentity
      var steps = 0
      while let parent = name {
        steps += 1
        guard steps <= 50 else {
          return "In the model in the store, \(entity.name) inherits from itself, or too many entities."
        }
        name = parents[parent] ?? nil
      }
    }
    return nil
  }

  /// The bytes of Z_MODELCACHE.
  static func cache(_ catalog: TableCatalog, _ connection: Connection) throws -> Data? {
    guard catalog.has(ModelCacheTable.name) else { return nil }
    guard
      case .blob(let bytes)? = try connection.value(ModelCacheTable.selection),
      !bytes.isEmpty
    else { return nil }
    return bytes
  }

  private static func derived(
    _ reason: String, _ numbers: EntityNumbers, _ catalog: TableCatalog, _ connection: Connection
  ) -> (model: ManagedObjectModel, origin: ModelOrigin) {
    (DerivedModel.model(numbers, catalog, connection), .tables(reason: reason))
  }
}
