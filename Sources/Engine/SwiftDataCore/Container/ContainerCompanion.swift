// SPDX-License-Identifier: Apache-2.0

/// What another module does with the stores whose configurations name a cloud database.
///
/// This module does not know it. Where a program links it, its class is found by name, so apps need no code for it.
package protocol ContainerCompanion: AnyObject, Sendable {
  /// Whether a server stands in for CloudKit, as far as rules for models go: they are advice then.
  static var relaxesRules: Bool { get }

  /// Takes care of these stores, for as long as the companion lives.
  ///
  /// It cannot throw: a container opens whatever becomes of its sync.
  ///
  /// - Parameter container: A handle of its own, which does not keep the companion: so the companion may keep it.
  /// - Returns: Nil: there is nothing to do.
  static func companion(of container: ModelContainer, _ stores: [CloudStore]) -> (any ContainerCompanion)?
}

/// An open store whose configuration names a cloud database.
package struct CloudStore: Sendable {
  package let configuration: ModelConfiguration
  /// The name of the database's container.
  package let database: String
  /// All classes of the store.
  package let models: [any PersistentModel.Type]
}

package enum ContainerCompanions {
  /// The class of the module `SwiftDataSync`, by its mangled name.
  package static let type = _typeByName("13SwiftDataSync14CloudCompanionC") as? any ContainerCompanion.Type
}

extension ContainerCore {
  /// Stores that name a cloud database, in the order of their configurations.
  static func cloudStores(_ configurations: [StoreConfiguration], _ entities: [[_Entity]]) -> [CloudStore] {
    zip(configurations, entities).compactMap { configuration, entities in
      guard let rows = configuration.rows, let database = rows.cloudKitContainerIdentifier else { return nil }
      return CloudStore(configuration: rows, database: database, models: entities.map(\.description.type))
    }
  }

  /// Called once, when the container has its handle.
  func openCompanion() -> (any ContainerCompanion)? {
    guard !cloudStores.isEmpty, let type = ContainerCompanions.type else { return nil }
    let companion = type.companion(of: ModelContainer(accompanying: self), cloudStores)
    setCompanion(companion)
    return companion
  }
}

extension ModelContainer {
  /// What takes care of the stores with a cloud database.
  package var _companion: (any ContainerCompanion)? { core.companion }
  /// The handle that the app has, as long as it has one.
  package var _handle: ModelContainer { core.handle }
}
