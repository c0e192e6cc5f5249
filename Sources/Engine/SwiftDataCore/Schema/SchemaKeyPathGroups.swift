// SPDX-License-Identifier: Apache-2.0

/// What `Schema.Index` and `Schema.Unique` have in common: groups of key
/// paths of one model class.
package protocol SchemaKeyPathGroups {
  /// The class that the key paths start from.
  var modelType: any PersistentModel.Type { get }
  /// The groups, as given.
  var keyPathGroups: [(isRTree: Bool, keyPaths: [AnyKeyPath])] { get }
}

extension SchemaKeyPathGroups {
  /// The groups as names; `nil` for a group with a key path that `resolve`
  /// finds no persisted property for.
  package func _groups(resolvedBy resolve: (AnyKeyPath) -> String?) -> [[String]?] {
    keyPathGroups.map { group in
      let names = group.keyPaths.compactMap(resolve)
      return names.count == group.keyPaths.count ? names : nil
    }
  }
}

/// Names and key paths of a model class's properties.
enum SchemaKeyPaths {
  /// The name of what the key path leads to, with dots between the parts of
  /// a composite attribute; `nil` if nothing persisted is there.
  static func name(of keyPath: AnyKeyPath, in type: any PersistentModel.Type) -> String? {
    guard let path = type._$description.path(keyPath) else { return nil }
    return (path.properties + path.elements).joined(separator: ".")
  }

  /// The name, for a saved schema.
  static func savedName<T: PersistentModel>(
    of keyPath: PartialKeyPath<T>, for encoder: any Encoder
  ) throws -> String {
    if let name = name(of: keyPath, in: T.self) { return name }
    throw EncodingError.invalidValue(
      keyPath,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "\(keyPath) is not a persisted property of \(T.self)."))
  }

  /// The key path of the property called `name`, from a saved schema.
  static func keyPath<T: PersistentModel>(
    named name: String, of type: T.Type, from decoder: any Decoder
  ) throws -> PartialKeyPath<T> {
    for metadata in T.metadataBeforeDescriptions where metadata.name == name {
      if let keyPath = metadata.keypath as? PartialKeyPath<T> { return keyPath }
    }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "\(T.self) has no persisted property \(name)."))
  }
}
