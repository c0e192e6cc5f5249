// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// A property that refers to other models.
  ///
  /// In a model class it is written as a macro with the same arguments:
  ///
  /// ```swift
  /// @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
  ///
  /// schema.entitiesByName["Trip"]?.relationshipsByName["stops"]?.destination  // "Stop"
  /// ```
  public final class Relationship: SchemaProperty, CustomDebugStringConvertible,
    @unchecked Sendable
  {
    // Unchecked: Apple's class can be changed while a schema is put together, and is not afterwards.
    /// The property's name.
    public var name: String
    /// The name in earlier versions of the schema.
    public var originalName: String
    /// The key path to the property.
    public var keypath: AnyKeyPath?
    /// The options of the declaration.
    public var options: [Option]
    /// The type as declared. `Never` in a schema read from a file, if this
    /// program has no such type.
    public var valueType: any Any.Type {
      didSet { savedTypeName = nil }
    }
    /// The name of the destination's entity.
    public var destination: String
    /// The effect on the destinations when a model is deleted.
    public var deleteRule: DeleteRule
    /// The name of the inverse relationship.
    public var inverseName: String?
    /// The key path of the inverse relationship.
    public var inverseKeyPath: AnyKeyPath?
    /// How many destinations there must be at least; 0 and `nil` mean no limit.
    public var minimumModelCount: Int?
    /// How many destinations there may be at most; 0 and `nil` mean no limit.
    public var maximumModelCount: Int?
    /// Text whose change makes a new version of the schema.
    public var hashModifier: String?
    /// Whether the declaration says that there is no inverse.
    var excludesInverse = false
    var isToOne: Bool?
    var savedTypeName: String?

    /// Describes `@Relationship` with an inverse. `inverse: nil` means that there is none: no other relationship
    /// becomes its inverse.
    public convenience init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, hashModifier: String? = nil
    ) {
      self.init(
        options, deleteRule, limits: (minimumModelCount, maximumModelCount), originalName,
        inverse: nil, hashModifier)
    }

    /// What `@Relationship` says with an inverse. `inverse: nil` says that there is none: no
    /// other relationship is taken for it.
    ///
    /// ```swift
    /// @Relationship(inverse: nil) var lastMessage: Message?
    /// ```
    public convenience init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, minimumModelCount: Int? = 0,
      maximumModelCount: Int? = 0, originalName: String? = nil, inverse: AnyKeyPath?,
      hashModifier: String? = nil
    ) {
      self.init(
        options, deleteRule, limits: (minimumModelCount, maximumModelCount), originalName,
        inverse: inverse, hashModifier)
      excludesInverse = inverse == nil
    }

    /// What `@Relationship` says with the limits' short names, after the inverse.
    ///
    /// ```swift
    /// @Relationship(deleteRule: .nullify, inverse: \Album.tracks, minimum: 0, maximum: 1)
    /// var album: Album?
    /// ```
    public convenience init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, originalName: String? = nil,
      inverse: AnyKeyPath? = nil, minimum: Int?, maximum: Int? = 0, hashModifier: String? = nil
    ) {
      self.init(
        options, deleteRule, limits: (minimum, maximum), originalName, inverse: inverse,
        hashModifier)
    }

    /// What `@Relationship` says with the upper limit only.
    ///
    /// ```swift
    /// @Relationship(inverse: \Album.tracks, maximum: 1) var album: Album?
    /// ```
    public convenience init(
      _ options: Option..., deleteRule: DeleteRule = .nullify, originalName: String? = nil,
      inverse: AnyKeyPath? = nil, maximum: Int?, hashModifier: String? = nil
    ) {
      self.init(
        options, deleteRule, limits: (0, maximum), originalName, inverse: inverse, hashModifier)
    }

    init(
      _ options: [Option], _ deleteRule: DeleteRule, limits: (minimum: Int?, maximum: Int?),
      _ originalName: String?, inverse: AnyKeyPath?, _ hashModifier: String?
    ) {
      self.name = ""
      self.originalName = originalName ?? ""
      self.options = options.filter { $0.deleteRule == nil }
      self.valueType = Any.self
      self.destination = ""
      self.deleteRule = options.lazy.compactMap(\.deleteRule).first ?? deleteRule
      self.inverseKeyPath = inverse
      self.minimumModelCount = limits.minimum
      self.maximumModelCount = limits.maximum
      self.hashModifier = hashModifier
    }

    /// Whether the property holds one model rather than an array.
    public var isToOneRelationship: Bool { isToOne ?? SchemaTypes.isModel(valueType) }
    /// Always false.
    public var isAttribute: Bool { false }
    /// Always true.
    public var isRelationship: Bool { true }
    /// Always false.
    public var isTransient: Bool { false }
    /// Whether no two models may have the same destination (`.unique`).
    public var isUnique: Bool { options.contains(.unique) }

    /// Name, type, destination, delete rule and inverse.
    public var debugDescription: String {
      let inverse = inverseName.map { ", inverse: \($0)" } ?? ""
      let arrow = isToOneRelationship ? "→" : "⇒"
      return "Relationship(\(name) \(arrow) \(destination), \(deleteRule.rawValue)\(inverse))"
    }

    /// Whether both are declared alike.
    public static func == (lhs: Relationship, rhs: Relationship) -> Bool {
      lhs === rhs
        || (lhs.name == rhs.name && lhs.originalName == rhs.originalName
          && lhs.options == rhs.options && lhs.destination == rhs.destination
          && lhs.valueTypeName == rhs.valueTypeName && lhs.deleteRule == rhs.deleteRule
          && lhs.inverseName == rhs.inverseName
          && lhs.minimumModelCount == rhs.minimumModelCount
          && lhs.maximumModelCount == rhs.maximumModelCount
          && lhs.hashModifier == rhs.hashModifier)
    }

    /// Hashes name and destination.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(destination)
    }

    var valueTypeName: String { savedTypeName ?? SchemaTypes.name(of: valueType) }

    /// Reads what ``encode(to:)`` wrote. Key paths are not part of it.
    public init(from decoder: any Decoder) throws {
      let saved = try SavedRelationship(from: decoder)
      let type = SchemaTypes.type(named: saved.valueTypeName)
      name = saved.name
      originalName = saved.originalName ?? saved.name
      options = saved.options ?? []
      valueType = type ?? Never.self
      destination = saved.destination
      deleteRule = saved.deleteRule
      inverseName = saved.inverseName
      minimumModelCount = saved.minimumModelCount
      maximumModelCount = saved.maximumModelCount
      hashModifier = saved.hashModifier
      isToOne = saved.isToOne
      savedTypeName = type == nil ? saved.valueTypeName : nil
    }

    /// Writes the relationship; its type by mangled name.
    public func encode(to encoder: any Encoder) throws {
      try SavedRelationship(self).encode(to: encoder)
    }
  }
}
