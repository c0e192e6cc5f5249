/// Which configuration keeps which entities.
struct StorePlacement {
  /// By configuration.
  let entities: [[_Entity]]
  /// By ordinal of the entity.
  let configurationOfEntity: [Int]

  /// - Throws: ``SwiftDataError`` if configurations repeat, name models that
  ///   the container's schema has not, or leave an entity without a store.
  init(model: _SchemaModel, configurations: [ModelConfiguration]) throws {
    var names = Set<String>()
    for configuration in configurations {
      // Stores in memory share no file: those of different models may have one name, as unnamed ones do.
      let models = configuration.schema?._types.map { $0._$description.entityName } ?? []
      let place =
        configuration.isStoredInMemoryOnly
        ? ([configuration.name] + models.sorted()).joined(separator: " ") : configuration.url.path
      guard names.insert(place).inserted else {
        throw SwiftDataError(
          .duplicateConfiguration, "Two configurations are for \(place).", file: configuration.url,
          advice: "Give each configuration a name or URL of its own.")
      }
    }
    var owner = [Int?](repeating: nil, count: model.entities.count)
    for (index, configuration) in configurations.enumerated() {
      guard let schema = configuration.schema else { continue }
      for name in schema._types.map({ $0._$description.entityName }) {
        guard let entity = model.entity(named: name) else {
          throw SwiftDataError(
            .configurationSchemaNotFoundInContainerSchema,
            "The configuration \(configuration.name) has a model that the container has not.",
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
  }
}
