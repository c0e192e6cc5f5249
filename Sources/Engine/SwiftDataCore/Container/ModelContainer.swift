// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Opens the store of one configuration.
package typealias StoreFactory = (
  _ configuration: ModelConfiguration, _ model: SchemaModel, _ entities: [_Entity]
) throws -> any RowStore

/// The configuration that a store of a container is opened with.
package enum StoreConfiguration {
  /// Of a store of rows, which the container's factory opens.
  case rows(ModelConfiguration)
  /// Of a store of rows that opens itself.
  case other(any RowStoreConfiguration)
  /// The configuration of a custom store.
  case custom(any DataStoreConfiguration)

  var rows: ModelConfiguration? {
    if case .rows(let configuration) = self { configuration } else { nil }
  }

  var custom: (any DataStoreConfiguration)? {
    switch self {
    case .rows: nil
    case .other(let configuration): configuration
    case .custom(let configuration): configuration
    }
  }

  var name: String {
    switch self {
    case .rows(let configuration): configuration.name
    case .other(let configuration): configuration.name
    case .custom(let configuration): configuration.name
    }
  }

  var schema: Schema? {
    switch self {
    case .rows(let configuration): configuration.schema
    case .other(let configuration): configuration.schema
    case .custom(let configuration): configuration.schema
    }
  }
}

/// A configuration of a store of rows that another module brings: a container uses it without snapshots.
package protocol RowStoreConfiguration: DataStoreConfiguration {
  var allowsSave: Bool { get }

  func openStore(
    _ model: SchemaModel, _ entities: [_Entity], _ migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws -> any RowStore

  /// What opening the store would change in it.
  func migrationOutline(
    _ model: SchemaModel, _ entities: [_Entity], _ migrationPlan: (any SchemaMigrationPlan.Type)?
  ) throws -> MigrationOutline
}

/// A schema, and the stores of its models.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self)
/// let context = ModelContext(container)
/// ```
///
/// A container can be shared between actors; contexts and models cannot.
public class ModelContainer: Equatable, @unchecked Sendable {
  // Unchecked: a class that is not final cannot be checked. It has constants, and what the main actor keeps.
  let core: ContainerCore
  /// Set once, while the container is made.
  private var companion: (any ContainerCompanion)?
  @MainActor private var main: ModelContext?

  /// A store and what it was opened with.
  package struct StoreEntry: Sendable {
    /// Of the configuration.
    package let name: String
    package let allowsSave: Bool
    package let store: any RowStore
  }

  /// The initializer that the public ones of the module `SwiftData` call.
  ///
  /// - Parameter environment: May ask for the migration alone; see ``MigrationRequest``.
  package init(
    _schema schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [StoreConfiguration], environment: [String: String] = [:], openStore: StoreFactory
  ) throws {
    func open() throws -> ContainerCore {
      try ContainerCore(
        schema: schema, migrationPlan: migrationPlan, configurations: configurations, openStore: openStore)
    }
    if let request = try MigrationRequest(environment),
      configurations.isEmpty || configurations.contains(where: \.lasts)
    {
      request.answer(
        schema, migrationPlan, configurations.isEmpty ? [.rows(ModelConfiguration())] : configurations, open)
    }
    core = try open()
    core.setHandle(self)
    companion = core.openCompanion()
  }

  /// Another handle on an open container.
  init(sharing core: ContainerCore, companion: (any ContainerCompanion)?) {
    self.core = core
    self.companion = companion
  }

  /// The handle of a companion.
  init(accompanying core: ContainerCore) { self.core = core }

  /// The models of the container.
  public var schema: Schema { core.schema }
  /// The plan that the container was made with, if any.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { core.migrationPlan }

  /// The configurations of the SQLite stores: one for each.
  public var configurations: Set<ModelConfiguration> {
    get { core.configurations }
    set { core.configurations = newValue }
  }

  package var _model: SchemaModel { core.model }
  /// In the order in which the configurations were given.
  package var _stores: [StoreEntry] { core.stores }

  /// The only context that belongs to the main actor. It saves automatically.
  @MainActor
  public var mainContext: ModelContext {
    if let main { return main }
    let context = core.mainContext { ModelContext(main: core) }
    if let companion { context.companion = companion }
    main = context
    return context
  }

  /// Whether both share the same open stores.
  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool {
    lhs.core === rhs.core
  }

  // MARK: Stores

  /// Removes all models from all stores, and their histories.
  ///
  /// All history tokens from before have expired. In a synced container, this is no deletion of anything in the account:
  /// the next sync shows its models again. Who signs out ends sync first, and removes its state file, too.
  ///
  /// - Throws: ``SwiftDataError`` if a store cannot be written.
  public func erase() throws {
    var erased: [any RowStore] = []
    // Contexts hear of it, also if one of several stores fails.
    defer {
      for context in core.liveCores() where !erased.isEmpty {
        context.arriveErasure { entity in erased.contains { $0.keeps(entity) } }
      }
    }
    // First those that may not be able to.
    for entry in _stores.sorted(by: { $0.store.deliversWholeRows && !$1.store.deliversWholeRows }) {
      try entry.store.erase()
      erased.append(entry.store)
    }
  }

  /// Removes all models, and ignores errors. Use ``erase()`` instead.
  @available(*, deprecated, renamed: "erase()")
  public func deleteAllData() { try? erase() }

  /// The identifier of the store that a configuration opened.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    _stores.first { $0.name == name }?.store.identifier
  }

  /// The name of the configuration that opened a store.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    _stores.first { $0.store.identifier == identifier }?.name
  }

  /// The store that keeps an entity.
  package func _store(of entity: _Entity) throws -> any RowStore { try core.store(of: entity) }
}
