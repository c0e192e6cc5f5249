import Foundation
import Synchronization

/// Opens the store of one configuration.
public typealias _StoreFactory = (
  _ configuration: ModelConfiguration, _ model: _SchemaModel, _ entities: [_Entity]
) throws -> any _RowStore

/// A schema and the stores that keep its models.
///
/// ```swift
/// let container = try ModelContainer(for: Trip.self)
/// let context = ModelContext(container)
/// ```
///
/// A container can be shared between actors; contexts and models cannot.
public class ModelContainer: Equatable, @unchecked Sendable {
  /// What the container keeps.
  public let schema: Schema
  public let migrationPlan: (any SchemaMigrationPlan.Type)?

  /// Where it is kept: one store per configuration.
  public var configurations: Set<ModelConfiguration>

  public let _model: _SchemaModel
  /// In the order in which the configurations were given.
  public let _stores: [_StoreEntry]
  private let entryOfEntity: [Int]
  private let cores = Mutex<[ContextReference]>([])
  let _conflictDefault = UniqueConflictDefault()
  private let main = Mutex<UncheckedBox?>(nil)

  /// A store and what it was opened with.
  public struct _StoreEntry: Sendable {
    public let configuration: ModelConfiguration
    public let store: any _RowStore
  }

  private struct UncheckedBox: @unchecked Sendable { let context: ModelContext }

  /// What the public initializers of the module `SwiftData` call.
  public init(
    _schema schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)?,
    configurations: [ModelConfiguration], openStore: _StoreFactory
  ) throws {
    let configurations = configurations.isEmpty ? [ModelConfiguration()] : configurations
    let model = try _SchemaModel(schema: schema)
    let placement = try StorePlacement(model: model, configurations: configurations)
    self.schema = schema
    self.migrationPlan = migrationPlan
    self.configurations = Set(configurations)
    _model = model
    entryOfEntity = placement.configurationOfEntity
    _stores = try placement.entities.enumerated().map { index, entities in
      let configuration = configurations[index]
      try configuration.validate()
      return _StoreEntry(
        configuration: configuration, store: try openStore(configuration, model, entities))
    }
  }

  /// The context of the main actor: one for the container, autosaving.
  @MainActor
  public var mainContext: ModelContext {
    if let box = main.withLock({ $0 }) { return box.context }
    let context = ModelContext(container: self, isMain: true)
    main.withLock { $0 = UncheckedBox(context: context) }
    return context
  }

  public static func == (lhs: ModelContainer, rhs: ModelContainer) -> Bool { lhs === rhs }

  // MARK: Stores

  /// Removes every model from every store.
  ///
  /// - Throws: ``SwiftDataError`` if a store cannot be written.
  public func erase() throws {
    for entry in _stores { try entry.store.erase() }
    for core in liveCores() { core.arriveErasure() }
  }

  /// Removes every model; errors are ignored. Use ``erase()``.
  @available(*, deprecated, renamed: "erase()")
  public func deleteAllData() { try? erase() }

  /// The identifier of the store that a configuration opened.
  public func storeIdentifier(forConfigurationNamed name: String) -> String? {
    _stores.first { $0.configuration.name == name }?.store.identifier
  }

  /// The name of the configuration that opened a store.
  public func configurationName(forStoreIdentifier identifier: String) -> String? {
    _stores.first { $0.store.identifier == identifier }?.configuration.name
  }

  /// The store that keeps an entity.
  public func _store(of entity: _Entity) throws -> any _RowStore {
    guard entryOfEntity.indices.contains(entity.ordinal) else {
      throw SwiftDataError(.unknownEntity, "No store keeps it.", entity: entity.name)
    }
    return _stores[entryOfEntity[entity.ordinal]].store
  }

  /// Whether everything that a context has changed may be saved.
  func _allowsSave(_ core: ContextCore) -> Bool {
    if _stores.allSatisfy(\.configuration.allowsSave) { return true }
    let changed = core.inserted.models + core.updated.models + core.deleted.models
    let entities = changed.compactMap { $0._$state?.entity } + core.batchDeletions.map(\.request.entity)
    return entities.allSatisfy { entity in
      _stores[entryOfEntity[entity.ordinal]].configuration.allowsSave
    }
  }

  // MARK: Contexts

  func _register(_ core: ContextCore) {
    cores.withLock { cores in
      cores.removeAll { $0.core == nil }
      cores.append(core.reference)
    }
  }

  private func liveCores() -> [ContextCore] { cores.withLock { $0.compactMap(\.core) } }

  /// Tells the other contexts which rows were saved.
  func _broadcast(_ changes: [ExternalChange], from source: ContextCore) {
    guard !changes.isEmpty else { return }
    for core in liveCores() where core !== source {
      core.arrive(changes)
      core.context?.noteArrival()
    }
  }
}
