extension ModelContainer {
  /// Creates a container whose configurations may be for stores of any type.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` for a store that is
  ///   not the default one: custom stores are not supported yet.
  @_disfavoredOverload
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(
      for: Schema(forTypes), configurations: Self._modelConfigurations(configurations))
  }

  /// The same for a schema.
  @_disfavoredOverload
  public convenience init(
    for givenSchema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(for: givenSchema, configurations: Self._modelConfigurations(configurations))
  }
}
