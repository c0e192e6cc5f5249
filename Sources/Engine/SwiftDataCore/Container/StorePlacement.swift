// SPDX-License-Identifier: Apache-2.0

/// Which configuration keeps which entities.
struct StorePlacement {
  /// By configuration.
  let entities: [[_Entity]]
  /// By ordinal of the entity.
  let configurationOfEntity: [Int]

  /// - Throws: ``SwiftDataError`` if configurations repeat, name models that
  ///   the container's schema lacks, or leave an entity without a store.
  init(model: SchemaModel, configurations: [StoreConfiguration]) throws {
    try Self.checkPlaces(configurations.compactMap(\.rows))
    try Self.checkEquals(configurations.compactMap(\.custom))
    var owner = [Int?](repeating: nil, count: model.entities.count)
    for (index, configuration) in configurations.enumerated() {
      guard let schema = configuration.schema else { continue }
      for name in schema._types.map({ $0._$description.entityName }) {
        guard let entity = model.entity(named: name) else {
          throw SwiftDataError(
            .configurationSchemaNotFoundInContainerSchema,
            "The configuration \(configuration.name) has a model that is not in the container's schema.",
            entity: name, advice: "Add it to the container's schema.")
        }
        if owner[entity.ordinal] == nil { owner[entity.ordinal] = index }
      }
    }
    // The rest goes to the first configuration without a schema.
    let rest = configurations.firstIndex { $0.schema == nil } ?? 0
    for entity in model.entities where owner[entity.ordinal] == nil { owner[entity.ordinal] = rest }
    // One hierarchy, one table, one store.
    for entity in model.entities { owner[entity.ordinal] = owner[entity.root.ordinal] }
    configurationOfEntity = owner.map { $0 ?? rest }
    let placed = configurationOfEntity
    entities = configurations.indices.map { index in
      model.entities.filter { placed[$0.ordinal] == index }
    }
    try checkOverlaps(model, configurations)
  }

  /// A schema has all that its models lead to, so one model listed may stand for many: a configuration all of whose models
  /// an earlier one has would stay empty forever.
  private func checkOverlaps(_ model: SchemaModel, _ configurations: [StoreConfiguration]) throws {
    for (index, configuration) in configurations.enumerated() where entities[index].isEmpty {
      guard let schema = configuration.schema,
        let shared = schema._types.lazy.compactMap({ model.entity(for: $0) }).first
      else { continue }
      let other = configurations[configurationOfEntity[shared.ordinal]]
      throw SwiftDataError(
        .loadIssueModelContainer,
        "The configurations “\(other.name)” and “\(configuration.name)” have the same models: all of them are kept by “\(other.name)”, and “\(configuration.name)” would stay empty.",
        entity: shared.name,
        advice: "A schema has every model that its own lead to, and their superclasses. Keep related models in one "
          + "configuration, or replace the relationship by an attribute that identifies the other model.")
    }
  }

  /// A place that only one configuration may have.
  private enum Place: Hashable {
    case file(FileIdentity)
    case path(String)
    case memory(String)
  }

  private static func checkEquals(_ configurations: [any DataStoreConfiguration]) throws {
    var seen: Set<AnyHashable> = []
    for configuration in configurations {
      guard seen.insert(AnyHashable(configuration)).inserted else {
        throw SwiftDataError(
          .duplicateConfiguration, "Two configurations are for the same store, \(configuration.name).",
          advice: "Give each configuration its own store.")
      }
    }
  }

  /// Each unnamed store in memory is one of its own.
  private static func checkPlaces(_ configurations: [ModelConfiguration]) throws {
    var places: [Place: ModelConfiguration] = [:]
    for configuration in configurations {
      let place: Place
      if configuration.isStoredInMemoryOnly {
        guard configuration.isNamed else { continue }
        place = .memory(configuration.name)
      } else {
        // A file may also have two names that are no links.
        place =
          FileIdentity(path: configuration.url.path).map { .file($0) }
          ?? .path(StorePath.canonical(configuration.url).path)
      }
      guard let first = places.updateValue(configuration, forKey: place) else { continue }
      let name = configuration.isStoredInMemoryOnly ? configuration.name : configuration.url.path
      let other = first.isStoredInMemoryOnly ? first.name : first.url.path
      throw SwiftDataError(
        .duplicateConfiguration,
        "Two configurations are for \(name)\(other == name ? "" : ", which is also \(other)").",
        file: configuration.url, advice: "Give each configuration its own name or URL.")
    }
  }
}
