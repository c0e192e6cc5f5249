/// Collects the properties of a model class; the macro's expansion calls it
/// once per property, and the overload says what the property is.
public struct _ModelDescriptionBuilder<M: PersistentModel> {
  let firstIndex: Int
  let metadata: [String: Schema.PropertyMetadata]
  var properties: [_PropertyDescription] = []
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
    let codec: _AttributeCodec<V> = attributeCodec(name)
    properties.append(
      StoredPropertyDescription<M, _StoredAttribute<V>>(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, storage: storage))
  }

  /// An attribute.
  @_disfavoredOverload
  public mutating func property<V: Codable>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) {
    let codec: _AttributeCodec<V> = attributeCodec(name)
    properties.append(
      TypedPropertyDescription(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, storage: storage))
  }

  /// A type that can be neither stored nor related to. The getter's `_read`
  /// reports most of them, at the property, but not `[Model?]` and `Model??`,
  /// which a supported type can be converted to.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a persisted property's type must be Codable or a model; mark the property @Transient, or make its type Codable"
  )
  public mutating func property<V>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>, _: Void = ()
  ) {}

  /// A set of models.
  @available(
    *, unavailable,
    message: "a to-many relationship is an array of models: write '[Model]' instead of 'Set<Model>'"
  )
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<Set<V>>>
  ) {}

  /// An array with gaps.
  @available(
    *, unavailable,
    message: "a to-many relationship has no gaps: write '[Model]' instead of '[Model?]'"
  )
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V?]>>
  ) {}

  /// The same, if it may be `nil`.
  @available(
    *, unavailable,
    message: "a to-many relationship has no gaps: write '[Model]?' instead of '[Model?]?'"
  )
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V?]?>>
  ) {}

  /// A to-one relationship that always has a destination.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) {
    properties.append(
      ToOnePropertyDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name],
        storage: storage))
  }

  /// A to-one relationship.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V?>>
  ) {
    properties.append(
      OptionalToOnePropertyDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name],
        storage: storage))
  }

  /// A to-many relationship.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]>>
  ) {
    properties.append(
      ToManyPropertyDescription(
        index: nextIndex, name: name, kind: .toMany(V.self), metadata: metadata[name],
        storage: storage))
  }

  /// An optional to-many relationship.
  public mutating func property<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]?>>
  ) {
    properties.append(
      OptionalToManyPropertyDescription(
        index: nextIndex, name: name, kind: .toMany(V.self), metadata: metadata[name],
        storage: storage))
  }

  // MARK: Properties with '@Relationship'

  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>
  ) { property(name, storage) }

  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V?>>
  ) { property(name, storage) }

  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]>>
  ) { property(name, storage) }

  public mutating func relationship<V: PersistentModel>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<[V]?>>
  ) { property(name, storage) }

  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "'@Relationship' requires a model, an optional one or an array of models; remove it from a value, or mark the class '@Model'"
  )
  public mutating func relationship<V>(
    _ name: String, _ storage: ReferenceWritableKeyPath<M, _Stored<V>>, _: Void = ()
  ) {}

  /// A `let` that is a to-one relationship.
  public mutating func constant<V: PersistentModel>(_ name: String, _ keyPath: KeyPath<M, V>) {
    properties.append(
      ConstantToOneDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name], codec: nil,
        keyPath: keyPath))
  }

  public mutating func constant<V: PersistentModel>(_ name: String, _ keyPath: KeyPath<M, V?>) {
    properties.append(
      ConstantToOneDescription(
        index: nextIndex, name: name, kind: .toOne(V.self), metadata: metadata[name], codec: nil,
        keyPath: keyPath))
  }

  /// A type that can be neither stored nor related to.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "a persisted constant's type must be Codable or a model; make a to-many relationship a 'var', and mark other properties @Transient"
  )
  public mutating func constant<V>(_ name: String, _ keyPath: KeyPath<M, V>, _: Void = ()) {}

  /// A `let`.
  @_disfavoredOverload
  public mutating func constant<V: Codable>(_ name: String, _ keyPath: KeyPath<M, V>) {
    let codec: _AttributeCodec<V> = attributeCodec(name)
    properties.append(
      ConstantPropertyDescription(
        index: nextIndex, name: name, kind: .attribute(codec.layout), metadata: metadata[name],
        codec: codec, keyPath: keyPath))
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

  private func attributeCodec<V: Codable>(_ name: String) -> _AttributeCodec<V> {
    let attribute = metadata[name]?.metadata as? Schema.Attribute
    if attribute?.isCodable == true { return ArchiveCodec<V>() }
    return AttributeCodecs.codec(for: V.self) ?? ArchiveCodec<V>()
  }
}
