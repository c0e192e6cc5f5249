extension ModelContainer {
  /// The configurations that a container can open by now: those of the default store.
  ///
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if one is for a
  ///   store of another type.
  package static func _modelConfigurations(_ configurations: [any DataStoreConfiguration]) throws
    -> [ModelConfiguration]
  {
    try configurations.map { configuration in
      if let configuration = configuration as? ModelConfiguration { return configuration }
      throw SwiftDataError(
        .loadIssueModelContainer, "Custom stores are not supported yet.",
        expression: "\(type(of: configuration))(\(configuration.name))",
        advice: "Use a ModelConfiguration.", underlying: DataStoreError.unsupportedFeature)
    }
  }
}
