// SPDX-License-Identifier: Apache-2.0

/// Collects the properties of a model class; the macro's expansion calls it once per property, and the overload says what
/// the property is. The result tells the compiler the same (`_persisted`).
public struct _ModelDescriptionBuilder<M: PersistentModel> {
  let firstIndex: Int
  let metadata: [String: Schema.PropertyMetadata]
  var properties: [PropertyDescription] = []
  var isMacroMade = true

  init(firstIndex: Int, metadata: [Schema.PropertyMetadata]) {
    self.firstIndex = firstIndex
    self.metadata = Dictionary(
      metadata.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private var nextIndex: Int { firstIndex + properties.count }

  /// An attribute that its type shows to be one.
  public mutating func attribute<V: Codable>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _StoredAttribute<V>>
  ) {
    let codec: AttributeCodec<V> = attributeCodec(name)
    properties.append(
      StoredPropertyDescription<M, _StoredAttribute<V>>(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, storage: storage))
  }

  /// An attribute.
  @_disfavoredOverload
  public mutating func property<V: Codable>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) -> _Persistable {
    let codec: AttributeCodec<V> = attributeCodec(name)
    properties.append(
      TypedPropertyDescription(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, storage: storage))
    return _Persistable()
  }

  /// A type that can be neither stored nor related to: the compiler says so of the result.
  @_disfavoredOverload
  public mutating func property<V>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>, _: Void = ()
  ) -> _Unpersistable<V> { _Unpersistable() }

  /// A set of models.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<Set<V>>>
  ) -> _Misshapen<Set<V>> { _Misshapen() }

  /// A set of models that may be `nil`.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<Set<V>?>>
  ) -> _Misshapen<Set<V>> { _Misshapen() }

  /// An array with gaps.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V?]>>
  ) -> _Misshapen<[V?]> { _Misshapen() }

  /// An array with gaps that may be `nil`.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V?]?>>
  ) -> _Misshapen<[V?]> { _Misshapen() }

  /// A to-one relationship that always has a destination.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) -> _Persistable {
    properties.append(
      ToOnePropertyDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name],
        storage: storage))
    return _Persistable()
  }

  /// A to-one relationship.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V?>>
  ) -> _Persistable {
    properties.append(
      OptionalToOnePropertyDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name],
        storage: storage))
    return _Persistable()
  }

  /// A to-many relationship.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]>>
  ) -> _PersistableList<V> {
    properties.append(
      ToManyPropertyDescription(
        index: nextIndex, name: name, kind: .toMany(V.self), metadata: metadata[name],
        storage: storage))
    return _PersistableList()
  }

  /// An optional to-many relationship.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]?>>
  ) -> _PersistableList<V> {
    properties.append(
      OptionalToManyPropertyDescription(
        index: nextIndex, name: name, kind: .toMany(V.self), metadata: metadata[name],
        storage: storage))
    return _PersistableList()
  }

  // MARK: Properties with '@Relationship'

  /// A to-one relationship that always has a destination.
  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) -> _Persistable { property(name, storage) }

  /// A to-one relationship.
  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V?>>
  ) -> _Persistable { property(name, storage) }

  /// A to-many relationship.
  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]>>
  ) -> _PersistableList<V> { property(name, storage) }

  /// An optional to-many relationship.
  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]?>>
  ) -> _PersistableList<V> { property(name, storage) }

  /// What `@Relationship` cannot stand at: the compiler says so of the result.
  @_disfavoredOverload
  public mutating func relationship<V>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>, _: Void = ()
  ) -> _Unrelated<V> { _Unrelated() }

  /// A `let` that is a to-one relationship.
  public mutating func constant<V: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<M, V>
  ) -> _Persistable {
    properties.append(
      ConstantToOneDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name], codec: nil,
        keyPath: keyPath))
    return _Persistable()
  }

  /// A `let` that is a to-one relationship, or `nil`.
  public mutating func constant<V: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<M, V?>
  ) -> _Persistable {
    properties.append(
      ConstantToOneDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name], codec: nil,
        keyPath: keyPath))
    return _Persistable()
  }

  /// A `let` that is a list of models.
  public mutating func constant<V: PersistentModel>(
    _ name: String, _ keyPath: KeyPath<M, [V]>
  ) -> _Misshapen<[V]> { _Misshapen() }

  /// A type that can be neither stored nor related to: the compiler says so of the result.
  @_disfavoredOverload
  public mutating func constant<V>(
    _ name: String, _ keyPath: KeyPath<M, V>, _: Void = ()
  ) -> _Unpersistable<V> { _Unpersistable() }

  /// A `let`.
  @_disfavoredOverload
  public mutating func constant<V: Codable>(_ name: String, _ keyPath: KeyPath<M, V>) -> _Persistable {
    let codec: AttributeCodec<V> = attributeCodec(name)
    properties.append(
      ConstantPropertyDescription(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, keyPath: keyPath))
    return _Persistable()
  }

  /// An attribute with `.transformable(by:)`.
  public mutating func transformable<V>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) {
    let attribute = metadata[name]?.metadata as? Schema.Attribute
    let codec = TransformableCodec<V>(transformerName: attribute?._transformerName)
    properties.append(
      TypedPropertyDescription(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, storage: storage))
  }

  private func attributeCodec<V: Codable>(_ name: String) -> AttributeCodec<V> {
    let attribute = metadata[name]?.metadata as? Schema.Attribute
    if attribute?.isCodable == true { return ArchiveCodec<V>() }
    return AttributeCodecs.codec(for: V.self) ?? ArchiveCodec<V>()
  }
}
