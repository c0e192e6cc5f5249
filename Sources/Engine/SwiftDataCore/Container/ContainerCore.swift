// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What a container, its contexts and their objects share: the schema and the
/// open stores.
///
/// A container keeps its main context, and any context its container; were
/// both the same object, neither would ever go. So a ``ModelContainer`` is a
/// handle on this, and the main context keeps this alone: asked for its
/// container, it gives the one handle there is, or makes a new one.
package final class ContainerCore: Sendable {
  let schema: Schema
  let migrationPlan: (any SchemaMigrationPlan.Type)?
  let model: SchemaModel
  /// In the order in which the configurations were given.
  let stores: [ModelContainer.StoreEntry]
  let saveDefaults = SaveDefaults()
  /// Watches the changes of other writers.
  let watch = ContainerWatch()
  /// Held from the last look at what others have saved until the save's own
  /// changes are delivered: a context that has the gate has heard of every
  /// save of this container.
  let saveGate = SaveGate()
  /// Of model actors that suspend until their fetch may run.
  let fetchTurns: FetchTurns
  let hooks = SaveHooks()
  let activity = ActivityObservers()
  private let entryOfEntity: [Int]
  /// By the store's identifier; see ``StoreTransactions``.
  let orderOfSaving: [String: Int]
  let hasCustomStores: Bool
  /// Whether rows of some store have keys that are no whole numbers; see ``RowKeyNames``.
  let hasNamedKeys: Bool
  let cloudStores: [CloudStore]
  private let cores = Mutex<[ContextReference]>([])
  private let state: Mutex<State>
  @MainActor private weak var main: ModelContext?

  private struct State {
    var configurations: Set<ModelConfiguration>
    weak var handle: ModelContainer?
    weak var companion: (any ContainerCompanion)?
  }

  init(
    schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [StoreConfiguration], openStore: StoreFactory
  ) throws {
    let configurations = configurations.isEmpty ? [.rows(ModelConfiguration())] : configurations
    let model = try SchemaModel(schema: schema)
    let placement = try StorePlacement(model: model, configurations: configurations)
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.model = model
    state = Mutex(State(configurations: Set(configurations.compactMap(\.rows))))
    entryOfEntity = placement.configurationOfEntity
    let opening = CustomStoreOpening(model: model, migrationPlan: migrationPlan)
    let opened = try placement.entities.enumerated().map { index, entities in
      switch configurations[index] {
      case .custom(let configuration): return try opening.open(configuration, entities)
      case .other(let configuration):
        try configuration.validate()
        return ModelContainer.StoreEntry(
          name: configuration.name, allowsSave: configuration.allowsSave,
          store: try configuration.openStore(model, entities, migrationPlan))
      case .rows(let configuration):
        try configuration.validate()
        return ModelContainer.StoreEntry(
          name: configuration.name, allowsSave: configuration.allowsSave,
          store: try openStore(configuration, model, entities))
      }
    }
    stores = opened
    cloudStores = Self.cloudStores(configurations, placement.entities)
    fetchTurns = FetchTurns(for: opened.map(\.store))
    for entry in opened { (entry.store as? any WatchedStore)?.beginLooking() }
    hasCustomStores = opened.contains { $0.store is DataStoreSession }
    hasNamedKeys = opened.contains { $0.store.hasNamedKeys }
    orderOfSaving = hasCustomStores || opened.count > 1 ? StoreTransactions.order(of: opened) : [:]
    if hasCustomStores { try CustomStoreOpening.check(opened, model, entryOfEntity) }
    LiveContainers.add(self)
  }

  /// The permanent keys of temporary identifiers.
  let permanentKeys = PermanentKeys()

  var configurations: Set<ModelConfiguration> {
    get { state.withLock { $0.configurations } }
    set { state.withLock { $0.configurations = newValue } }
  }

  // MARK: Handles

  /// The first handle of a new container.
  func setHandle(_ handle: ModelContainer) { state.withLock { $0.handle = handle } }

  func setCompanion(_ companion: (any ContainerCompanion)?) { state.withLock { $0.companion = companion } }

  /// Kept by the handle and by the main context: who has either of them has it, and it goes with them.
  var companion: (any ContainerCompanion)? { state.withLock { $0.companion } }

  var handle: ModelContainer {
    state.withLock { state in
      if let handle = state.handle { return handle }
      let handle = ModelContainer(sharing: self, companion: state.companion)
      state.handle = handle
      return handle
    }
  }

  /// The main context, if there is one; otherwise the one that `make` makes.
  @MainActor
  func mainContext(or make: () -> ModelContext) -> ModelContext {
    if let main { return main }
    let context = make()
    main = context
    return context
  }

  // MARK: Stores

  /// The store that keeps an entity.
  func store(of entity: _Entity) throws -> any RowStore {
    guard entryOfEntity.indices.contains(entity.ordinal) else {
      throw SwiftDataError(.unknownEntity, "No store contains it.", entity: entity.name)
    }
    return stores[entryOfEntity[entity.ordinal]].store
  }

  /// The store that keeps an entity, if it is a custom one.
  func customStore(of entity: _Entity) -> CustomStore? {
    guard hasCustomStores, entryOfEntity.indices.contains(entity.ordinal) else { return nil }
    return (stores[entryOfEntity[entity.ordinal]].store as? DataStoreSession)?.store
  }

  /// The name of the configuration that opened a store.
  func name(of store: any RowStore) -> String {
    // A context sees a custom store in its own way, under the same identifier.
    let entry = stores.first { $0.store === store } ?? stores.first { $0.store.identifier == store.identifier }
    return entry?.name ?? store.identifier
  }

  /// Whether everything that a context has changed may be saved.
  func allowsSave(_ core: ContextCore) -> Bool {
    if stores.allSatisfy(\.allowsSave) { return true }
    let changed = core.unsaved.inserted.models + core.unsaved.updated.models + core.unsaved.deleted.models
    let entities = changed.compactMap { $0._$state?.entity } + core.unsaved.batchDeletions.map(\.request.entity)
    return entities.allSatisfy { entity in
      stores[entryOfEntity[entity.ordinal]].allowsSave
    }
  }

  // MARK: Contexts

  func register(_ core: ContextCore) {
    cores.withLock { cores in
      cores.removeAll { $0.core == nil }
      cores.append(core.reference)
    }
  }

  func liveCores() -> [ContextCore] { cores.withLock { $0.compactMap(\.core) } }

  /// Gives the other contexts the changes that a context has written. It has the gate, so that they come in the order of
  /// the saves.
  ///
  /// - Returns: Whom to ``announce(_:to:)`` them, once the gate is open: observers may wait for another save.
  func deliver(_ changes: [ExternalChange], from source: ContextCore) -> [ContextCore] {
    guard !changes.isEmpty else { return [] }
    let others = liveCores().filter { $0 !== source }
    for core in others { core.receive(changes) }
    return others
  }

  /// Tells the observers of contexts what these were given.
  func announce(_ changes: [ExternalChange], to cores: [ContextCore]) {
    for core in cores {
      core.changeObservers.notify(changes, isSaved: true)
      core.context?.noteArrival()
    }
  }
}
